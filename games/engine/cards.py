"""Cards and sets of cards: the one representation shared by engine, bots and pages.

A `Card` is a named, interned value; a `Hand` is an immutable set of cards that
reads like a set and holds one integer inside. Bit *i* of that integer is the
card with index *i*: four lanes of 13 bits (suits C D H S, ranks A to K), then
the two jokers.

This module knows what cards are worth as deadwood (docs/rules.md, "Words") and
nothing about melds, players or whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, NoReturn

RANK_LETTERS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "CDHS"
RANKS: Final = 13
JOKER_VALUE: Final = 15


class Suit(IntEnum):
    """The four suits, numbered in the order in which hands are listed."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return SUIT_LETTERS[self]


class Rank(IntEnum):
    """The thirteen ranks; the ace is low only."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12

    @property
    def letter(self) -> str:
        return RANK_LETTERS[self]


class CardErrorReason(StrEnum):
    """Why a text or a collection is not a set of cards."""

    UNKNOWN_CARD = "unknown_card"
    DUPLICATE_CARD = "duplicate_card"
    CARD_NOT_HELD = "card_not_held"
    JOKER_COUNT = "joker_count"
    NOT_A_MELD = "not_a_meld"


class CardError(ValueError):
    """Not a card, or not a set of cards. `reason` is stable, `text` is what was given."""

    def __init__(self, reason: CardErrorReason, text: str) -> None:
        super().__init__(reason.value, text)
        self.reason = reason
        self.text = text


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the 54 cards. There is one object per card, so `is` and `==` agree.

    `index` is suit * 13 + rank (suits C D H S, ranks A = 0 to K = 12); the
    jokers `JR` and `JB` are 52 and 53 and have neither suit nor rank. `value`
    is what the card costs as deadwood: A = 1, pictures 10, joker 15.
    """

    index: int
    code: str
    value: int
    suit: Suit | None
    rank: Rank | None
    bit: int

    @property
    def is_joker(self) -> bool:
        return self.suit is None

    @classmethod
    def from_code(cls, code: str) -> Card:
        """The card called *code* (`"TD"`, `"JR"`). Raises `CardError` (`unknown_card`)."""
        try:
            return _BY_CODE[code]
        except KeyError:
            raise CardError(CardErrorReason.UNKNOWN_CARD, code) from None

    @classmethod
    def from_index(cls, index: int) -> Card:
        """The card with this index, 0 to 53. Raises `CardError` (`unknown_card`)."""
        if not 0 <= index < len(ALL_CARDS):
            raise CardError(CardErrorReason.UNKNOWN_CARD, str(index))
        return ALL_CARDS[index]

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card({self.code})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # Copies and unpickled cards must stay the one object there is of each.
        return Card.from_code, (self.code,)


def _natural(suit: Suit, rank: Rank) -> Card:
    index = suit * RANKS + rank
    return Card(index, rank.letter + suit.letter, min(rank + 1, 10), suit, rank, 1 << index)


def _joker(index: int, code: str) -> Card:
    return Card(index, code, JOKER_VALUE, None, None, 1 << index)


DECK: Final[tuple[Card, ...]] = tuple(_natural(suit, rank) for suit in Suit for rank in Rank)
JOKERS: Final[tuple[Card, ...]] = (_joker(52, "JR"), _joker(53, "JB"))
ALL_CARDS: Final[tuple[Card, ...]] = DECK + JOKERS
_BY_CODE: Final = {card.code: card for card in ALL_CARDS}


def deck(jokers: int = 0) -> tuple[Card, ...]:
    """The 52 cards in index order, followed by 0, 1 or 2 jokers. Raises `CardError` (`joker_count`)."""
    if not 0 <= jokers <= len(JOKERS):
        raise CardError(CardErrorReason.JOKER_COUNT, str(jokers))
    return DECK + JOKERS[:jokers]


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards named in *text*, in its order: `"AS TD JR"`; `""` gives `()`.

    Raises `CardError` with `unknown_card` or `duplicate_card` and the code at fault.
    """
    cards = tuple(Card.from_code(code) for code in text.split())
    seen = 0
    for card in cards:
        if seen & card.bit:
            raise CardError(CardErrorReason.DUPLICATE_CARD, card.code)
        seen |= card.bit
    return cards


def format_cards(cards: Iterable[Card]) -> str:
    """The codes joined with one space, in the order given; the inverse of `parse_cards`."""
    return " ".join(card.code for card in cards)


# Masks of the cards whose value has the binary digit 1, 2, 4, 8: a hand's value is four population counts.
_VALUE_DIGITS: Final = tuple(
    sum(card.bit for card in ALL_CARDS if card.value & digit) for digit in (1, 2, 4, 8)
)
_ONES, _TWOS, _FOURS, _EIGHTS = _VALUE_DIGITS


def value_of_bits(bits: int) -> int:
    """The summed value of a set of cards given as bits."""
    return (
        (bits & _ONES).bit_count()
        + 2 * (bits & _TWOS).bit_count()
        + 4 * (bits & _FOURS).bit_count()
        + 8 * (bits & _EIGHTS).bit_count()
    )


def cards_of_bits(bits: int) -> tuple[Card, ...]:
    """The cards of a set given as bits, in index order."""
    cards = []
    while bits:
        low = bits & -bits
        cards.append(ALL_CARDS[low.bit_length() - 1])
        bits ^= low
    return tuple(cards)


class Hand:
    """An immutable set of cards, at most one of each.

    `Hand(cards)` raises `CardError` (`duplicate_card`) when a card comes twice.
    Iteration is in index order. `hand + card` and `hand - card` give new hands
    and raise `duplicate_card` or `card_not_held`; `a | b` is the union. `bits` is
    the integer inside, for code that must be fast.
    """

    __slots__ = ("bits",)
    bits: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        bits = 0
        for card in cards:
            if bits & card.bit:
                raise CardError(CardErrorReason.DUPLICATE_CARD, card.code)
            bits |= card.bit
        _set_bits(self, bits)

    @classmethod
    def from_bits(cls, bits: int) -> Hand:
        """The hand with these bits. Trusted: the caller vouches for 0 <= bits < 2**54."""
        hand = _new_hand(Hand)
        _set_bits(hand, bits)
        return hand

    @classmethod
    def parse(cls, text: str) -> Hand:
        """`Hand(parse_cards(text))`."""
        return cls(parse_cards(text))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"Hand is immutable: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"Hand is immutable: {name}")

    @property
    def value(self) -> int:
        """The summed value of all its cards, melded or not."""
        return value_of_bits(self.bits)

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_of_bits(self.bits))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.bits & card.bit)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __add__(self, card: Card) -> Hand:
        if self.bits & card.bit:
            raise CardError(CardErrorReason.DUPLICATE_CARD, card.code)
        return Hand.from_bits(self.bits | card.bit)

    def __sub__(self, card: Card) -> Hand:
        if not self.bits & card.bit:
            raise CardError(CardErrorReason.CARD_NOT_HELD, card.code)
        return Hand.from_bits(self.bits ^ card.bit)

    def __or__(self, other: Hand) -> Hand:
        return Hand.from_bits(self.bits | other.bits)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Hand.from_bits, (self.bits,)

    def __str__(self) -> str:
        return format_cards(self)

    def __repr__(self) -> str:
        return f"Hand({format_cards(self)})"


# Assignment through the slot itself: `Hand.__setattr__` refuses everybody else.
_new_hand = object.__new__
_set_bits = Hand.__dict__["bits"].__set__
