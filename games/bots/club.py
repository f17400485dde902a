"""`club`: how a good club player plays without counting cards.

Takes the discard when it helps a meld, keeps what leaves least deadwood, throws
the dearest card that is in no meld (of equal ones the one with the fewest partners left in
the hand), and knocks at a threshold that depends on the number of players; in gin as
soon as it may. It remembers nothing and watches nobody.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.base import TurnBot, helps_a_meld
from games.bots.masks import PARTNERS, SAME_VALUE
from games.engine.cards import Card, cards_of_bits
from games.engine.melds import best_discard, deadwood_of_bits
from games.engine.moves import DISCARDS, KNOCKS, Move
from games.engine.observation import Observation

KNOCK_AT: Final = {2: 30, 3: 22, 4: 22, 5: 18}
USUAL_HAND: Final = {2: 10, 3: 7, 4: 7, 5: 6}


def hand_size(observation: Observation) -> int:
    """Cards each in this deal, whatever has been drawn since."""
    return observation.ruleset.hand_size(len(observation.deal_seats))


def knock_threshold(observation: Observation) -> int:
    """The most deadwood to knock with: by number of players, in proportion to the size of the hands."""
    if observation.ruleset.traits.knocks_by_limit:
        return observation.knock_limit or 0
    players = len(observation.deal_seats)
    return KNOCK_AT[players] * hand_size(observation) // USUAL_HAND[players]


class ClubBot(TurnBot):
    """The bot that fills seats at a club night."""

    name = "club"

    def takes(self, observation: Observation, rng: Random) -> bool:  # noqa: ARG002 - the interface
        card = observation.pile[-1]
        hand = observation.hand
        if card.is_joker:
            return True
        if not helps_a_meld(hand.bits, card):
            return False
        return best_discard(hand + card, card)[1] < deadwood_of_bits(hand.bits)

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        card, left = best_discard(observation.hand, observation.banned)
        if left <= knock_threshold(observation) and KNOCKS[card.index] in observation.legal_moves:
            return KNOCKS[card.index]
        return DISCARDS[fewest_partners(observation, card, left).index]


def fewest_partners(observation: Observation, best: Card, left: int) -> Card:
    """Among the cards as dear as the *best* discard that leave as little, the one with the fewest partners.

    Equal ones: the first in index order. A joker is never thrown for a natural card.
    """
    hand = observation.hand.bits
    same = hand & SAME_VALUE[best.value]
    if observation.banned is not None:
        same &= ~observation.banned.bit
    if same == best.bit:
        return best
    candidates = sorted(cards_of_bits(same), key=lambda card: (PARTNERS[card.index] & hand).bit_count())
    return next(card for card in candidates if card is best or deadwood_of_bits(hand ^ card.bit) == left)
