"""Which bots there are, for forms and for the app above."""

from django.utils.translation import gettext as _

from games.bots.registry import bot_names


def bot_levels() -> tuple[str, ...]:
    """The levels by which bots are chosen, weakest first."""
    return tuple(bot_names())


def bot_label(level: str) -> str:
    """What people call this level."""
    labels = {
        "random": _("At random"),
        "beginner": _("Like a beginner"),
        "club": _("Like a club player"),
        "strong": _("Strong"),
        "expert": _("Like an expert"),
    }
    return labels.get(level, level)
