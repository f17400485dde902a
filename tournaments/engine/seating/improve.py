"""Local search on a full plan: swaps of two people in one round, annealed, then polished.

One step costs O(k) for tables of k. Bounded by iterations, never by the clock, and in integers
throughout, so that the same seed gives the same plan everywhere. Exposure is a hard rule here: no
swap makes anybody sit at odd tables more often than the fairest share allows.
"""

from itertools import cycle

from tournaments.engine.seating.dice import Dice
from tournaments.engine.seating.grid import Grid

# Chance, of 1024, to accept a swap that costs one more: at the start of a cycle, and its factor per stage.
_HOT, _COOLING = 300, 900
_WARM = 40
# Proposals of a cycle per person and round: short ones try much, long ones look closely.
_LENGTHS = (1000, 3000, 8000)
_STAGES = 24


def fair_share(grid: Grid) -> tuple[int, int]:
    """Least and most exposure anybody should have: floor and ceiling of the mean."""
    total = sum(grid.exposed)
    return total // grid.people, -(-total // grid.people)


def level_exposure(grid: Grid) -> None:
    """Swap people until nobody has odd tables more than once more often than anybody else.

    Each step moves one exposure from somebody with most to somebody with least, in the round
    and for the pair where it costs the fewest rematches.
    """
    while True:
        most, least = max(grid.exposed), min(grid.exposed)
        if most - least <= 1:
            return
        over = [p for p in range(grid.people) if grid.exposed[p] == most][:4]
        under = [p for p in range(grid.people) if grid.exposed[p] == least][:12]
        options = [
            (grid.swap_delta(r, p, q), r, p, q)
            for p in over
            for q in under
            for r in range(len(grid.members))
            if _moves_exposure(grid, r, p, q)
        ]
        if not options:
            return
        _, r, p, q = min(options)
        grid.swap(r, p, q)


def _moves_exposure(grid: Grid, r: int, p: int, q: int) -> bool:
    a, b = grid.table_of[r][p], grid.table_of[r][q]
    return a >= 0 and b >= 0 and grid.odd[r][a] and not grid.odd[r][b]


def improve(grid: Grid, dice: Dice, *, bound: int, proposals: int) -> None:
    """Lower the grid's cost in place; stops at `bound` (on E) or after `proposals` swaps looked at.

    The first cycle is a mild one, which keeps what is good in a built beginning.
    """
    best, best_cost = grid.snapshot(), grid.cost()
    unit = grid.people * len(grid.members)
    left, chance = proposals, _WARM
    for length in cycle(_LENGTHS):
        if left <= 0 or best_cost <= bound:
            break
        per_cycle = min(left, max(20_000, length * unit))
        cost = anneal(grid, dice, proposals=per_cycle, bound=bound, chance=chance)
        left, chance = left - per_cycle, _HOT
        if cost < best_cost:
            best, best_cost = grid.snapshot(), cost
    _restore(grid, best)


def _restore(grid: Grid, best: list[list[list[int]]]) -> None:
    for r, round_ in enumerate(best):
        for t, table in enumerate(round_):
            wanted = set(table)
            for p in table:
                if grid.table_of[r][p] != t:
                    grid.swap(r, p, next(q for q in grid.members[r][t] if q not in wanted))


def anneal(grid: Grid, dice: Dice, *, proposals: int, bound: int, chance: int) -> int:
    """One annealing cycle from a first chance (of 1024, for a swap that costs one more) to cold; returns the cost
    reached.
    """
    cost = grid.cost()
    for _ in range(_STAGES):
        cost = _stage(grid, dice, proposals // _STAGES, chance, cost, bound)
        if cost <= bound:
            break
        chance = chance * _COOLING // 1024
    return cost


def acceptance(chance_of_one: int) -> list[int]:
    """Chance (of 2**16) to accept a swap that costs 0, 1, 2, ... more: powers of the first."""
    chances = [1 << 16]
    while chances[-1]:
        chances.append(chances[-1] * chance_of_one >> 10)
    return chances


def _stage(grid: Grid, dice: Dice, proposals: int, chance: int, cost: int, bound: int) -> int:
    """Try swaps at one temperature. People who meet nobody again in a round are mostly left alone."""
    weights, met, exposed, bits = grid.weights, grid.met, grid.exposed, dice.bits
    accept = acceptance(chance)
    steepest = len(accept)
    least, most = fair_share(grid)
    rounds, people = len(grid.members), grid.people
    for _ in range(proposals):
        toss = bits(64)
        r = (toss & 0xFFFF) * rounds >> 16
        p = (toss >> 16 & 0xFFFF) * people >> 16
        q = (toss >> 32 & 0xFFFF) * people >> 16
        table_of = grid.table_of[r]
        a, b = table_of[p], table_of[q]
        if a == b or a < 0 or b < 0:
            continue
        peers, met_p, met_q = grid.peers[r], met[p], met[q]
        delta = 0
        for x in peers[a]:
            if x != p:
                delta -= weights[met_p[x] - 1]
        for x in peers[b]:
            if x != q:
                delta -= weights[met_q[x] - 1]
        if delta == 0 and toss >> 61:
            continue
        shift = grid.odd[r][b] - grid.odd[r][a]
        if shift and not (least <= exposed[p] + shift <= most and least <= exposed[q] - shift <= most):
            cost += _swap_twice(grid, r, p, q, accept, bits(32))
            continue
        for x in peers[a]:
            if x != p:
                delta += weights[met_q[x]]
        for x in peers[b]:
            if x != q:
                delta += weights[met_p[x]]
        if delta > 0 and (delta >= steepest or (toss >> 48 & 0xFFF) << 4 >= accept[delta]):
            continue
        grid.swap(r, p, q)
        cost += delta
        if cost <= bound:
            break
    return cost


def _swap_twice(grid: Grid, r: int, p: int, q: int, accept: list[int], toss: int) -> int:
    """Swap p and q in round r and in another one that gives the exposure back; returns what it cost."""
    other = (toss & 0xFFFF) * len(grid.members) >> 16
    a, b = grid.table_of[r][p], grid.table_of[r][q]
    c, d = grid.table_of[other][p], grid.table_of[other][q]
    if c < 0 or d < 0 or c == d or other == r:
        return 0
    odd, odd_other = grid.odd[r], grid.odd[other]
    if odd[b] - odd[a] + odd_other[d] - odd_other[c]:
        return 0
    delta = grid.swap_delta(r, p, q)
    grid.swap(r, p, q)
    delta += grid.swap_delta(other, p, q)
    if delta <= 0 or (delta < len(accept) and toss >> 16 < accept[delta]):
        grid.swap(other, p, q)
        return delta
    grid.swap(r, q, p)
    return 0
