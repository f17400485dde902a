"""Somebody plays for an entrant: from the tables that aren't decided yet on, until the entrant's own player is back.

Who sat is stored with each table, so that results and ratings of tables before stay whose they were (user-demands
25). The entrant, the place and the points stay the same. A game that is played online is finished as it is.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import NameTaken
from accounts.models import Player, User
from accounts.names import MAX_NAME_LENGTH
from accounts.services import find_or_make_player
from tournaments.enums import EntrantKind, TableMode, TableStatus
from tournaments.errors import AlreadyEntered, WrongEntrant, WrongStatus
from tournaments.models import Entrant, EntrantMember, TableSeat, Tournament
from tournaments.services.acts import record_act
from tournaments.services.entrants import next_round_number
from tournaments.services.locks import announce_change, locked_for_director
from tournaments.services.setup import checked_name


@transaction.atomic
def substitute(*, entrant: Entrant, name: str, actor: User | None, position: int = 0) -> EntrantMember:
    """Let the club's player called `name` (made if need be) play for the entrant's member at that position.

    Raises NotAllowed, BadName, AlreadyEntered for somebody who plays in the event already, WrongEntrant for bots
    and WrongStatus when the event is over.
    """
    tournament, member = _member(entrant, position, actor)
    player = _player(tournament, name)
    if player.pk == member.player_id:
        return _let_play(tournament, member, None, actor)
    others = EntrantMember.objects.filter(tournament=tournament).exclude(pk=member.pk)
    if others.filter(player=player).exists() or others.filter(substitute=player).exists():
        raise AlreadyEntered(_("%(name)s plays in this event already.") % {"name": player.name})
    return _let_play(tournament, member, player, actor)


@transaction.atomic
def end_substitution(*, entrant: Entrant, actor: User | None, position: int = 0) -> EntrantMember:
    """The entrant's own player is back. Again changes nothing. Raises as `substitute`."""
    tournament, member = _member(entrant, position, actor)
    return _let_play(tournament, member, None, actor)


def seat_name(member: EntrantMember, own: str) -> str:
    """What stands on the chair: the own name, or the substitute's with the own one behind it, unless that hides."""
    if member.substitute is None:
        return own
    if member.player.is_private:
        return member.substitute.name
    return f"{member.substitute.name} ({own})"[:MAX_NAME_LENGTH]


def _member(entrant: Entrant, position: int, actor: User | None) -> tuple[Tournament, EntrantMember]:
    tournament = locked_for_director(entrant.tournament_id, actor)
    if tournament.is_over:
        raise WrongStatus(status=tournament.status)
    members = EntrantMember.objects.select_related("entrant", "player", "substitute")
    member = members.filter(entrant=entrant, position=position).first()
    if member is None:
        raise WrongEntrant(_("Nobody can play for a bot."))
    return tournament, member


def _player(tournament: Tournament, name: str) -> Player:
    try:
        return find_or_make_player(club=tournament.club, name=checked_name(name))[0]
    except NameTaken:
        raise AlreadyEntered(_("Another player of the club has that name."), name=name) from None


def _let_play(
    tournament: Tournament, member: EntrantMember, player: Player | None, actor: User | None
) -> EntrantMember:
    if member.substitute == player:
        return member
    member.substitute = player
    member.save(update_fields=["substitute"])
    _at_open_tables(member)
    record_act(
        tournament=tournament,
        action="substitute" if player else "end_substitution",
        actor=actor,
        entrant=member.entrant_id,
        name=member.player.name,
        substitute=player.name if player else "",
        before_round=next_round_number(tournament),
    )
    announce_change(tournament)
    return member


def _at_open_tables(member: EntrantMember) -> None:
    """Chairs of tables that nobody plays yet, or that play with real cards and aren't decided."""
    chairs = TableSeat.objects.filter(entrant=member.entrant_id, team_member=member.position)
    paper = chairs.filter(table__mode=TableMode.PAPER, table__status=TableStatus.PLAYING)
    is_team = member.entrant.kind == EntrantKind.TEAM
    own = member.player.name if is_team else member.entrant.name
    for chair in (*chairs.filter(table__status=TableStatus.SCHEDULED), *paper):
        chair.player = member.substitute or member.player
        chair.name = seat_name(member, own)
        chair.save(update_fields=["player", "name"])
