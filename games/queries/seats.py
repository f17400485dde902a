"""The seats of a game for whoever looks at it: one query, which brings the time by the database's clock along.

Whose seat it is follows from the user or the guest's link, never from input. It looks at no card.
"""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import F

from accounts.models import Player, User
from games.models import Game, GameSeat
from games.queries.clock import ClockTimestamp


@dataclass(frozen=True, slots=True)
class Seats:
    """The rows in seat order, the viewer's own seat (None for an onlooker), the name of each seat's club
    ("" for none), and the time `now`.
    """

    rows: tuple[GameSeat, ...]
    me: int | None
    clubs: tuple[str, ...]
    now: datetime


def seats_of(game: Game, person: User | AnonymousUser | Player) -> Seats:
    """The seats of `game` as `person` (a Player: a guest) sees them."""
    rows = list(
        GameSeat.objects.filter(game=game)
        .order_by("seat")
        .annotate(now=ClockTimestamp(), user_id=F("player__user_id"), club=F("player__club__name"))
    )
    ids = [row.player_id if isinstance(person, Player) else row.user_id for row in rows]
    me = ids.index(person.pk) if person.pk is not None and person.pk in ids else None
    return Seats((*rows,), me, tuple(row.club or "" for row in rows), rows[0].now)
