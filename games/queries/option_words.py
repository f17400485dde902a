"""The options of a ruleset in words: labels, hints, what an empty field means, why an option is refused.

Sentences only; which options there are and what goes together is the engine's (`games.engine.options`).
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.errors import RulesetReason
from games.engine.options import OPTION, Scoring

SCORING_LABELS = {
    Scoring.CUMULATIVE: gettext_lazy("A fixed number of deals"),
    Scoring.POOL: gettext_lazy("A pool: who has lost the stake is out"),
    Scoring.MATCH: gettext_lazy("A match: the first to reach the target wins"),
    Scoring.GAME: gettext_lazy("A game of gin"),
    Scoring.HOLLYWOOD: gettext_lazy("Three games at once"),
    Scoring.PARTNERSHIP: gettext_lazy("Two teams"),
    Scoring.CUTTHROAT: gettext_lazy("Three players, one sits out"),
}
OPTION_LABELS = {
    "scoring": gettext_lazy("How a game is won"),
    "min_players": gettext_lazy("Least players"),
    "max_players": gettext_lazy("Most players"),
    "jokers": gettext_lazy("Jokers"),
    "cards_each": gettext_lazy("Cards each"),
    "seven_for_all": gettext_lazy("Seven cards for any number of players"),
    "knock_limit": gettext_lazy("Most deadwood to knock with"),
    "full_turn_first": gettext_lazy("No knock before everyone has had a turn"),
    "rummy_bonus": gettext_lazy("Bonus for going rummy, from each"),
    "undercut_penalty": gettext_lazy("What an undercut knocker pays on top"),
    "max_reshuffles": gettext_lazy("Reshuffles before a deal is void"),
    "max_void_deals": gettext_lazy("Void deals running before the deal passes"),
    "max_turns": gettext_lazy("Turns before a deal is void"),
    "deals": gettext_lazy("Deals"),
    "rotations": gettext_lazy("Whole rotations"),
    "stake": gettext_lazy("Stake"),
    "re_entries": gettext_lazy("Re-entries of each player"),
    "target": gettext_lazy("Points to reach"),
    "max_deals": gettext_lazy("Most deals of a game"),
    "tie_deals": gettext_lazy("Extra deals for a tie"),
    "gin_bonus": gettext_lazy("Bonus for gin"),
    "undercut_bonus": gettext_lazy("Bonus for an undercut"),
    "big_gin": gettext_lazy("Big gin: eleven melded cards, without a discard"),
    "big_gin_bonus": gettext_lazy("Bonus for big gin"),
    "oklahoma": gettext_lazy("The upcard says with how much one may knock"),
    "spade_upcard_doubles": gettext_lazy("A spade as the upcard doubles the deal"),
    "spades_double": gettext_lazy("A spade on the discards at the knock doubles the deal"),
    "alternate_deal": gettext_lazy("The deal alternates, whoever lost"),
    "box_bonus": gettext_lazy("Box: points for every deal won"),
    "game_bonus": gettext_lazy("Game bonus"),
    "shutout_bonus": gettext_lazy("Game bonus against a loser who scored in no deal"),
    "best_of": gettext_lazy("Games: the best of"),
    "both_win_bonus": gettext_lazy("Bonus where both partners win the deal"),
}
OPTION_HINTS = {
    "knock_limit": gettext_lazy("0 means that a deal ends only by going out."),
    "rotations": gettext_lazy(
        "So many that every player deals equally often. Goes before the number of deals."
    ),
    "tie_deals": gettext_lazy(
        "So many at most, played only by those who share the first place; then they share it."
    ),
    "re_entries": gettext_lazy("How often a player who is out may pay for a fresh stake."),
}
EMPTY_VALUES = {
    "cards_each": gettext_lazy("as the number of players says"),
    "knock_limit": gettext_lazy("any deadwood"),
    "rotations": gettext_lazy("the number of deals counts"),
}


def refusal_sentence(reason: RulesetReason, option: str) -> str:
    """Why this option can't have its value, for the field it stands at."""
    found = _TOGETHER.get(option) if reason is RulesetReason.NOT_TOGETHER else None
    if found is not None:
        return str(found)
    if reason is RulesetReason.OUT_OF_RANGE and option in OPTION:
        return _range_sentence(option)
    return str(_REASONS[reason])


def _range_sentence(name: str) -> str:
    option = OPTION[name]
    if option.allowed:
        values = ", ".join(str(value) for value in option.allowed)
        return _("Only these are possible: %(values)s.") % {"values": values}
    return _("A number from %(low)d to %(high)d is needed here.") % {"low": option.low, "high": option.high}


_REASONS = {
    RulesetReason.UNKNOWN_PRESET: gettext_lazy("There is no such game."),
    RulesetReason.UNKNOWN_OPTION: gettext_lazy("There is no such option."),
    RulesetReason.WRONG_TYPE: gettext_lazy("That isn't a value for this option."),
    RulesetReason.OUT_OF_RANGE: gettext_lazy("That value isn't possible."),
    RulesetReason.TOO_FEW_CARDS: gettext_lazy("There aren't enough cards for so many each at a full table."),
    RulesetReason.NOT_IN_THIS_GAME: gettext_lazy("This game hasn't got that option."),
    RulesetReason.NOT_WITH_THIS_SCORING: gettext_lazy("That doesn't go with how this game is won."),
    RulesetReason.NOT_TOGETHER: gettext_lazy("These options don't go together."),
}
_TOGETHER = {
    "cards_each": gettext_lazy("Either seven for all, or a number of cards: not both."),
    "spade_upcard_doubles": gettext_lazy(
        "A spade as the upcard doubles only where the upcard sets the limit."
    ),
    "knock_limit": gettext_lazy(
        "Where the upcard says with how much one may knock, the limit here stays 10."
    ),
    "shutout_bonus": gettext_lazy("The bonus for a shutout is at least the game bonus."),
}
