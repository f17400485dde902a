"""Which physical table each group gets: changing ones for everybody, fixed ones kept free."""

from collections.abc import Mapping, Sequence

from tournaments.engine.seating.dice import Dice


def free_numbers(count: int, reserved: Sequence[int]) -> list[int]:
    """The first `count` table numbers from 1 that nobody has reserved."""
    taken = set(reserved)
    numbers: list[int] = []
    number = 1
    while len(numbers) < count:
        if number not in taken:
            numbers.append(number)
        number += 1
    return numbers


def varied_numbers(
    groups: Sequence[Sequence[int]],
    bound: Mapping[int, int],
    reserved: Sequence[int],
    visits: Sequence[Mapping[int, int]],
    dice: Dice,
) -> list[int]:
    """Numbers for the groups so that few people come to a table where they sat before.

    `bound` maps a group's index to its table number; `visits[p]` counts p's visits per number.
    Group by group the best number left, then exchanges until none helps.
    """
    free = [g for g in range(len(groups)) if g not in bound]
    numbers = free_numbers(len(free), reserved)
    left = dice.shuffled(numbers)
    chosen = dict(bound)
    for g in dice.shuffled(free):
        costs = [_cost(groups[g], number, visits) for number in left]
        chosen[g] = left.pop(costs.index(min(costs)))
    _exchange(groups, free, chosen, visits)
    return [chosen[g] for g in range(len(groups))]


def _cost(group: Sequence[int], number: int, visits: Sequence[Mapping[int, int]]) -> int:
    cost = 0
    for p in group:
        times = visits[p].get(number, 0)
        cost += times * times
    return cost


def _exchange(
    groups: Sequence[Sequence[int]],
    free: Sequence[int],
    chosen: dict[int, int],
    visits: Sequence[Mapping[int, int]],
) -> None:
    for g in free:
        own = _cost(groups[g], chosen[g], visits)
        for other in free:
            if own == 0:
                break
            theirs = _cost(groups[other], chosen[other], visits)
            swapped = _cost(groups[g], chosen[other], visits) + _cost(groups[other], chosen[g], visits)
            if swapped < own + theirs:
                chosen[g], chosen[other] = chosen[other], chosen[g]
                own = _cost(groups[g], chosen[g], visits)


def numbers_by_standings(
    groups: Sequence[Sequence[int]],
    bound: Mapping[int, int],
    reserved: Sequence[int],
    rank: Sequence[int],
) -> list[int]:
    """Numbers in the order of the groups' best places; fixed tables stand outside that order."""
    free = [g for g in range(len(groups)) if g not in bound]
    ranked = sorted(free, key=lambda g: (sorted(rank[p] for p in groups[g]), g))
    chosen = dict(bound)
    chosen.update(zip(ranked, free_numbers(len(free), reserved), strict=True))
    return [chosen[g] for g in range(len(groups))]
