"""Cards in words and letters of the reader's language. It knows names, never what a card is worth or whose
it is.
"""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.engine.cards import Card, Rank, Suit, parse_cards
from games.engine.melds import Meld

_RANKS = {
    Rank.ACE: gettext_lazy("ace"),
    Rank.TWO: gettext_lazy("two"),
    Rank.THREE: gettext_lazy("three"),
    Rank.FOUR: gettext_lazy("four"),
    Rank.FIVE: gettext_lazy("five"),
    Rank.SIX: gettext_lazy("six"),
    Rank.SEVEN: gettext_lazy("seven"),
    Rank.EIGHT: gettext_lazy("eight"),
    Rank.NINE: gettext_lazy("nine"),
    Rank.TEN: gettext_lazy("ten"),
    Rank.JACK: gettext_lazy("jack"),
    Rank.QUEEN: gettext_lazy("queen"),
    Rank.KING: gettext_lazy("king"),
}
_RANKS_OF_A_SET = {
    Rank.ACE: gettext_lazy("Set of aces"),
    Rank.TWO: gettext_lazy("Set of twos"),
    Rank.THREE: gettext_lazy("Set of threes"),
    Rank.FOUR: gettext_lazy("Set of fours"),
    Rank.FIVE: gettext_lazy("Set of fives"),
    Rank.SIX: gettext_lazy("Set of sixes"),
    Rank.SEVEN: gettext_lazy("Set of sevens"),
    Rank.EIGHT: gettext_lazy("Set of eights"),
    Rank.NINE: gettext_lazy("Set of nines"),
    Rank.TEN: gettext_lazy("Set of tens"),
    Rank.JACK: gettext_lazy("Set of jacks"),
    Rank.QUEEN: gettext_lazy("Set of queens"),
    Rank.KING: gettext_lazy("Set of kings"),
}
_SUITS = {
    Suit.CLUBS: pgettext_lazy("suit of cards", "clubs"),
    Suit.DIAMONDS: gettext_lazy("diamonds"),
    Suit.HEARTS: gettext_lazy("hearts"),
    Suit.SPADES: gettext_lazy("spades"),
}
_LETTERS = {
    Rank.ACE: pgettext_lazy("letter on a card: ace", "A"),
    Rank.TEN: pgettext_lazy("letters on a card: ten", "10"),
    Rank.JACK: pgettext_lazy("letter on a card: jack", "J"),
    Rank.QUEEN: pgettext_lazy("letter on a card: queen", "Q"),
    Rank.KING: pgettext_lazy("letter on a card: king", "K"),
}


def card_name(card: Card) -> str:
    """`7C` -> "seven of clubs". The jokers are "red joker" and "black joker"."""
    return _name_in(card, get_language())


@lru_cache(maxsize=512)
def _name_in(card: Card, _language: str | None) -> str:
    """Kept for the process: a table names dozens of cards for each of its views."""
    if card.suit is None or card.rank is None:
        return _("red joker") if card.code == "JR" else _("black joker")
    return pgettext("name of a card", "%(rank)s of %(suit)s") % {
        "rank": _RANKS[card.rank],
        "suit": _SUITS[card.suit],
    }


def index_letter(card: Card) -> str:
    """What is printed in the card's corner, in the reader's language; T is printed as 10, a joker as a
    star.
    """
    if card.rank is None:
        return "★"
    return str(_LETTERS.get(card.rank, card.rank.letter))


def card_names(cards: Sequence[Card]) -> str:
    """Several cards, for a screen reader: "two of hearts, king of spades"."""
    return ", ".join(card_name(card) for card in cards)


_SIGNS = {"C": "♣\ufe0e", "D": "♦\ufe0e", "H": "♥\ufe0e", "S": "♠\ufe0e"}  # as text, never as pictures


def card_marks(cards: Sequence[Card]) -> str:
    """Several cards in little room, in the reader's letters: `A♠ 2♠ 3♠`; a joker by its name."""
    return " ".join(
        card_name(card) if card.is_joker else index_letter(card) + _SIGNS[card.code[1]] for card in cards
    )


def meld_name(meld: Meld) -> str:
    """ "Set of nines" or "Run of clubs", for the label under a meld; jokers don't change the name."""
    natural = [card for card in meld.cards if not card.is_joker]
    ranks = {card.rank for card in natural}
    first = natural[0]
    if len(ranks) == 1 and len(natural) > 1 and first.rank is not None:
        return str(_RANKS_OF_A_SET[first.rank])
    if first.suit is None:
        return _("Meld")
    return _("Run of %(suit)s") % {"suit": _SUITS[first.suit]}


_GAMES = {
    "knock-rummy": gettext_lazy("Knock Rummy"),
    "poker-rum": gettext_lazy("Poker Rum"),
    "rum-knock": gettext_lazy("Rum Knock"),
    "no-knock": gettext_lazy("No-Knock Rummy"),
    "joker-knock": gettext_lazy("Joker Knock"),
    "seven-for-all": gettext_lazy("Knock Rummy, seven for all"),
    "full-turn-first": gettext_lazy("Knock Rummy, full turn first"),
    "knock-pool": gettext_lazy("Knock Rummy, pool"),
    "knock-match": gettext_lazy("Knock Rummy, match"),
    "gin": gettext_lazy("Gin Rummy"),
    "gin-250": gettext_lazy("Gin Rummy to 250"),
    "gin-500": gettext_lazy("Gin Rummy to 500"),
    "gin-match": gettext_lazy("Gin Rummy, best of three"),
    "oklahoma": gettext_lazy("Oklahoma Gin"),
    "straight-gin": gettext_lazy("Straight Gin"),
    "hollywood": gettext_lazy("Hollywood Gin"),
    "partnership": gettext_lazy("Partnership Gin"),
    "manhattan": gettext_lazy("Manhattan Gin"),
    "chicago": gettext_lazy("Chicago Gin"),
    "spades-double": gettext_lazy("Gin Rummy, spades double"),
    "cutthroat": gettext_lazy("Cutthroat Gin, three players"),
    "tonk": gettext_lazy("Tonk"),
}


def game_name(preset: str) -> str:
    """A preset's name as people say it; an unknown key is its own name."""
    return str(_GAMES.get(preset, preset))


def example_cards() -> dict[str, tuple[Card, ...]]:
    """Cards that the help page shows: a set, a run, two cards that are no meld."""
    return {
        "set": parse_cards("9S 9H 9D"),
        "run": parse_cards("5C 6C 7C"),
        "none": parse_cards("QS KS AS"),
    }
