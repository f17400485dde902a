"""Who sits where at the tables of one round, given the seats everybody had before.

Seats count before neighbours: first nobody twice ahead with a seat, then no seat ahead at all, then
nobody at the same side of the same person again.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

from tournaments.engine.seating.certificate import SEAT_UNITS

# A person of a table who has no record: a bot.
PHANTOM = -1


def best_order(
    people: Sequence[int],
    over: Sequence[Sequence[int]],
    left_before: Sequence[Mapping[int, int]],
    locked: Mapping[int, int],
    widest: int,
) -> tuple[int, ...]:
    """The order of one table (0 = first dealer) that serves its people best.

    `over[p]` is how much each seat was used above its share, in sixtieths (see certificate.py);
    `locked` binds people to seats; `widest` is the largest table of the event. Of equally good
    orders the first counts, so give the people (bots as PHANTOM) in random order: else the leaders
    would all use up seat 0 together.
    """
    held = [(seat, p) for p, seat in locked.items() if p in people]
    orders = (order for order in permutations(people) if all(order[seat] == p for seat, p in held))
    return min(orders, key=lambda order: (_order_cost(order, over, widest), _again(order, left_before)))


def _order_cost(order: Sequence[int], over: Sequence[Sequence[int]], widest: int) -> int:
    """Convex cost of the seats: a power of how far ahead each person gets, and what is left over."""
    total = 0
    for seat, p in enumerate(order):
        if p != PHANTOM:
            ahead = over[p][seat] - min(over[p][:widest])
            total += SEAT_UNITS * (1 << 3 * min(8, ahead // SEAT_UNITS)) + ahead
    return total


def _again(order: Sequence[int], left_before: Sequence[Mapping[int, int]]) -> int:
    if len(order) < 3:
        return 0
    return sum(
        left_before[p].get(order[(seat + 1) % len(order)], 0) for seat, p in enumerate(order) if p != PHANTOM
    )
