"""What each preset is, in one line (docs/rules.md has the whole of it). Words only."""

from django.utils.translation import gettext_lazy as _

_LINES = {
    "knock-rummy": _(
        "Knock in any turn with any deadwood; the lowest hand is paid by all. A fixed number of deals."
    ),
    "poker-rum": _("Another name for Knock Rummy; the rules are the same."),
    "rum-knock": _("Knock Rummy where a knock takes a deadwood of 10 or less."),
    "no-knock": _("No knocking: a deal ends only when somebody goes out with all cards in melds."),
    "joker-knock": _("Knock Rummy with two jokers that stand for any card and cost 15 as deadwood."),
    "seven-for-all": _("Knock Rummy with seven cards each, however many play."),
    "full-turn-first": _("Knock Rummy where nobody may knock before everyone has had a turn."),
    "knock-pool": _("Everyone has a stake of 100; who has lost it is out, and the last one left wins."),
    "knock-match": _("Knock Rummy until somebody has won 200 points net."),
    "gin": _(
        "For two: knock with 10 or less, the other lays off. To 100 points, with boxes and a game bonus."
    ),
    "gin-250": _("Gin Rummy to 250 points."),
    "gin-500": _("Gin Rummy to 500 points."),
    "gin-match": _("Gin Rummy: who first wins two games wins the match."),
    "oklahoma": _("The first upcard says with how much one may knock; a spade doubles the deal."),
    "straight-gin": _("Gin Rummy without knocking: gin only."),
    "hollywood": _(
        "Three games of gin at once: the first win counts in one, the second in two, the later ones in all."
    ),
    "partnership": _(
        "Two teams of two at one table; each partner plays an opponent, and the teams' points are compared."
    ),
    "manhattan": _("Gin Rummy with 20 for gin and 10 for an undercut."),
    "chicago": _("Gin Rummy where a knock takes 7 or less, with 20 for an undercut."),
    "spades-double": _("Gin Rummy where a deal counts twice if a spade lies on the discards at the knock."),
    "cutthroat": _("Gin Rummy for three: the dealer sits out, the loser deals next. Three totals, to 100."),
    "tonk": _(
        "Five cards each; lay melds on the table, add to others', go out or drop when your hand is lowest."
    ),
}


def line_of(preset: str) -> str:
    """One sentence on a preset; empty for an unknown key."""
    return str(_LINES.get(preset, ""))
