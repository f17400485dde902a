"""`plan(...)`: all rounds of an event in advance, so that everybody meets as many as possible."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.seating.bounds import RoundSizes, repeats_bound
from tournaments.engine.seating.certificate import Certificate, JsonValue, certify
from tournaments.engine.seating.checks import check_entrants, check_rounds
from tournaments.engine.seating.constraints import NO_CONSTRAINTS, Constraints
from tournaments.engine.seating.dice import Dice
from tournaments.engine.seating.grid import Grid
from tournaments.engine.seating.improve import improve, level_exposure
from tournaments.engine.seating.seat_order import seat_plan
from tournaments.engine.seating.sizes import FieldShape, table_sizes
from tournaments.engine.seating.values import (
    BOT_SEAT,
    DEFAULT_SIZES,
    EmptySeats,
    EntrantId,
    Occupant,
    RoundSeating,
    Seat,
    SeatingTable,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """All rounds, in order, with the certificate of the whole."""

    rounds: tuple[RoundSeating, ...]
    certificate: Certificate

    def to_json(self) -> dict[str, JsonValue]:
        """`{"rounds": [[[entrant, ...], ...], ...], "certificate": {...}}`; a bot is null."""
        return {
            "rounds": [
                [[seat.entrant for seat in table.seats] for table in round_.tables] for round_ in self.rounds
            ],
            "certificate": self.certificate.to_json(),
        }


def plan(
    entrants: Sequence[EntrantId],
    rounds: int,
    sizes: Sequence[int] = DEFAULT_SIZES,
    *,
    seed: int,
    empty: EmptySeats = EmptySeats.MIXED,
    constraints: Constraints = NO_CONSTRAINTS,
) -> Plan:
    """Seat `rounds` rounds of `entrants` (numbers or names, each once) in advance.

    `sizes` are table sizes by preference; `empty` says what happens to a field that doesn't
    divide. The same input and seed give the same plan on every platform.
    Raises CannotSeat, with the smallest conflicting set found where constraints are the cause.
    """
    check_entrants(entrants)
    check_rounds(rounds)
    dice = Dice(seed, len(entrants), rounds)
    shape = table_sizes(len(entrants), sizes, empty)
    grid = Grid(
        len(entrants),
        [shape] * rounds,
        [_random_round(shape, dice) for _ in range(rounds)],
    )
    level_exposure(grid)
    bound = repeats_bound(
        [RoundSizes(tuple(t.players for t in shape.tables), shape.byes)] * rounds,
        len(entrants),
    )
    improve(grid, dice, bound=bound, proposals=400_000)
    seated = [round_[: len(shape.tables)] for round_ in grid.members]
    ordered = seat_plan(seated, len(entrants))
    planned = tuple(
        _round(
            number,
            entrants,
            shape,
            tables,
            grid.members[number - 1][len(shape.tables) :],
        )
        for number, tables in enumerate(ordered, start=1)
    )
    return Plan(planned, certify(planned, seed=seed))


def _random_round(shape: FieldShape, dice: Dice) -> list[list[int]]:
    order = iter(dice.shuffled(range(shape.seats + shape.byes)))
    tables = [[next(order) for _ in range(table.players)] for table in shape.tables]
    return [*tables, list(order)] if shape.byes else tables


def _round(
    number: int,
    entrants: Sequence[EntrantId],
    shape: FieldShape,
    tables: Sequence[Sequence[int]],
    byes: Sequence[Sequence[int]],
) -> RoundSeating:
    made = tuple(
        SeatingTable(
            index,
            tuple(Seat(Occupant.PLAYER, entrants[p]) for p in table) + (BOT_SEAT,) * table_shape.bots,
        )
        for index, (table, table_shape) in enumerate(zip(tables, shape.tables, strict=True), start=1)
    )
    return RoundSeating(number, made, tuple(entrants[p] for group in byes for p in group))
