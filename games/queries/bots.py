"""Which bots there are, for forms and for the app above."""

from games.bots.registry import bot_names


def bot_levels() -> tuple[str, ...]:
    """The levels by which bots are chosen, weakest first."""
    return tuple(bot_names())
