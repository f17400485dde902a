"""A cut as the event chooses it: how many go on, at which tables, with which points (docs/standings.md, "Finals").

Values only; who goes through is the engine's `cuts`, and what a final looks like is the seating's.
"""

from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import Any, Final

from tournaments.engine.cuts import StageSeeding, TieAtCut
from tournaments.errors import FormatError

MOST_STAGES: Final = 2
MOST_ROUNDS: Final = 10
LARGEST_CUT: Final = 500


@dataclass(frozen=True, slots=True)
class StageOptions:
    """One cut: the best `size` go on and play `rounds` more at tables of at most `table_size` seats.

    Carried: the points of the rounds before count on. With `level_by_place` a tie inside a fresh final is
    broken by the places before it, without an extra round. Raises FormatError.
    """

    size: int = 4
    table_size: int = 4
    rounds: int = 1
    seeding: StageSeeding = StageSeeding.SNAKE
    carried: bool = False
    tie: TieAtCut = TieAtCut.EXTRA_ROUND
    level_by_place: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.size <= LARGEST_CUT:
            raise FormatError("cuts", "size")
        if not 2 <= self.table_size <= 5:
            raise FormatError("cuts", "table_size")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise FormatError("cuts", "rounds")

    def to_json(self) -> dict[str, Any]:
        """Every option by name, for a JSON column."""
        return {name: getattr(value, "value", value) for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "StageOptions":
        """Read back what `to_json` gave. Raises FormatError for what isn't a cut."""
        known = {field.name for field in fields(cls)}
        if set(data) - known:
            raise FormatError("cuts", "unknown")
        try:
            values = data | {
                "seeding": StageSeeding(data.get("seeding", StageSeeding.SNAKE)),
                "tie": TieAtCut(data.get("tie", TieAtCut.EXTRA_ROUND)),
            }
        except ValueError:
            raise FormatError("cuts", "unknown") from None
        return cls(**values)


def check_stages(stages: tuple[StageOptions, ...]) -> None:
    """At most semifinals and a final, each smaller than the one before. Raises FormatError."""
    if len(stages) > MOST_STAGES:
        raise FormatError("cuts", "too_many")
    if any(later.size >= earlier.size for earlier, later in pairwise(stages)):
        raise FormatError("cuts", "not_smaller")
