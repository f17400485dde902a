"""Finds the tables of one round: a good start, then exchanges between neighbours in the standings.

Costs are those of `round_problem.py`. Bounded by iterations, in integers only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.engine.seating.dice import Dice
from tournaments.engine.seating.round_problem import CONSTRAINT, REMATCH, RoundProblem
from tournaments.engine.seating.values import SeatingMode

Tables = list[list[int]]

_STAGES = 20


@dataclass(frozen=True, slots=True)
class Cooling:
    """The first warmth, in the units of distance, and what is left of it after each stage, in hundredths."""

    warmth: int
    percent: int


def start_tables(problem: RoundProblem, first: dict[int, int]) -> Tables:
    """People dealt to tables in their order: `first` where it says, odd tables to those due.

    `first` maps constrained people to tables (see feasible.py); everybody else is placed so that
    exposure is exactly as fair as it can be.
    """
    tables: Tables = [[] for _ in problem.capacities]
    for p, t in first.items():
        tables[t].append(p)
    rest = [p for p in range(len(problem.ids)) if p not in first]
    for group in _exposure_groups(problem):
        room = sum(problem.capacities[t] - len(tables[t]) for t in group)
        due = sorted(rest, key=lambda p: (_exposure_order(problem, group, p), -p))[:room]
        chosen = set(due)
        _deal(problem, [p for p in rest if p in chosen], group, tables)
        rest = [p for p in rest if p not in chosen]
    _deal(problem, rest, [t for t in range(len(tables)) if len(tables[t]) < problem.capacities[t]], tables)
    return tables


def _exposure_groups(problem: RoundProblem) -> list[list[int]]:
    """Tables whose people are chosen by exposure: the byes first, then the other odd tables."""
    bye = problem.bye_table
    odd = [t for t, is_odd in enumerate(problem.odd) if is_odd and t != bye]
    return [group for group in ([bye] if bye >= 0 else [], odd) if group]


def _exposure_order(problem: RoundProblem, group: Sequence[int], p: int) -> int:
    extra = problem.bye_cost[p] if group[0] == problem.bye_table else 0
    return problem.odd_cost[p] + extra


def _deal(problem: RoundProblem, people: Sequence[int], into: Sequence[int], tables: Tables) -> None:
    """Fill these tables: one after the other, or in the fold one person each, to and fro."""
    waiting = list(people)
    if problem.mode is SeatingMode.FOLD:
        forth = True
        while waiting:
            open_tables = [t for t in into if len(tables[t]) < problem.capacities[t]]
            for t in open_tables if forth else reversed(open_tables):
                if waiting:
                    tables[t].append(waiting.pop(0))
            forth = not forth
        return
    for t in into:
        room = problem.capacities[t] - len(tables[t])
        tables[t].extend(waiting[:room])
        waiting = waiting[room:]


def proposals_for(people: int, *, late: bool = False) -> int:
    """How many exchanges to look at: many for few people, a few hundred each for many. `late` rounds, where seats
    and company are scarce, take twice as many, except in large fields, which have room.
    """
    if people <= 12:
        return 4_000  # all divisions are looked at afterwards
    twice = late and people <= 200
    return min(24_000 + 600 * people, 360_000) * (2 if twice else 1)


# Late rounds: what a rematch costs while the search is warm, so that it can pass through tables with one, and how
# it cools then; afterwards a short look from a few places of warmth at what rematches really cost.
_SOFT_REMATCH = 6_000
_SOFT_COOLING = Cooling(3_000, 72)
_SHORT_COOLING = Cooling(60, 80)
# Larger fields have room enough.
_CROWDED = 200


def crowded(problem: RoundProblem) -> bool:
    """Whether seats and company are so scarce that a search which never passes through a rematch gets stuck."""
    return (
        problem.late
        and 12 < len(problem.ids) <= _CROWDED
        and problem.mode in (SeatingMode.SCORE_GROUPS, SeatingMode.RANDOM)
    )


def search_softly(
    problem: RoundProblem, tables: Tables, pinned: Sequence[int], dice: Dice, *, distance: bool = True
) -> Tables:
    """The best tables found when rematches are cheap while the search is warm; without `distance` they alone are
    avoided at first, with the standings and the seats looked at afterwards.
    """
    proposals = 2 * proposals_for(len(problem.ids), late=True)
    soft = replace(problem, pair=_softened(problem, int(distance)))
    if not distance:
        soft = replace(soft, seat_missed=0)
    warm = RoundSearch(soft, tables, pinned).run(dice, proposals, _SOFT_COOLING)
    return RoundSearch(problem, warm, pinned).run(dice, proposals // 8, _SHORT_COOLING)


def cheaper(problem: RoundProblem, one: Tables, other: Tables) -> Tables:
    """The tables that cost less."""
    costs = [sum(problem.table_cost(t, table) for t, table in enumerate(tables)) for tables in (one, other)]
    return one if costs[0] < costs[1] else other


def _softened(problem: RoundProblem, distance: int) -> list[list[int]]:
    """The costs of pairs with cheap rematches and `distance` times theirs; those who are kept apart stay so."""
    pair = [[distance * cost if cost < REMATCH else cost for cost in row] for row in problem.pair]
    for p, met in enumerate(problem.past.met):
        for q in met:
            apart, rest = divmod(problem.pair[p][q], CONSTRAINT)
            rematches, places = divmod(rest, REMATCH)
            pair[p][q] = apart * CONSTRAINT + rematches * _SOFT_REMATCH + distance * places
    return pair


def usual_cooling(problem: RoundProblem) -> Cooling:
    """From a few places, or a few seats, down to nothing."""
    warmth = {
        SeatingMode.RANDOM: 240,
        SeatingMode.SCORE_GROUPS: 1000,
        SeatingMode.FOLD: 32 * len(problem.ids),
        SeatingMode.STANDINGS: 400,
    }[problem.mode]
    return Cooling(warmth, 70)


class RoundSearch:
    """Annealing over exchanges of two people between two tables; keeps the best tables found."""

    def __init__(self, problem: RoundProblem, tables: Tables, pinned: Sequence[int]) -> None:
        self.problem = problem
        self.tables = [list(table) for table in tables]
        self.at = [0] * len(problem.ids)
        for t, table in enumerate(tables):
            for p in table:
                self.at[p] = t
        self.costs = [problem.table_cost(t, table) for t, table in enumerate(tables)]
        # Tables where nothing but pairs and seats decides: neither odd nor byes.
        self.plain = [not odd and not problem.limits for odd in problem.odd]
        # What their seats cost now is the most that better ones could save.
        self.seats = [self._seats(t, table) for t, table in enumerate(tables)]
        fixed = set(pinned)
        self.movable = [p for p in range(len(problem.ids)) if p not in fixed]
        self.best = [list(table) for table in tables]
        self.best_cost = sum(self.costs)

    def _seats(self, t: int, table: Sequence[int]) -> int:
        return self.problem.seat_cost(self.problem.sizes[t], table) if self.plain[t] else 0

    def run(self, dice: Dice, proposals: int, cooling: Cooling) -> Tables:
        """Anneal, then descend; returns the best tables."""
        if len(self.movable) < 2:
            return self.best
        warmth = cooling.warmth
        for _ in range(_STAGES):
            self._stage(dice, proposals // _STAGES, warmth)
            warmth = warmth * cooling.percent // 100
        self._descend()
        self._remember()
        return self.best

    def _stage(self, dice: Dice, proposals: int, warmth: int) -> None:
        bits, movable, attempt = dice.bits, self.movable, self._try
        count = len(movable)
        window = min(count, 24)
        for _ in range(proposals):
            toss = bits(64)
            i = (toss & 0xFFFFFF) * count >> 24
            step = toss >> 24 & 0xFFFF
            if toss >> 61:
                j = i + 1 + (step * window >> 16)
                j = j - count if j >= count else j
            else:
                j = step * count >> 16
            chance = toss >> 40 & 0xFFFF
            attempt(movable[i], movable[j], warmth * chance * chance >> 32)
        self._remember()

    def _try(self, p: int, q: int, allowance: int) -> bool:
        """Exchange p and q if that costs at most `allowance` more; True where it costs less."""
        a, b = self.at[p], self.at[q]
        if a == b:
            return False
        table_a, table_b = self.tables[a], self.tables[b]
        if self.plain[a] and self.plain[b]:
            row_p, row_q = self.problem.pair[p], self.problem.pair[q]
            # Both sums count the pair itself once each.
            least = -2 * row_p[q] - self.seats[a] - self.seats[b]
            for x in table_a:
                least += row_q[x] - row_p[x]
            for x in table_b:
                least += row_p[x] - row_q[x]
            if least > allowance:
                return False
        new_a = [q if x == p else x for x in table_a]
        new_b = [p if x == q else x for x in table_b]
        cost_a, cost_b = self.problem.table_cost(a, new_a), self.problem.table_cost(b, new_b)
        delta = cost_a + cost_b - self.costs[a] - self.costs[b]
        if delta > allowance:
            return False
        for t, table, cost in ((a, new_a, cost_a), (b, new_b, cost_b)):
            self.tables[t], self.costs[t] = table, cost
            self.seats[t] = self._seats(t, table)
        self.at[p], self.at[q] = b, a
        return delta < 0

    def _remember(self) -> None:
        cost = sum(self.costs)
        if cost < self.best_cost:
            self.best_cost = cost
            self.best = [list(table) for table in self.tables]

    def _descend(self) -> None:
        """Exchange as long as anything helps: with everybody, or in large fields with neighbours."""
        count = len(self.movable)
        reach = count if count <= 128 else 40
        for _ in range(8):
            better = False
            for i in range(count):
                p = self.movable[i]
                for step in range(1, reach):
                    better |= self._try(p, self.movable[(i + step) % count], -1)
            if not better:
                break
