"""What if a table ended like this: standings and ties that matter with imagined results in place of open
ones.

Nothing is predicted and nothing stored; imagined tables replace those of the same round and table number.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.engine.boundaries import Boundary, Tie, ties_that_matter
from tournaments.engine.results import TableOutcome, TableStatus
from tournaments.engine.rows import StandingRow
from tournaments.engine.standings import EventInput


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The standings as they would be, and the ties that would be played off."""

    standings: tuple[StandingRow, ...]
    ties: tuple[Tie, ...]


def what_if(
    event: EventInput,
    imagined: Sequence[TableOutcome],
    after_round: int,
    boundaries: Sequence[Boundary | int],
) -> WhatIf:
    """The event after that round if the imagined tables ended so. They count as confirmed."""
    rows = with_imagined(event, imagined).standings(after_round)
    return WhatIf(tuple(rows), ties_that_matter(rows, boundaries))


def with_imagined(event: EventInput, imagined: Sequence[TableOutcome]) -> EventInput:
    """The event with the imagined tables, confirmed, in place of those of the same round and number."""
    replaced = {(outcome.round_number, outcome.table_number) for outcome in imagined}
    kept = [
        outcome for outcome in event.results if (outcome.round_number, outcome.table_number) not in replaced
    ]
    sure = [replace(outcome, status=TableStatus.CONFIRMED) for outcome in imagined]
    return replace(event, results=(*kept, *sure))
