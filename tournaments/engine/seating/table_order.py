"""Who sits where at the tables of one round, given the seats everybody had before.

Seats count before neighbours: first nobody twice ahead with a seat, then no seat ahead at all, then
nobody at the same side of the same person again. Among equally good orders, people who are close
in the standings and may meet next are left with different seats to come, so that the
next round can give each of them one.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

from tournaments.engine.seating.certificate import SEAT_UNITS
from tournaments.engine.seating.round_problem import RoundProblem, wishes

# A person of a table who has no record: a bot.
PHANTOM = -1

_SWEEPS = 3
_NEAR = 6


def order_tables(
    problem: RoundProblem, tables: Sequence[Sequence[int]], locked: Mapping[int, int]
) -> list[tuple[int, ...]]:
    """The seat order (0 = first dealer) of every table.

    `tables` are people in random order, bots as PHANTOM: of orders that serve equally well the
    first counts. `locked` binds people to seats.
    """
    return _Ordering(problem, tables, locked).run()


class _Ordering:
    def __init__(
        self, problem: RoundProblem, tables: Sequence[Sequence[int]], locked: Mapping[int, int]
    ) -> None:
        past = problem.past
        self.over, self.left = past.over, past.left
        self.widest = max(past.widest, *problem.sizes)
        self.options = [self._best_orders(table, locked) for table in tables]
        self.chosen = [orders[0] for orders in self.options]
        self.near = self._possible_opponents(problem, tables) if problem.by_distance else None

    def run(self) -> list[tuple[int, ...]]:
        if self.near is not None:
            self._diversify(self.near)
        return self.chosen

    def _best_orders(self, people: Sequence[int], locked: Mapping[int, int]) -> list[tuple[int, ...]]:
        held = [(seat, p) for p, seat in locked.items() if p in people]
        orders = [order for order in permutations(people) if all(order[seat] == p for seat, p in held)]
        costs = [(order_cost(order, self.over, self.widest), _again(order, self.left)) for order in orders]
        least = min(costs)
        return [order for order, cost in zip(orders, costs, strict=True) if cost == least]

    def _possible_opponents(self, problem: RoundProblem, tables: Sequence[Sequence[int]]) -> list[list[int]]:
        """Per person the people next in the standings not met so far."""
        met = [set(row) for row in problem.past.met]
        for table in tables:
            for p in table:
                if p != PHANTOM:
                    met[p].update(table)
        people = len(met)
        near: list[list[int]] = []
        for p in range(people):
            window = sorted(
                range(max(0, p - 3 * _NEAR), min(people, p + 3 * _NEAR + 1)), key=lambda q: abs(p - q)
            )
            near.append([q for q in window if q not in met[p]][:_NEAR])
        return near

    def _diversify(self, near: Sequence[Sequence[int]]) -> None:
        wish = [0] * len(near)
        for order in self.chosen:
            self._note(order, wish)
        for _ in range(_SWEEPS):
            for t, options in enumerate(self.options):
                if len(options) > 1:
                    self.chosen[t] = min(options, key=lambda order: self._rivalry(order, near, wish))
                    self._note(self.chosen[t], wish)

    def _note(self, order: Sequence[int], wish: list[int]) -> None:
        for seat, p in enumerate(order):
            if p != PHANTOM:
                wish[p] = self._wish_after(p, seat, len(order))

    def _wish_after(self, p: int, seat: int, size: int) -> int:
        """Seats that p may take in a round after this one."""
        over = list(self.over[p])
        over[seat] += SEAT_UNITS
        for chance in range(size):
            over[chance] -= SEAT_UNITS // size
        return wishes(over, self.widest, self.widest)

    def _rivalry(self, order: Sequence[int], near: Sequence[Sequence[int]], wish: Sequence[int]) -> int:
        """How much these people will want the same seats as those they may meet next."""
        total = 0
        for seat, p in enumerate(order):
            if p == PHANTOM:
                continue
            mine = self._wish_after(p, seat, len(order))
            for q in near[p]:
                both = (mine & wish[q]).bit_count()
                if both:
                    total += 60 * both // (mine.bit_count() * wish[q].bit_count())
        return total


def order_cost(order: Sequence[int], over: Sequence[Sequence[int]], widest: int) -> int:
    """Convex cost of the seats: a power of how far ahead each person gets, and what is left over.

    `over[p]` is how much each seat was used above its share, in sixtieths (see certificate.py).
    """
    total = 0
    for seat, p in enumerate(order):
        if p != PHANTOM:
            ahead = over[p][seat] - min(over[p][:widest])
            total += SEAT_UNITS * (8 ** min(8, ahead // SEAT_UNITS) - 1) + ahead
    return total


def _again(order: Sequence[int], left_before: Sequence[Mapping[int, int]]) -> int:
    if len(order) < 3:
        return 0
    return sum(
        left_before[p].get(order[(seat + 1) % len(order)], 0) for seat, p in enumerate(order) if p != PHANTOM
    )
