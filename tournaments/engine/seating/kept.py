"""Tables that stand while the rest of a round is drawn again: the director locked them.

They keep their people, seats, bots and number. Never here: who sits at the other tables.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.engine.seating.constraints import Constraints, FixedTable
from tournaments.engine.seating.errors import CannotSeat, SeatingReason
from tournaments.engine.seating.values import RoundSeating, SeatingEntrant, SeatingTable


def around(
    kept: Sequence[SeatingTable], entrants: Sequence[SeatingEntrant], constraints: Constraints
) -> tuple[list[SeatingEntrant], Constraints]:
    """Those who are still to be seated, and constraints that leave the numbers of the kept tables free.

    Raises CannotSeat: UNKNOWN_ENTRANT where somebody at a kept table isn't in the field, CONSTRAINTS_CONFLICT where
    somebody else must sit at its number.
    """
    if not kept:
        return list(entrants), constraints
    seated = [who for table in kept for who in table.entrants]
    strangers = set(seated) - {entrant.id for entrant in entrants}
    if strangers:
        raise CannotSeat(
            SeatingReason.UNKNOWN_ENTRANT, [who for who in seated if who in strangers], tables=len(kept)
        )
    rest = [entrant for entrant in entrants if entrant.id not in set(seated)]
    waiting = {entrant.id for entrant in rest}
    for fixed in constraints.fixed_tables:
        for table in kept:
            if fixed.table == table.number and fixed.entrant in waiting:
                conflicting = (fixed.entrant, *table.entrants)
                raise CannotSeat(SeatingReason.CONSTRAINTS_CONFLICT, conflicting, table=fixed.table)
    # the fixed table of somebody who is away keeps its number free
    reserved = tuple(FixedTable(who, table.number) for table in kept for who in table.entrants[:1])
    own = tuple(fixed for fixed in constraints.fixed_tables if fixed.entrant not in set(seated))
    return rest, replace(constraints, fixed_tables=own + reserved)


def with_kept(seating: RoundSeating, kept: Sequence[SeatingTable]) -> RoundSeating:
    """The round with the kept tables in it, by number."""
    tables = sorted((*seating.tables, *kept), key=lambda table: table.number)
    return replace(seating, tables=tuple(tables))
