"""A bot that watches another: every choice is legal, and the same when it is asked for again."""

from __future__ import annotations

import random

from games.bots.base import Bot
from games.engine.moves import Move
from games.engine.observation import Observation


class Watched:
    """Plays as *bot*, and asks it each thing twice."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name = bot.name
        self.moves: list[Move] = []

    def choose(self, observation: Observation, rng: random.Random) -> Move:
        luck = rng.getstate()
        move = self.bot.choose(observation, rng)
        after = rng.getstate()
        rng.setstate(luck)
        assert self.bot.choose(observation, rng) == move
        assert rng.getstate() == after
        assert move in observation.legal_moves
        self.moves.append(move)
        return move
