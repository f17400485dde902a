"""The coming round as a problem: who plays, which tables, and what every choice costs.

One integer measures a table. Its tiers are ranked and far apart, so that no sum of a lower tier
ever outweighs a higher one: hard constraints, exposure, rematches, distance in the standings,
seats. (In the round by standings, distance comes before rematches.)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.engine.seating.certificate import SEAT_UNITS
from tournaments.engine.seating.feasible import Rules
from tournaments.engine.seating.grid import odd_tables
from tournaments.engine.seating.sizes import FieldShape
from tournaments.engine.seating.values import (
    EntrantId,
    PastRound,
    SeatingEntrant,
    SeatingMode,
)

CONSTRAINT = 10**18
EXPOSURE = 10**14
REMATCH = 10**8
SEAT_MISSED = 400
# A seat missed after everybody had time for all of them can't be made good any more.
SEAT_MISSED_LATE = 2400
# At a table of two a missed seat is half of all seats' misses, and equals must still meet: less than any place.
SEAT_MISSED_OF_TWO = 1
# What a rematch costs where the standings alone decide: less than any place, more than a seat.
LATE_REMATCH = 1000
# What it costs to give a short table to somebody who knows one person fewer of those due for it.
FAMILIAR = 400
STANDINGS_STEP = 10**5


@dataclass(frozen=True, slots=True)
class Past:
    """What the rounds so far did to those who play now, people as indices.

    `met[p]` maps to how often; `odd[p]` counts short tables, bot tables and byes, late entrants
    starting at the least of those who were there; `byes[p]` counts byes alone; `over[p]` is how much
    each seat 0..4 was used above its fair share, in sixtieths (see certificate.py); `left[p]` counts
    the left neighbours; `numbers[p]` the physical tables. `widest` is the largest table.
    """

    met: list[Counter[int]]
    odd: list[int]
    byes: list[int]
    over: list[list[int]]
    left: list[Counter[int]]
    numbers: list[Counter[int]]
    widest: int


def read_past(entrants: Sequence[EntrantId], history: Sequence[PastRound]) -> Past:
    """Count the past of the entrants; people who left count for nothing but their seats."""
    index = {who: p for p, who in enumerate(entrants)}
    n = len(entrants)
    past = Past(
        [Counter() for _ in range(n)],
        [0] * n,
        [0] * n,
        [[0] * 5 for _ in range(n)],
        [Counter() for _ in range(n)],
        [Counter() for _ in range(n)],
        max((table.size for round_ in history for table in round_.tables), default=0),
    )
    attended = [0] * n
    for round_ in history:
        _credit_newcomers(past, attended, round_, index)
        for who in round_.byes:
            if who in index:
                past.odd[index[who]] += 1
                past.byes[index[who]] += 1
        _read_tables(past, round_, index)
    _credit(past, [p for p in range(n) if not attended[p]], [p for p in range(n) if attended[p]])
    return past


def _credit_newcomers(
    past: Past, attended: list[int], round_: PastRound, index: Mapping[EntrantId, int]
) -> None:
    there = [index[who] for who in (*round_.entrants, *round_.byes) if who in index]
    _credit(past, [p for p in there if not attended[p]], [p for p in there if attended[p]])
    for p in there:
        attended[p] += 1


def _credit(past: Past, newcomers: Sequence[int], others: Sequence[int]) -> None:
    """A late entrant owes nothing: the count starts at the least that the others have."""
    least = min((past.odd[p] for p in others), default=0)
    for p in newcomers:
        past.odd[p] = least


def _read_tables(past: Past, round_: PastRound, index: Mapping[EntrantId, int]) -> None:
    usual = max((table.size for table in round_.tables), default=0)
    odd = [table.size < usual or table.bots > 0 for table in round_.tables]
    everybody = all(odd) and not round_.byes
    for table, is_odd in zip(round_.tables, odd, strict=True):
        seats = [
            (position, index[seat.entrant])
            for position, seat in enumerate(table.playing_seats)
            if seat.entrant is not None and seat.entrant in index
        ]
        for position, p in seats:
            past.over[p][position] += SEAT_UNITS
            for chance in range(table.size):
                past.over[p][chance] -= SEAT_UNITS // table.size
            past.numbers[p][table.number] += 1
            past.odd[p] += is_odd and not everybody
            for other, q in seats:
                if q != p:
                    past.met[p][q] += 1
                    if (other - position) % table.size == 1:
                        past.left[p][q] += 1


@dataclass(slots=True)
class RoundProblem:
    """Costs of the coming round.

    People are indices in the order of the standings (or of the lot); tables are indices, the last
    one the byes where there are any. `wanted[size][p]` has a bit for each seat that p may take now
    without being more than one ahead with it; `late` rounds are those after everybody had time for all seats.
    """

    ids: tuple[EntrantId, ...]
    shape: FieldShape
    past: Past
    rules: Rules
    mode: SeatingMode
    rank: list[int]
    capacities: list[int]
    sizes: list[int]
    odd: list[bool]
    pair: list[list[int]]
    odd_cost: list[int]
    bye_cost: list[int]
    wanted: dict[int, list[int]]
    limits: list[tuple[frozenset[int], int]]
    seat_missed: int
    late: bool
    seat_memo: dict[tuple[int, ...], int] = field(default_factory=dict)

    @property
    def bye_table(self) -> int:
        """Index of the pseudo-table of byes, or -1."""
        return len(self.shape.tables) if self.shape.byes else -1

    @property
    def by_distance(self) -> bool:
        """True when neighbours in the standings sit together."""
        return self.mode in (SeatingMode.SCORE_GROUPS, SeatingMode.STANDINGS)

    def table_cost(self, t: int, people: Sequence[int]) -> int:
        """Cost of these people at table t."""
        if t == self.bye_table:
            return sum(self.odd_cost[p] + self.bye_cost[p] for p in people)
        pair = self.pair
        cost = 0
        for later, p in enumerate(people):
            row = pair[p]
            for q in people[:later]:
                cost += row[q]
        if self.odd[t]:
            for p in people:
                cost += self.odd_cost[p]
        for members, limit in self.limits:
            cost += CONSTRAINT * max(0, sum(p in members for p in people) - limit)
        return cost + self.seat_cost(self.sizes[t], people)

    def seat_cost(self, size: int, people: Sequence[int]) -> int:
        """How many people can't get a seat they had least often, weighted."""
        wanted = self.wanted[size]
        key = (size, *sorted(wanted[p] for p in people))
        missed = self.seat_memo.get(key)
        if missed is None:
            missed = self.seat_memo[key] = len(people) - most_served(key[1:])
        return missed * (self.seat_missed if size > 2 else SEAT_MISSED_OF_TWO)


def most_served(wishes: Sequence[int]) -> int:
    """How many of the wishes (bit masks of seats) can be granted, each seat to one person."""
    reachable = {0: 0}
    for wish in wishes:
        grown = dict(reachable)
        for taken, served in reachable.items():
            for seat in range(5):
                bit = 1 << seat
                if wish & bit and not taken & bit:
                    grown[taken | bit] = max(grown.get(taken | bit, 0), served + 1)
        reachable = grown
    return max(reachable.values())


def build_problem(
    entrants: Sequence[SeatingEntrant],
    history: Sequence[PastRound],
    shape: FieldShape,
    rules: Rules,
    mode: SeatingMode,
    to_come: int = 0,
) -> RoundProblem:
    """Costs for these entrants, who are given in the order in which they are to be seated. `to_come` rounds are
    planned after this one: where they have room to make good for a seat taken twice, it costs nothing now.
    """
    ids = tuple(entrant.id for entrant in entrants)
    past = read_past(ids, history)
    rank = _ranks(entrants)
    byes = [0] if shape.byes else []
    least = min(past.odd)
    widest = max(past.widest, *(table.size for table in shape.tables))
    late = len(history) >= widest
    familiar = _familiar_first(past, least) if late and to_come else [0] * len(ids)
    return RoundProblem(
        ids=ids,
        shape=shape,
        past=past,
        rules=rules,
        mode=mode,
        rank=rank,
        capacities=[table.players for table in shape.tables] + ([shape.byes] if shape.byes else []),
        sizes=[table.size for table in shape.tables] + byes,
        odd=odd_tables(shape),
        pair=_pair_costs(past, rank, len(shape.tables), rules, mode),
        odd_cost=[
            EXPOSURE * (odd - least) + _from_the_bottom(rank, p, mode) + familiar[p]
            for p, odd in enumerate(past.odd)
        ],
        bye_cost=[
            EXPOSURE * 1000 * count + 64 * _above_last(rank, p) ** 2 for p, count in enumerate(past.byes)
        ],
        wanted={size: [wishes(over, size, widest, to_come) for over in past.over] for size in range(1, 6)},
        limits=[(frozenset(members), limit) for members, limit in rules.groups if limit > 1],
        seat_missed=SEAT_MISSED_LATE if late else SEAT_MISSED,
        late=late,
    )


def wishes(over: Sequence[int], size: int, widest: int, to_come: int) -> int:
    """Bits of the seats at a table of `size` after which a person can still end with all seats within one of each
    other, given the rounds to come; where none can, of the seats that leave the fewest to make good.
    """
    left = [_owed(over, seat, max(size, widest)) for seat in range(size)]
    enough = max(to_come, min(left))
    return sum(1 << seat for seat in range(size) if left[seat] <= enough)


def _owed(over: Sequence[int], taken: int, widest: int) -> int:
    """How many seats a person lacks, once `taken` is taken too, to have all within one of each other."""
    now = list(over[:widest])
    now[taken] += SEAT_UNITS
    floor = max(now) - 2 * SEAT_UNITS
    return sum((floor - used) // SEAT_UNITS + 1 for used in now if used <= floor)


def _ranks(entrants: Sequence[SeatingEntrant]) -> list[int]:
    """0 for the best; equal places share the rank of their first."""
    places = sorted(entrant.place for entrant in entrants)
    first = {place: places.index(place) for place in dict.fromkeys(places)}
    return [first[entrant.place] for entrant in entrants]


def _above_last(rank: Sequence[int], p: int) -> int:
    return max(rank) - rank[p]


def _from_the_bottom(rank: Sequence[int], p: int, mode: SeatingMode) -> int:
    """Short tables and bots come to the last in the standings first, among those due."""
    return 8 * _above_last(rank, p) if mode in (SeatingMode.SCORE_GROUPS, SeatingMode.STANDINGS) else 0


def _familiar_first(past: Past, least: int) -> list[int]:
    """Of those due for a short table, first those who have met most of the others: else the last of them, who must
    share one in the end, are those who can't do so without a rematch.
    """
    due = [p for p, odd in enumerate(past.odd) if odd == least]
    known = {p: sum(q in past.met[p] for q in due) for p in due}
    most = max(known.values(), default=0)
    return [FAMILIAR * (most - known.get(p, most)) for p in range(len(past.odd))]


def _pair_costs(
    past: Past, rank: Sequence[int], tables: int, rules: Rules, mode: SeatingMode
) -> list[list[int]]:
    n = len(rank)
    table = _DISTANCES[mode](rank, tables)
    weight = LATE_REMATCH if mode is SeatingMode.STANDINGS else REMATCH
    usual = sum(sum(met.values()) for met in past.met) // max(1, n * (n - 1))
    for p, met in enumerate(past.met):
        for q, times in met.items():
            table[p][q] += weight * rematch_weight(times, usual)
    for members, limit in rules.groups:
        if limit <= 1:
            for p in members:
                for q in members:
                    if p != q:
                        table[p][q] += CONSTRAINT
    return table


def rematch_weight(times: int, usual: int) -> int:
    """Meeting again after `times` meetings: each costs four of the one before and one more.

    Where everybody has met `usual` times already, that is the level from which it is counted.
    """
    over = times - usual
    if over <= 0:
        return times
    steps = ((1 << 2 * min(over, 6)) - 1) // 3
    return usual + steps * (usual + 1)


def distances(problem: RoundProblem) -> list[list[int]]:
    """What each pair costs by the standings alone."""
    return _DISTANCES[problem.mode](problem.rank, len(problem.shape.tables))


def _no_distance(rank: Sequence[int], tables: int) -> list[list[int]]:  # noqa: ARG001
    return [[0] * len(rank) for _ in rank]


def _near(rank: Sequence[int], tables: int) -> list[list[int]]:  # noqa: ARG001
    """Squared distance in the standings."""
    squares = [d * d for d in range(max(rank) + 1)]
    return [[squares[abs(a - b)] for b in rank] for a in rank]


def _strictly_near(rank: Sequence[int], tables: int) -> list[list[int]]:
    return [[STANDINGS_STEP * cost for cost in row] for row in _near(rank, tables)]


def _balanced(rank: Sequence[int], tables: int) -> list[list[int]]:
    """Every table one of each quarter of the standings, and equal sums of ranks.

    The sum over a table of (a - m)(b - m) is least when its ranks balance around the middle m; the
    constant m * m keeps every cost positive.
    """
    last = len(rank) - 1
    by_rank = sorted(range(len(rank)), key=lambda p: (rank[p], p))
    part = [0] * len(rank)
    for position, p in enumerate(by_rank):
        part[p] = position // tables
    step = 16 * len(rank) * len(rank)
    return [
        [
            0
            if p == q
            else last * last + (2 * a - last) * (2 * b - last) + (step if part[p] == part[q] else 0)
            for q, b in enumerate(rank)
        ]
        for p, a in enumerate(rank)
    ]


_DISTANCES = {
    SeatingMode.RANDOM: _no_distance,
    SeatingMode.SCORE_GROUPS: _near,
    SeatingMode.FOLD: _balanced,
    SeatingMode.STANDINGS: _strictly_near,
}
