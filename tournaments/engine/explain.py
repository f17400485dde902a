"""Explain my place: the chain of criteria between two rows, and each number's working line by line.

Everything here is read off standings and the same ledger they came from; nothing is computed a second way.
Keys and numbers only: the app writes the sentences.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine import metrics
from tournaments.engine.exact import Exact, Value
from tournaments.engine.head_to_head import shared_tables
from tournaments.engine.metrics import TiebreakOptions, counted_games
from tournaments.engine.records import EntryKind, Ledger, PlayedGame, ScoredTable
from tournaments.engine.results import EntrantId, EntrantStatus, SeatStatus
from tournaments.engine.rows import SHARED, STAGE, StandingRow
from tournaments.engine.standings import EventInput, stage_ledger


class Standing(StrEnum):
    """How the first row does on one criterion against the second. SKIPPED: the criterion didn't apply to
    this tie.
    """

    AHEAD = "ahead"
    BEHIND = "behind"
    LEVEL = "level"
    SKIPPED = "skipped"


class Unplaced(StrEnum):
    """Why two rows can't be compared by the chain."""

    BOT = "bot"
    DISQUALIFIED = "disqualified"
    NOT_ELIGIBLE = "not_eligible"


@dataclass(frozen=True, slots=True)
class Step:
    key: str
    own: Value | None
    theirs: Value | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class Explanation:
    """The criteria consulted, in order, up to the one that decided: `decided_by` is its key.

    It is "shared" where none decided, "stage" where only one of the two reached a final (no steps then),
    and an `Unplaced` value where one of them holds no place.
    """

    entrant: EntrantId
    other: EntrantId
    steps: tuple[Step, ...]
    decided_by: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a working: where it comes from, what it adds; `opponent` where one is meant; dropped
    lines too.
    """

    round_number: int
    table_number: int
    value: Exact
    opponent: EntrantId | None = None
    counted: bool = True


def explain(row: StandingRow, other: StandingRow) -> Explanation:
    """Why `row` stands where it stands against `other`, of the same standings."""
    if row.place is None or other.place is None:
        unplaced = row if row.place is None else other
        return Explanation(row.entrant, other.entrant, (), _why_unplaced(unplaced).value)
    if row.stage != other.stage:
        return Explanation(row.entrant, other.entrant, (), STAGE)
    steps: list[Step] = []
    for own, theirs in zip(row.criteria, other.criteria, strict=True):
        if own.value != theirs.value:
            standing = Standing.AHEAD if row.place < other.place else Standing.BEHIND
            steps.append(Step(own.key, own.value, theirs.value, standing))
            return Explanation(row.entrant, other.entrant, tuple(steps), own.key)
        standing = Standing.SKIPPED if own.value is None else Standing.LEVEL
        steps.append(Step(own.key, own.value, theirs.value, standing))
    return Explanation(row.entrant, other.entrant, tuple(steps), SHARED)


def _why_unplaced(row: StandingRow) -> Unplaced:
    if row.is_bot:
        return Unplaced.BOT
    return Unplaced.DISQUALIFIED if row.status is EntrantStatus.DISQUALIFIED else Unplaced.NOT_ELIGIBLE


def working(
    event: EventInput, standings: Sequence[StandingRow], after_round: int, entrant: EntrantId, key: str
) -> tuple[Line, ...]:
    """The lines behind one criterion's value, for the standings of that event after that round.

    The lines of sums add up to the value; of `average_place` and `opponents` the mean is the value. Criteria
    without a working (seeding, lot, extra round) have no lines.
    """
    row = next(row for row in standings if row.entrant == entrant)
    from_stage = stage_ledger(event, after_round, row.stage)
    if key == "head_to_head":
        return _head_to_head_lines(from_stage, *_stage_rows(event, standings, row))
    per_game = _PER_GAME.get(key)
    if per_game is not None:
        return tuple(
            Line(
                game.table.outcome.round_number,
                game.table.outcome.table_number,
                per_game(game, from_stage, event.options),
            )
            for game in counted_games(from_stage.records[entrant])
        )
    if key == "opponents":
        return _opponent_lines(from_stage, event.options, entrant)
    return _entry_lines(from_stage, entrant, key)


def _stage_rows(
    event: EventInput, standings: Sequence[StandingRow], row: StandingRow
) -> tuple[Sequence[StandingRow], StandingRow]:
    """The standings in which the row was tied: those at the cut it didn't survive, if there was one."""
    cuts = sorted(event.cuts, key=lambda cut: cut.after_round)
    if row.stage == max(other.stage for other in standings):
        return standings, row
    at_cut = event.standings(cuts[row.stage].after_round)
    return at_cut, next(other for other in at_cut if other.entrant == row.entrant)


_PER_GAME: Mapping[str, Callable[[PlayedGame, Ledger, TiebreakOptions], Exact]] = {
    "games_won": lambda game, _ledger, options: metrics.win_value(game, options),
    "countback": lambda game, _ledger, _options: game.place,
    "average_place": lambda game, _ledger, _options: metrics.averaged_place(game),
    "table_share": lambda game, ledger, _options: metrics.game_share(game, ledger),
    "spread_best": lambda game, ledger, _options: metrics.game_spread_best(game, ledger),
    "spread_mean": lambda game, _ledger, _options: metrics.game_spread_mean(game),
    "best_game": lambda game, _ledger, _options: game.points,
    "deals_won": lambda game, _ledger, _options: game.seat.deals_won,
    "fewest_undercuts": lambda game, _ledger, _options: game.seat.undercuts,
}


def _entry_lines(ledger: Ledger, entrant: EntrantId, key: str) -> tuple[Line, ...]:
    entries = ledger.records[entrant].entries
    results = [entry for entry in entries if entry.kind is not EntryKind.PENALTY]
    if key == "points":
        return tuple(
            Line(entry.round_number, entry.table_number, entry.points, counted=entry.counted)
            for entry in entries
        )
    if key == "later_result":
        return tuple(
            Line(entry.round_number, entry.table_number, entry.points, counted=entry.counted)
            for entry in reversed(results)
        )
    if key == "cumulative":
        weight = {number: len(ledger.rounds) - index for index, number in enumerate(ledger.rounds)}
        return tuple(
            Line(entry.round_number, entry.table_number, entry.points * weight[entry.round_number])
            for entry in results
            if entry.counted
        )
    if key == "penalties":
        worse = -1 if ledger.scheme.lower_is_better else 1
        return tuple(
            Line(entry.round_number, 0, 1)
            for entry in entries
            if entry.kind is EntryKind.PENALTY and worse * entry.points <= 0
        )
    return ()


def _opponent_lines(ledger: Ledger, options: TiebreakOptions, entrant: EntrantId) -> tuple[Line, ...]:
    averages = metrics.opponent_averages(ledger, options)
    return tuple(
        Line(table.outcome.round_number, table.outcome.table_number, averages[other], other)
        for table in ledger.main_tables_of.get(entrant, ())
        for other in metrics.people_present(table.outcome.seats, ledger.bots)
        if other != entrant
    )


def tied_before(standings: Sequence[StandingRow], row: StandingRow, key: str) -> tuple[EntrantId, ...]:
    """The classified entrants that were level with `row` when that criterion of the chain was reached."""
    keys = [item.key for item in row.criteria]
    index = keys.index(key)
    mine = [item.value for item in row.criteria[:index]]
    return tuple(
        other.entrant
        for other in standings
        if other.place is not None
        and other.stage == row.stage
        and [item.value for item in other.criteria[:index]] == mine
    )


def _head_to_head_lines(
    ledger: Ledger, standings: Sequence[StandingRow], row: StandingRow
) -> tuple[Line, ...]:
    """Own points of the games in which all the tied sat, or the difference to each tied opponent of each
    game.
    """
    if row.value("head_to_head") is None:
        return ()
    active = {other.entrant for other in standings if other.status is EntrantStatus.ACTIVE}
    tied = [who for who in tied_before(standings, row, "head_to_head") if who in active]
    tables = [(table, _points_of(table, tied)) for table in shared_tables(ledger, tied)]
    together = [(table, game) for table, game in tables if len(game) == len(tied)]
    if together:
        return tuple(_line(table, game[row.entrant]) for table, game in together)
    return tuple(
        _line(table, game[row.entrant] - points, other)
        for table, game in tables
        if row.entrant in game
        for other, points in game.items()
        if other != row.entrant
    )


def _line(table: ScoredTable, value: Exact, opponent: EntrantId | None = None) -> Line:
    return Line(table.outcome.round_number, table.outcome.table_number, value, opponent)


def _points_of(table: ScoredTable, tied: Sequence[EntrantId]) -> dict[EntrantId, Exact]:
    return {
        seat.entrant: points
        for seat, points in zip(table.outcome.seats, table.points, strict=True)
        if seat.entrant in tied and seat.status is SeatStatus.PLAYED
    }
