"""Who takes part: entries of players, teams and bots, the waiting list, names. Who is there is
presence.py's.
"""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.enums import NoticeKind
from accounts.errors import NameTaken
from accounts.models import Player, User
from accounts.names import MAX_NAME_LENGTH, name_key, sort_key
from accounts.services import find_or_make_player
from games.queries.bots import bot_levels
from games.queries.rulesets import team_size
from tournaments.enums import ENTRANT_TRANSITIONS, EntrantKind, EntrantStatus, TournamentStatus
from tournaments.errors import AlreadyEntered, EntriesClosed, FormatError, WrongEntrant
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.permissions import can_direct, can_view, entries_have_closed
from tournaments.queries.coming import is_main_over
from tournaments.queries.scoring import ruleset_of
from tournaments.services.acts import record_act
from tournaments.services.locks import (
    announce_change,
    locked_for_director,
    locked_tournament,
    require,
    set_status,
)
from tournaments.services.news import tell_entries
from tournaments.services.setup import checked_name

TAKES_ENTRIES = (TournamentStatus.DRAFT, TournamentStatus.OPEN, TournamentStatus.RUNNING)


@transaction.atomic
def enter_player(
    *,
    tournament: Tournament,
    actor: User | None,
    name: str = "",
    player: Player | None = None,
    user: User | None = None,
    strength: int | None = None,
    group: str = "",
    note: str = "",
    autopilot: bool = False,
) -> Entrant:
    """Enter a person: `player`, or the club's player called `name` (made if need be, linked to `user`).

    Directors enter anybody until the last round; people enter themselves (`user` is `actor`) while the event
    is open and its closing time isn't past. Beyond the capacity the entrant waits. Raises NotAllowed,
    EntriesClosed, BadName, AlreadyEntered.
    """
    tournament = locked_tournament(tournament.pk)
    directs = actor is None or can_direct(actor, tournament)
    require(directs or (user is not None and user == actor and player is None and can_view(user, tournament)))
    require_open(tournament, directs=directs)
    if not directs:
        _require_hope(tournament)
    if player is None and not directs and user is not None:
        player = _own_player(tournament, name or str(user), user)
    elif player is None:
        player = _player_for(tournament, name or str(user or ""), user)
    entrant = add_entrant(
        tournament,
        EntrantKind.PERSON,
        player.name,
        [player],
        strength=strength,
        group=group.strip(),
        note=note if directs else "",
        autopilot=autopilot and directs,
    )
    _entered(tournament, entrant, actor)
    return entrant


def _require_hope(tournament: Tournament) -> None:
    """Nobody queues without hope (user-demands 28): the waiting list ends at as many as there are places.

    Raises EntriesClosed.
    """
    capacity = tournament.format.capacity
    waiting = tournament.entrants.filter(status=EntrantStatus.WAITING)
    if capacity is not None and waiting.count() >= capacity:
        raise EntriesClosed(_("The waiting list is full."), status=tournament.status)


def _own_player(tournament: Tournament, name: str, user: User) -> Player:
    """The user's player in the club, or a new one. A known name isn't taken over: that needs the player's
    claim link.
    """
    own = Player.objects.filter(club=tournament.club, user=user).first()
    if own is not None:
        return own
    name = checked_name(name)
    if Player.objects.filter(club=tournament.club, name_key=name_key(name)).exists():
        raise AlreadyEntered(
            _("The club knows a player of that name. A director can link it to you."), name=name
        )
    return _player_for(tournament, name, user)


def _player_for(tournament: Tournament, name: str, user: User | None) -> Player:
    name = checked_name(name)
    try:
        return find_or_make_player(club=tournament.club, name=name, user=user)[0]
    except NameTaken:
        raise AlreadyEntered(_("Another player of the club has that name."), name=name) from None


@transaction.atomic
def enter_team(
    *,
    tournament: Tournament,
    actor: User | None,
    name: str,
    players: tuple[Player, ...],
    strength: int | None = None,
    autopilot: bool = False,
) -> Entrant:
    """Enter a team under a name of its own, in a game of teams. Raises as `enter_player`, directors only.

    The players sit across at the table, in this order.
    """
    tournament = locked_for_director(tournament.pk, actor)
    require_open(tournament, directs=True)
    entrant = add_entrant(
        tournament,
        EntrantKind.TEAM,
        checked_name(name),
        list(players),
        strength=strength,
        autopilot=autopilot,
    )
    _entered(tournament, entrant, actor)
    return entrant


@transaction.atomic
def enter_team_of_names(
    *,
    tournament: Tournament,
    actor: User | None,
    names: tuple[str, ...],
    team: str = "",
    user: User | None = None,
) -> Entrant:
    """Enter a team by its players' names, which the club knows or learns; without a name it is "Ada & Bo".

    Directors enter any team; people enter their own while entries are open (`user` is `actor`, the first of the
    names). Raises as `enter_player`, and WrongEntrant.
    """
    tournament = locked_tournament(tournament.pk)
    directs = actor is None or can_direct(actor, tournament)
    require(directs or (user is not None and user == actor and can_view(user, tournament)))
    require_open(tournament, directs=directs)
    first, *others = names or ("",)
    if user is not None and not directs:
        players = [_own_player(tournament, first or str(user), user)]
    else:
        players = [_player_for(tournament, first, user)]
    players += [_player_for(tournament, name, None) for name in others]
    name = checked_name(team) if team.strip() else " & ".join(player.name for player in players)
    entrant = add_entrant(tournament, EntrantKind.TEAM, checked_name(name[:MAX_NAME_LENGTH]), players)
    _entered(tournament, entrant, actor)
    return entrant


@transaction.atomic
def enter_bot(*, tournament: Tournament, actor: User | None, level: str, name: str) -> Entrant:
    """Enter a bot in its own right, of a level that the bots' registry has. It never takes a place."""
    tournament = locked_for_director(tournament.pk, actor)
    require_open(tournament, directs=True)
    if level not in bot_levels():
        raise FormatError("bot_level", "unknown")
    entrant = add_entrant(tournament, EntrantKind.BOT, checked_name(name), [], bot_level=level)
    _entered(tournament, entrant, actor)
    return entrant


def require_open(tournament: Tournament, *, directs: bool) -> None:
    """Raises EntriesClosed where nobody can be entered now: by a director, or by oneself."""
    allowed = TAKES_ENTRIES if directs else (TournamentStatus.OPEN,)
    if tournament.status not in allowed or (not directs and entries_have_closed(tournament)):
        raise EntriesClosed(status=tournament.status)
    if is_main_over(tournament):
        message = _("No round is left for somebody new: only extra rounds, semifinals and a final follow.")
        raise EntriesClosed(message, status=tournament.status)


def add_entrant(
    tournament: Tournament, kind: EntrantKind, name: str, players: list[Player], **fields: object
) -> Entrant:
    """Write an entrant with its members. The caller holds the lock. Raises AlreadyEntered, WrongEntrant."""
    _require_fitting(tournament, kind, players)
    try:
        with transaction.atomic():
            entrant = Entrant.objects.create(
                tournament=tournament,
                number=next_number(tournament),
                kind=kind,
                name=name,
                name_key=name_key(name),
                sort_key=sort_key(name),
                status=EntrantStatus.WAITING if free_places(tournament) == 0 else EntrantStatus.ENTERED,
                joined_round=next_round_number(tournament),
                **fields,
            )
            EntrantMember.objects.bulk_create(
                EntrantMember(entrant=entrant, tournament=tournament, player=player, position=position)
                for position, player in enumerate(players)
            )
    except IntegrityError:
        raise AlreadyEntered(name=name) from None
    return entrant


def _require_fitting(tournament: Tournament, kind: EntrantKind, players: list[Player]) -> None:
    """A game of teams is entered by teams of its size, every other game by persons; bots may be either."""
    size = team_size(ruleset_of(tournament))
    if kind == EntrantKind.BOT or (len(players) == size and (kind == EntrantKind.TEAM) == (size > 1)):
        return
    if size > 1:
        raise WrongEntrant(
            _("This game is played by teams of %(size)d: enter a name and its players.") % {"size": size}
        )
    raise WrongEntrant(_("This game is played by persons, not by teams."))


def next_number(tournament: Tournament) -> int:
    """The number of the next entrant; numbers are never used twice."""
    last = tournament.entrants.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def next_round_number(tournament: Tournament) -> int:
    """The number that the next round will have."""
    last = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def free_places(tournament: Tournament) -> int | None:
    """Places left under the capacity, None where there is no limit."""
    capacity = tournament.format.capacity
    if capacity is None:
        return None
    return max(0, capacity - tournament.entrants.active().count())


def _entered(tournament: Tournament, entrant: Entrant, actor: User | None) -> None:
    record_act(
        tournament=tournament,
        action="enter",
        actor=actor,
        entrant=entrant.pk,
        name=entrant.name,
        kind=entrant.kind,
        status=entrant.status,
    )
    tell_entries(tournament, NoticeKind.ENTRY, [entrant.pk])
    announce_change(tournament)


@transaction.atomic
def promote(*, entrant: Entrant, actor: User | None) -> Entrant:
    """Take one from the waiting list, also above the capacity: the director decides. Again changes
    nothing.
    """
    tournament = locked_for_director(entrant.tournament_id, actor)
    entrant = tournament.entrants.get(pk=entrant.pk)
    if entrant.status in (EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN):
        return entrant
    _promote(tournament, entrant, actor)
    announce_change(tournament)
    return entrant


def promote_waiting(tournament: Tournament) -> None:
    """Fill free places from the waiting list, first come first served, as long as there is a round to play. The caller
    holds the lock.
    """
    if is_main_over(tournament):
        return
    free = free_places(tournament)
    waiting = tournament.entrants.filter(status=EntrantStatus.WAITING).order_by("number")
    for entrant in waiting if free is None else waiting[:free]:
        _promote(tournament, entrant, None)


def _promote(tournament: Tournament, entrant: Entrant, actor: User | None) -> None:
    set_status(entrant, EntrantStatus.ENTERED, ENTRANT_TRANSITIONS)
    entrant.joined_round = next_round_number(tournament)
    entrant.save(update_fields=["status", "joined_round"])
    record_act(tournament=tournament, action="promote", actor=actor, entrant=entrant.pk, name=entrant.name)
    tell_entries(tournament, NoticeKind.PROMOTED, [entrant.pk])


@transaction.atomic
def rename(*, entrant: Entrant, name: str, actor: User | None) -> Entrant:
    """Give an entrant another name in this event. Seats of rounds already published keep the name they show.

    Raises NotAllowed, BadName, AlreadyEntered.
    """
    tournament = locked_for_director(entrant.tournament_id, actor)
    entrant = tournament.entrants.get(pk=entrant.pk)
    before, name = entrant.name, checked_name(name)
    if name == before:
        return entrant
    entrant.name, entrant.name_key, entrant.sort_key = name, name_key(name), sort_key(name)
    try:
        with transaction.atomic():
            entrant.save(update_fields=["name", "name_key", "sort_key"])
    except IntegrityError:
        raise AlreadyEntered(name=name) from None
    record_act(
        tournament=tournament, action="rename", actor=actor, entrant=entrant.pk, before=before, after=name
    )
    announce_change(tournament)
    return entrant
