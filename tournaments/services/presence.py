"""Who is there: check-in, leaving, coming back, disqualification. Past rounds are never touched by any of it.

Leaving is a status from a round on, so history stays what it was (user-demands 22).
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.enums import GameStatus, Occupant
from games.models import GameSeat
from games.services.clock import database_now
from games.services.seats import stand_in
from tournaments.enums import ENTRANT_TRANSITIONS, EntrantStatus, RoundStatus
from tournaments.errors import ReasonMissing, WrongStatus
from tournaments.models import Entrant, TableSeat, Tournament
from tournaments.permissions import can_score, can_withdraw, is_own_entry
from tournaments.services.acts import record_act
from tournaments.services.entrants import next_round_number, promote_waiting
from tournaments.services.locks import (
    announce_change,
    locked_for_director,
    locked_tournament,
    require,
    set_status,
)
from tournaments.services.snapshots import refresh_snapshots


@transaction.atomic
def check_in(*, entrant: Entrant, actor: User | None) -> Entrant:
    """The entrant is here: by a scorer, or by the person. Again changes nothing. Raises NotAllowed,
    WrongStatus.
    """
    tournament = locked_tournament(entrant.tournament_id)
    require(actor is None or can_score(actor, tournament) or is_own_entry(actor, entrant))
    entrant = tournament.entrants.get(pk=entrant.pk)
    if entrant.status != EntrantStatus.CHECKED_IN:
        if entrant.status not in (EntrantStatus.ENTERED, EntrantStatus.WAITING):
            raise WrongStatus(_("Who left comes back through a director."), status=entrant.status)
        _check_in(tournament, [entrant])
        record_act(
            tournament=tournament, action="check_in", actor=actor, entrant=entrant.pk, name=entrant.name
        )
        announce_change(tournament)
    return entrant


@transaction.atomic
def check_in_all(*, tournament: Tournament, actor: User | None) -> int:
    """Check in everybody who is entered; the number of those who weren't yet. Raises NotAllowed."""
    tournament = locked_tournament(tournament.pk)
    require(actor is None or can_score(actor, tournament))
    entrants = list(tournament.entrants.filter(status=EntrantStatus.ENTERED).order_by("number"))
    if entrants:
        _check_in(tournament, entrants)
        record_act(
            tournament=tournament,
            action="check_in_all",
            actor=actor,
            entrants=[entrant.pk for entrant in entrants],
        )
        announce_change(tournament)
    return len(entrants)


def _check_in(tournament: Tournament, entrants: Iterable[Entrant]) -> None:
    """Who wasn't seated yet plays from the coming round on."""
    now, coming = database_now(), next_round_number(tournament)
    checked = list(entrants)
    seated = set(TableSeat.objects.filter(entrant__in=checked).values_list("entrant_id", flat=True))
    for entrant in checked:
        set_status(entrant, EntrantStatus.CHECKED_IN, ENTRANT_TRANSITIONS)
        entrant.checked_in_at = now
        if entrant.left_round is not None or entrant.pk not in seated:
            entrant.joined_round, entrant.left_round = coming, None
    Entrant.objects.bulk_update(checked, ["status", "checked_in_at", "joined_round", "left_round"])


@transaction.atomic
def undo_check_in(*, entrant: Entrant, actor: User | None) -> Entrant:
    """A check-in by mistake. Raises NotAllowed and WrongStatus."""
    tournament = locked_tournament(entrant.tournament_id)
    require(actor is None or can_score(actor, tournament))
    entrant = tournament.entrants.get(pk=entrant.pk)
    if entrant.status != EntrantStatus.ENTERED:
        set_status(entrant, EntrantStatus.ENTERED, ENTRANT_TRANSITIONS)
        entrant.checked_in_at = None
        entrant.save(update_fields=["status", "checked_in_at"])
        record_act(
            tournament=tournament, action="undo_check_in", actor=actor, entrant=entrant.pk, name=entrant.name
        )
        announce_change(tournament)
    return entrant


@transaction.atomic
def set_standby(*, entrant: Entrant, standby: bool, actor: User | None) -> Entrant:
    """Who is on standby isn't seated, but takes a seat that becomes free (reseating.take_seat); a seat in a round that
    is published is kept. Again changes nothing. Raises NotAllowed, WrongStatus for who isn't in the event.
    """
    tournament = locked_for_director(entrant.tournament_id, actor)
    entrant = tournament.entrants.get(pk=entrant.pk)
    if entrant.status not in (EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN):
        raise WrongStatus(_("Only who is in the event can be on standby."), status=entrant.status)
    if entrant.standby != standby:
        entrant.standby = standby
        entrant.save(update_fields=["standby"])
        record_act(
            tournament=tournament,
            action="standby" if standby else "off_standby",
            actor=actor,
            entrant=entrant.pk,
            name=entrant.name,
        )
        announce_change(tournament)
    return entrant


@transaction.atomic
def withdraw(*, entrant: Entrant, actor: User | None) -> Entrant:
    """The entrant plays no further round; a round in progress is finished (a bot plays on if nobody does).

    A place in the event becomes free for the waiting list. Again changes nothing. Raises NotAllowed,
    WrongStatus.
    """
    tournament = locked_tournament(entrant.tournament_id)
    require(actor is None or can_withdraw(actor, entrant))
    entrant = tournament.entrants.get(pk=entrant.pk)
    if entrant.status == EntrantStatus.WITHDRAWN:
        return entrant
    _leave(tournament, entrant, EntrantStatus.WITHDRAWN)
    record_act(
        tournament=tournament,
        action="withdraw",
        actor=actor,
        entrant=entrant.pk,
        name=entrant.name,
        last_round=entrant.left_round,
    )
    promote_waiting(tournament)
    announce_change(tournament)
    return entrant


@transaction.atomic
def disqualify(*, entrant: Entrant, reason: str, actor: User | None) -> Entrant:
    """The entrant is out and gets no place; results of others stay. Raises NotAllowed, ReasonMissing."""
    tournament = locked_for_director(entrant.tournament_id, actor)
    if not reason.strip():
        raise ReasonMissing
    entrant = tournament.entrants.get(pk=entrant.pk)
    if entrant.status == EntrantStatus.DISQUALIFIED:
        return entrant
    _leave(tournament, entrant, EntrantStatus.DISQUALIFIED)
    refresh_snapshots(tournament)
    record_act(
        tournament=tournament,
        action="disqualify",
        actor=actor,
        entrant=entrant.pk,
        name=entrant.name,
        reason=reason.strip(),
    )
    announce_change(tournament)
    return entrant


def _leave(tournament: Tournament, entrant: Entrant, status: EntrantStatus) -> None:
    set_status(entrant, status, ENTRANT_TRANSITIONS)
    last = tournament.rounds.exclude(status=RoundStatus.CANCELLED).order_by("-number").first()
    entrant.left_round = last.number if last is not None else 0
    entrant.save(update_fields=["status", "left_round"])
    _let_a_bot_play_on(entrant)


def _let_a_bot_play_on(entrant: Entrant) -> None:
    """Nobody at the table waits for who left: from the next move on a bot plays the seat, if the player
    did.
    """
    seats = GameSeat.objects.filter(
        game__table_game__table__seats__entrant=entrant,
        player__entries__entrant=entrant,
        occupant=Occupant.PLAYER,
        game__status__in=[GameStatus.PLAYING, GameStatus.HALTED],
    )
    for seat in seats.select_related("game").distinct().order_by("game_id", "seat"):
        stand_in(game=seat.game, seat=seat.seat)


@transaction.atomic
def set_plays_off(*, entrant: Entrant, plays: bool, actor: User | None) -> Entrant:
    """Whether the entrant is there for extra rounds; who isn't is last of a tie that is played off from now on.

    An extra round that is seated already stays as it is. Raises NotAllowed, and WrongStatus when the event is over.
    """
    tournament = locked_for_director(entrant.tournament_id, actor)
    if tournament.is_over:
        raise WrongStatus(status=tournament.status)
    entrant = tournament.entrants.get(pk=entrant.pk)
    if entrant.plays_off != plays:
        entrant.plays_off = plays
        entrant.save(update_fields=["plays_off"])
        refresh_snapshots(tournament)
        action = "plays_off" if plays else "no_extra_rounds"
        record_act(tournament=tournament, action=action, actor=actor, entrant=entrant.pk, name=entrant.name)
        announce_change(tournament)
    return entrant


@transaction.atomic
def come_back(*, entrant: Entrant, actor: User | None) -> Entrant:
    """Someone who left plays on from the coming round; missed rounds stay missed. Raises NotAllowed,
    WrongStatus.
    """
    tournament = locked_for_director(entrant.tournament_id, actor)
    entrant = tournament.entrants.get(pk=entrant.pk)
    if entrant.status != EntrantStatus.CHECKED_IN:
        _check_in(tournament, [entrant])
        refresh_snapshots(tournament)
        record_act(
            tournament=tournament, action="come_back", actor=actor, entrant=entrant.pk, name=entrant.name
        )
        announce_change(tournament)
    return entrant
