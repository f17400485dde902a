"""What people are called in an event before one reader: the one place that knows who hides from whom.

Who hides (`Player.is_private`) is "Hidden player 7" in an event, by the number of the entry, to everybody who doesn't
belong there. Who belongs to the event's club, has a role in the event or is entered in it reads the names. A page asks
once, and gives the answer to its queries; without it they work for the program itself and give all names.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Membership, Player
from tournaments.enums import EntrantKind
from tournaments.models import Entrant, EntrantMember, Tournament, TournamentRole

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


@dataclass(frozen=True, slots=True)
class ShownNames:
    """What stands for names that the reader may not read, by entrant; `hides` is whether there are any such names
    for this reader at all.
    """

    hides: bool = False
    entrants: Mapping[int, str] = field(default_factory=dict)

    def entrant(self, entrant_id: int, name: str) -> str:
        """What an entrant of that name is called."""
        return self.entrants.get(entrant_id, name)

    def seat(self, entrant_id: int | None, player: Player | None, name: str) -> str:
        """What stands on a chair: of an entrant who hides, whoever sits there; or of a substitute who hides."""
        if entrant_id is not None and entrant_id in self.entrants:
            return self.entrants[entrant_id]
        return self.player(player, name)

    def player(self, player: Player | None, name: str) -> str:
        """What a player of that name is called where the entry isn't known."""
        return _("Hidden player") if self.hides and player is not None and player.is_private else name


ALL_NAMES = ShownNames()


def shown_names(tournament: Tournament, user: "User | AnonymousUser") -> ShownNames:
    """The names of one event as `user` may read them. One query for who belongs there, one more for others."""
    return shown_names_of([tournament.pk], user)


def shown_names_of(tournaments: Iterable[int], user: "User | AnonymousUser") -> ShownNames:
    """The names of several events (ids). At most two queries."""
    asked = set(tournaments)
    if user.is_authenticated:
        asked -= _known_events(asked, user)
    if not asked:
        return ALL_NAMES
    hidden = Entrant.objects.filter(
        pk__in=EntrantMember.objects.filter(tournament__in=asked, player__is_private=True).values("entrant")
    )
    return ShownNames(
        True, {pk: _neutral(kind, number) for pk, kind, number in hidden.values_list("pk", "kind", "number")}
    )


def _neutral(kind: str, number: int) -> str:
    text = _("Hidden team %(number)d") if kind == EntrantKind.TEAM else _("Hidden player %(number)d")
    return text % {"number": number}


def _known_events(tournaments: set[int], user: "User | AnonymousUser") -> set[int]:
    """Those of the events in which the user reads all names."""
    own = (
        Q(club__in=Membership.objects.filter(user=user.pk).values("club"))
        | Q(pk__in=TournamentRole.objects.filter(user=user.pk).values("tournament"))
        | Q(pk__in=EntrantMember.objects.filter(player__user=user.pk).values("tournament"))
    )
    return set(Tournament.objects.filter(own, pk__in=tournaments).values_list("pk", flat=True))


def entrant_names(tournament: Tournament, names: ShownNames = ALL_NAMES) -> dict[int, str]:
    """What each entrant of the event is called, by id. One query."""
    rows = Entrant.objects.filter(tournament=tournament).values_list("pk", "name")
    return {pk: names.entrant(pk, name) for pk, name in rows}
