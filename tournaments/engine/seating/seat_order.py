"""Who sits where at the table in a full plan: seats shared out evenly, first deals with them.

People and tables are the two sides of a graph, seats the colours. Each person's rounds are cut
into pieces of k (the widest table); within a piece all seats differ, so after R rounds no seat was
used twice more than another, and all equally often where k divides R. Alternating chains make it
fit. Where table sizes are mixed the last seats are missing here and there; chains over the whole
plan then mend the few people who came off badly.
"""

from collections.abc import Sequence

from tournaments.engine.seating.certificate import SEAT_UNITS, spread_of

Tables = list[list[int]]
Orders = list[Tables]

_PASSES = 8


def seat_plan(rounds: Sequence[Sequence[Sequence[int]]], people: int, counted: int) -> Orders:
    """Order the people of every table of a full plan (0 = first dealer).

    `rounds` are tables of people 0..people-1, of whom the first `counted` are to be treated
    evenly (the others are bots). The order in which they are given matters for
    nothing but which of many equally good answers is found.
    """
    orders = _Colouring(rounds, people).ordered()
    _Mending(orders, people, counted).mend()
    return orders


class _Colouring:
    """Edge colouring of (piece of a person's rounds, table) by alternating chains."""

    def __init__(self, rounds: Sequence[Sequence[Sequence[int]]], people: int) -> None:
        self.rounds = rounds
        widest = max(len(table) for round_ in rounds for table in round_)
        self.widest = widest
        played = [0] * people
        # at[side][node][colour] = the node on the other side, or -1
        self.pieces: list[list[int]] = []
        self.tables: list[list[int]] = []
        self.owner: list[int] = []
        newest = [-1] * people
        for round_ in rounds:
            for table in round_:
                node = len(self.tables)
                self.tables.append([-1] * widest)
                for p in table:
                    if played[p] % widest == 0:
                        newest[p] = len(self.pieces)
                        self.pieces.append([-1] * widest)
                        self.owner.append(p)
                    played[p] += 1
                    self._add(newest[p], node)

    def _add(self, piece: int, table: int) -> None:
        free_piece = self.pieces[piece].index(-1)
        free_table = self.tables[table].index(-1)
        if free_piece != free_table:
            self._flip(table, free_piece, free_table)
        self.pieces[piece][free_piece] = table
        self.tables[table][free_piece] = piece

    def _flip(self, table: int, wanted: int, spare: int) -> None:
        """Exchange two colours along the chain that starts at the table with `wanted`."""
        chain: list[tuple[int, int, int]] = []
        colour, at_table, node = wanted, True, table
        while True:
            other = (self.tables if at_table else self.pieces)[node][colour]
            if other < 0:
                break
            chain.append((other, node, colour) if at_table else (node, other, colour))
            node, at_table = other, not at_table
            colour = spare if colour == wanted else wanted
        for piece, table_node, colour in chain:
            self.pieces[piece][colour] = self.tables[table_node][colour] = -1
        for piece, table_node, colour in chain:
            new = spare if colour == wanted else wanted
            self.pieces[piece][new] = table_node
            self.tables[table_node][new] = piece

    def ordered(self) -> Orders:
        nodes = iter(self.tables)
        return [
            [[self.owner[piece] for piece in next(nodes) if piece >= 0] for _ in round_]
            for round_ in self.rounds
        ]


class _Mending:
    """Even out seats by chains: two seats are exchanged at one table, then at the next, ..."""

    def __init__(self, orders: Orders, people: int, counted: int) -> None:
        self.counted = counted
        self.widest = max(len(table) for round_ in orders for table in round_)
        self.used = [[0] * self.widest for _ in range(people)]
        self.due = [[0] * self.widest for _ in range(people)]
        self.tables_at: list[list[Tables]] = [[[] for _ in range(self.widest)] for _ in range(people)]
        for round_ in orders:
            for table in round_:
                for seat, p in enumerate(table):
                    self.used[p][seat] += 1
                    self.tables_at[p][seat].append(table)
                    for other in range(len(table)):
                        self.due[p][other] += SEAT_UNITS // len(table)
        share = sum(due[0] for due in self.due[:counted])
        self.first_deals = (share // (SEAT_UNITS * counted), -(-share // (SEAT_UNITS * counted)))

    def mend(self) -> None:
        """Mend everybody whose seats are spread by more than one, as far as chains can.

        Where no chain helps at once, a neutral one changes the picture for the next pass.
        """
        for attempt in range(_PASSES):
            bad = [p for p in range(self.counted) if self._badness(p, self.used[p])]
            for p in bad:
                while self._badness(p, self.used[p]) and self._mend_one(p, 0):
                    pass
                if attempt and self._badness(p, self.used[p]):
                    self._mend_one(p, attempt)

    def _badness(self, p: int, used: Sequence[int]) -> int:
        """0 when the seats are within one of each other and the first deals are a fair share."""
        if p >= self.counted:
            return 0
        least, most = self.first_deals
        first = max(0, used[0] - most, least - used[0])
        return max(0, spread_of(used, self.due[p]) - 1) + first

    def _moved(self, p: int, lost: int, gained: int) -> list[int]:
        used = list(self.used[p])
        used[lost] -= 1
        used[gained] += 1
        return used

    def _mend_one(self, p: int, sideways: int) -> bool:
        """One chain that makes p's seats better, or (`sideways`) no worse."""
        bad = self._badness(p, self.used[p])
        seats = range(self.widest)
        options = sorted(
            (self._badness(p, self._moved(p, i, j)), i, j)
            for i in seats
            for j in seats
            if i != j and self.used[p][i]
        )
        options = options[sideways:] + options[:sideways]
        return any(self._chain(p, i, j) for after, i, j in options if after < bad + bool(sideways))

    def _chain(self, start: int, much: int, little: int) -> bool:
        """Breadth-first: hand on one `much` for one `little` until somebody can take it."""
        came: dict[int, tuple[int, list[int]]] = {}
        queue = [start]
        for p in queue:
            for table in self.tables_at[p][much]:
                if len(table) <= little:
                    continue
                q = table[little]
                if q == start or q in came:
                    continue
                came[q] = (p, table)
                if self._badness(q, self._moved(q, little, much)) <= self._badness(q, self.used[q]):
                    self._flip(start, q, came, much, little)
                    return True
                queue.append(q)
        return False

    def _flip(
        self, start: int, last: int, came: dict[int, tuple[int, list[int]]], much: int, little: int
    ) -> None:
        while last != start:
            before, table = came[last]
            table[much], table[little] = last, before
            for p, gained, lost in ((before, little, much), (last, much, little)):
                self.used[p] = self._moved(p, lost, gained)
                at = self.tables_at[p]
                at[lost] = [other for other in at[lost] if other is not table]
                at[gained].append(table)
            last = before
