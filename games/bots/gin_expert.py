"""The gin expert: draws, throws and knocks by expected points, read off three learned functions.

It reads the opponent's cards from draws and throws (`gin_reading`), looks one draw ahead over the cards that
may still come (`gin_features`), and asks what waiting, drawing blindly and knocking have been
worth in such positions (`learned_gin`). The score sheet tells it an opponent who knocks as soon
as it may: there it keeps its own knocks back and collects undercuts.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.base import TurnBot
from games.bots.gin_features import GinSense, around, knocking, patience, waiting
from games.bots.gin_reading import Reading, read
from games.bots.learned_gin import LEARNED
from games.bots.references import GinLever
from games.bots.weighing import Weighed, best_first
from games.engine.cards import Card, Hand, cards_of_bits
from games.engine.melds import deadwood_of_bits
from games.engine.moves import DISCARDS, DRAW_STOCK, KNOCKS, PASS, TAKE_PILE, Discard, Knock, Move
from games.engine.observation import Observation
from games.engine.phases import Phase

WEIGHED: Final = 6
QUICK: Final = 0.36  # below this patience an opponent counts as one who knocks at once
# (hand of ten as bits, its deadwood, the card laid away)
Option = tuple[int, int, Card]


class GinExpert(TurnBot):
    """One policy for all gin games between two; in partnership the two at one board."""

    def __init__(self, name: str, sense: GinSense = LEARNED, patient: float | None = None) -> None:
        """*patient* is what it takes its opponents for; None: what the score sheet shows."""
        self.name = name
        self.sense = sense
        self._patient = patient
        self._trap = GinLever()

    def around(self, observation: Observation, reading: Reading) -> tuple[float, ...]:
        """The features that all moves of this moment share."""
        return around(observation, reading, self._patience(observation))

    def _patience(self, observation: Observation) -> float:
        return patience(observation) if self._patient is None else self._patient

    def takes(self, observation: Observation, rng: Random) -> bool:  # noqa: ARG002 - the interface
        return self.weigh(observation)[0].move is TAKE_PILE

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        return self.weigh(observation)[0].move

    def weigh(self, observation: Observation, also: Move | None = None) -> tuple[Weighed, ...]:
        """The moves worth looking at, best first, *also* among them; the first is the one it makes.

        Against who knocks at once it lies in wait: that move then counts as much as the best.
        """
        weighed = self._weigh(observation, also)
        if self._patience(observation) >= QUICK:
            return weighed
        move = self._trap.choose(observation, Random(0))
        rest = [each for each in weighed if each.move != move]
        return (Weighed(move, weighed[0].value), *rest)

    def _weigh(self, observation: Observation, also: Move | None) -> tuple[Weighed, ...]:
        """The same by the learned functions alone."""
        reading = read(observation, self.sense.held)
        if observation.phase is Phase.DISCARD:
            return best_first(self._ends(observation, reading, observation.hand, observation.banned, also))
        hand, card = observation.hand, observation.pile[-1]
        limit, about = observation.knock_limit or 0, self.around(observation, reading)
        other = PASS if observation.phase is Phase.UPCARD else DRAW_STOCK
        drawn = self.sense.drawing.value(waiting(hand.bits, reading, limit, about))
        taken = max(each.value for each in self._ends(observation, reading, hand + card, card, None))
        return best_first((Weighed(other, drawn), Weighed(TAKE_PILE, taken)))

    def _ends(
        self, observation: Observation, reading: Reading, hand: Hand, banned: Card | None, also: Move | None
    ) -> list[Weighed]:
        """The ends of a turn with *hand* (eleven cards): the knock with the best discard first, then discards."""
        limit, about = observation.knock_limit or 0, self.around(observation, reading)
        options = _options(hand, banned)
        knocks = options[:1] if options[0][1] <= limit else []
        looked_at = options[:WEIGHED]
        if isinstance(also, Discard | Knock):
            listed = knocks if isinstance(also, Knock) else looked_at
            listed += [option for option in options if option[2] is also.card and option not in listed]
        found = [
            Weighed(KNOCKS[card.index], self.sense.knocking.value(knocking(bits, left, reading, about)))
            for bits, left, card in knocks
        ]
        gin = found[0].value if knocks and knocks[0][1] == 0 else None
        for bits, _left, card in looked_at:
            value = self.sense.waiting.value(waiting(bits, reading, limit, about, card))
            # Whoever holds gin shows it: nothing that a hand can grow to is worth more.
            found.append(Weighed(DISCARDS[card.index], value if gin is None else min(value, gin)))
        return found


def _options(hand: Hand, banned: Card | None) -> list[Option]:
    """Every discard with what it leaves; least deadwood first, the dearest among equals."""
    options = [
        (hand.bits ^ card.bit, deadwood_of_bits(hand.bits ^ card.bit), card)
        for card in cards_of_bits(hand.bits)
        if card is not banned
    ]
    options.sort(key=lambda option: (option[1], -option[2].value, option[2].index))
    return options
