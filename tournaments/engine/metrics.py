"""The numbers behind the tiebreaks that look at one entrant at a time (docs/standings.md, "Tiebreaks").

Each metric gives every entrant of a ledger a value: a tuple of exact numbers, compared from the
left. Direction and treatment are declared in `tiebreaks`. Only people count at a table: a bot's place,
points and average are left out, so a bot's results never break a tie between people.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import lcm

from tournaments.engine.exact import Exact, Value, mean, ratio, simplest, total
from tournaments.engine.lots import LotIds, lot_number
from tournaments.engine.records import EntryKind, Ledger, PlayedGame, Record
from tournaments.engine.results import EntrantId, RoundKind, SeatResult, SeatStatus


class SharedWin(StrEnum):
    """What a table win shared by k people is worth to each: 1/k of a win, or nothing."""

    SPLIT = "split"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class TiebreakOptions:
    """Settings of single tiebreaks.

    `strength_floor`: the least average an opponent is counted with (points per game), None for no floor.
    `lot_seed`: the published seed of the lot; `lot_purpose` tells draws of one event apart;
    `lot_ids` are the ids under which lots are drawn where these aren't the entrants' own.
    """

    shared_win: SharedWin = SharedWin.SPLIT
    strength_floor: Exact | None = None
    lot_seed: str = ""
    lot_purpose: str = "standings"
    lot_ids: LotIds = field(default_factory=dict)


Metric = Callable[[Ledger, TiebreakOptions], Mapping[EntrantId, Value]]


def counted_games(record: Record) -> list[PlayedGame]:
    """The games that count after drops, in the order of rounds."""
    return [game for game in record.games if game.counted]


def _each(ledger: Ledger, value_of: Callable[[Record], Value]) -> dict[EntrantId, Value]:
    return {entrant: value_of(record) for entrant, record in ledger.records.items()}


def points(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Sum of counted results, byes, missed rounds and penalties."""
    return _each(ledger, lambda record: (record.points,))


def win_value(game: PlayedGame, options: TiebreakOptions) -> Exact:
    """What a game counts as a table win: 1, a share of it, or 0."""
    if game.place != 1 or not game.was_played:
        return 0
    winners = game.table.winners
    if winners == 1:
        return 1
    return Fraction(1, winners) if options.shared_win is SharedWin.SPLIT else 0


def games_won(ledger: Ledger, options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Number of tables won."""
    return _each(
        ledger, lambda record: (total([win_value(game, options) for game in counted_games(record)]),)
    )


def countback(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """How many first, second, third ... places, as one tuple; a shared place counts as the better one."""
    deepest = max((max(table.places, default=1) for table in ledger.tables), default=1)

    def value_of(record: Record) -> Value:
        counts = [0] * deepest
        for game in counted_games(record):
            if game.place:
                counts[game.place - 1] += 1
        return tuple(counts)

    return _each(ledger, value_of)


def average_place(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Mean place at the table, shared places averaged; without a game, the worst place there is."""
    deepest = max((max(table.places, default=1) for table in ledger.tables), default=1)

    def value_of(record: Record) -> Value:
        places = [averaged_place(game) for game in counted_games(record)]
        return (mean(places) if places else deepest,)

    return _each(ledger, value_of)


def averaged_place(game: PlayedGame) -> Exact:
    """The place at the table, the mean of the places shared where it is shared."""
    sharing = game.table.places.count(game.place)
    return game.place if sharing == 1 else simplest(game.place + Fraction(sharing - 1, 2))


def game_share(game: PlayedGame, ledger: Ledger) -> Exact:
    """Own part of the people's positive points at the table, 0 where there are none."""
    pot = total(seat.positive for seat in game.table.outcome.seats if seat.entrant not in ledger.bots)
    return ratio(game.seat.positive, pot) if pot else 0


def table_share(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Sum over games of own positive points / positive points of the table."""
    return _each(
        ledger, lambda record: (total([game_share(game, ledger) for game in counted_games(record)]),)
    )


def _rivals(game: PlayedGame) -> list[Exact]:
    table = game.table
    return [
        points
        for index, (points, place) in enumerate(zip(table.points, table.places, strict=True))
        if place and index != game.index
    ]


def game_spread_best(game: PlayedGame, ledger: Ledger) -> Exact:
    """Own points minus the best opponent's; 0 without an opponent."""
    rivals = _rivals(game)
    if not rivals or not game.place:
        return 0
    return game.points - (min(rivals) if ledger.scheme.lower_is_better else max(rivals))


def spread_best(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Sum over games of own points minus the best opponent's."""
    return _each(
        ledger, lambda record: (total([game_spread_best(game, ledger) for game in counted_games(record)]),)
    )


def game_spread_mean(game: PlayedGame) -> Exact:
    """Own points minus the mean of the people at the table; 0 without an opponent."""
    rivals = _rivals(game)
    return game.points - mean([*rivals, game.points]) if rivals and game.place else 0


def spread_mean(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Sum over games of own points minus the table's mean."""
    return _each(ledger, lambda record: (total([game_spread_mean(game) for game in counted_games(record)]),))


def best_game(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Points of the best single game, then of the next best, and so on; who runs out of games first is
    behind.
    """
    best_first = not ledger.scheme.lower_is_better
    return _each(
        ledger,
        lambda record: tuple(sorted((game.points for game in counted_games(record)), reverse=best_first)),
    )


def deals_won(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Number of deals won."""
    return _each(ledger, lambda record: (sum(game.seat.deals_won for game in counted_games(record)),))


def undercuts(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Number of undercuts suffered."""
    return _each(ledger, lambda record: (sum(game.seat.undercuts for game in counted_games(record)),))


def opponent_averages(ledger: Ledger, options: TiebreakOptions) -> dict[EntrantId, Exact]:
    """Each person's average points per main-round game really played, with the floor applied."""
    averages: dict[EntrantId, Exact] = {}
    for entrant, tables in ledger.main_tables_of.items():
        own: list[Exact] = []
        for table in tables:
            for seat, points in zip(table.outcome.seats, table.points, strict=True):
                if seat.entrant == entrant:
                    own.append(points)
        average = mean(own)
        floor = options.strength_floor
        averages[entrant] = average if floor is None or average >= floor else floor
    return averages


def opponents(ledger: Ledger, options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Mean over all opponent seats (k - 1 a game, repeats counted) of the opponents' averages.

    All averages are brought to one denominator first, so that the long sums are of whole numbers.
    """
    averages = opponent_averages(ledger, options)
    scale = lcm(*(Fraction(average).denominator for average in averages.values()))
    scaled = {entrant: int(average * scale) for entrant, average in averages.items()}
    sums: dict[EntrantId, int] = dict.fromkeys(ledger.records, 0)
    seats: dict[EntrantId, int] = dict.fromkeys(ledger.records, 0)
    for table in ledger.tables:
        if table.outcome.round_kind is not RoundKind.MAIN:
            continue
        present = people_present(table.outcome.seats, ledger.bots)
        pot = sum(scaled[entrant] for entrant in present)
        for entrant in present:
            sums[entrant] += pot - scaled[entrant]
            seats[entrant] += len(present) - 1
    return {
        entrant: (ratio(sums[entrant], seats[entrant] * scale) if seats[entrant] else 0,)
        for entrant in ledger.records
    }


def people_present(seats: Iterable[SeatResult], bots: frozenset[EntrantId]) -> list[EntrantId]:
    """The people who really played at a table, in seat order."""
    return [seat.entrant for seat in seats if seat.status is SeatStatus.PLAYED and seat.entrant not in bots]


def cumulative(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Sum of the running totals after each round: a result of round i counts once for every round from i
    on.
    """
    weight = {number: len(ledger.rounds) - index for index, number in enumerate(ledger.rounds)}

    def value_of(record: Record) -> Value:
        return (
            total(
                [
                    entry.points * weight[entry.round_number]
                    for entry in record.entries
                    if entry.counted and entry.kind is not EntryKind.PENALTY
                ]
            ),
        )

    return _each(ledger, value_of)


def penalties(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Number of penalties and warnings; bonuses and cancelled ones don't count."""
    return _each(ledger, lambda record: (record.penalties,))


def later_result(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """Points of the last counted round, then of the one before, and so on."""

    def value_of(record: Record) -> Value:
        by_round: dict[int, list[Exact]] = {}
        for entry in record.entries:
            if entry.counted and entry.kind is not EntryKind.PENALTY:
                by_round.setdefault(entry.round_number, []).append(entry.points)
        return tuple(total(by_round[number]) for number in sorted(by_round, reverse=True))

    return _each(ledger, value_of)


def seeding(ledger: Ledger, _options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """The seeding number; the unseeded share the number after the last."""
    last = max((record.info.seeding for record in ledger.records.values()), default=0)
    return _each(ledger, lambda record: (record.info.seeding or last + 1,))


def lot(ledger: Ledger, options: TiebreakOptions) -> Mapping[EntrantId, Value]:
    """The lot drawn from the published seed (see `lots`)."""
    return {
        entrant: (lot_number(options.lot_seed, options.lot_purpose, options.lot_ids.get(entrant, entrant)),)
        for entrant in ledger.records
    }
