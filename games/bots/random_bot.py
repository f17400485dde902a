"""`random`: any legal move, but no silly knock.

The measure of what no skill at all is worth, and a quick way to play through
every corner of the rules. It never knocks with more deadwood than a tenth of
what a hand can hold.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.base import TurnBot
from games.engine.melds import best_discard
from games.engine.moves import DISCARDS, KNOCKS, Move
from games.engine.observation import Observation

SENSIBLE_KNOCK: Final = 10


class RandomBot(TurnBot):
    """Draws and discards at random; knocks with the best discard at 10 or less."""

    name = "random"

    def takes(self, observation: Observation, rng: Random) -> bool:  # noqa: ARG002 - the interface
        return rng.random() < 0.5

    def finish(self, observation: Observation, rng: Random) -> Move:
        card, left = best_discard(observation.hand, observation.banned)
        if left <= SENSIBLE_KNOCK and KNOCKS[card.index] in observation.legal_moves:
            return KNOCKS[card.index]
        throwable = [card for card in observation.hand if card is not observation.banned]
        return DISCARDS[rng.choice(throwable).index]
