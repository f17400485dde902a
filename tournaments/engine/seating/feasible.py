"""Hard constraints of one round: compiled, checked, and a first assignment that meets them.

What can't be met is refused by naming the smallest conflicting set that was found. Exact within a
node limit; people without constraints are left for the search to place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.seating.constraints import Constraints, Group
from tournaments.engine.seating.errors import CannotSeat, SeatingReason
from tournaments.engine.seating.values import EntrantId

_NODES = 20_000


@dataclass(frozen=True, slots=True)
class Rules:
    """Constraints of one round, people as indices.

    `groups` are (members, at most so many per table); `numbers` are people bound to a physical
    table; `seats` people bound to a seat of it; `reserved` table numbers nobody else may get.
    """

    groups: tuple[tuple[tuple[int, ...], int], ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()
    seats: tuple[tuple[int, int], ...] = ()
    reserved: tuple[int, ...] = ()

    @property
    def bound(self) -> dict[int, list[int]]:
        """People per physical table number."""
        result: dict[int, list[int]] = {}
        for p, number in self.numbers:
            result.setdefault(number, []).append(p)
        return result

    @property
    def trivial(self) -> bool:
        return not self.groups and not self.numbers


def compile_rules(constraints: Constraints, entrants: Sequence[EntrantId], round_number: int) -> Rules:
    """The rules of a round for those who play it; raises CannotSeat where they contradict at sight."""
    index = {who: p for p, who in enumerate(entrants)}
    groups = tuple(
        (members, group.at_most)
        for group in constraints.apart
        for members in (_present(group, index),)
        if len(members) > max(0, group.at_most)
    )
    numbers: dict[int, int] = {}
    seats: dict[int, int] = {}
    for fixed in constraints.fixed_tables:
        if fixed.entrant in index:
            _bind(numbers, index[fixed.entrant], fixed.table, fixed.entrant)
    for lock in constraints.locks_of(round_number):
        if lock.entrant in index:
            _bind(numbers, index[lock.entrant], lock.table, lock.entrant)
            if lock.seat is not None:
                _bind(seats, index[lock.entrant], lock.seat, lock.entrant)
    _check_seats(numbers, seats, entrants)
    reserved = sorted({fixed.table for fixed in constraints.fixed_tables} | set(numbers.values()))
    return Rules(groups, tuple(sorted(numbers.items())), tuple(sorted(seats.items())), tuple(reserved))


def _present(group: Group, index: Mapping[EntrantId, int]) -> tuple[int, ...]:
    return tuple(sorted({index[who] for who in group.members if who in index}))


def _bind(bound: dict[int, int], p: int, to: int, who: EntrantId) -> None:
    if to < 0 or bound.setdefault(p, to) != to:
        raise CannotSeat(SeatingReason.LOCKS_CONTRADICT, (who,), table=to)


def _check_seats(numbers: Mapping[int, int], seats: Mapping[int, int], entrants: Sequence[EntrantId]) -> None:
    taken: dict[tuple[int, int], int] = {}
    for p, seat in sorted(seats.items()):
        other = taken.setdefault((numbers[p], seat), p)
        if other != p:
            raise CannotSeat(
                SeatingReason.SEAT_TAKEN, (entrants[other], entrants[p]), table=numbers[p], seat=seat
            )


def first_assignment(
    rules: Rules, capacities: Sequence[int], entrants: Sequence[EntrantId]
) -> dict[int, int]:
    """A table index for everybody who is constrained, all rules met.

    `capacities` are seats for people per table. Raises CannotSeat with the smallest conflicting
    set found: the rules are thinned out one by one as long as they still can't be met together.
    """
    if rules.trivial:
        return {}
    found = _solve(rules.groups, list(rules.bound.values()), rules.seats, capacities)
    if found is not None:
        return found
    people, reason = _smallest_conflict(rules, capacities)
    raise CannotSeat(reason, [entrants[p] for p in people], tables=len(capacities))


def _smallest_conflict(rules: Rules, capacities: Sequence[int]) -> tuple[list[int], SeatingReason]:
    groups = list(rules.groups)
    bound = list(rules.bound.values())

    def impossible(
        some_groups: Sequence[tuple[tuple[int, ...], int]], some_bound: Sequence[list[int]]
    ) -> bool:
        return _solve(some_groups, some_bound, rules.seats, capacities) is None

    for group in list(groups):
        rest = [other for other in groups if other is not group]
        if impossible(rest, bound):
            groups = rest
    for together in list(bound):
        rest_bound = [other for other in bound if other is not together]
        if impossible(groups, rest_bound):
            bound = rest_bound
    people = sorted({p for members, _ in groups for p in members} | {p for some in bound for p in some})
    for p in list(people):
        fewer_groups = [(tuple(m for m in members if m != p), limit) for members, limit in groups]
        fewer_bound = [[m for m in some if m != p] for some in bound]
        if impossible(fewer_groups, fewer_bound):
            groups, bound = fewer_groups, fewer_bound
            people.remove(p)
    if not groups:
        return people, SeatingReason.TABLE_OVERFULL
    return people, SeatingReason.CONSTRAINTS_CONFLICT if bound else SeatingReason.KEEP_APART


def _solve(
    groups: Sequence[tuple[tuple[int, ...], int]],
    bound: Sequence[Sequence[int]],
    seats: Sequence[tuple[int, int]],
    capacities: Sequence[int],
) -> dict[int, int] | None:
    return _Backtracking(groups, bound, dict(seats), capacities).run()


class _Backtracking:
    """Places blocks (people bound to one table, or single people) into tables."""

    def __init__(
        self,
        groups: Sequence[tuple[tuple[int, ...], int]],
        bound: Sequence[Sequence[int]],
        seats: Mapping[int, int],
        capacities: Sequence[int],
    ) -> None:
        self.groups = [(frozenset(members), limit) for members, limit in groups]
        of: dict[int, list[int]] = {}
        for g, (members, _) in enumerate(groups):
            for p in members:
                of.setdefault(p, []).append(g)
        self.groups_of = of
        self.left = list(capacities)
        self.sizes = list(capacities)
        self.inside = [[0] * len(capacities) for _ in groups]
        self.owned = [False] * len(capacities)
        self.chosen: dict[int, int] = {}
        pinned = {p for some in bound for p in some}
        blocks = [tuple(some) for some in bound if some]
        self.pins = len(blocks)
        weight = {p: sum(len(groups[g][0]) for g in of[p]) for p in of}
        singles = sorted((p for p in of if p not in pinned), key=lambda p: (-weight[p], p))
        self.blocks = sorted(blocks, key=lambda b: (-len(b), b)) + [(p,) for p in singles]
        self.least_size = [max((seats.get(p, -1) for p in block), default=-1) + 1 for block in self.blocks]
        self.nodes = 0

    def run(self) -> dict[int, int] | None:
        return dict(self.chosen) if self._place(0) else None

    def _place(self, block: int) -> bool:
        if block == len(self.blocks):
            return True
        self.nodes += 1
        if self.nodes > _NODES:
            return False
        people = self.blocks[block]
        for t in self._tables_for(block):
            self._move(people, t, 1)
            owned = self.owned[t]
            self.owned[t] = owned or block < self.pins
            if self._allowed(people, t) and self._place(block + 1):
                return True
            self.owned[t] = owned
            self._move(people, t, -1)
        return False

    def _tables_for(self, block: int) -> list[int]:
        """Tables with room, least loaded by own groups first; of equal empty ones only the first."""
        people = self.blocks[block]
        options: list[tuple[int, int, int]] = []
        empty_seen: set[int] = set()
        for t, left in enumerate(self.left):
            if left < len(people) or self.sizes[t] < self.least_size[block]:
                continue
            if block < self.pins and self.owned[t]:
                continue
            if left == self.sizes[t]:
                if left in empty_seen:
                    continue
                empty_seen.add(left)
            load = sum(self.inside[g][t] for p in people for g in self.groups_of.get(p, ()))
            options.append((load, -left, t))
        return [t for _, _, t in sorted(options)]

    def _move(self, people: Sequence[int], t: int, step: int) -> None:
        self.left[t] -= step * len(people)
        for p in people:
            if step > 0:
                self.chosen[p] = t
            else:
                del self.chosen[p]
            for g in self.groups_of.get(p, ()):
                self.inside[g][t] += step

    def _allowed(self, people: Sequence[int], t: int) -> bool:
        return all(self.inside[g][t] <= self.groups[g][1] for p in people for g in self.groups_of.get(p, ()))
