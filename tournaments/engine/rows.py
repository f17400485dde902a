"""What standings look like: rows with their places, values and reasons, as frozen values.

Nothing here computes a place; `standings` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.exact import Exact, Value
from tournaments.engine.records import Entry
from tournaments.engine.results import EntrantId, EntrantStatus

STAGE = "stage"
SHARED = "shared"


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """What one criterion gave one entrant; None where it wasn't consulted or was skipped for this tie."""

    key: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class Decision:
    """What separates a row from a neighbour: the criterion, the neighbour, both values.

    `criterion` is "shared" where nothing does, and "stage" between those who reached a final and those who
    didn't.
    """

    criterion: str
    other: EntrantId
    own: Value | None
    theirs: Value | None


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings.

    `place` is None for bots, disqualified and unplaced entrants. `points` are the points of the entrant's
    stage. `criteria` follow the chain. `above` and `below` compare with the next classified rows. `entries`
    are the lines that sum up to the points, dropped ones marked. `stage` counts the cuts survived.
    """

    place: int | None
    entrant: EntrantId
    points: Exact
    criteria: tuple[CriterionValue, ...]
    status: EntrantStatus
    is_bot: bool
    entries: tuple[Entry, ...]
    above: Decision | None = None
    below: Decision | None = None
    stage: int = 0
    seeding: int = 0

    @property
    def decided_by(self) -> str | None:
        """The criterion that put this row behind the one above (for the first: ahead of the one below)."""
        decision = self.above or self.below
        return decision.criterion if decision else None

    @property
    def counted_rounds(self) -> tuple[int, ...]:
        return tuple(sorted({entry.round_number for entry in self.entries if entry.counted}))

    @property
    def dropped_rounds(self) -> tuple[int, ...]:
        return tuple(sorted({entry.round_number for entry in self.entries if not entry.counted}))

    def value(self, key: str) -> Value | None:
        """The value of that criterion, None where the chain hasn't got it or it didn't apply."""
        return next((item.value for item in self.criteria if item.key == key), None)


def classified(rows: Sequence[StandingRow]) -> list[StandingRow]:
    """The rows that hold a place: the one definition of who is counted."""
    return [row for row in rows if row.place is not None]


def decision(row: StandingRow, other: StandingRow) -> Decision:
    """What separates two classified rows of the same standings."""
    if row.stage != other.stage:
        return Decision(STAGE, other.entrant, (row.stage,), (other.stage,))
    for own, theirs in zip(row.criteria, other.criteria, strict=True):
        if own.value != theirs.value:
            return Decision(own.key, other.entrant, own.value, theirs.value)
    return Decision(SHARED, other.entrant, None, None)
