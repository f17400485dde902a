"""Who sits where at the table: first deals and seats shared out evenly over the tournament.

A full plan is coloured: people and tables are the two sides of a graph, seats the colours. Each
person's rounds are cut into pieces of k (the table size); within a piece all seats differ, so
after R rounds no seat was used twice more than another, and all equally often where k divides R.
Alternating chains make it fit; where sizes are mixed, chains over the whole plan mend the rest.
"""

from collections.abc import Sequence
from itertools import permutations

# Seats of one person so far: how often each seat 0..4 was used.
Seats = list[int]


def colour_plan(rounds: Sequence[Sequence[Sequence[int]]], people: int) -> list[list[list[int]]]:
    """Order the people of every table of a full plan (0 = first dealer); input order is irrelevant.

    `rounds` are tables of people 0..people-1, in sorted or any other repeatable order.
    """
    return _Colouring(rounds, people).ordered()


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

    def ordered(self) -> list[list[list[int]]]:
        nodes = iter(self.tables)
        return [
            [[self.owner[piece] for piece in next(nodes) if piece >= 0] for _ in round_]
            for round_ in self.rounds
        ]


def best_order(
    people: Sequence[int],
    seats_used: Sequence[Seats],
    left_before: Sequence[dict[int, int]],
) -> tuple[int, ...]:
    """The order of one table that serves its people best, given what they had before.

    Seats count before neighbours: first no seat that a person had more often than another, then
    nobody at the same side of the same person again. Phantoms are people with empty records.
    """
    return min(
        permutations(people),
        key=lambda order: (
            order_cost(order, seats_used),
            _again(order, left_before),
            order,
        ),
    )


def order_cost(order: Sequence[int], seats_used: Sequence[Seats]) -> int:
    """Convex cost of the seats: three to the power of how much more often each was used."""
    total = 0
    for seat, p in enumerate(order):
        used = seats_used[p]
        total += 3 ** (used[seat] - min(used[: len(order)]))
    return total


def _again(order: Sequence[int], left_before: Sequence[dict[int, int]]) -> int:
    if len(order) < 3:
        return 0
    return sum(left_before[p].get(order[(seat + 1) % len(order)], 0) for seat, p in enumerate(order))
