"""`expert`: the strongest bot, in Knock Rummy and in Gin Rummy."""

from __future__ import annotations

from random import Random

from games.bots.club import ClubBot
from games.bots.gin_expert import GinExpert
from games.bots.learned_values import LEARNED, Book
from games.bots.lookahead import LookAhead
from games.bots.racer import Racer
from games.bots.weighing import Weighed
from games.engine.moves import Move
from games.engine.observation import Observation
from games.engine.options import Family


class Expert:
    """Hands each decision to the policy for the game that is played; to `Racer` or `club` where nothing was learned."""

    name = "expert"

    def __init__(self, book: Book = LEARNED, by_standing: bool = True) -> None:
        """*by_standing*: whether it looks at the score sheet of a pool or match."""
        self._knock, self._gin = LookAhead(self.name, book, by_standing), GinExpert(self.name)
        self._race, self._other = Racer(), ClubBot()

    def choose(self, observation: Observation, rng: Random) -> Move:
        policy = self._policy(observation)
        if policy is not None:
            return policy.choose(observation, rng)
        races = observation.ruleset.family is Family.KNOCK and observation.ruleset.knock_limit is not None
        return (self._race if races else self._other).choose(observation, rng)

    def weigh(self, observation: Observation, also: Move | None = None) -> tuple[Weighed, ...]:
        """The choices of a draw or an end of a turn with their expected points, best first, *also* among them.

        Empty where nothing was learned of this game.
        """
        policy = self._policy(observation)
        return () if policy is None else policy.weigh(observation, also)

    def _policy(self, observation: Observation) -> LookAhead | GinExpert | None:
        if observation.ruleset.family is Family.GIN:
            return self._gin
        knows = observation.ruleset.family is Family.KNOCK and self._knock.knows(observation)
        return self._knock if knows else None
