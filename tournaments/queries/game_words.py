"""The games and their options in words, for the set-up form: the lists of the practice page, cut to what an event
is set up by.
"""

from games.queries.presets import OptionLine, option_lines, preset_lines
from games.queries.rulesets import Ruleset

# How a game is won follows from the preset, and ties at a table are the event's to break (docs/rules.md, A "Ties").
_NOT_OFFERED = frozenset({"scoring", "tie_deals"})


def game_choices() -> list[tuple[str, str]]:
    """All games of events with what sets each apart, for a select."""
    return [(line.key, f"{line.name}: {line.line}") for line in preset_lines(for_events=True)]


def event_options(rules: Ruleset) -> tuple[OptionLine, ...]:
    """The options that an event may set in this game, with their values."""
    return tuple(line for line in option_lines(rules) if line.name not in _NOT_OFFERED)
