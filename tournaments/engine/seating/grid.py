"""A plan while it is made: people as indices 0..n-1, tables as lists, meetings counted.

The working state of the full-plan search. Mutable and private to the planner; finished plans are
the frozen values of `values.py`. Byes are a last pseudo-table at which nobody meets anybody.
"""

from collections.abc import Iterable, Sequence

from tournaments.engine.seating.bounds import choose2
from tournaments.engine.seating.sizes import FieldShape

# Pairs to be kept apart start with so many meetings that every further one is prohibitive.
APART = 64
PROHIBITIVE = 1_000_000


class Grid:
    """Tables of people per round with their meetings.

    `members[r][t]` are the people at table t of round r in no particular order; `peers[r][t]` is
    the same list, or an empty one for the byes; `odd[r][t]` marks tables that people should have
    equally often (short tables, tables with a bot, byes); `table_of[r][p]` is -1 for people away.
    """

    def __init__(
        self,
        people: int,
        shapes: Sequence[FieldShape],
        rounds: Sequence[Sequence[Sequence[int]]],
        apart: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.people = people
        self.shapes = tuple(shapes)
        self.members = [[list(table) for table in round_] for round_ in rounds]
        self.peers: list[list[list[int]]] = []
        self.odd: list[list[bool]] = []
        self.table_of: list[list[int]] = []
        self.met = [[0] * people for _ in range(people)]
        self.exposed = [0] * people
        for p, q in apart:
            self.met[p][q] = self.met[q][p] = APART
        for round_, shape in zip(self.members, shapes, strict=True):
            self._count(round_, shape)
        self.weights = meeting_weights(self.meetings_cap())

    def _count(self, round_: list[list[int]], shape: FieldShape) -> None:
        odd = odd_tables(shape)
        table_of = [-1] * self.people
        peers: list[list[int]] = []
        for index, table in enumerate(round_):
            is_bye = index == len(shape.tables)
            peers.append([] if is_bye else table)
            for position, p in enumerate(table):
                table_of[p] = index
                self.exposed[p] += odd[index]
                if not is_bye:
                    for q in table[:position]:
                        self.met[p][q] += 1
                        self.met[q][p] += 1
        self.peers.append(peers)
        self.odd.append(odd)
        self.table_of.append(table_of)

    def meetings_cap(self) -> int:
        """The most meetings a pair should have: the ceiling of the even spread."""
        slots = sum(choose2(table.players) for shape in self.shapes for table in shape.tables)
        return -(-slots // max(1, choose2(self.people)))

    def cost(self) -> int:
        """Sum over pairs of the weights of all their meetings but the first."""
        weights = self.weights
        total = 0
        for p, row in enumerate(self.met):
            for m in row[:p]:
                if m > 1:
                    total += sum(weights[APART:m]) if m >= APART else sum(weights[:m])
        return total

    def coincidences(self) -> int:
        """E of bounds.py; pairs kept apart that met count as prohibitive."""
        return sum(choose2(m) for p, row in enumerate(self.met) for m in row[:p] if m > 1 and m != APART)

    def swap_delta(self, r: int, p: int, q: int) -> int:
        """What `swap(r, p, q)` would change of the cost; p and q sit at different tables."""
        weights, table_of, peers = self.weights, self.table_of[r], self.peers[r]
        met_p, met_q = self.met[p], self.met[q]
        delta = 0
        for x in peers[table_of[p]]:
            if x != p:
                delta += weights[met_q[x]] - weights[met_p[x] - 1]
        for x in peers[table_of[q]]:
            if x != q:
                delta += weights[met_p[x]] - weights[met_q[x] - 1]
        return delta

    def swap(self, r: int, p: int, q: int) -> None:
        """Exchange two people between their tables of round r."""
        table_of, peers, met = self.table_of[r], self.peers[r], self.met
        a, b = table_of[p], table_of[q]
        met_p, met_q = met[p], met[q]
        for x in peers[a]:
            if x != p:
                met_p[x] -= 1
                met[x][p] -= 1
                met_q[x] += 1
                met[x][q] += 1
        for x in peers[b]:
            if x != q:
                met_q[x] -= 1
                met[x][q] -= 1
                met_p[x] += 1
                met[x][p] += 1
        table_a, table_b = self.members[r][a], self.members[r][b]
        table_a[table_a.index(p)] = q
        table_b[table_b.index(q)] = p
        table_of[p], table_of[q] = b, a
        shift = self.odd[r][b] - self.odd[r][a]
        self.exposed[p] += shift
        self.exposed[q] -= shift

    def snapshot(self) -> list[list[list[int]]]:
        """A copy of the tables, to come back to."""
        return [[list(table) for table in round_] for round_ in self.members]


def odd_tables(shape: FieldShape) -> list[bool]:
    """Which tables of a round count as exposure; one more entry for the byes where there are any."""
    usual = max(table.size for table in shape.tables)
    odd = [table.size < usual or table.bots > 0 for table in shape.tables]
    if all(odd):
        odd = [False] * len(odd)
    return [*odd, True] if shape.byes else odd


def meeting_weights(cap: int) -> list[int]:
    """Weight of the meeting after m earlier ones: grows with m, and steeply above the cap.

    With weights 0, 1, 2, ... the sum would be E; above the cap each costs five more per step, so
    that a third meeting costs far more than two second ones.
    """
    plain = [m + 5 * max(0, m + 1 - max(cap, 2)) for m in range(APART)]
    return plain + [PROHIBITIVE * (m + 1) for m in range(32)]
