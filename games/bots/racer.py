"""`expert` where one may knock with little or nothing: who has few cards loose first, wins.

Deadwood alone says little there, so nothing is learned of it. This player takes what `club` takes, knocks as soon
as it may, and throws by what is left on average after its next draw; a card that could
still meld with others of the hand is dearer to it than its points, by what the arena showed.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.club import ClubBot
from games.bots.danger import holding, welcome
from games.bots.lookahead import following_seat
from games.bots.masks import partner_count
from games.bots.outlook import candidates, deadwood_after_draws, unseen_bits
from games.engine.cards import Card
from games.engine.melds import best_discard
from games.engine.moves import DISCARDS, KNOCKS, Move
from games.engine.observation import Observation

WEIGHED: Final = 7
A_PARTNER: Final = 1.2  # points that a partner in the hand is worth
WELCOME: Final = 1.0  # points that a throw costs which the next player is sure to take


class Racer(ClubBot):
    """One draw ahead, with an eye on the draw after it."""

    name = "expert"

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        best, _left = best_discard(observation.hand, observation.banned)
        if KNOCKS[best.index] in observation.legal_moves:
            return KNOCKS[best.index]
        assert observation.seat is not None
        hand, unseen = observation.hand.bits, unseen_bits(observation)
        chances = holding(observation, following_seat(observation, observation.seat))

        def price(card: Card) -> float:
            after = deadwood_after_draws(hand ^ card.bit, unseen)
            partners = A_PARTNER * partner_count(card, hand)
            return sum(after) / max(1, len(after)) + partners + WELCOME * welcome(card, chances)

        return DISCARDS[min((card for card, _left in candidates(observation, WEIGHED)), key=price).index]
