"""Entrants of an event whose accounts sign in from the same address, for its directors alone (docs/security.md, T16).

It names people and never an address. Nobody is refused or marked for it: who it is, a director sees in the room.
"""

from typing import Final

from accounts.queries.addresses import shared_addresses
from tournaments.enums import EntrantStatus
from tournaments.models import EntrantMember, Tournament

PLAYING: Final = (EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN, EntrantStatus.WAITING)


def same_address(tournament: Tournament) -> list[tuple[str, ...]]:
    """Groups of names, in the order of the alphabet; [] where nobody shares an address with another entrant."""
    rows = (
        EntrantMember.objects.filter(entrant__tournament=tournament, entrant__status__in=PLAYING)
        .exclude(player__user=None)
        .values_list("player__user", "player__name")
    )
    names = dict(rows)
    return sorted(tuple(sorted(names[user] for user in group)) for group in shared_addresses(names))
