"""`warnings_for(...)`: what the director should know before the rounds are announced."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.seating.bounds import RoundSizes, repeats_bound
from tournaments.engine.seating.sizes import FieldShape, TableShape, table_sizes
from tournaments.engine.seating.values import DEFAULT_SIZES, EmptySeats

# Rounds without a rematch that are known for so many people in fours and threes where counting allows more. (With
# 13 and 14 it is the short tables, shared out evenly, that leave no more.)
_KNOWN_ROUNDS = {13: 1, 14: 2, 17: 5, 18: 5, 19: 5, 20: 5, 22: 6, 23: 5, 27: 6}


class SeatingWarning(StrEnum):
    """Stable codes; the app makes sentences of them and their numbers."""

    REMATCHES_CERTAIN = "rematches_certain"
    FEW_TABLES = "few_tables"
    BYE_TWICE = "bye_twice"
    TABLES_OF_TWO = "tables_of_two"
    ONE_TABLE = "one_table"


@dataclass(frozen=True, slots=True)
class Advice:
    """One warning with its numbers, sorted by name."""

    warning: SeatingWarning
    numbers: tuple[tuple[str, int], ...]


def most_rounds_without_rematch(
    n: int, sizes: Sequence[int] = DEFAULT_SIZES, empty: EmptySeats = EmptySeats.MIXED
) -> int:
    """Rounds after which a rematch is certain by counting; fewer may be all that can be done."""
    shape = table_sizes(n, sizes, empty)
    one = RoundSizes(tuple(table.players for table in shape.tables), shape.byes)
    rounds = 1
    while rounds < n and repeats_bound([one] * (rounds + 1), n) == 0:
        rounds += 1
    return rounds


def warnings_for(
    n: int,
    rounds: int,
    sizes: Sequence[int] = DEFAULT_SIZES,
    *,
    empty: EmptySeats = EmptySeats.MIXED,
) -> tuple[Advice, ...]:
    """Warnings for `n` entrants in `rounds` rounds, most serious first. Raises CannotSeat."""
    shape = table_sizes(n, sizes, empty)
    one = RoundSizes(tuple(table.players for table in shape.tables), shape.byes)
    found: list[Advice] = []
    bound = repeats_bound([one] * rounds, n)
    most = most_rounds_without_rematch(n, sizes, empty)
    if len(shape.tables) == 1 and rounds > 1:
        found.append(Advice(SeatingWarning.ONE_TABLE, (("players", n), ("rounds", rounds))))
    elif bound:
        numbers = (
            ("most_rounds", most),
            ("players", n),
            ("rematches", bound),
            ("rounds", rounds),
        )
        found.append(Advice(SeatingWarning.REMATCHES_CERTAIN, numbers))
    elif rounds > _known_rounds(shape, n, rounds):
        known = (("most_rounds", _KNOWN_ROUNDS[n]), ("players", n), ("rounds", rounds))
        found.append(Advice(SeatingWarning.FEW_TABLES, known))
    if shape.byes * rounds > n:
        found.append(
            Advice(
                SeatingWarning.BYE_TWICE,
                (("byes", shape.byes), ("players", n), ("rounds", rounds)),
            )
        )
    if TableShape(2) in shape.tables and sizes[0] != 2:
        count = shape.tables.count(TableShape(2))
        found.append(Advice(SeatingWarning.TABLES_OF_TWO, (("tables", count),)))
    return tuple(found)


def _known_rounds(shape: FieldShape, n: int, rounds: int) -> int:
    """How many rounds without a rematch are known; as many as are asked for where nothing is known against them."""
    in_fours = not shape.byes and {table.players for table in shape.tables} <= {3, 4}
    return _KNOWN_ROUNDS.get(n, rounds) if in_fours and len(shape.tables) == -(-n // 4) else rounds
