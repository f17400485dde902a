"""What a bot is, and the skeleton that the bots of this package share.

A bot sees an `Observation` and a random generator, nothing else: no state, no
clock, no other hand. The same observation and the same generator give the same
move. No bot here re-enters a pool or cuts: decisions that belong to people.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Protocol

from games.bots.masks import JOKER_BITS, PARTNERS
from games.bots.tonk_play import drops, fits_the_table, next_to_lay
from games.engine.cards import Card
from games.engine.melds import deadwood_of_bits
from games.engine.moves import BIG_GIN, DRAW_STOCK, DROP, PASS, TAKE_PILE, Move
from games.engine.observation import Observation
from games.engine.phases import Phase


class Bot(Protocol):
    """A policy. `choose` is called only when there are legal moves, and returns one of them."""

    name: str

    def choose(self, observation: Observation, rng: Random) -> Move:
        """The move to make."""


class TurnBot(ABC):
    """The parts of a turn as methods: whether to take the pile's card, and how to end the turn.

    What isn't a matter of skill is done here: nothing is cut, no stake is paid
    again, big gin is shown when it is there.
    """

    name: str

    def choose(self, observation: Observation, rng: Random) -> Move:
        phase = observation.phase
        if observation.ruleset.traits.melds_on_table and phase in (Phase.DRAW, Phase.DISCARD):
            return self._in_tonk(observation, rng)
        if phase is Phase.DISCARD:
            if observation.ruleset.big_gin and BIG_GIN in observation.legal_moves:
                return BIG_GIN
            return self.finish(observation, rng)
        if phase is Phase.DRAW:
            wanted = TAKE_PILE in observation.legal_moves and self.takes(observation, rng)
            return TAKE_PILE if wanted else DRAW_STOCK
        if phase is Phase.UPCARD:
            return TAKE_PILE if self.takes(observation, rng) else PASS
        # The cut (first: no cut) and the re-entry (last: decline).
        moves = tuple(observation.legal_moves)
        return moves[0] if phase is Phase.CUT else moves[-1]

    def _in_tonk(self, observation: Observation, rng: Random) -> Move:
        """A move of Tonk: drop or draw, then lay what can be laid, then discard."""
        if observation.phase is Phase.DISCARD:
            return next_to_lay(observation) or self.finish(observation, rng)
        if drops(observation):
            return DROP
        top = observation.pile[-1]
        return TAKE_PILE if fits_the_table(observation, top) or self.takes(observation, rng) else DRAW_STOCK

    @abstractmethod
    def takes(self, observation: Observation, rng: Random) -> bool:
        """Whether to take the top of the pile; asked only when that is legal."""

    @abstractmethod
    def finish(self, observation: Observation, rng: Random) -> Move:
        """The discard or knock that ends the turn."""


def helps_a_meld(hand: int, card: Card) -> bool:
    """Whether a card would lie in a meld with cards of the hand (bits)."""
    if (PARTNERS[card.index] & hand).bit_count() < 2 and not hand & JOKER_BITS:
        return False
    return deadwood_of_bits(hand | card.bit) < deadwood_of_bits(hand) + card.value
