"""The certificate of a seating: what it costs, beside what no seating could avoid.

Computed from the finished rounds, never from the search. All figures are integers (shares and
means in hundredths), so that it is the same everywhere and can be checked by anybody.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from tournaments.engine.seating.bounds import (
    RoundSizes,
    choose2,
    meetings_bound,
    next_round_bound,
    repeats_bound,
)
from tournaments.engine.seating.values import EntrantId, RoundSeating, SeatingTable

# A seat at a table of 2, 3, 4 or 5 is a whole number of these.
SEAT_UNITS = 60

JsonValue = int | str | bool | None | list["JsonValue"] | dict[str, "JsonValue"]


class Statement(StrEnum):
    """What a certificate says; the app makes a sentence of the code and its numbers."""

    NO_REMATCHES = "no_rematches"
    REMATCHES_FEWEST_POSSIBLE = "rematches_fewest_possible"
    REMATCHES_AT_MOST_ABOVE = "rematches_at_most_above"
    SHORT_TABLES_EVEN = "short_tables_even"
    SHORT_TABLES_UNEVEN = "short_tables_uneven"
    BYES_EVEN = "byes_even"
    BYES_UNEVEN = "byes_uneven"
    BOT_TABLES_EVEN = "bot_tables_even"
    BOT_TABLES_UNEVEN = "bot_tables_uneven"
    SEATS_EVEN = "seats_even"
    SEATS_WITHIN_ONE = "seats_within_one"
    SEATS_UNEVEN = "seats_uneven"
    SCORE_DISTANCE = "score_distance"


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement with its numbers (sorted by name)."""

    statement: Statement
    numbers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Repeats:
    """`coincidences` is E (see bounds.py), `bound` what it is at least.

    `pairs` met more than once, the worst of them `most_meetings` times (at least
    `most_meetings_bound`). `new` and `new_bound` tell the same of the last round alone: meetings
    in it, each counted as often as the pair had met before.
    """

    coincidences: int
    bound: int
    pairs: int
    most_meetings: int
    most_meetings_bound: int
    new: int
    new_bound: int


@dataclass(frozen=True, slots=True)
class Exposure:
    """How often people had it, fewest and most, among those present in every round."""

    least: int
    most: int
    total: int

    @property
    def spread(self) -> int:
        return self.most - self.least


@dataclass(frozen=True, slots=True)
class SeatBalance:
    """Seat spread: a person's most used seat against the least used, beside what was due of each.

    `people_at` counts people per spread (index 0, 1, 2, ...); `dealt_first_least` and `_most`
    are the first deals per person among those present in every round.
    """

    worst: int
    people_at: tuple[int, ...]
    dealt_first_least: int
    dealt_first_most: int
    same_neighbour_again: int
    most_at_same_table: int


@dataclass(frozen=True, slots=True)
class Distance:
    """Places between the best and the last of a table in the last round, in hundredths of a place."""

    mean_span_x100: int
    widest_span: int
    sorted_mean_span_x100: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """Everything that can be said of a seating in numbers."""

    people: int
    rounds: int
    repeats: Repeats
    short_tables: Exposure
    byes: Exposure
    bot_tables: Exposure
    seats: SeatBalance
    distance: Distance | None
    seed: int | None
    findings: tuple[Finding, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """A plain structure for `json.dumps`; keys are the field names."""
        plain = {name: value for name, value in asdict(self).items() if name != "findings"}
        plain["seats"]["people_at"] = list(self.seats.people_at)
        plain["findings"] = [
            {"statement": found.statement.value, "numbers": dict(found.numbers)} for found in self.findings
        ]
        return plain


def certify(
    rounds: Sequence[RoundSeating],
    *,
    seed: int | None = None,
    places: Mapping[EntrantId, int] | None = None,
) -> Certificate:
    """The certificate of a whole event so far; `places` are those that seated the last round."""
    people = _people(rounds)
    repeats = _repeats(rounds, len(people))
    present = _lookups(rounds)
    always = [who for who in people if all(who in round_ for round_ in present)]
    tables = _tables_by_person(rounds)
    short, byes, bots = (_exposure(count, always) for count in _exposure_counts(rounds))
    seats = _seat_balance(tables, always)
    distance = _distance(rounds[-1], places) if rounds and places else None
    return Certificate(
        len(people),
        len(rounds),
        repeats,
        short,
        byes,
        bots,
        seats,
        distance,
        seed,
        _findings(len(people), len(rounds), repeats, (short, byes, bots), seats, distance),
    )


def _people(rounds: Sequence[RoundSeating]) -> list[EntrantId]:
    """Everybody of the event, in order of first appearance."""
    seen: dict[EntrantId, None] = {}
    for round_ in rounds:
        for who in (*round_.entrants, *round_.byes, *round_.sitting_out):
            seen.setdefault(who)
    return list(seen)


def _lookups(rounds: Sequence[RoundSeating]) -> list[frozenset[EntrantId]]:
    return [frozenset((*round_.entrants, *round_.byes)) for round_ in rounds]


def meetings(rounds: Iterable[RoundSeating]) -> Counter[frozenset[EntrantId]]:
    """How often each pair sat at one table; only pairs that met are in it."""
    met: Counter[frozenset[EntrantId]] = Counter()
    for round_ in rounds:
        for table in round_.tables:
            people = table.entrants
            for later, one in enumerate(people):
                met.update(frozenset((one, other)) for other in people[:later])
    return met


def _repeats(rounds: Sequence[RoundSeating], people: int) -> Repeats:
    if not rounds:
        return Repeats(0, 0, 0, 0, 0, 0, 0)
    sizes = [
        RoundSizes(
            tuple(len(table.entrants) for table in round_.tables),
            people - sum(len(table.entrants) for table in round_.tables),
        )
        for round_ in rounds
    ]
    met = meetings(rounds)
    before = meetings(rounds[:-1])
    last = meetings(rounds[-1:])
    return Repeats(
        coincidences=sum(choose2(m) for m in met.values()),
        bound=repeats_bound(sizes, people),
        pairs=sum(m > 1 for m in met.values()),
        most_meetings=max(met.values(), default=0),
        most_meetings_bound=meetings_bound(sizes, people),
        new=sum(before[pair] for pair in last),
        new_bound=_new_bound(rounds),
    )


def _new_bound(rounds: Sequence[RoundSeating]) -> int:
    now = frozenset(rounds[-1].entrants)
    past = [[sum(who in now for who in table.entrants) for table in round_.tables] for round_ in rounds[:-1]]
    return next_round_bound(past, len(rounds[-1].tables))


def is_short(table: SeatingTable, usual: int) -> bool:
    """A table with fewer seats in play than the largest usual size of its round."""
    return table.size < usual


def _exposure_counts(rounds: Sequence[RoundSeating]) -> tuple[Counter[EntrantId], ...]:
    short: Counter[EntrantId] = Counter()
    byes: Counter[EntrantId] = Counter()
    bots: Counter[EntrantId] = Counter()
    for round_ in rounds:
        byes.update(round_.byes)
        usual = max((table.size for table in round_.tables), default=0)
        for table in round_.tables:
            if is_short(table, usual):
                short.update(table.entrants)
            if table.bots:
                bots.update(table.entrants)
    return short, byes, bots


def _exposure(counts: Counter[EntrantId], always: Sequence[EntrantId]) -> Exposure:
    values = [counts[who] for who in always]
    return Exposure(min(values, default=0), max(values, default=0), counts.total())


def _tables_by_person(
    rounds: Sequence[RoundSeating],
) -> dict[EntrantId, list[tuple[SeatingTable, int]]]:
    """Per person the tables sat at, in order, each with the seat among those in play."""
    result: dict[EntrantId, list[tuple[SeatingTable, int]]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for position, seat in enumerate(table.playing_seats):
                if seat.entrant is not None:
                    result.setdefault(seat.entrant, []).append((table, position))
    return result


def seat_spread(visits: Sequence[tuple[int, int]]) -> int:
    """Spread of one person's seats; `visits` are (size of the table, seat)."""
    if not visits:
        return 0
    widest = max(size for size, _ in visits)
    used = [sum(seat == s for _, seat in visits) for s in range(widest)]
    due = [sum(SEAT_UNITS // size for size, _ in visits if size > s) for s in range(widest)]
    return spread_of(used, due)


def spread_of(used: Sequence[int], due: Sequence[int]) -> int:
    """How many times more often than its fair share one seat was used than another, rounded down.

    `used` counts per seat; `due` is the fair share in sixtieths: a table of k gives 60/k to each of
    its seats. With tables of one size this is the plain difference between the most and the
    least used seat; with mixed sizes the last seats are rarer, and less is due of them.
    """
    over = [SEAT_UNITS * u - d for u, d in zip(used, due, strict=True)]
    return (max(over) - min(over)) // SEAT_UNITS


def _seat_balance(
    tables: Mapping[EntrantId, Sequence[tuple[SeatingTable, int]]],
    always: Sequence[EntrantId],
) -> SeatBalance:
    spreads = [seat_spread([(table.size, seat) for table, seat in visits]) for visits in tables.values()]
    people_at = Counter(spreads)
    worst = max(spreads, default=0)
    first = [sum(seat == 0 for _, seat in tables[who]) for who in always if who in tables]
    numbers = [Counter(table.number for table, _ in visits) for visits in tables.values()]
    return SeatBalance(
        worst,
        tuple(people_at[spread] for spread in range(worst + 1)),
        min(first, default=0),
        max(first, default=0),
        _neighbours_again(tables),
        max((max(count.values()) for count in numbers), default=0),
    )


def _neighbours_again(
    tables: Mapping[EntrantId, Sequence[tuple[SeatingTable, int]]],
) -> int:
    """How often somebody had a person at their left whom they had there before."""
    again = 0
    for visits in tables.values():
        left = Counter(
            seats[(position + 1) % len(seats)].entrant
            for table, position in visits
            for seats in (table.playing_seats,)
            if len(seats) > 2  # at a table of two the only opponent is the neighbour
        )
        again += sum(count - 1 for who, count in left.items() if who is not None)
    return again


def _distance(round_: RoundSeating, places: Mapping[EntrantId, int]) -> Distance:
    tables = [[places[who] for who in table.entrants if who in places] for table in round_.tables]
    tables = [table for table in tables if table]
    spans = [max(table) - min(table) for table in tables]
    ranked = sorted(place for table in tables for place in table)
    best = 0
    start = 0
    for size in sorted((len(table) for table in tables), reverse=True):
        best += ranked[start + size - 1] - ranked[start]
        start += size
    count = max(1, len(tables))
    return Distance(100 * sum(spans) // count, max(spans, default=0), 100 * best // count)


def _findings(
    people: int,
    rounds: int,
    repeats: Repeats,
    exposures: tuple[Exposure, ...],
    seats: SeatBalance,
    distance: Distance | None,
) -> tuple[Finding, ...]:
    found = [_repeats_finding(people, rounds, repeats)]
    words = (
        (Statement.SHORT_TABLES_EVEN, Statement.SHORT_TABLES_UNEVEN),
        (Statement.BYES_EVEN, Statement.BYES_UNEVEN),
        (Statement.BOT_TABLES_EVEN, Statement.BOT_TABLES_UNEVEN),
    )
    for (even, uneven), exposure in zip(words, exposures, strict=True):
        if exposure.total:
            statement = even if exposure.spread <= 1 else uneven
            found.append(Finding(statement, (("least", exposure.least), ("most", exposure.most))))
    found.append(_seats_finding(seats))
    if distance is not None:
        numbers = (
            ("mean_span_x100", distance.mean_span_x100),
            ("sorted_mean_span_x100", distance.sorted_mean_span_x100),
            ("widest_span", distance.widest_span),
        )
        found.append(Finding(Statement.SCORE_DISTANCE, numbers))
    return tuple(found)


def _repeats_finding(people: int, rounds: int, repeats: Repeats) -> Finding:
    if repeats.coincidences == 0:
        return Finding(Statement.NO_REMATCHES, (("people", people), ("rounds", rounds)))
    above = repeats.coincidences - repeats.bound
    numbers = (
        ("above", above),
        ("bound", repeats.bound),
        ("pairs", repeats.pairs),
        ("people", people),
        ("rematches", repeats.coincidences),
        ("rounds", rounds),
    )
    if above == 0:
        return Finding(Statement.REMATCHES_FEWEST_POSSIBLE, numbers)
    return Finding(Statement.REMATCHES_AT_MOST_ABOVE, numbers)


def _seats_finding(seats: SeatBalance) -> Finding:
    statement = {0: Statement.SEATS_EVEN, 1: Statement.SEATS_WITHIN_ONE}.get(
        seats.worst, Statement.SEATS_UNEVEN
    )
    return Finding(
        statement,
        (
            ("dealt_first_least", seats.dealt_first_least),
            ("dealt_first_most", seats.dealt_first_most),
            ("spread", seats.worst),
        ),
    )
