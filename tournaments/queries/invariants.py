"""The checks that must hold for every event, on any database: I6 to I9 and I16 (games' own are
games.queries.audit).

Everything is compared with the records themselves; nothing is repaired. What breaks a rule is named:
invariant, table, primary key, what is wrong.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import pairwise

from django.db.models import Count, Q

from games.enums import GameStatus
from games.models import Game
from games.queries.audit import Violation
from games.queries.outcomes import GameOutcome, outcome_of
from games.queries.snapshots import snapshot
from tournaments.engine.results import StandingsError
from tournaments.engine.scoring import table_sum_error
from tournaments.enums import (
    ResultSource,
    ResultStatus,
    RoundKind,
    RoundStatus,
    TableStatus,
    TournamentStatus,
)
from tournaments.models import (
    AuditRow,
    Bye,
    Round,
    SeatScore,
    Standing,
    Table,
    TableGame,
    TableResult,
    TableSeat,
    Tournament,
)
from tournaments.queries.chain import FIRST_HASH, expected_hash
from tournaments.queries.event_input import confirmed_outcomes
from tournaments.queries.kept_rules import check_kept_rules
from tournaments.queries.ranking import ranked_event, round_facts
from tournaments.queries.rows import row_to_json
from tournaments.queries.scoring import ruleset_of, scheme_of
from tournaments.queries.snapshots import latest_rows
from tournaments.queries.stages import stages_at
from tournaments.queries.table_scores import scores_of_game

Check = Callable[[Tournament], Iterator[Violation]]


def audit_tournament(tournament: Tournament) -> Iterator[Violation]:
    """Every violation in one event, its games left out. Reads only, and all of it as it was at one moment.

    Rows may be so damaged that a check can't be made: that is a violation too, and the other checks go on.
    """
    with snapshot():
        found = _checked(Tournament.objects.get(pk=tournament.pk))
    yield from found


def _checked(tournament: Tournament) -> list[Violation]:
    found: list[Violation] = []
    for invariant, check in CHECKS:
        try:
            found += check(tournament)
        except (StandingsError, LookupError, TypeError, ValueError) as error:
            found.append(_found(invariant, tournament, f"can't be checked: {error!r}"))
    return found


def _found(invariant: str, row: object, detail: str) -> Violation:
    return Violation(invariant, row._meta.db_table, row.pk, detail)  # type: ignore[attr-defined]


def check_seating(tournament: Tournament) -> Iterator[Violation]:
    """I6: nobody sits twice in a round, nor sits and has a bye; tables have 2 to 5 seats, numbered without
    a gap.
    """
    counted: dict[tuple[int, int, int], list[TableSeat]] = defaultdict(list)
    people: dict[tuple[int, int], list[TableSeat]] = defaultdict(list)
    tables: dict[int, list[TableSeat]] = defaultdict(list)
    for chair in TableSeat.objects.filter(table__round__tournament=tournament).order_by("pk"):
        tables[chair.table_id].append(chair)
        if chair.entrant_id is not None:
            counted[chair.round_id, chair.entrant_id, chair.team_member].append(chair)
        if chair.player_id is not None:
            people[chair.round_id, chair.player_id].append(chair)
    for chairs in (*counted.values(), *people.values()):
        for chair in chairs[1:]:
            yield _found("I6", chair, "sits twice in one round")
    for bye in Bye.objects.filter(round__tournament=tournament):
        if (bye.round_id, bye.entrant_id, 0) in counted:
            yield _found("I6", bye, "has a seat and a bye in one round")
    for table in Table.objects.filter(round__tournament=tournament).select_related("round").order_by("pk"):
        numbers = sorted(chair.seat for chair in tables[table.pk])
        if not 2 <= len(numbers) <= 5 or numbers != list(range(len(numbers))):
            yield _found("I6", table, f"its seats are {numbers}")
        for chair in tables[table.pk]:
            if chair.round_id != table.round_id:
                yield _found("I6", chair, "names another round than its table")
    yield from _two_live_games(tournament)


def _two_live_games(tournament: Tournament) -> Iterator[Violation]:
    """I6: nobody is at two tables that play at once; every game has its table's people."""
    links = TableGame.objects.filter(table__round__tournament=tournament).select_related(
        "game", "table__round"
    )
    chairs: dict[int, dict[int, int | None]] = defaultdict(dict)
    for chair in TableSeat.objects.filter(table__round__tournament=tournament):
        chairs[chair.table_id][chair.seat] = chair.player_id
    for link in links.prefetch_related("game__seats").order_by("pk"):
        seated = {seat.seat: seat.player_id for seat in link.game.seats.all()}
        if seated != chairs[link.table_id]:
            yield _found("I6", link, "the game's players aren't those of the table")
        closed = link.table.round.status in (RoundStatus.COMPLETED, RoundStatus.CANCELLED)
        if closed and not link.game.is_over:
            yield _found("I6", link, "the game goes on although its round is over")


def check_rounds(tournament: Tournament) -> Iterator[Violation]:
    """I7: numbers run 1..n; a round begins after the one before is closed; statuses fit their tables."""
    rounds = list(
        Round.objects.filter(tournament=tournament)
        .annotate(
            open_tables=Count(
                "tables", filter=~Q(tables__status__in=[TableStatus.CONFIRMED, TableStatus.CANCELLED])
            )
        )
        .order_by("number", "pk")
    )
    for expected, round_ in enumerate(rounds, 1):
        if round_.number != expected:
            yield _found("I7", round_, f"has number {round_.number}, not {expected}")
    for before, after in pairwise(rounds):
        if before.is_open:
            yield _found("I7", after, f"was made while round {before.number} was open")
        if before.completed_at and after.started_at and after.started_at < before.completed_at:
            yield _found("I7", after, f"began before round {before.number} was completed")
    for round_ in rounds:
        if round_.status == RoundStatus.COMPLETED and round_.open_tables:
            yield _found("I7", round_, "is completed although a table isn't settled")
        if round_.status == RoundStatus.COMPLETED and round_.completed_at is None:
            yield _found("I7", round_, "is completed without a time")
    yield from _check_stages(tournament)
    over = tournament.status in (TournamentStatus.REVIEW, TournamentStatus.FINISHED)
    if over and any(round_.is_open for round_ in rounds):
        yield _found("I7", tournament, "is over although a round is open")


def _check_stages(tournament: Tournament) -> Iterator[Violation]:
    """I7: semifinals come after the main rounds and the final after them; who plays a stage was in its first round,
    and who is in the final was in the semifinals; no table is larger than the cut says.
    """
    order = {RoundKind.MAIN: 0, RoundKind.SEMI: 1, RoundKind.FINAL: 2}
    fields: dict[RoundKind, frozenset[int]] = {}
    reached = 0
    rounds = {round_.number: round_ for round_ in Round.objects.filter(tournament=tournament)}
    sizes = {stage.kind: stage.options.table_size for stage in stages_at(tournament.format.cuts, ())}
    for fact in round_facts(tournament):
        if fact.kind is RoundKind.EXTRA:
            continue
        round_ = rounds[fact.number]
        if order[fact.kind] < reached:
            yield _found("I7", round_, "comes after a round for which a cut was made")
        reached = max(reached, order[fact.kind])
        if fact.kind is RoundKind.MAIN:
            continue
        allowed = fields.get(fact.kind, fields.get(RoundKind.SEMI))
        if allowed is not None and not allowed >= set(fact.field):
            yield _found("I7", round_, "seats somebody who hadn't reached it")
        fields.setdefault(fact.kind, frozenset(fact.field))
        for table in round_.tables.annotate(n=Count("seats")).order_by("pk"):
            if table.n > sizes.get(fact.kind, 5):
                yield _found("I7", table, f"has {table.n} seats after a cut to tables of {sizes[fact.kind]}")


def check_results(tournament: Tournament) -> Iterator[Violation]:
    """I8: one confirmed result for each confirmed table, versions without a gap, a score for each of the table's
    seats, corrections with author and reason.
    """
    results: dict[int, list[TableResult]] = defaultdict(list)
    for result in TableResult.objects.filter(table__round__tournament=tournament).order_by("version"):
        results[result.table_id].append(result)
    seats: dict[int, list[int]] = defaultdict(list)
    for pk, seat in TableSeat.objects.filter(table__round__tournament=tournament).values_list(
        "table", "seat"
    ):
        seats[pk].append(seat)
    scored: dict[int, list[int]] = defaultdict(list)
    rows = SeatScore.objects.filter(result__table__round__tournament=tournament)
    for pk, seat in rows.values_list("result", "seat"):
        scored[pk].append(seat)
    for table in Table.objects.filter(round__tournament=tournament).order_by("pk"):
        versions = results[table.pk]
        confirmed = [result for result in versions if result.status == ResultStatus.CONFIRMED]
        if len(confirmed) > 1:
            yield _found("I8", confirmed[1], "is a second confirmed result")
        if (table.status == TableStatus.CONFIRMED) != bool(confirmed):
            yield _found("I8", table, f"is {table.status} with {len(confirmed)} confirmed results")
        if [result.version for result in versions] != list(range(1, len(versions) + 1)):
            yield _found("I8", table, "has a gap in the versions of its result")
        for result in versions:
            if result.source == ResultSource.CORRECTION and not result.reason:
                yield _found("I8", result, "is a correction without a reason")
            if sorted(scored[result.pk]) != sorted(seats[table.pk]):
                yield _found(
                    "I8", result, f"scores seats {sorted(scored[result.pk])} of {sorted(seats[table.pk])}"
                )
    yield from _check_game_results(tournament, results)


def _check_game_results(tournament: Tournament, results: dict[int, list[TableResult]]) -> Iterator[Violation]:
    """I8: an online table's first result is its game's; a finished game of a played table isn't forgotten
    (I12).
    """
    scores: dict[int, list[SeatScore]] = defaultdict(list)
    rows = SeatScore.objects.filter(
        result__table__round__tournament=tournament, result__source=ResultSource.GAME
    )
    for row in rows.order_by("result_id", "seat"):
        scores[row.result_id].append(row)
    links = TableGame.objects.filter(table__round__tournament=tournament).select_related(
        "game", "table__round"
    )
    for link in links.order_by("pk"):
        outcome = outcome_of(link.game) if link.game.status == GameStatus.FINISHED else None
        for result in results[link.table_id]:
            if result.source != ResultSource.GAME:
                continue
            if outcome is None or not _are_scores_of(scores[result.pk], outcome):
                yield _found("I8", result, "isn't the result of the table's game")
        if (
            outcome is not None
            and link.table.round.status == RoundStatus.COMPLETED
            and not results[link.table_id]
        ):
            yield _found("I8", link, "a finished game has no result at its table")


def _are_scores_of(rows: list[SeatScore], outcome: GameOutcome) -> bool:
    """Whether every figure that is stored of the seats is the game's. Re-entries were counted later than the others."""
    played = scores_of_game(outcome)
    return len(rows) == len(played) and all(
        getattr(row, part.name) == getattr(score, part.name)
        or (part.name == "re_entries" and not row.re_entries)
        for row, score in zip(rows, played, strict=True)
        for part in fields(score)
    )


def check_sums(tournament: Tournament) -> Iterator[Violation]:
    """I5: a table's net points sum to what the scheme demands."""
    scheme = scheme_of(tournament.format, ruleset_of(tournament))
    tables = {
        (number, table): pk
        for pk, table, number in Table.objects.filter(round__tournament=tournament).values_list(
            "pk", "number", "round__number"
        )
    }
    for outcome in confirmed_outcomes(tournament):
        error = table_sum_error(outcome, scheme)
        if error is not None:
            pk = tables[outcome.round_number, outcome.table_number]
            yield Violation("I5", Table._meta.db_table, pk, f"its net points miss their sum by {error}")


def check_standings(tournament: Tournament) -> Iterator[Violation]:
    """I9: recomputed from confirmed results = stored, after every completed round; lines are 1..n."""
    completed = list(
        Round.objects.filter(tournament=tournament, status=RoundStatus.COMPLETED).order_by("number")
    )
    if not completed:
        return
    event = ranked_event(tournament)
    for round_ in completed:
        version, stored = latest_rows(round_)
        rows = [row_to_json(row) for row in event.rows(round_.number)]
        if rows != stored:
            yield _found("I9", round_, f"its standings (version {version}) aren't those of its results")
        lines = Standing.objects.filter(round=round_, version=version).order_by("position")
        for expected, line in enumerate(lines, 1):
            stored_as = (line.position, line.entrant_id, line.place)
            if stored_as != (expected, line.row_json["entrant"], line.row_json["place"]):
                yield _found("I9", line, "its columns differ from its content")


def check_chain(tournament: Tournament) -> Iterator[Violation]:
    """I16: the acts are numbered 1..n and each hash follows from the act and the hash before it."""
    previous = FIRST_HASH
    rows = list(AuditRow.objects.filter(tournament=tournament).order_by("number"))
    if not rows:
        yield _found("I16", tournament, "has no record of its making")
    for expected, row in enumerate(rows, 1):
        if row.number != expected:
            yield _found("I16", row, f"has number {row.number}, not {expected}")
        if row.previous_hash != previous:
            yield _found("I16", row, "doesn't follow the act before it")
        if row.hash != expected_hash(row, tournament.seal_id, row.previous_hash):
            yield _found("I16", row, "was changed after it was written")
        previous = row.hash
    yield from _check_acts(tournament, rows)


def _check_acts(tournament: Tournament, rows: list[AuditRow]) -> Iterator[Violation]:
    """I16: rounds and confirmed results have the act that made them."""
    acts: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    for row in rows:
        payload = row.payload_json
        if row.action in ("publish_round", "start_round", "complete_round", "cancel_round"):
            acts[row.action].add((payload["round"],))
        elif row.action in ("confirm_result", "correct_result"):
            acts["result"].add((payload["round"], payload["table"], payload["version"]))
    for round_ in Round.objects.filter(tournament=tournament).order_by("number"):
        needed = {
            "publish_round": True,
            "start_round": round_.started_at is not None,
            "complete_round": round_.status == RoundStatus.COMPLETED,
            "cancel_round": round_.status == RoundStatus.CANCELLED,
        }
        for action, is_needed in needed.items():
            if is_needed and (round_.number,) not in acts[action]:
                yield _found("I16", round_, f"there is no act {action} for it")
    results = TableResult.objects.filter(
        table__round__tournament=tournament, status=ResultStatus.CONFIRMED
    ).select_related("table__round")
    for result in results.order_by("pk"):
        if (result.table.round.number, result.table.number, result.version) not in acts["result"]:
            yield _found("I16", result, "there is no act that confirmed it")


CHECKS: tuple[tuple[str, Check], ...] = (
    ("I8", check_kept_rules),
    ("I6", check_seating),
    ("I7", check_rounds),
    ("I8", check_results),
    ("I5", check_sums),
    ("I9", check_standings),
    ("I16", check_chain),
)


def games_of_event(tournament: Tournament) -> list[Game]:
    """The games played at the event's tables, in the order of rounds and tables."""
    games = Game.objects.filter(table_game__table__round__tournament=tournament)
    return list(games.order_by("table_game__table__round__number", "table_game__table__number", "pk"))
