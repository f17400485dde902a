"""How a season is counted: one frozen value, checked when it is made and stored with the season.

It says what people choose; the engine's SeasonRules say how it is reckoned (docs/standings.md, "Seasons").
"""

from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Final

from tournaments.engine.league import SeasonPoints, SeasonRules
from tournaments.engine.records import DropKind, Drops, DropUnit
from tournaments.errors import FormatError

MOST_EVENTS: Final = 200
MOST_POINTS: Final = 10_000


class Counting(StrEnum):
    """What gives points, and what is dropped: whole events, or the rounds inside them (user-demands 42)."""

    EVENTS = "events"
    ROUNDS = "rounds"


class Teams(StrEnum):
    """What makes a team: nothing, the club or family named at the entry, or the club of the evening."""

    NONE = "none"
    GROUPS = "groups"
    CLUBS = "clubs"


CHAINS: Final[dict[str, tuple[str, ...]]] = {
    "wins": ("points", "countback", "head_to_head", "best_game", "later_result"),
    "meetings": ("points", "head_to_head", "countback", "best_game", "later_result"),
    "latest": ("points", "later_result", "countback"),
    "shared": ("points",),
}


@dataclass(frozen=True, slots=True)
class SeasonFormat:
    """`by_place` are the points of the places from the first; `keep_best` 0 counts all; `planned_events` 0 is not
    said; `promoted` and `relegated` are how many change division; of a team the `team_best` count, 0 all of them. With
    `fresh_ratings` nobody brings a rating into the season.
    Raises FormatError.
    """

    points: SeasonPoints = SeasonPoints.BY_PLACE
    by_place: tuple[int, ...] = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
    participation: int = 0
    counting: Counting = Counting.EVENTS
    keep_best: int = 0
    minimum_attendance: int = 0
    planned_events: int = 0
    chain: str = "wins"
    promoted: int = 0
    relegated: int = 0
    teams: Teams = Teams.NONE
    team_best: int = 0
    fresh_ratings: bool = False

    def __post_init__(self) -> None:
        if not self.by_place or list(self.by_place) != sorted(self.by_place, reverse=True):
            raise FormatError("by_place", "falling")
        if len(self.by_place) > 100 or not 0 <= self.by_place[-1] <= self.by_place[0] <= MOST_POINTS:
            raise FormatError("by_place", "out_of_range")
        if not 0 <= self.participation <= MOST_POINTS:
            raise FormatError("participation", "out_of_range")
        for name in (
            "keep_best",
            "minimum_attendance",
            "planned_events",
            "promoted",
            "relegated",
            "team_best",
        ):
            if not 0 <= getattr(self, name) <= MOST_EVENTS:
                raise FormatError(name, "out_of_range")
        if self.chain not in CHAINS:
            raise FormatError("chain", "unknown")

    @property
    def rules(self) -> SeasonRules:
        """The same for the engine."""
        unit = DropUnit.ROUND if self.counting is Counting.EVENTS else DropUnit.GAME
        return SeasonRules(
            points=self.points,
            by_place=self.by_place,
            participation=self.participation,
            drops=Drops(DropKind.BEST, self.keep_best, unit) if self.keep_best else None,
            minimum_attendance=self.minimum_attendance,
            tiebreaks=CHAINS[self.chain],
        )

    @property
    def most_per_event(self) -> int | None:
        """The most points that one event can bring, None where that can't be said beforehand."""
        if self.counting is not Counting.EVENTS:
            return None
        return {
            SeasonPoints.BY_PLACE: self.by_place[0] + self.participation,
            SeasonPoints.PARTICIPATION: self.participation,
        }.get(self.points)

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"by_place": list(self.by_place)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "SeasonFormat":
        """Read back what `to_json` gave; what was added since takes its default. Raises FormatError."""
        if unknown := sorted(set(data) - {field.name for field in fields(cls)}):
            raise FormatError(unknown[0], "unknown")
        values = dict(data)
        enums: dict[str, type[StrEnum]] = {"points": SeasonPoints, "counting": Counting, "teams": Teams}
        for name, enum in enums.items():
            if name in values:
                try:
                    values[name] = enum(values[name])
                except ValueError:
                    raise FormatError(name, "unknown") from None
        if "by_place" in values:
            values["by_place"] = tuple(values["by_place"])
        return cls(**values)
