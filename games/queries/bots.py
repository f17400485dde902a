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


def bot_words(level: str) -> str:
    """What people should know of this level, in a few sentences; empty for one that is nobody's opponent."""
    words = {
        "random": _(
            "Makes any move that is allowed, and knocks only with little left. Good for a first look."
        ),
        "beginner": _(
            "Plays to its own hand. It overlooks one in four cards that would help it, throws any loose card about "
            "a third of the time, and errs at the same rate whether it is ahead or behind."
        ),
        "club": _(
            "Plays like a good club player who doesn't count cards: it takes what helps a meld, throws the dearest "
            "loose card, and knocks at a set point, in gin as soon as it may."
        ),
        "strong": _(
            "Remembers every card it has seen and looks one draw ahead. In gin it knocks early or waits for gin."
        ),
        "expert": _(
            "Weighs every draw, discard and knock by expected points, from many thousands of deals. In gin it reads "
            "your hand from what you take, leave and throw."
        ),
    }
    return words.get(level, "")
