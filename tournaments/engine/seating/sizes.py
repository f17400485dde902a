"""How many tables of which size: the one place that divides a field into tables.

Sizes are ranked by preference, best first (4, 3, 5, 2 unless the event says otherwise). With 2 to
5 allowed no count of two or more needs a bye. Never here: who sits where.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.seating.errors import CannotSeat, SeatingReason
from tournaments.engine.seating.values import DEFAULT_SIZES, SIZES_SUPPORTED, EmptySeats


@dataclass(frozen=True, slots=True, order=True)
class TableShape:
    """A table before anybody sits at it: `players` people and `bots` bots."""

    players: int
    bots: int = 0

    @property
    def size(self) -> int:
        return self.players + self.bots


@dataclass(frozen=True, slots=True)
class FieldShape:
    """A round before anybody sits: table shapes, usual ones first, and how many get a bye."""

    tables: tuple[TableShape, ...]
    byes: int = 0

    @property
    def seats(self) -> int:
        """Seats for people."""
        return sum(table.players for table in self.tables)


def check_sizes(preference: Sequence[int]) -> tuple[int, ...]:
    """The preference as a tuple; raises CannotSeat(BAD_SIZES) unless it is made of 2, 3, 4, 5."""
    sizes = tuple(preference)
    if not sizes or len(set(sizes)) != len(sizes) or any(s not in SIZES_SUPPORTED for s in sizes):
        raise CannotSeat(SeatingReason.BAD_SIZES)
    return sizes


def table_sizes(
    n: int,
    preference: Sequence[int] = DEFAULT_SIZES,
    empty: EmptySeats = EmptySeats.MIXED,
) -> FieldShape:
    """Divide `n` players into tables.

    MIXED: as few tables as possible of the least liked size, then of the next but one, ...
    (5: one table of 5; 6: 3+3; 7: 4+3; 11: 4+4+3). BOTS: tables of the first size, bots in the
    empty seats, spread over the tables. BYES: tables of the first size, who is left has a bye; when there
    aren't enough players for one such table, the field is mixed.
    Raises CannotSeat with BAD_SIZES, TOO_FEW_ENTRANTS or NO_TABLE_SIZES.
    """
    sizes = check_sizes(preference)
    if n < 2:
        raise CannotSeat(SeatingReason.TOO_FEW_ENTRANTS, players=n, least=2)
    nominal = sizes[0]
    if empty is EmptySeats.BOTS:
        return _with_bots(n, nominal)
    if empty is EmptySeats.BYES and n >= nominal:
        return FieldShape((TableShape(nominal),) * (n // nominal), n % nominal)
    counts = _fewest_disliked(n, sizes[::-1])
    if counts is None:
        raise CannotSeat(SeatingReason.NO_TABLE_SIZES, players=n)
    pairs = zip(sizes, counts[::-1], strict=True)
    return FieldShape(tuple(TableShape(size) for size, count in pairs for _ in range(count)))


def _with_bots(n: int, nominal: int) -> FieldShape:
    tables = -(-n // nominal)
    each, extra = divmod(tables * nominal - n, tables)
    fewer = TableShape(nominal - each, each)
    more = TableShape(nominal - each - 1, each + 1)
    return FieldShape((fewer,) * (tables - extra) + (more,) * extra)


def _fewest_disliked(n: int, disliked_first: tuple[int, ...]) -> tuple[int, ...] | None:
    """Counts per size, lexicographically smallest from the least liked size on."""
    size, *rest = disliked_first
    if not rest:
        return (n // size,) if n % size == 0 else None
    for count in range(n // size + 1):
        counts = _fewest_disliked(n - count * size, tuple(rest))
        if counts is not None:
            return (count, *counts)
    return None
