"""The games that can be chosen: each preset with a name, one line that says what it is, and its options, for forms.

Read by the practice page and by the form of an event. What goes together is decided by the engine's ruleset alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.options import SCORINGS, Option, OptionKind, Scoring
from games.engine.ruleset import PRESETS, TOURNAMENT_PRESETS, Ruleset
from games.queries.option_words import (
    EMPTY_VALUES,
    OPTION_HINTS,
    OPTION_LABELS,
    SCORING_LABELS,
)
from games.queries.preset_words import line_of
from games.queries.rulesets import preset_ruleset
from games.queries.words import game_name

# Set by the preset, or a safeguard that nobody has to think about; the API and the records know them.
_NOT_IN_FORMS = frozenset(
    {"min_players", "max_players", "max_turns", "max_void_deals", "max_reshuffles", "max_deals"}
)


@dataclass(frozen=True, slots=True)
class PresetLine:
    """A preset in a list: `line` says in one sentence what is played."""

    key: str
    name: str
    line: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option in a form. `kind` is "yes_no", "number" or "choice"; numbers lie in `low` to `high`.

    `choices` are (value, label), for a choice and for a number with few values. `empty` is what an empty field
    means, where it may be empty (else "").
    """

    name: str
    kind: str
    label: str
    hint: str
    value: bool | int | str | None
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    empty: str = ""


def preset_lines(*, for_events: bool = False) -> tuple[PresetLine, ...]:
    """All presets in the order to show them; `for_events` leaves out what no event may be played by."""
    keys = TOURNAMENT_PRESETS if for_events else tuple(PRESETS)
    return tuple(_line(PRESETS[key]) for key in keys)


def _line(ruleset: Ruleset) -> PresetLine:
    return PresetLine(
        ruleset.key, game_name(ruleset.key), line_of(ruleset.key), ruleset.min_players, ruleset.max_players
    )


def option_lines(ruleset: Ruleset) -> tuple[OptionLine, ...]:
    """The options that this game has with this scoring, each with the ruleset's value."""
    lines = (_option(option, ruleset) for option in ruleset.options() if option.name not in _NOT_IN_FORMS)
    return tuple(line for line in lines if line.kind != "choice" or len(line.choices) > 1)


def _option(option: Option, ruleset: Ruleset) -> OptionLine:
    value = getattr(ruleset, option.name)
    kind, choices = "number", tuple((str(number), str(number)) for number in option.allowed)
    if option.kind is OptionKind.YES_NO:
        kind = "yes_no"
    elif option.kind is OptionKind.CHOICE:
        kind, value = "choice", str(value)
        choices = tuple((scoring.value, str(SCORING_LABELS[scoring])) for scoring in _scorings(ruleset))
    optional = option.kind is OptionKind.OPTIONAL_NUMBER
    return OptionLine(
        name=option.name,
        kind="choice" if choices else kind,
        label=str(OPTION_LABELS[option.name]),
        hint=str(OPTION_HINTS.get(option.name, "")),
        value=str(value) if choices else value,
        low=option.low,
        high=option.high,
        choices=choices,
        empty=str(EMPTY_VALUES.get(option.name, "")) if optional else "",
    )


def _scorings(ruleset: Ruleset) -> tuple[Scoring, ...]:
    """The ways of scoring that a form may change to; gin's other ways have presets with tables of their own."""
    return (ruleset.scoring,) if ruleset.traits.one_scoring else SCORINGS[ruleset.family]


def chosen_ruleset(preset: str, options: Mapping[str, Any]) -> Ruleset:
    """The ruleset that a form asks for; options of another scoring than the chosen one are left out.

    Raises OptionError with the option at fault and why.
    """
    base = preset_ruleset(preset)
    if "scoring" in options:
        base = preset_ruleset(preset, {"scoring": options["scoring"]})
    names = {option.name for option in base.options()}
    return preset_ruleset(preset, {name: value for name, value in options.items() if name in names})
