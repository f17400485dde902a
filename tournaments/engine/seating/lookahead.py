"""A round that leaves the next ones possible: in fields of middle size the cheapest round may use up the good ones.

Where few people play many rounds, each round without a rematch must fit those that follow. So the rounds to come are
planned along, by the same local search as full plans, and thrown away again. The round found without this is kept
unless another one leaves fewer rematches in all. Bounded by iterations; never where a table is bound to people.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.engine.seating.dice import Dice
from tournaments.engine.seating.grid import Grid
from tournaments.engine.seating.improve import anneal, fair_share, level_exposure
from tournaments.engine.seating.round_problem import RoundProblem, distances
from tournaments.engine.seating.round_search import Tables
from tournaments.engine.seating.values import SeatingMode

# Fields in which a round can spoil the ones after it: smaller ones are looked at in full, larger ones have room.
FEWEST, MOST = 13, 40
_LOOK, _JOINT = 60_000, 180_000
_HOT = 300
# Rounds further away are as good as unknown: planning them too finds worse rounds in the same time.
HORIZON = 2
_STAGES = 24
# One rematch in units of squared distance, the first warmth, and its factor per stage of 1024.
_REMATCH, _WARMTH, _COOLING = 20_000, 46_000, 776


def looks_ahead(problem: RoundProblem, to_come: int) -> bool:
    """Whether the rounds to come are planned along: not where the tables are too few to avoid rematches at all."""
    shape, rules = problem.shape, problem.rules
    widest = max(table.players for table in shape.tables)
    return (
        to_come > 0
        and FEWEST <= len(problem.ids) <= MOST
        and widest > 2
        and len(shape.tables) >= widest
        and not shape.byes
        and not rules.numbers
        and not problem.limits
        and problem.mode is not SeatingMode.STANDINGS
    )


def with_a_future(problem: RoundProblem, tables: Tables, to_come: int, dice: Dice) -> Tables:
    """The tables given, or others after which `to_come` further rounds have fewer rematches."""
    later = _Grid(problem, [tables], [_deal(problem, dice) for _ in range(min(to_come, HORIZON))])
    floor = later.floor
    level_exposure(later)
    if anneal(later, dice, proposals=_LOOK, bound=floor, chance=_HOT) <= floor:
        return tables
    joint = _Grid(problem, [], [tables, *later.snapshot()])
    _Joint(problem, joint).run(dice)
    return joint.members[0] if joint.cost() < later.cost() else tables


def _deal(problem: RoundProblem, dice: Dice) -> Tables:
    order = iter(dice.shuffled(range(len(problem.ids))))
    return [[next(order) for _ in range(room)] for room in problem.capacities]


class _Grid(Grid):
    """Rounds to come on top of the meetings and the exposure of those before; `floor` is what those cost alone."""

    def __init__(self, problem: RoundProblem, settled: Sequence[Tables], free: Sequence[Tables]) -> None:
        apart = [(p, q) for members, _ in problem.rules.groups for p in members for q in members if p < q]
        super().__init__(len(problem.ids), [problem.shape] * len(free), free, apart)
        for p, met in enumerate(problem.past.met):
            for q, times in met.items():
                self.met[p][q] += times
        self.exposed = [now + before for now, before in zip(self.exposed, problem.past.odd, strict=True)]
        for tables in settled:
            for t, table in enumerate(tables):
                for p in table:
                    self.exposed[p] += problem.odd[t]
                    for q in table:
                        self.met[p][q] += p != q
        self.floor = self._cost_without(free)

    def _cost_without(self, free: Sequence[Tables]) -> int:
        """The cost of all meetings but those of the free rounds."""
        kept = [list(row) for row in self.met]
        for table in (table for tables in free for table in tables):
            for p in table:
                for q in table:
                    self.met[p][q] -= p != q
        cost = self.cost()
        self.met = kept
        return cost


class _Joint:
    """Anneals the coming round together with the later ones: rematches in all, distance and seats in this one."""

    def __init__(self, problem: RoundProblem, grid: Grid) -> None:
        self.grid = grid
        self.calm = replace(problem, pair=distances(problem))
        self.costs = [self.calm.table_cost(t, table) for t, table in enumerate(grid.members[0])]

    def run(self, dice: Dice) -> None:
        warmth = _WARMTH
        for _ in range(_STAGES):
            self._stage(dice, _JOINT // _STAGES, warmth)
            warmth = warmth * _COOLING >> 10

    def _stage(self, dice: Dice, proposals: int, warmth: int) -> None:
        grid, bits = self.grid, dice.bits
        rounds, people = len(grid.members), grid.people
        least, most = fair_share(grid)
        for _ in range(proposals):
            toss = bits(64)
            r = (toss & 0xFFFF) * rounds >> 16
            p = (toss >> 16 & 0xFFFF) * people >> 16
            q = (toss >> 32 & 0xFFFF) * people >> 16
            chance = toss >> 48
            a, b = grid.table_of[r][p], grid.table_of[r][q]
            if a == b:
                continue
            shift = grid.odd[r][b] - grid.odd[r][a]
            if shift and not (
                least <= grid.exposed[p] + shift <= most and least <= grid.exposed[q] - shift <= most
            ):
                continue
            self._try(r, p, q, warmth * chance * chance >> 32)

    def _try(self, r: int, p: int, q: int, allowance: int) -> None:
        """Exchange p and q in round r if that costs at most `allowance` more."""
        grid = self.grid
        delta = _REMATCH * grid.swap_delta(r, p, q)
        if r or delta > allowance + _REMATCH:
            if delta <= allowance:
                grid.swap(r, p, q)
            return
        a, b = grid.table_of[0][p], grid.table_of[0][q]
        cost_a = self.calm.table_cost(a, [q if x == p else x for x in grid.members[0][a]])
        cost_b = self.calm.table_cost(b, [p if x == q else x for x in grid.members[0][b]])
        if delta + cost_a + cost_b - self.costs[a] - self.costs[b] <= allowance:
            grid.swap(0, p, q)
            self.costs[a], self.costs[b] = cost_a, cost_b
