"""How an event is run: rounds, tables, seating, scoring, tiebreaks, extra rounds (docs/rules.md, part C).

One frozen value, validated when it is made and stored with the tournament. What a legal move is and what a
deal pays is the games app's Ruleset; times at the table are its GameOptions, kept here since the event
chooses them.
"""

from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any

from games.options import GameOptions
from tournaments.engine.metrics import SharedWin
from tournaments.engine.prizes import OddCents
from tournaments.engine.records import DropKind, DropUnit
from tournaments.engine.results import MissedRule
from tournaments.errors import FormatError
from tournaments.stage_format import StageOptions, check_stages


class EmptySeats(StrEnum):
    """What is done when the field doesn't divide into full tables."""

    MIXED = "mixed"
    BOTS = "bots"
    BYES = "byes"


class ByeValue(StrEnum):
    """What a bye is worth."""

    AVERAGE = "average"
    FIXED = "fixed"
    NONE = "none"


class SeatingMode(StrEnum):
    """How a round is seated; `full` plans all rounds in advance."""

    RANDOM = "random"
    SCORE_GROUPS = "score_groups"
    FOLD = "fold"
    STANDINGS = "standings"
    FULL = "full"


class TieAfterCap(StrEnum):
    """What becomes of a tie that the last allowed extra round left."""

    SHARED = "shared"
    LOT = "lot"


# What the standings follow from, besides the results; frozen when play starts.
RANKING_OPTIONS = (
    "scheme", "win_bonus", "loss_cap", "missed", "bye_value", "bye_points", "drop_kind", "drop_count", "drop_unit",
    "tiebreaks", "shared_win", "boundaries", "prize_lines", "promoted", "cuts",
)  # fmt: skip


class ExtraStart(StrEnum):
    """Who starts an extra round: as the other rounds of the event, its director, or nobody."""

    AS_ROUNDS = "as_rounds"
    DIRECTOR = "director"
    BY_ITSELF = "by_itself"


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """Everything the event chooses besides the rules of the game. Times in seconds, places from 1.

    `cuts` are semifinals and final, in their order. `boundaries` are places below which a tie is played off;
    `prize_lines` adds those below which the prize changes, `promoted` the last one that goes up. `drop_count`
    0 drops nothing. `loss_cap` is the most that one table can cost.

    `re_entry_fee` is what a re-entry to a pool costs, in the currency's smallest unit; it is recorded as
    owed. With `check_in` a round seats only those who are checked in, else everybody who is in the event.
    """

    rounds: int = 4
    table_sizes: tuple[int, ...] = (4, 3, 5, 2)
    empty_seats: EmptySeats = EmptySeats.MIXED
    bye_value: ByeValue = ByeValue.AVERAGE
    bye_points: int = 0
    seating: SeatingMode = SeatingMode.SCORE_GROUPS
    scheme: str = "net"
    tiebreaks: tuple[str, ...] = ("games_won", "head_to_head", "deals_won", "fewest_undercuts")
    boundaries: tuple[int, ...] = (1,)
    extra_deals: str = "rotation"
    extra_round_cap: int = 3
    tie_after_cap: TieAfterCap = TieAfterCap.SHARED
    extra_start: ExtraStart = ExtraStart.AS_ROUNDS
    prize_lines: bool = False
    promoted: int | None = None
    cuts: tuple[StageOptions, ...] = ()
    missed: MissedRule = MissedRule.ZERO
    drop_kind: DropKind = DropKind.WORST
    drop_count: int = 0
    drop_unit: DropUnit = DropUnit.ROUND
    win_bonus: int = 0
    loss_cap: int | None = None
    shared_win: SharedWin = SharedWin.SPLIT
    table_mode: str = "online"
    round_seconds: int | None = None
    automatic: bool = False
    objection_seconds: int = 600
    capacity: int | None = None
    check_in: bool = False
    keep_groups_apart: bool = False
    no_show_bots: bool = True
    bot_level: str = "club"
    watched_tables: tuple[int, ...] = ()
    re_entry_fee: int = 0
    odd_cents: OddCents = OddCents.ONE_EACH
    game: GameOptions = field(default_factory=GameOptions)

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= 50:
            raise FormatError("rounds", "out_of_range")
        if not self.table_sizes or len(set(self.table_sizes)) != len(self.table_sizes):
            raise FormatError("table_sizes", "empty_or_twice")
        if any(not 2 <= size <= 5 for size in self.table_sizes):
            raise FormatError("table_sizes", "two_to_five")
        if any(place < 1 for place in self.boundaries):
            raise FormatError("boundaries", "out_of_range")
        self._check_ranking()
        if len(self.tiebreaks) > 10 or len(set(self.tiebreaks)) != len(self.tiebreaks):
            raise FormatError("tiebreaks", "at_most_ten_once_each")
        if self.extra_deals not in ("rotation", "deal"):
            raise FormatError("extra_deals", "unknown")
        if self.table_mode not in ("online", "paper"):
            raise FormatError("table_mode", "unknown")
        if not 0 <= self.extra_round_cap <= 10:
            raise FormatError("extra_round_cap", "out_of_range")
        if self.round_seconds is not None and not 60 <= self.round_seconds <= 86_400:
            raise FormatError("round_seconds", "out_of_range")
        if not 0 <= self.re_entry_fee <= 1_000_000:
            raise FormatError("re_entry_fee", "out_of_range")
        if self.capacity is not None and self.capacity < 2:
            raise FormatError("capacity", "out_of_range")

    def _check_ranking(self) -> None:
        check_stages(self.cuts)
        if self.promoted is not None and not 1 <= self.promoted <= 1000:
            raise FormatError("promoted", "out_of_range")
        if not 0 <= self.drop_count <= 50:
            raise FormatError("drop_count", "out_of_range")
        if not 0 <= self.win_bonus <= 10_000:
            raise FormatError("win_bonus", "out_of_range")
        if self.loss_cap is not None and not 1 <= self.loss_cap <= 100_000:
            raise FormatError("loss_cap", "out_of_range")

    def ranked_otherwise(self, other: "FormatOptions") -> tuple[str, ...]:
        """The options, by name, by which the other format would reckon standings otherwise."""
        return tuple(name for name in RANKING_OPTIONS if getattr(self, name) != getattr(other, name))

    def to_json(self) -> dict[str, Any]:
        """Every option by name, for a JSON column."""
        data = asdict(self)
        for name in ("table_sizes", "tiebreaks", "boundaries", "watched_tables"):
            data[name] = list(data[name])
        data["cuts"] = [stage.to_json() for stage in self.cuts]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "FormatOptions":
        """Read back what `to_json` gave; options added since take their defaults, unknown ones are
        refused.
        """
        known = {f.name for f in fields(cls)}
        if unknown := sorted(set(data) - known):
            raise FormatError(unknown[0], "unknown")
        values = dict(data)
        for name in ("table_sizes", "tiebreaks", "boundaries", "watched_tables"):
            if name in values:
                values[name] = tuple(values[name])
        enums = {
            "empty_seats": EmptySeats,
            "bye_value": ByeValue,
            "seating": SeatingMode,
            "tie_after_cap": TieAfterCap,
            "odd_cents": OddCents,
            "extra_start": ExtraStart,
            "missed": MissedRule,
            "drop_kind": DropKind,
            "drop_unit": DropUnit,
            "shared_win": SharedWin,
        }
        for name, enum in enums.items():
            if name in values:
                try:
                    values[name] = enum(values[name])
                except ValueError:
                    raise FormatError(name, "unknown") from None
        if "cuts" in values:
            values["cuts"] = tuple(StageOptions.from_json(stage) for stage in values["cuts"])
        if "game" in values:
            values["game"] = GameOptions.from_json(values["game"])
        return cls(**values)
