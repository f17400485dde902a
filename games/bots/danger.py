"""How welcome a discard would be to the next player: the chance that it completes a meld there.

Read from what is public: cards the others took and hold, and cards that lie dead.
A card near one that the player threw is less likely to be held with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.bots.masks import PARTNERS
from games.bots.outlook import unseen_bits
from games.engine.cards import DECK, Card, cards_of_bits
from games.engine.melds import RANK_BITS
from games.engine.moves import Discard
from games.engine.observation import Observation

COLD: Final = 0.55  # how much likelier a card is that has no connection with the player's throws


def _pairs(card: Card) -> tuple[int, ...]:
    """The pairs of cards (as bits) that make a meld of three with *card*."""
    others = cards_of_bits(RANK_BITS << card.index % 13 & ~card.bit)
    pairs = [a.bit | b.bit for a in others for b in others if a.index < b.index]
    rank = card.index % 13
    for low in (rank - 2, rank - 1, rank):
        if low >= 0 and low + 2 < 13:
            run = 7 << (card.index - rank + low)
            pairs.append(run & ~card.bit)
    return tuple(pairs)


PAIRS: Final = tuple(_pairs(card) for card in DECK)


def holding(observation: Observation, seat: int) -> list[float]:
    """By card index, the chance that *seat* holds each natural card, as far as the viewer can tell."""
    unseen, known = unseen_bits(observation), observation.known[seat].bits
    thrown = 0
    for play in observation.log:
        if play.seat == seat and isinstance(play.move, Discard):
            thrown |= play.move.card.bit
    hidden = observation.hand_counts[seat] - known.bit_count()
    base = hidden / max(1, unseen.bit_count())
    chances = [0.0] * len(DECK)
    for card in cards_of_bits(unseen & (1 << 52) - 1):
        chances[card.index] = base * COLD if PARTNERS[card.index] & thrown else base
    for card in cards_of_bits(known & (1 << 52) - 1):
        chances[card.index] = 1.0
    return chances


def welcome(card: Card, chances: Sequence[float]) -> float:
    """The chance, 0 to 1, that *card* completes a meld for a player with these chances."""
    if card.is_joker:
        return 1.0
    missed = 1.0
    for pair in PAIRS[card.index]:
        low = (pair & -pair).bit_length() - 1
        missed *= 1.0 - chances[low] * chances[pair.bit_length() - 1]
    return 1.0 - missed
