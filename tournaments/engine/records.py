"""Each entrant's record: scored tables, byes, missed rounds and penalties in one ledger, dropped results
marked.

The ledger is what every tiebreak reads, so points, drops and "which rounds exist" are decided in one
place. It never ranks. A ledger covers the rounds of one window: all of the event, or the rounds after a cut.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tournaments.engine.exact import Exact, mean, total
from tournaments.engine.results import (
    Bye,
    ByeValue,
    EntrantId,
    EntrantInfo,
    MissedRule,
    PenaltyEntry,
    Reason,
    RoundKind,
    SeatResult,
    SeatStatus,
    StandingsError,
    TableOutcome,
)
from tournaments.engine.scoring import Scheme, table_places, table_points


class DropKind(StrEnum):
    WORST = "worst"
    BEST = "best"


class DropUnit(StrEnum):
    ROUND = "round"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Drops:
    """Which results count: drop the `count` WORST, or keep only the `count` BEST, of rounds or of games.

    A bye, and a round without any result, is a unit too. At least one unit is always kept. Of equal results
    the earlier is dropped.
    """

    kind: DropKind
    count: int
    unit: DropUnit = DropUnit.ROUND

    def __post_init__(self) -> None:
        if self.count < 1:
            raise StandingsError(Reason.DROP_COUNT, self.count)

    def dropped_of(self, units: int) -> int:
        """How many of that many units are left out."""
        wanted = self.count if self.kind is DropKind.WORST else units - self.count
        return max(0, min(wanted, units - 1))


class EntryKind(StrEnum):
    TABLE = "table"
    BYE = "bye"
    MISSED = "missed"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of an entrant's sum. `table_number` is 0 where there was no table."""

    round_number: int
    table_number: int
    kind: EntryKind
    points: Exact
    counted: bool = True


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """A counted table outcome with its points and its places among people (bots left out), in seat order.

    A bot's place is 0. `winners` is how many people share the first place.
    """

    outcome: TableOutcome
    points: tuple[Exact, ...]
    places: tuple[int, ...]
    winners: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One entrant's side of a scored table: which seat it had, and whether the result counts after drops."""

    table: ScoredTable
    index: int
    counted: bool = True

    @property
    def seat(self) -> SeatResult:
        return self.table.outcome.seats[self.index]

    @property
    def points(self) -> Exact:
        return self.table.points[self.index]

    @property
    def place(self) -> int:
        return self.table.places[self.index]

    @property
    def was_played(self) -> bool:
        return self.seat.status is SeatStatus.PLAYED


@dataclass(frozen=True, slots=True)
class Record:
    """Everything one entrant did in the window. `entries` are in the order of rounds, `games` likewise."""

    info: EntrantInfo
    entries: tuple[Entry, ...]
    games: tuple[PlayedGame, ...]
    points: Exact
    penalties: int


@dataclass(frozen=True)
class Ledger:
    """All records of a window, and what relative tiebreaks need besides them. Equal input gives equal
    order.
    """

    records: Mapping[EntrantId, Record]
    tables: tuple[ScoredTable, ...]
    rounds: tuple[int, ...]
    scheme: Scheme

    @cached_property
    def bots(self) -> frozenset[EntrantId]:
        return frozenset(key for key, record in self.records.items() if record.info.is_bot)

    @cached_property
    def main_tables_of(self) -> Mapping[EntrantId, tuple[ScoredTable, ...]]:
        """Main-round tables that each person really played (forfeits, absences and bots left out)."""
        found: dict[EntrantId, list[ScoredTable]] = {}
        for table in self.tables:
            if table.outcome.round_kind is RoundKind.MAIN:
                for seat in table.outcome.seats:
                    if seat.status is SeatStatus.PLAYED and seat.entrant not in self.bots:
                        found.setdefault(seat.entrant, []).append(table)
        return {key: tuple(tables) for key, tables in found.items()}


def score_tables(
    outcomes: Iterable[TableOutcome], scheme: Scheme, bots: frozenset[EntrantId]
) -> tuple[ScoredTable, ...]:
    """Points and places of each table, ordered by round and table whatever the order they came in."""
    ordered = sorted(outcomes, key=lambda outcome: (outcome.round_number, outcome.table_number))
    scored: list[ScoredTable] = []
    for outcome in ordered:
        seats = outcome.seats
        people = [seat for seat in seats if seat.entrant not in bots]
        ranked = iter(table_places(people, lower_is_better=scheme.lower_is_better))
        places = tuple(0 if seat.entrant in bots else next(ranked) for seat in seats)
        scored.append(ScoredTable(outcome, table_points(outcome, scheme), places, places.count(1)))
    return tuple(scored)


@dataclass(frozen=True, slots=True)
class LedgerRules:
    """The event's rules that turn results into records."""

    scheme: Scheme
    missed: MissedRule = MissedRule.ZERO
    drops: Drops | None = None


def build_ledger(
    entrants: Sequence[EntrantInfo],
    tables: tuple[ScoredTable, ...],
    byes: Sequence[Bye],
    penalties: Sequence[PenaltyEntry],
    rules: LedgerRules,
) -> Ledger:
    """The ledger of the given window. `tables` come from `score_tables`; byes and penalties are of the same
    rounds.
    """
    rounds = tuple(
        sorted({table.outcome.round_number for table in tables} | {bye.round_number for bye in byes})
    )
    games: dict[EntrantId, list[PlayedGame]] = {info.entrant: [] for info in entrants}
    for table in tables:
        for index, seat in enumerate(table.outcome.seats):
            games[seat.entrant].append(PlayedGame(table, index))
    own_byes: dict[EntrantId, list[Bye]] = {}
    for bye in sorted(byes, key=lambda bye: bye.round_number):
        own_byes.setdefault(bye.entrant, []).append(bye)
    own_penalties: dict[EntrantId, list[PenaltyEntry]] = {}
    for penalty in sorted(penalties, key=lambda entry: (entry.round_number, entry.points)):
        own_penalties.setdefault(penalty.entrant, []).append(penalty)
    field = _Field(rounds, _worst_by_round(entrants, tables, rules.scheme), rules)
    records = {
        info.entrant: _record(
            info,
            games[info.entrant],
            own_byes.get(info.entrant, []),
            own_penalties.get(info.entrant, []),
            field,
        )
        for info in entrants
    }
    return Ledger(records, tables, rounds, rules.scheme)


@dataclass(frozen=True, slots=True)
class _Field:
    """What a single record needs to know of the rest of the field."""

    rounds: tuple[int, ...]
    worst: Mapping[int, Exact]
    rules: LedgerRules


def _worst_by_round(
    entrants: Sequence[EntrantInfo], tables: tuple[ScoredTable, ...], scheme: Scheme
) -> dict[int, Exact]:
    bots = {info.entrant for info in entrants if info.is_bot}
    found: dict[int, list[Exact]] = {}
    for table in tables:
        for seat, points in zip(table.outcome.seats, table.points, strict=True):
            if seat.entrant not in bots:
                found.setdefault(table.outcome.round_number, []).append(points)
    pick = max if scheme.lower_is_better else min
    return {round_number: pick(points) for round_number, points in found.items()}


def _record(
    info: EntrantInfo,
    games: list[PlayedGame],
    byes: list[Bye],
    penalties: list[PenaltyEntry],
    field: _Field,
) -> Record:
    entries = [
        Entry(
            game.table.outcome.round_number,
            game.table.outcome.table_number,
            EntryKind.TABLE,
            game.table.points[game.index],
        )
        for game in games
    ]
    average = mean([entry.points for entry in entries]) if entries else None
    bye_rounds = {bye.round_number for bye in byes}
    if len(bye_rounds) != len(byes) or bye_rounds & {entry.round_number for entry in entries}:
        raise StandingsError(Reason.BYE_AND_SEAT, info.entrant)
    entries += [Entry(bye.round_number, 0, EntryKind.BYE, _bye_points(bye, average, field)) for bye in byes]
    seen = {entry.round_number for entry in entries}
    if len(seen) < len(field.rounds):
        entries += [
            Entry(number, 0, EntryKind.MISSED, _missed_points(info, number, average, field))
            for number in field.rounds
            if number not in seen
        ]
    if len(entries) > len(games):
        entries.sort(key=lambda entry: (entry.round_number, entry.table_number))
    if field.rules.drops is not None:
        entries, games = _mark_dropped(entries, games, field.rules)
    # A penalty makes things worse under every scheme, so where low is good it adds.
    sign = -1 if field.rules.scheme.lower_is_better else 1
    charged = [
        Entry(penalty.round_number, 0, EntryKind.PENALTY, sign * penalty.points)
        for penalty in penalties
        if not penalty.cancelled
    ]
    entries += charged
    points = total([entry.points for entry in entries if entry.counted])
    return Record(
        info, tuple(entries), tuple(games), points, sum(1 for penalty in penalties if penalty.is_penalty)
    )


def _bye_points(bye: Bye, average: Exact | None, field: _Field) -> Exact:
    """An average of nothing is nothing. Where low is good, nothing would be the best result: the round's
    worst then.
    """
    if bye.value is ByeValue.FIXED:
        return bye.points
    if bye.value is ByeValue.AVERAGE and average is not None:
        return average
    return _nothing(bye.round_number, field)


def _missed_points(info: EntrantInfo, round_number: int, average: Exact | None, field: _Field) -> Exact:
    """The late-entry rule holds for rounds before the entrant joined; any other missed round is worth
    nothing.
    """
    rule = field.rules.missed if round_number < info.joined_round else MissedRule.ZERO
    if rule is MissedRule.AVERAGE and average is not None:
        return average
    if rule is MissedRule.LOWEST:
        return field.worst.get(round_number, 0)
    return _nothing(round_number, field)


def _nothing(round_number: int, field: _Field) -> Exact:
    return field.worst.get(round_number, 0) if field.rules.scheme.lower_is_better else 0


def _mark_dropped(
    entries: list[Entry], games: list[PlayedGame], rules: LedgerRules
) -> tuple[list[Entry], list[PlayedGame]]:
    """Drop first, then rank on what is kept: dropped lines stay visible but don't count."""
    drops = rules.drops
    if drops is None:
        return entries, games
    units: dict[tuple[int, int], list[Exact]] = {}
    for entry in entries:
        key = (entry.round_number, entry.table_number if drops.unit is DropUnit.GAME else 0)
        units.setdefault(key, []).append(entry.points)
    sign = -1 if rules.scheme.lower_is_better else 1
    worst_first = sorted(units, key=lambda key: (sign * total(units[key]), key))
    gone = set(worst_first[: drops.dropped_of(len(units))])

    def kept(round_number: int, table_number: int) -> bool:
        return (round_number, table_number if drops.unit is DropUnit.GAME else 0) not in gone

    marked = [
        Entry(
            entry.round_number,
            entry.table_number,
            entry.kind,
            entry.points,
            kept(entry.round_number, entry.table_number),
        )
        for entry in entries
    ]
    kept_games = [
        PlayedGame(
            game.table,
            game.index,
            kept(game.table.outcome.round_number, game.table.outcome.table_number),
        )
        for game in games
    ]
    return marked, kept_games
