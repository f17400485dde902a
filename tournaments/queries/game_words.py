"""The games and their options in words, for the set-up form: one line each. What they do is the rules' matter."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.queries.rulesets import preset_names
from games.queries.words import game_name

_DESCRIPTIONS: dict[str, Any] = {
    "knock-rummy": _("Knock whenever you like; the lowest deadwood is paid. Everybody deals equally often."),
    "poker-rum": _("Knock Rummy under its other name."),
    "rum-knock": _("Knock only with 10 or less."),
    "no-knock": _("No knocking: a deal ends when somebody goes out."),
    "joker-knock": _("Two jokers stand for any card, and cost 15 when left over."),
    "seven-for-all": _("Seven cards each, however many play."),
    "full-turn-first": _("Nobody knocks before all have had a turn."),
    "knock-pool": _("Everybody has a stake of 100; who has lost it is out."),
    "knock-match": _("The first to 200 wins the table."),
    "gin": _("Two players, to 100, with lay-offs, boxes and bonuses."),
    "gin-250": _("Gin Rummy, a longer game."),
    "gin-500": _("Gin Rummy, a long game."),
    "gin-match": _("Gin Rummy, the best of three games."),
    "oklahoma": _("The first upcard says with how much one may knock; a spade doubles."),
    "straight-gin": _("No knocking: gin only."),
    "hollywood": _("Three games of Gin at once."),
    "partnership": _("Two pairs at a table of four."),
    "manhattan": _("Gin Rummy with the bonuses of Manhattan."),
    "chicago": _("Gin Rummy with the bonuses of Chicago."),
    "spades-double": _("A deal counts twice when the last discard is a spade."),
    "cutthroat": _("Gin Rummy for three: the dealer sits out."),
    "tonk": _("Five cards, spread and hit, quick deals."),
}
_OPTIONS: dict[str, Any] = {
    "jokers": _("Jokers in the deck"),
    "cards_each": _("Cards each"),
    "seven_for_all": _("Seven cards for any number of players"),
    "knock_limit": _("Most deadwood one may knock with"),
    "full_turn_first": _("No knock before everybody had a turn"),
    "rummy_bonus": _("Bonus for going out, from each"),
    "undercut_penalty": _("Penalty for an undercut knock"),
    "deals": _("Deals a table"),
    "rotations": _("How often everybody deals"),
    "stake": _("Stake"),
    "re_entries": _("Re-entries"),
    "target": _("Points to win"),
    "gin_bonus": _("Bonus for gin"),
    "undercut_bonus": _("Bonus for an undercut"),
    "big_gin": _("Big gin"),
    "big_gin_bonus": _("Bonus for big gin"),
    "oklahoma": _("The upcard sets the knock limit"),
    "spade_upcard_doubles": _("A spade upcard doubles"),
    "spades_double": _("A spade at the end doubles"),
    "alternate_deal": _("The deal alternates"),
    "box_bonus": _("Points a box"),
    "game_bonus": _("Game bonus"),
    "shutout_bonus": _("Bonus for a shutout"),
    "best_of": _("Best of how many games"),
    "both_win_bonus": _("Bonus when both partners win"),
}


def game_choices() -> list[tuple[str, str]]:
    """All presets with what sets each apart, for a select."""
    return [(key, _described(key)) for key in preset_names()]


def _described(key: str) -> str:
    description = _DESCRIPTIONS.get(key)
    return f"{game_name(key)}: {description}" if description else game_name(key)


def option_label(name: str) -> str:
    """An option in words; "" for those that a form doesn't offer."""
    return str(_OPTIONS.get(name, ""))
