"""Sets of cards that bots think in: which cards could meld with a card, which cost the same.

Tables of bits by card index; nothing here decides anything.
"""

from __future__ import annotations

from typing import Final

from games.engine.cards import ALL_CARDS, DECK, RANKS, Card

JOKER_BITS: Final = 3 << 52
FULL_DECK: Final = (1 << 52) - 1


def _partners(card: Card) -> int:
    """Cards of the same rank, and of the same suit at most two ranks away."""
    bits = 0
    for other in DECK:
        same_rank = other.rank == card.rank
        near = other.suit == card.suit and abs(other.index - card.index) <= 2
        if other is not card and (same_rank or near):
            bits |= other.bit
    return bits


PARTNERS: Final = tuple(_partners(card) if card in DECK else FULL_DECK for card in ALL_CARDS)
"""By card index: the cards that could lie in one meld of three with it; for a joker all."""

SAME_VALUE: Final = {
    value: sum(card.bit for card in ALL_CARDS if card.value == value)
    for value in sorted({card.value for card in ALL_CARDS})
}
"""By value: all cards that cost the same."""

SUIT_BITS: Final = tuple(((1 << RANKS) - 1) << RANKS * suit for suit in range(4))


def partner_count(card: Card, among: int) -> int:
    """How many of the cards *among* (bits) could lie in a meld of three with *card*."""
    return (PARTNERS[card.index] & among).bit_count()
