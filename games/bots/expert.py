"""`expert`: the strongest bot, in Knock Rummy and in Gin Rummy."""

from __future__ import annotations

from random import Random

from games.bots.club import ClubBot
from games.bots.learned_values import LEARNED, Book
from games.bots.lookahead import LookAhead
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
    """Hands each decision to the policy for the game that is played; where nothing was learned, to `club`."""

    name = "expert"

    def __init__(self, book: Book = LEARNED) -> None:
        self._knock, self._gin = LookAhead(self.name, book), GinLookAhead(self.name, book)
        self._club = ClubBot()

    def choose(self, observation: Observation, rng: Random) -> Move:
        policy = self._gin if observation.ruleset.family is Family.GIN else self._knock
        return (policy if policy.knows(observation) else self._club).choose(observation, rng)
