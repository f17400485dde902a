"""A ruleset: which game is played, with which options, refused when impossible.

`Ruleset` is a frozen value, checked once when it is made, so that the rest of
the engine trusts it. `PRESETS` holds the named games of docs/rules.md; an event
starts from one and changes options with `replace`. Nothing here plays a card.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from dataclasses import replace as dataclass_replace
from typing import Any, Final, Self

from games.engine.cards import DECK
from games.engine.errors import RulesetError, RulesetReason
from games.engine.options import (
    OPTION,
    PLAYERS,
    PLAYERS_OF_SCORING,
    SCORINGS,
    TRAITS,
    Family,
    Option,
    OptionKind,
    Scoring,
    Traits,
    options_of,
)

_KNOCK_HANDS: Final = {2: 10, 3: 7, 4: 7, 5: 6}
_SEVEN: Final = 7
HAND_SIZES: Final[dict[Family, dict[int, int]]] = {
    Family.KNOCK: _KNOCK_HANDS,
    Family.GIN: dict.fromkeys(range(2, 5), 10),
    Family.TONK: dict.fromkeys(range(2, 6), 5),
}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All options of one game, validated: `RulesetError(reason, option)` when they don't go together.

    `key` names the preset that it started from. `knock_limit` is the most deadwood
    one may knock with: None is any, 0 means that a deal ends only by going out. Options
    of other games keep their defaults. Amounts are points, sizes are cards or deals.
    """

    key: str
    family: Family
    scoring: Scoring
    min_players: int = 2
    max_players: int = 5
    # the deal
    jokers: int = 0
    cards_each: int | None = None
    seven_for_all: bool = False
    knock_limit: int | None = None
    full_turn_first: bool = False
    rummy_bonus: int = 25
    undercut_penalty: int = 10
    max_reshuffles: int = 3
    max_void_deals: int = 5
    max_turns: int = 500
    # the game
    deals: int = 10
    rotations: int | None = None
    stake: int = 100
    re_entries: int = 0
    target: int = 200
    max_deals: int = 100
    tie_deals: int = 5
    # gin
    gin_bonus: int = 25
    undercut_bonus: int = 25
    big_gin: bool = False
    big_gin_bonus: int = 31
    oklahoma: bool = False
    spade_upcard_doubles: bool = False
    spades_double: bool = False
    alternate_deal: bool = False
    box_bonus: int = 20
    game_bonus: int = 100
    shutout_bonus: int = 200
    best_of: int = 1
    both_win_bonus: int = 25

    def __post_init__(self) -> None:
        if self.scoring not in SCORINGS[self.family]:
            raise RulesetError(RulesetReason.NOT_WITH_THIS_SCORING, "scoring")
        for option in OPTION.values():
            _check_value(option, getattr(self, option.name))
            _check_place(self, option)
        _check_players(self)
        _check_cards(self)
        _check_together(self)

    def hand_size(self, players: int) -> int:
        """Cards dealt to each of *players* (docs/rules.md, A "Cards each")."""
        if self.cards_each is not None:
            return self.cards_each
        if self.seven_for_all:
            return _SEVEN
        return HAND_SIZES[self.family][players]

    @property
    def traits(self) -> Traits:
        """What sets this game apart from the others."""
        return TRAITS[self.family]

    @property
    def deck_size(self) -> int:
        return len(DECK) + self.jokers

    def deals_planned(self, players: int) -> int | None:
        """Deals of a cumulative game of *players*, or None where the score decides the end."""
        if self.scoring is not Scoring.CUMULATIVE:
            return None
        return self.deals if self.rotations is None else self.rotations * players

    def replace(self, **options: Any) -> Self:
        """The same game with other options. Raises `RulesetError`, also for names that are no option."""
        for name in options:
            if name not in OPTION:
                raise RulesetError(RulesetReason.UNKNOWN_OPTION, name)
        return dataclass_replace(self, **options)

    def options(self) -> tuple[Option, ...]:
        """The options this game has, to be shown in a form; values by `getattr`."""
        return options_of(self.family, self.scoring)

    def changed(self) -> dict[str, object]:
        """Options that differ from the preset's, by name."""
        preset = PRESETS[self.key]
        return {name: getattr(self, name) for name in OPTION if getattr(self, name) != getattr(preset, name)}

    def to_json(self) -> dict[str, object]:
        """`{"preset": key, "options": {...}}`, plain values; `from_json` reads it back."""
        return {"preset": self.key, "options": self.changed()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Ruleset:
        """The ruleset written by `to_json`. Raises `RulesetError` for anything else."""
        key, options = data.get("preset"), data.get("options", {})
        if not isinstance(key, str) or key not in PRESETS:
            raise RulesetError(RulesetReason.UNKNOWN_PRESET, "preset")
        if not isinstance(options, dict):
            raise RulesetError(RulesetReason.WRONG_TYPE, "options")
        values = dict(options)
        if "scoring" in values:
            values["scoring"] = _scoring(values["scoring"])
        return PRESETS[key].replace(**values)


def _scoring(value: object) -> Scoring:
    try:
        return Scoring(value)  # type: ignore[arg-type]
    except ValueError:
        raise RulesetError(RulesetReason.OUT_OF_RANGE, "scoring") from None


def _check_value(option: Option, value: object) -> None:
    """The value has the option's type and lies in its bounds."""
    if option.kind is OptionKind.CHOICE:
        right_type = isinstance(value, Scoring)
    elif option.kind is OptionKind.YES_NO:
        right_type = isinstance(value, bool)
    elif option.kind is OptionKind.OPTIONAL_NUMBER and value is None:
        return
    else:
        right_type = isinstance(value, int) and not isinstance(value, bool)
    if not right_type:
        raise RulesetError(RulesetReason.WRONG_TYPE, option.name)
    if option.kind not in (OptionKind.NUMBER, OptionKind.OPTIONAL_NUMBER):
        return
    assert isinstance(value, int)
    if not option.low <= value <= option.high or (option.allowed and value not in option.allowed):
        raise RulesetError(RulesetReason.OUT_OF_RANGE, option.name)


def _check_place(ruleset: Ruleset, option: Option) -> None:
    """An option of another game, or of another scoring of this game, is at its default."""
    if getattr(ruleset, option.name) == _DEFAULTS.get(option.name):
        return
    if ruleset.family not in option.families:
        raise RulesetError(RulesetReason.NOT_IN_THIS_GAME, option.name)
    if ruleset.scoring not in option.scorings:
        raise RulesetError(RulesetReason.NOT_WITH_THIS_SCORING, option.name)


def _check_players(ruleset: Ruleset) -> None:
    least, most = PLAYERS_OF_SCORING.get(ruleset.scoring, PLAYERS[ruleset.family])
    if not least <= ruleset.min_players <= most:
        raise RulesetError(RulesetReason.OUT_OF_RANGE, "min_players")
    if not ruleset.min_players <= ruleset.max_players <= most:
        raise RulesetError(RulesetReason.OUT_OF_RANGE, "max_players")


def _check_cards(ruleset: Ruleset) -> None:
    """Hands, upcard and one stock card for each player must come out of one deck."""
    if ruleset.seven_for_all and ruleset.cards_each is not None:
        raise RulesetError(RulesetReason.NOT_TOGETHER, "cards_each")
    least, most = PLAYERS[ruleset.family]
    for players in range(least, min(most, ruleset.max_players) + 1):
        if players * (ruleset.hand_size(players) + 1) + 1 > ruleset.deck_size:
            raise RulesetError(RulesetReason.TOO_FEW_CARDS, "cards_each")


def _check_together(ruleset: Ruleset) -> None:
    if ruleset.spade_upcard_doubles and not ruleset.oklahoma:
        raise RulesetError(RulesetReason.NOT_TOGETHER, "spade_upcard_doubles")
    if ruleset.oklahoma and ruleset.knock_limit != GIN_KNOCK_LIMIT:
        raise RulesetError(RulesetReason.NOT_TOGETHER, "knock_limit")
    if ruleset.family in _NEEDS_KNOCK_LIMIT and ruleset.knock_limit is None:
        raise RulesetError(RulesetReason.OUT_OF_RANGE, "knock_limit")
    if ruleset.shutout_bonus < ruleset.game_bonus:
        raise RulesetError(RulesetReason.NOT_TOGETHER, "shutout_bonus")


GIN_KNOCK_LIMIT: Final = 10
_NEEDS_KNOCK_LIMIT: Final = frozenset({Family.GIN})
_DEFAULTS: Final = {
    field.name: field.default for field in fields(Ruleset) if field.name in OPTION and field.name != "scoring"
}


def _knock(key: str, **options: Any) -> Ruleset:
    return Ruleset(key, Family.KNOCK, options.pop("scoring", Scoring.CUMULATIVE), **options)


def _gin(key: str, scoring: Scoring = Scoring.GAME, **options: Any) -> Ruleset:
    least, most = PLAYERS_OF_SCORING.get(scoring, PLAYERS[Family.GIN])
    defaults = {
        "min_players": least,
        "max_players": most,
        "knock_limit": GIN_KNOCK_LIMIT,
        "target": 100,
        "max_deals": 60,
    }
    return Ruleset(key, Family.GIN, scoring, **(defaults | options))


PRESETS: Final[dict[str, Ruleset]] = {
    ruleset.key: ruleset
    for ruleset in (
        _knock("knock-rummy"),
        _knock("poker-rum"),
        _knock("rum-knock", knock_limit=10),
        _knock("no-knock", knock_limit=0),
        _knock("joker-knock", jokers=2),
        _knock("seven-for-all", seven_for_all=True),
        _knock("full-turn-first", full_turn_first=True),
        _knock("knock-pool", scoring=Scoring.POOL),
        _knock("knock-match", scoring=Scoring.MATCH),
        _gin("gin"),
        _gin("gin-250", target=250),
        _gin("gin-500", target=500),
        _gin("gin-match", best_of=3),
        _gin("oklahoma", oklahoma=True, spade_upcard_doubles=True),
        _gin("straight-gin", knock_limit=0),
        _gin("hollywood", Scoring.HOLLYWOOD),
        _gin("partnership", Scoring.PARTNERSHIP),
        _gin("manhattan", gin_bonus=20, undercut_bonus=10),
        _gin("chicago", knock_limit=7, undercut_bonus=20),
        _gin("spades-double", spades_double=True),
        _gin("cutthroat", Scoring.CUTTHROAT),
        Ruleset("tonk", Family.TONK, Scoring.CUMULATIVE),
    )
}
# What an event may be played by.
TOURNAMENT_PRESETS: Final[tuple[str, ...]] = tuple(PRESETS)
