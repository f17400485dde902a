"""`beginner`: plays to its own hand and errs on purpose, at a set rate.

A club player who now and then doesn't see that a card helps, throws any loose card
instead of the dearest, and knocks only with little left. Its mistakes don't depend on
how the game stands, so that it is beatable and never looks as if it let somebody win.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.club import ClubBot, knock_threshold
from games.bots.outlook import throwable
from games.engine.melds import best_arrangement, best_discard
from games.engine.moves import DISCARDS, KNOCKS, Move
from games.engine.observation import Observation

OVERLOOKS: Final = 0.25  # the share of helpful cards on the pile that it doesn't see
ERRS: Final = 0.35  # the share of discards that are any loose card


class BeginnerBot(ClubBot):
    """The easiest bot that still knows what it is doing."""

    name = "beginner"

    def takes(self, observation: Observation, rng: Random) -> bool:
        return rng.random() >= OVERLOOKS and super().takes(observation, rng)

    def finish(self, observation: Observation, rng: Random) -> Move:
        errs = rng.random() < ERRS
        card, left = best_discard(observation.hand, observation.banned)
        if left <= knock_threshold(observation) // 2 and KNOCKS[card.index] in observation.legal_moves:
            return KNOCKS[card.index]
        loose = set(best_arrangement(observation.hand).rest) & set(throwable(observation))
        natural = sorted(card for card in loose if not card.is_joker)
        if errs and natural:
            return DISCARDS[rng.choice(natural).index]
        return DISCARDS[card.index]
