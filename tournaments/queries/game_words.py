"""The games and their options in words, for the set-up form: the lists of the practice page, cut to what an event
is set up by.
"""

from games.queries.option_words import OPTION_LABELS
from games.queries.presets import preset_lines

# How a game is won follows from the preset, and ties at a table are the event's to break (docs/rules.md, A "Ties").
_NOT_OFFERED = frozenset(
    {
        "scoring", "min_players", "max_players", "max_turns", "max_void_deals", "max_reshuffles", "max_deals",
        "tie_deals",
    }
)  # fmt: skip


def game_choices() -> list[tuple[str, str]]:
    """All games of events with what sets each apart, for a select."""
    return [(line.key, f"{line.name}: {line.line}") for line in preset_lines(for_events=True)]


def option_label(name: str) -> str:
    """An option in words; "" for those that a form doesn't offer."""
    return "" if name in _NOT_OFFERED else str(OPTION_LABELS[name])
