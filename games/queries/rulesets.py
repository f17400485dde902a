"""Rulesets for the app above, which knows games by preset and options and never by the engine.

It makes and reads them and turns the engine's refusals into this app's error; it plays nothing.
"""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import RulesetError
from games.engine.gin_layouts import layout_of
from games.engine.options import OPTIONS, Scoring
from games.engine.ruleset import PRESETS, Ruleset
from games.errors import OptionError
from games.queries.option_words import refusal_sentence

# Options of the deal itself; those of the scoring of a whole game don't follow into a short one.
_KEPT = {
    option.name
    for option in OPTIONS
    if option.scorings == frozenset(Scoring) and option.name not in ("scoring", "tie_deals")
}

__all__ = [
    "Ruleset",
    "changed_ruleset",
    "is_two_sided",
    "preset_names",
    "preset_ruleset",
    "read_ruleset",
    "short_ruleset",
    "sides_of",
    "team_size",
]


def preset_ruleset(preset: str, options: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset of that preset with changed options. Raises OptionError."""
    return read_ruleset({"preset": preset, "options": dict(options or {})})


def read_ruleset(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset that `Ruleset.to_json` wrote. Raises OptionError."""
    try:
        return Ruleset.from_json(dict(data))
    except RulesetError as error:
        raise _refused(error) from None


def _refused(error: RulesetError) -> OptionError:
    """The engine's refusal as this app's, with the sentence for the field at fault."""
    found = OptionError(str(error.option), str(error.reason))
    found.message = refusal_sentence(error.reason, error.option)
    return found


def changed_ruleset(ruleset: Ruleset, **options: Any) -> Ruleset:
    """The same game with other options; those that this game hasn't got are left out. Raises OptionError."""
    known = {option.name for option in ruleset.options()}
    try:
        return ruleset.replace(**{name: value for name, value in options.items() if name in known})
    except RulesetError as error:
        raise _refused(error) from None


def preset_names() -> tuple[str, ...]:
    """The keys of all presets, in the order to show them."""
    return tuple(PRESETS)


def team_size(ruleset: Ruleset) -> int:
    """How many seats an entrant has at a table: two for a team of Partnership, else one."""
    return 2 if ruleset.scoring is Scoring.PARTNERSHIP else 1


def sides_of(ruleset: Ruleset, players: int) -> tuple[tuple[int, ...], ...]:
    """The seats that win and lose together, in the order of their first seats: partners, else each alone."""
    if team_size(ruleset) > 1:
        return layout_of(ruleset).sides
    return tuple((seat,) for seat in range(players))


def is_two_sided(ruleset: Ruleset) -> bool:
    """Whether ties are played off two by two: in the games of the gin family (docs/rules.md, C), teams
    likewise.
    """
    return ruleset.traits.two_sided or ruleset.max_players == 2


def short_ruleset(ruleset: Ruleset, length: str, players: int | None = None) -> Ruleset:
    """The same game, short, for an extra round: `rotation` (every seat deals once), `deal` (one) or `game`
    (to 50).

    Pool and match are played as so many deals too; a gin deal is a game that ends after it, without bonuses.
    The ties of Hollywood and cutthroat are played in the game for two. `players` are those at the table, who
    may be fewer than the event's tables have.
    """
    options: dict[str, Any] = {name: value for name, value in ruleset.changed().items() if name in _KEPT}
    if ruleset.traits.two_sided:
        options |= _short_gin(ruleset, length)
    elif length == "game":
        options |= {"scoring": Scoring.MATCH, "target": 50, "tie_deals": 0}
    else:
        options |= {"scoring": Scoring.CUMULATIVE, "tie_deals": 0}
        options |= {"rotations": 1} if length == "rotation" else {"rotations": None, "deals": 1}
    if players is not None and not ruleset.traits.two_sided:
        options |= _room_for(ruleset, players)
    return read_ruleset({"preset": ruleset.key, "options": options})


def _short_gin(ruleset: Ruleset, length: str) -> dict[str, Any]:
    options: dict[str, Any] = {"best_of": 1}
    if ruleset.scoring is Scoring.PARTNERSHIP:
        options = {}
    elif ruleset.scoring is not Scoring.GAME:
        options |= {"scoring": Scoring.GAME, "min_players": 2, "max_players": 2}
    if length == "game":
        return options | {"target": 50}
    return options | {"max_deals": 1, "box_bonus": 0, "game_bonus": 0, "shutout_bonus": 0}


def _room_for(ruleset: Ruleset, players: int) -> dict[str, Any]:
    """The bounds of players opened for so many; a number of cards that wouldn't do then is the usual one."""
    options: dict[str, Any] = {
        "min_players": min(players, ruleset.min_players),
        "max_players": max(players, ruleset.max_players),
    }
    if players > ruleset.max_players:
        options["cards_each"] = None
    return options
