"""The seats of a game for whoever looks at it: one query, which brings the time by the database's clock along.

Whose seat it is follows from the user or the guest's link, never from input. It looks at no card. Who hides
(`Player.is_private`) has no name here for onlookers from outside the person's club.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.kept_query import Asked, KeptQuery
from accounts.models import Membership, Player, User
from games.models import Game, GameSeat
from games.queries.clock import ClockTimestamp

LETTERS: Final = "ABCDE"


@dataclass(frozen=True, slots=True)
class Seats:
    """The rows in seat order with the names that the viewer may read, the viewer's own seat (None for an onlooker),
    the name of each seat's club ("" for none), and the time `now`.
    """

    rows: tuple[GameSeat, ...]
    names: tuple[str, ...]
    me: int | None
    clubs: tuple[str, ...]
    now: datetime


def seats_of(game: Game, person: User | AnonymousUser | Player) -> Seats:
    """The seats of `game` as `person` (a Player: a guest) sees them. One query; another one for an onlooker with an
    account where somebody hides.
    """
    rows = _ROWS.rows(game.public_id)
    ids = [row.player_id if isinstance(person, Player) else row.user_id for row in rows]
    me = ids.index(person.pk) if person.pk is not None and person.pk in ids else None
    names = _shown(rows, person) if me is None else tuple(row.name for row in rows)
    return Seats((*rows,), names, me, tuple(row.club or "" for row in rows), rows[0].now)


def asked(public_id: str) -> Asked:
    """What `seats_of` asks, for those who ask ahead."""
    return _ROWS, (public_id,)


def _shown(rows: Sequence[GameSeat], person: User | AnonymousUser | Player) -> tuple[str, ...]:
    """The names for an onlooker. Those that stand for people who hide have no space that could be taken for the end of
    a first name.
    """
    hidden = {row.seat: row.of_club for row in rows if row.hides}  # type: ignore[attr-defined]
    if hidden and isinstance(person, User):
        own = set(
            Membership.objects.filter(user=person, club__in=hidden.values()).values_list("club", flat=True)
        )
        hidden = {seat: club for seat, club in hidden.items() if club not in own}
    several = len(hidden) > 1
    called = {
        seat: (_("Hidden player %(letter)s") % {"letter": letter} if several else _("Hidden player"))
        for seat, letter in zip(hidden, LETTERS, strict=False)
    }
    return tuple(called[row.seat].replace(" ", "\u00a0") if row.seat in called else row.name for row in rows)


_ROWS: Final[KeptQuery[Any]] = KeptQuery(
    lambda public_id: (
        GameSeat.objects.filter(game__public_id=public_id)
        .order_by("seat")
        .annotate(
            now=ClockTimestamp(),
            user_id=F("player__user_id"),
            club=F("player__club__name"),
            of_club=F("player__club_id"),
            hides=F("player__is_private"),
        )
    ),
    str,
)
