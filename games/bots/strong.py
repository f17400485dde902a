"""`strong`: counts the cards it has seen and looks one draw ahead, by fixed rules.

Throws what leaves the least deadwood on average after its next draw, takes the
discard when that lowers its deadwood, and knocks at the threshold that is best against many kinds
of players; in gin it knocks early or waits for gin. It doesn't read the other players.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.base import TurnBot, helps_a_meld
from games.bots.club import USUAL_HAND, hand_size
from games.bots.outlook import candidates, deadwood_after_draws, unseen_bits
from games.engine.melds import best_discard, deadwood_of_bits
from games.engine.moves import DISCARDS, KNOCKS, Move
from games.engine.observation import Observation
from games.engine.options import Family

KNOCK_AT: Final = {2: 41, 3: 35, 4: 36, 5: 31}
ONLY_GIN_AFTER: Final = 3
WEIGHED: Final = 6


class StrongBot(TurnBot):
    """One draw ahead."""

    name = "strong"

    def takes(self, observation: Observation, rng: Random) -> bool:  # noqa: ARG002 - the interface
        card, hand = observation.pile[-1], observation.hand
        if card.is_joker:
            return True
        if observation.ruleset.family is Family.GIN and not helps_a_meld(hand.bits, card):
            return False
        return best_discard(hand + card, card)[1] < deadwood_of_bits(hand.bits)

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        card, left = best_discard(observation.hand, observation.banned)
        if self.knocks_at(observation, left) and KNOCKS[card.index] in observation.legal_moves:
            return KNOCKS[card.index]
        hand, unseen = observation.hand.bits, unseen_bits(observation)
        options = candidates(observation, WEIGHED)
        after = [sum(deadwood_after_draws(hand ^ thrown.bit, unseen)) for thrown, _ in options]
        return DISCARDS[options[after.index(min(after))][0].index]

    def knocks_at(self, observation: Observation, left: int) -> bool:
        """Whether to knock with *left* deadwood, if that is legal."""
        if observation.ruleset.family is Family.GIN:
            turn = observation.turns_done // 2 + 1
            return left == 0 or turn <= ONLY_GIN_AFTER
        players = len(observation.deal_seats)
        return left <= KNOCK_AT[players] * hand_size(observation) // USUAL_HAND[players]
