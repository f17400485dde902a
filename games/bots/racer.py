"""`expert` where one may knock with little or nothing: who has few cards loose first, wins.

Deadwood alone says little there, so nothing is learned of it. A knock wins nearly always, and much: this player
knocks as soon as it may, takes what `club` takes and whatever lets it knock at once, and throws by what is left on
average after its next draw and by how many draws let it knock; a card that could still meld with others of the hand
is dearer to it than its points, by what the arena showed.
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
ENDS: Final = 20.0  # points that a draw is worth which is sure to end the deal
A_PARTNER: Final = 1.2  # points that a partner in the hand is worth
WELCOME: Final = 1.0  # points that a throw costs which the next player is sure to take


class Racer(ClubBot):
    """One draw ahead, with an eye on the draw after it."""

    name = "expert"

    def takes(self, observation: Observation, rng: Random) -> bool:
        return super().takes(observation, rng) or _ends_with(observation, observation.pile[-1])

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        best, _left = best_discard(observation.hand, observation.banned)
        if KNOCKS[best.index] in observation.legal_moves:
            return KNOCKS[best.index]
        assert observation.seat is not None
        hand, unseen = observation.hand.bits, unseen_bits(observation)
        chances = holding(observation, following_seat(observation, observation.seat))
        limit = observation.knock_limit or 0

        def price(card: Card) -> float:
            after = deadwood_after_draws(hand ^ card.bit, unseen)
            ends = sum([left <= limit for left in after])
            drawn = (sum(after) - ENDS * ends) / max(1, len(after))
            return drawn + A_PARTNER * partner_count(card, hand) + WELCOME * welcome(card, chances)

        return DISCARDS[min((card for card, _left in candidates(observation, WEIGHED)), key=price).index]


def _ends_with(observation: Observation, card: Card) -> bool:
    """Whether one could take the card and knock in this turn."""
    if observation.ruleset.full_turn_first and observation.turns_done < len(observation.deal_seats):
        return False
    return best_discard(observation.hand + card, card)[1] <= (observation.knock_limit or 0)
