"""From a draft to played tables: publish, start, cancel, more time, and pausing the event. Three steps, so
that nobody's clock runs while people look for their chairs.

Each act is one transaction under the tournament's lock; doing it twice gives the same answer. Ending a round
is completion.py's.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.queries.rulesets import team_size
from games.services.clock import database_now
from games.services.control import extend_clock
from tournaments.enums import (
    ROUND_TRANSITIONS,
    TABLE_TRANSITIONS,
    TOURNAMENT_TRANSITIONS,
    EntrantKind,
    RoundStatus,
    SeatOccupant,
    TableMode,
    TableStatus,
    TournamentStatus,
)
from tournaments.errors import DraftOutdated, WrongStatus
from tournaments.models import Bye, Entrant, Round, SeatingDraft, Table, TableSeat, Tournament
from tournaments.queries.coming import coming_round
from tournaments.queries.plans import PlannedTable, SeatingPlan
from tournaments.queries.scoring import ruleset_of
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director, set_status
from tournaments.services.news import tell_round
from tournaments.services.seating import draft_fits
from tournaments.services.substitution import seat_name
from tournaments.services.table_games import (
    bot_names,
    cancel_games,
    games_of,
    make_game,
    open_seal,
    pause_games,
    resume_games,
)


@transaction.atomic
def publish_round(*, draft: SeatingDraft, actor: User | None) -> Round:
    """Make a draft the coming round and show it to everyone; the first one also closes the entries.

    The same draft again returns the round it became. Raises NotAllowed, DraftOutdated, WrongStatus.
    """
    tournament = locked_for_director(draft.tournament_id, actor)
    published = Round.objects.filter(
        tournament=tournament, number=draft.round_number, rng_seed=draft.rng_seed
    ).first()
    if published is not None:
        return published
    coming = coming_round(tournament)
    current = SeatingDraft.objects.filter(pk=draft.pk).first()
    if current is None or not draft_fits(current, coming):
        raise DraftOutdated
    if tournament.status == TournamentStatus.OPEN:
        set_status(tournament, TournamentStatus.RUNNING, TOURNAMENT_TRANSITIONS)
        tournament.save(update_fields=["status"])
    round_ = _write_round(tournament, current, SeatingPlan.from_json(current.plan_json))
    record_act(
        tournament=tournament,
        action="publish_round",
        actor=actor,
        round=round_.number,
        kind=round_.kind,
        rng_seed=round_.rng_seed,
    )
    tell_round(tournament, round_)
    announce_change(tournament)
    return round_


def _write_round(tournament: Tournament, draft: SeatingDraft, plan: SeatingPlan) -> Round:
    round_ = Round.objects.create(
        tournament=tournament,
        number=draft.round_number,
        kind=draft.kind,
        rng_seed=draft.rng_seed,
        certificate_json=draft.certificate_json,
        extra_json=plan.extra.to_json() if plan.extra else None,
    )
    tables = Table.objects.bulk_create(
        Table(round=round_, number=planned.number, mode=tournament.format.table_mode)
        for planned in plan.tables
    )
    entrants = {
        entrant.pk: entrant
        for entrant in Entrant.objects.filter(pk__in=plan.field).prefetch_related(
            "members__player", "members__substitute"
        )
    }
    names, size = bot_names(), team_size(ruleset_of(tournament))
    level = tournament.format.bot_level
    seats: list[TableSeat] = []
    for table, planned in zip(tables, plan.tables, strict=True):
        seats += _seats(table, planned, entrants, size)
    for seat in seats:
        if seat.occupant == SeatOccupant.BOT:
            seat.name, seat.bot_level = next(names), level
    TableSeat.objects.bulk_create(seats)
    Bye.objects.bulk_create(Bye(round=round_, entrant_id=entrant) for entrant in plan.byes)
    return round_


def _seats(
    table: Table, planned: PlannedTable, entrants: dict[int, Entrant], members: int
) -> list[TableSeat]:
    """The chairs of a table. Partners of teams (of so many `members`, bots as well) sit across: the first of all teams,
    then the second ones.
    """
    order = [(member, found) for member in range(members) for found in planned.seats]
    return [
        _chair(table, seat, entrants[found] if found is not None else None, member)
        for seat, (member, found) in enumerate(order)
    ]


def _chair(table: Table, seat: int, entrant: Entrant | None, member: int) -> TableSeat:
    chair = TableSeat(table=table, round_id=table.round_id, seat=seat, occupant=SeatOccupant.BOT)
    if entrant is None:
        return chair
    members = list(entrant.members.all())
    chair.occupant, chair.entrant, chair.name = SeatOccupant.ENTRANT, entrant, entrant.name
    chair.team_member, chair.bot_level = member, entrant.bot_level
    if member < len(members):
        found = members[member]
        chair.player = found.substitute or found.player
        own = found.player.name if entrant.kind == EntrantKind.TEAM else entrant.name
        chair.name = seat_name(found, own)
    return chair


@transaction.atomic
def start_round(*, round_: Round, actor: User | None) -> Round:
    """Deal the cards and start the clocks of every table. A round that plays already is returned as it is.

    Raises NotAllowed, WrongStatus (also while the event is paused).
    """
    tournament = locked_for_director(round_.tournament_id, actor)
    round_ = tournament.rounds.get(pk=round_.pk)
    if round_.status == RoundStatus.PLAYING:
        return round_
    if tournament.paused_at is not None:
        raise WrongStatus(_("The event is paused."))
    set_status(round_, RoundStatus.PLAYING, ROUND_TRANSITIONS)
    round_.started_at = database_now()
    seconds = tournament.format.round_seconds
    round_.closes_at = round_.started_at + timedelta(seconds=seconds) if seconds else None
    round_.save(update_fields=["status", "started_at", "closes_at"])
    tables = list(round_.tables.order_by("pk").prefetch_related("seats__player", "seats__entrant"))
    for table in tables:
        set_status(table, TableStatus.PLAYING, TABLE_TRANSITIONS)
        table.closes_at = round_.closes_at
    Table.objects.bulk_update(tables, ["status", "closes_at"])
    for table in tables:
        if table.mode == TableMode.ONLINE:
            make_game(tournament, round_, table, list(table.seats.all()))
    record_act(
        tournament=tournament, action="start_round", actor=actor, round=round_.number, tables=len(tables)
    )
    announce_change(tournament)
    return round_


@transaction.atomic
def cancel_round(*, round_: Round, reason: str, actor: User | None) -> Round:
    """Give up a round that isn't completed: its games end without a result, and its number isn't used again.

    Results already confirmed at its tables no longer count, but stay on record. Raises NotAllowed,
    WrongStatus.
    """
    tournament = locked_for_director(round_.tournament_id, actor)
    round_ = tournament.rounds.get(pk=round_.pk)
    if round_.status == RoundStatus.CANCELLED:
        return round_
    set_status(round_, RoundStatus.CANCELLED, ROUND_TRANSITIONS)
    round_.save(update_fields=["status"])
    tables = list(round_.tables.order_by("pk"))
    cancel_games(games_of(tables))
    round_.tables.exclude(status=TableStatus.CONFIRMED).update(status=TableStatus.CANCELLED)
    open_seal(tournament, round_.number)
    record_act(
        tournament=tournament,
        action="cancel_round",
        actor=actor,
        round=round_.number,
        reason=reason.strip(),
    )
    announce_change(tournament)
    return round_


@transaction.atomic
def extend_time(*, round_: Round, seconds: int, actor: User | None, table: Table | None = None) -> datetime:
    """More time on the round clock: for the round, or for one table only. Returns the new end.

    Raises NotAllowed, WrongStatus for a round that isn't playing or has no clock.
    """
    tournament = locked_for_director(round_.tournament_id, actor)
    round_ = tournament.rounds.get(pk=round_.pk)
    if round_.status != RoundStatus.PLAYING or round_.closes_at is None or not 1 <= seconds <= 86_400:
        raise WrongStatus(_("There is no clock that could be given more time."))
    tables = round_.tables.filter(status=TableStatus.PLAYING).order_by("pk")
    chosen = list(tables if table is None else tables.filter(pk=table.pk))
    if table is not None and not chosen:
        raise WrongStatus(_("This table isn't playing."))
    move_clock(round_, chosen, seconds, whole_round=table is None)
    record_act(
        tournament=tournament,
        action="extend_time",
        actor=actor,
        round=round_.number,
        table=table.number if table is not None else 0,
        seconds=seconds,
    )
    announce_change(tournament)
    return chosen[0].closes_at if table is not None and chosen[0].closes_at else round_.closes_at


def move_clock(round_: Round, tables: list[Table], seconds: int, *, whole_round: bool) -> None:
    """Move the end of these tables, and of their games, by `seconds` (below 0: earlier). The caller holds the lock."""
    by = timedelta(seconds=seconds)
    for found in tables:
        end = found.closes_at or round_.closes_at
        found.closes_at = end + by if end is not None else None
    Table.objects.bulk_update(tables, ["closes_at"])
    if whole_round and round_.closes_at is not None:
        round_.closes_at += by
        round_.save(update_fields=["closes_at"])
    for game in games_of(tables):
        extend_clock(game=game, seconds=seconds)


@transaction.atomic
def pause_tournament(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Stop every clock of the event. Again changes nothing. Raises NotAllowed and WrongStatus."""
    tournament = locked_for_director(tournament.pk, actor)
    if tournament.paused_at is None:
        if tournament.status != TournamentStatus.RUNNING:
            raise WrongStatus(_("Only a running event can be paused."))
        pause_games(_games_playing(tournament))
        tournament.paused_at = database_now()
        tournament.save(update_fields=["paused_at"])
        record_act(tournament=tournament, action="pause", actor=actor)
        announce_change(tournament)
    return tournament


@transaction.atomic
def resume_tournament(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Go on: every deadline and round clock moves by the length of the pause. Again changes nothing."""
    tournament = locked_for_director(tournament.pk, actor)
    if tournament.paused_at is not None:
        by = database_now() - tournament.paused_at
        resume_games(_games_playing(tournament))
        for round_ in tournament.rounds.filter(status=RoundStatus.PLAYING, closes_at__isnull=False):
            _shift(round_, by)
        tournament.paused_at = None
        tournament.save(update_fields=["paused_at"])
        record_act(tournament=tournament, action="resume", actor=actor, seconds=int(by.total_seconds()))
        announce_change(tournament)
    return tournament


def _games_playing(tournament: Tournament) -> list[Game]:
    return games_of(Table.objects.filter(round__tournament=tournament, round__status=RoundStatus.PLAYING))


def _shift(round_: Round, by: timedelta) -> None:
    tables = list(round_.tables.filter(closes_at__isnull=False))
    for table in tables:
        table.closes_at = table.closes_at + by if table.closes_at else None
    round_.closes_at = round_.closes_at + by if round_.closes_at else None
    round_.save(update_fields=["closes_at"])
    Table.objects.bulk_update(tables, ["closes_at"])


@transaction.atomic
def cancel_tournament(*, tournament: Tournament, reason: str, actor: User | None) -> Tournament:
    """Give the event up, with whatever round is open. Again changes nothing. Raises NotAllowed and
    WrongStatus.
    """
    tournament = locked_for_director(tournament.pk, actor)
    if tournament.status == TournamentStatus.CANCELLED:
        return tournament
    set_status(tournament, TournamentStatus.CANCELLED, TOURNAMENT_TRANSITIONS)
    for round_ in tournament.rounds.filter(status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING]):
        cancel_round(round_=round_, reason=reason, actor=None)
    tournament.save(update_fields=["status"])
    record_act(tournament=tournament, action="cancel_tournament", actor=actor, reason=reason.strip())
    announce_change(tournament)
    return tournament
