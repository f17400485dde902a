"""Lists of people who aren't seated together: of one event, or of a club, for every event it makes.

Drafts made before keep their seats; the next draft follows the lists.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Club, Player, User
from accounts.permissions import can_organise
from tournaments.errors import BadReport
from tournaments.models import KeepApart, KeepApartMember, Tournament
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director, require

MOST_PEOPLE = 20
MOST_NAME = 60


@transaction.atomic
def keep_apart_here(
    *, tournament: Tournament, players: Sequence[Player], actor: User | None, name: str = ""
) -> KeepApart:
    """Never seat two of these people together at this event. Raises NotAllowed, BadReport."""
    tournament = locked_for_director(tournament.pk, actor)
    made = _make(tournament.club, tournament, players, name)
    record_act(
        tournament=tournament,
        action="keep_apart",
        actor=actor,
        names=[player.name for player in players],
    )
    announce_change(tournament)
    return made


@transaction.atomic
def keep_apart_always(
    *, club: Club, players: Sequence[Player], actor: User | None, name: str = ""
) -> KeepApart:
    """Never seat two of these people together at any event of the club. Raises NotAllowed, BadReport."""
    require(actor is None or can_organise(actor, club))
    return _make(club, None, players, name)


def _make(club: Club, tournament: Tournament | None, players: Sequence[Player], name: str) -> KeepApart:
    found = list(dict.fromkeys(players))
    if not 2 <= len(found) <= MOST_PEOPLE or any(player.club_id != club.pk for player in found):
        raise BadReport(
            _("Choose two people or more, at most %(most)d.") % {"most": MOST_PEOPLE}, "people", "people"
        )
    made = KeepApart.objects.create(club=club, tournament=tournament, name=name.strip()[:MOST_NAME])
    KeepApartMember.objects.bulk_create(KeepApartMember(kept_apart=made, player=player) for player in found)
    return made


@transaction.atomic
def seat_freely_again(*, kept_apart: KeepApart, actor: User | None) -> None:
    """Take a list away. Raises NotAllowed."""
    tournament = kept_apart.tournament
    if tournament is None:
        require(actor is None or can_organise(actor, kept_apart.club))
    else:
        tournament = locked_for_director(tournament.pk, actor)
    names = [member.player.name for member in kept_apart.members.select_related("player")]
    kept_apart.delete()
    if tournament is not None:
        record_act(tournament=tournament, action="seat_freely", actor=actor, names=names)
        announce_change(tournament)
