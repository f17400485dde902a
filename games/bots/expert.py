"""`expert`: the strongest bot, in Knock Rummy and in Gin Rummy."""

from __future__ import annotations

from random import Random

from games.bots.base import Bot
from games.bots.club import ClubBot
from games.bots.learned_values import LEARNED, Book
from games.bots.lookahead import LookAhead
from games.bots.strong import StrongBot
from games.bots.weighing import Weighed
from games.engine.moves import Move
from games.engine.observation import Observation
from games.engine.options import Family


class Expert:
    """Hands each decision to the policy for the game that is played; where nothing was learned, to a simpler one."""

    name = "expert"

    def __init__(self, book: Book = LEARNED) -> None:
        self._knock = LookAhead(self.name, book)
        self._others: dict[Family, Bot] = {family: ClubBot() for family in Family} | {Family.GIN: StrongBot()}

    def choose(self, observation: Observation, rng: Random) -> Move:
        policy = self._policy(observation) or self._others[observation.ruleset.family]
        return policy.choose(observation, rng)

    def weigh(self, observation: Observation, also: Move | None = None) -> tuple[Weighed, ...]:
        """The choices of a draw or an end of a turn with their expected points, best first, *also* among them.

        Empty where nothing was learned of this game.
        """
        policy = self._policy(observation)
        return () if policy is None else policy.weigh(observation, also)

    def _policy(self, observation: Observation) -> LookAhead | None:
        if observation.ruleset.family is Family.KNOCK and self._knock.knows(observation):
            return self._knock
        return None
