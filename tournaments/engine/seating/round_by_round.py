"""`next_round(...)`: the coming round from standings and history."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.seating.certificate import Certificate, certify
from tournaments.engine.seating.constraints import NO_CONSTRAINTS, Constraints
from tournaments.engine.seating.dice import Dice
from tournaments.engine.seating.full_plan import check_entrants
from tournaments.engine.seating.sizes import table_sizes
from tournaments.engine.seating.values import (
    BOT_SEAT,
    DEFAULT_SIZES,
    EmptySeats,
    Occupant,
    PastRound,
    RoundSeating,
    Seat,
    SeatingEntrant,
    SeatingMode,
    SeatingTable,
    TableOrder,
)


@dataclass(frozen=True, slots=True)
class NextRound:
    """The coming round with the certificate of the event up to and with it."""

    seating: RoundSeating
    certificate: Certificate


def next_round(
    entrants: Sequence[SeatingEntrant],
    history: Sequence[PastRound],
    sizes: Sequence[int] = DEFAULT_SIZES,
    *,
    mode: SeatingMode,
    seed: int,
    empty: EmptySeats = EmptySeats.MIXED,
    constraints: Constraints = NO_CONSTRAINTS,
    table_order: TableOrder | None = None,
) -> NextRound:
    """Seat the coming round of the `entrants` who are in the event now.

    `history` are the rounds played, oldest first (people who left may be in it); places are those
    of the standings that the public sees. Raises CannotSeat.
    """
    check_entrants([entrant.id for entrant in entrants])
    number = max((round_.number for round_ in history), default=0) + 1
    dice = Dice(seed, len(entrants), number)
    order = dice.shuffled(entrants)
    if mode is not SeatingMode.RANDOM:
        order = sorted(order, key=lambda entrant: entrant.place)
    shape = table_sizes(len(order), sizes, empty)
    left = iter(order)
    tables = tuple(
        SeatingTable(
            index,
            tuple(Seat(Occupant.PLAYER, next(left).id) for _ in range(table.players))
            + (BOT_SEAT,) * table.bots,
        )
        for index, table in enumerate(shape.tables, start=1)
    )
    seating = RoundSeating(number, tables, tuple(entrant.id for entrant in left))
    places = {entrant.id: entrant.place for entrant in entrants}
    return NextRound(seating, certify([*history, seating], seed=seed, places=places))
