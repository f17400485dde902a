"""The end of a round and of an event, and what follows by itself: standings, next round, extra rounds,
review.

Whether a round is complete is a query over its tables, never a counter. Everything here may be called at any
time and any number of times; `advance` does at most one step, each a transaction of its own.
"""

from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.services.clock import database_now
from tournaments.enums import (
    ROUND_TRANSITIONS,
    TOURNAMENT_TRANSITIONS,
    RoundKind,
    RoundStatus,
    TableStatus,
    TournamentStatus,
)
from tournaments.errors import CannotSeatRound, WrongStatus
from tournaments.formats import ExtraStart
from tournaments.models import Round, Tournament
from tournaments.queries.coming import coming_round
from tournaments.queries.ranking import ranked_event
from tournaments.services.acts import record_act
from tournaments.services.announcing import announce_round
from tournaments.services.locks import announce_change, locked_for_director, locked_tournament, set_status
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.snapshots import write_snapshot
from tournaments.services.table_games import open_seal


@transaction.atomic
def complete_round(*, round_id: int) -> Round | None:
    """Complete the round if all its tables are settled, with a snapshot of the standings; None if it can't be
    yet.

    A completed round is returned as it is. Announces `round_completed` after commit when it was new.
    """
    found = Round.objects.filter(pk=round_id).first()
    if found is None:
        return None
    tournament = locked_tournament(found.tournament_id)
    round_ = tournament.rounds.get(pk=round_id)
    if round_.status == RoundStatus.COMPLETED:
        return round_
    open_tables = round_.tables.exclude(status__in=[TableStatus.CONFIRMED, TableStatus.CANCELLED])
    if round_.status != RoundStatus.PLAYING or open_tables.exists():
        return None
    set_status(round_, RoundStatus.COMPLETED, ROUND_TRANSITIONS)
    round_.completed_at = database_now()
    round_.save(update_fields=["status", "completed_at"])
    open_seal(tournament, round_.number)
    write_snapshot(round_, ranked_event(tournament).rows(round_.number), 1)
    record_act(tournament=tournament, action="complete_round", actor=None, round=round_.number)
    announce_change(tournament)
    transaction.on_commit(partial(announce_round, round_.pk), robust=True)
    return round_


def advance(*, tournament_id: int) -> str:
    """Do the next step of an event that runs by itself; the name of the step, "" where there is nothing to
    do.

    `complete`, `start`, `review` or `finish`. The first round is always started by the director; an event
    that isn't automatic waits for its director, but for completing a round and for finishing when the
    objection window is over.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.status == TournamentStatus.REVIEW:
        return "finish" if finish_if_due(tournament_id=tournament_id) else ""
    if tournament.status != TournamentStatus.RUNNING or tournament.paused_at is not None:
        return ""
    round_ = tournament.rounds.filter(status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING]).first()
    if round_ is not None and round_.status == RoundStatus.PLAYING:
        return "complete" if complete_round(round_id=round_.pk) else ""
    if not _runs_by_itself(tournament, round_):
        return ""
    if round_ is not None:
        start_round(round_=round_, actor=None)
        return "start"
    return _next_round(tournament)


def _runs_by_itself(tournament: Tournament, published: Round | None) -> bool:
    """Whether the published or else the coming round needs no director. Extra rounds may be told apart."""
    options = tournament.format
    by_itself = {
        ExtraStart.AS_ROUNDS: options.automatic,
        ExtraStart.DIRECTOR: False,
        ExtraStart.BY_ITSELF: True,
    }[options.extra_start]
    if not (options.automatic or by_itself):
        return False
    if not tournament.rounds.filter(started_at__isnull=False).exists():
        return False
    if by_itself == options.automatic:
        return options.automatic
    kind = published.kind if published is not None else coming_round(tournament).kind
    return by_itself if kind == RoundKind.EXTRA else options.automatic


def _next_round(tournament: Tournament) -> str:
    """Seat, publish and start the coming round; without one the event goes into review."""
    coming = coming_round(tournament)
    if coming.kind is None:
        if coming.is_all_played:
            begin_review(tournament=tournament, actor=None)
            return "review"
        return ""
    try:
        draft = generate_round(tournament=tournament, actor=None)
    except CannotSeatRound:
        return (
            ""  # too few entrants or impossible wishes: the director's page says so, nothing is decided here
        )
    round_ = publish_round(draft=draft, actor=None)
    start_round(round_=round_, actor=None)
    return "start"


@transaction.atomic
def begin_review(*, tournament: Tournament, actor: User | None, early: bool = False) -> Tournament:
    """After the last round: the results are up for objections until the window ends. Again changes nothing.

    `early` ends the event before all rounds are played. Raises NotAllowed; WrongStatus while a round is open,
    or rounds or ties that matter are still to be played.
    """
    tournament = locked_for_director(tournament.pk, actor)
    if tournament.status == TournamentStatus.REVIEW:
        return tournament
    coming = coming_round(tournament)
    if not coming.is_all_played and not (early and coming.kind is not None and coming.number > 1):
        raise WrongStatus(coming.obstacle or _("There are rounds still to be played."))
    set_status(tournament, TournamentStatus.REVIEW, TOURNAMENT_TRANSITIONS)
    tournament.review_until = database_now() + timedelta(seconds=tournament.format.objection_seconds)
    tournament.save(update_fields=["status", "review_until"])
    record_act(tournament=tournament, action="begin_review", actor=actor, early=early)
    announce_change(tournament)
    return tournament


@transaction.atomic
def reopen(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Back from review to play: an objection was right, a round or an extra round follows. Raises
    WrongStatus.
    """
    tournament = locked_for_director(tournament.pk, actor)
    if tournament.status != TournamentStatus.RUNNING:
        set_status(tournament, TournamentStatus.RUNNING, TOURNAMENT_TRANSITIONS)
        tournament.review_until = None
        tournament.save(update_fields=["status", "review_until"])
        record_act(tournament=tournament, action="reopen", actor=actor)
        announce_change(tournament)
    return tournament


@transaction.atomic
def finish_tournament(*, tournament: Tournament, actor: User | None) -> Tournament:
    """End the review now: the standings are final. Again changes nothing. Raises NotAllowed and
    WrongStatus.
    """
    tournament = locked_for_director(tournament.pk, actor)
    if tournament.status != TournamentStatus.FINISHED:
        set_status(tournament, TournamentStatus.FINISHED, TOURNAMENT_TRANSITIONS)
        tournament.save(update_fields=["status"])
        record_act(tournament=tournament, action="finish", actor=actor)
        announce_change(tournament)
    return tournament


@transaction.atomic
def finish_if_due(*, tournament_id: int) -> bool:
    """Finish an event whose objection window is over, by the database's clock; whether it did."""
    tournament = locked_tournament(tournament_id)
    over = tournament.review_until is not None and tournament.review_until <= database_now()
    if tournament.status != TournamentStatus.REVIEW or not over:
        return False
    finish_tournament(tournament=tournament, actor=None)
    return True
