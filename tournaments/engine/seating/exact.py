"""The best tables of a small round, by branch and bound; exact as far as its node limit reaches.

Local search is good but proves nothing. For up to a dozen people every division into tables is
looked at; for more, this is a second opinion when a rematch seems unavoidable.
"""

from collections.abc import Sequence
from itertools import combinations

from tournaments.engine.seating.round_problem import RoundProblem
from tournaments.engine.seating.round_search import Tables

_NODES = 40_000


def refine(problem: RoundProblem, tables: Tables, pinned: Sequence[int]) -> Tables:
    """The given tables or better ones; pinned people stay at their tables."""
    return _Branching(problem, tables, pinned).run()


class _Branching:
    """Fills the table of the first person left, in every way that can still be better."""

    def __init__(self, problem: RoundProblem, tables: Tables, pinned: Sequence[int]) -> None:
        self.problem = problem
        self.best = [list(table) for table in tables]
        self.best_cost = sum(problem.table_cost(t, table) for t, table in enumerate(tables))
        fixed = set(pinned)
        self.filled = [[p for p in table if p in fixed] for table in tables]
        self.kinds = [
            (problem.capacities[t], problem.sizes[t], problem.odd[t], tuple(self.filled[t]))
            for t in range(len(tables))
        ]
        self.nodes = 0

    def run(self) -> Tables:
        placed = {p for table in self.filled for p in table}
        for t, table in enumerate(self.filled):
            if len(table) == self.problem.capacities[t]:
                self.kinds[t] = (0, 0, False, (-1,))
        start = sum(
            self.problem.table_cost(t, table)
            for t, table in enumerate(self.filled)
            if len(table) == self.problem.capacities[t]
        )
        self._fill([p for p in range(len(self.problem.ids)) if p not in placed], start)
        return self.best

    def _fill(self, left: list[int], cost: int) -> None:
        if not left:
            if cost < self.best_cost:
                self.best_cost = cost
                self.best = [list(table) for table in self.filled]
            return
        tried: set[tuple[int, int, bool, tuple[int, ...]]] = set()
        for t, table in enumerate(self.filled):
            room = self.problem.capacities[t] - len(table)
            if room and self.kinds[t] not in tried:
                tried.add(self.kinds[t])
                self._seat(t, left, room, cost)

    def _seat(self, t: int, left: list[int], room: int, cost: int) -> None:
        """Try the companions of the first person left at table t, cheapest first."""
        base = self.filled[t]
        options = []
        for companions in combinations(left[1:], room - 1):
            people = (left[0], *companions)
            self.nodes += 1
            if self.nodes > _NODES:
                break
            price = self.problem.table_cost(t, [*base, *people])
            if cost + price < self.best_cost:
                options.append((price, people))
        for price, people in sorted(options):
            if cost + price < self.best_cost:
                self.filled[t] = [*base, *people]
                chosen = set(people)
                self._fill([p for p in left if p not in chosen], cost + price)
        self.filled[t] = base


def rematches_left(problem: RoundProblem, tables: Tables) -> bool:
    """True when somebody meets somebody again."""
    met = problem.past.met
    real = [table for t, table in enumerate(tables) if t != problem.bye_table]
    return any(met[p].get(q, 0) for table in real for p in table for q in table)


def worth_refining(problem: RoundProblem, tables: Tables) -> bool:
    """Small rounds always; others when there are rematches and the field is not large."""
    people = len(problem.ids)
    return people <= 12 or (people <= 40 and rematches_left(problem, tables))
