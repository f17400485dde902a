"""Rulesets for the app above, which knows games by preset and options and never by the engine.

It makes and reads them and turns the engine's refusals into this app's error; it plays nothing.
"""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import RulesetError
from games.engine.options import OPTIONS, Family, Scoring
from games.engine.ruleset import PRESETS, Ruleset
from games.errors import OptionError

# Options of the deal itself; those of the scoring of a whole game don't follow into a short one.
_KEPT = {
    option.name
    for option in OPTIONS
    if option.scorings == frozenset(Scoring) and option.name not in ("scoring", "tie_deals")
}

__all__ = ["Ruleset", "changed_ruleset", "preset_names", "preset_ruleset", "read_ruleset", "short_ruleset"]


def preset_ruleset(preset: str, options: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset of that preset with changed options. Raises OptionError."""
    return read_ruleset({"preset": preset, "options": dict(options or {})})


def read_ruleset(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset that `Ruleset.to_json` wrote. Raises OptionError."""
    try:
        return Ruleset.from_json(dict(data))
    except RulesetError as error:
        raise OptionError(str(error.option), str(error.reason)) from None


def changed_ruleset(ruleset: Ruleset, **options: Any) -> Ruleset:
    """The same game with other options; those that this game hasn't got are left out. Raises OptionError."""
    known = {option.name for option in ruleset.options()}
    try:
        return ruleset.replace(**{name: value for name, value in options.items() if name in known})
    except RulesetError as error:
        raise OptionError(str(error.option), str(error.reason)) from None


def preset_names() -> tuple[str, ...]:
    """The keys of all presets, in the order to show them."""
    return tuple(PRESETS)


def short_ruleset(ruleset: Ruleset, length: str) -> Ruleset:
    """The same game, short, for an extra round: `rotation` (every seat deals once), `deal` (one) or `game`
    (to 50).

    Pool and match are played as so many deals too; a gin deal is a game that ends after it, without bonuses.
    """
    options = {name: value for name, value in ruleset.changed().items() if name in _KEPT}
    if ruleset.family is not Family.GIN:
        options |= {"scoring": Scoring.CUMULATIVE, "tie_deals": 0}
        options |= {"rotations": 1} if length == "rotation" else {"rotations": None, "deals": 1}
    elif length == "game":
        options |= {"target": 50}
    else:
        options |= {"max_deals": 1, "box_bonus": 0, "game_bonus": 0, "shutout_bonus": 0}
    if ruleset.best_of > 1:
        options |= {"best_of": 1}
    return read_ruleset({"preset": ruleset.key, "options": options})
