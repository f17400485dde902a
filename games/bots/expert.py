"""`expert`: the strongest bot, in Knock Rummy and in Gin Rummy."""

from __future__ import annotations

from random import Random

from games.bots.base import Bot
from games.bots.club import ClubBot
from games.bots.learned_values import LEARNED, Book
from games.bots.lookahead import LookAhead
from games.bots.strong import StrongBot
from games.engine.moves import Move
from games.engine.observation import Observation
from games.engine.options import Family


class GinLookAhead(LookAhead):
    """Gin: more discards are worth a look, and a card given away costs more, since there is one opponent."""

    weighed = 8
    danger = 6.0

    def key(self, observation: Observation) -> tuple[str, int]:  # noqa: ARG002 - the interface
        return "gin", 2


class Expert:
    """Hands each decision to the policy for the game that is played; where nothing was learned, to a simpler one."""

    name = "expert"

    def __init__(self, book: Book = LEARNED) -> None:
        self._knock, self._gin = LookAhead(self.name, book), GinLookAhead(self.name, book)
        self._others: dict[Family, Bot] = {family: ClubBot() for family in Family} | {Family.GIN: StrongBot()}

    def choose(self, observation: Observation, rng: Random) -> Move:
        family = observation.ruleset.family
        policy = self._gin if family is Family.GIN else self._knock
        return (policy if policy.knows(observation) else self._others[family]).choose(observation, rng)
