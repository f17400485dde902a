"""How a game is timed and filled: the options around the rules (docs/rules.md, part C "Time").

A frozen value, validated when it is made and stored with the game. It never says what a legal move is.
"""

from dataclasses import asdict, dataclass, fields
from typing import Any

from games.errors import OptionError


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Times in seconds; `None` for a turn without a clock."""

    turn_seconds: int | None = 30
    reserve_seconds: int = 120
    grace_seconds: float = 1.0
    timeouts_before_bot: int = 2
    no_show_seconds: int = 180
    cut_seconds: float = 3.0
    deal_pause_seconds: float = 8.0
    re_entry_seconds: int = 60
    bot_level: str = "club"
    bot_pace_seconds: float = 1.2

    def __post_init__(self) -> None:
        if self.turn_seconds is not None and not 5 <= self.turn_seconds <= 86_400:
            raise OptionError("turn_seconds", "out_of_range")
        limits = {
            "reserve_seconds": (0, 86_400),
            "grace_seconds": (0, 10),
            "timeouts_before_bot": (1, 100),
            "no_show_seconds": (0, 86_400),
            "cut_seconds": (0, 60),
            "deal_pause_seconds": (0, 3_600),
            "re_entry_seconds": (0, 3_600),
            "bot_pace_seconds": (0, 60),
        }
        for name, (least, most) in limits.items():
            if not least <= getattr(self, name) <= most:
                raise OptionError(name, "out_of_range")

    def to_json(self) -> dict[str, Any]:
        """Every option by name, for a JSON column."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "GameOptions":
        """Read back what `to_json` gave; options that were added since take their defaults."""
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(data) - known):
            raise OptionError(unknown[0], "unknown")
        return cls(**data)
