"""The policy behind the experts: every draw, discard and knock weighed by expected points.

It knows what each deadwood is worth at each moment of the deal (`learned_values`) and looks
one draw ahead over all cards that it hasn't seen; a discard also costs what it may
bring the next player. The games differ in the curves and in a few weights.
"""

from __future__ import annotations

from random import Random

from games.bots.base import TurnBot
from games.bots.danger import holding, welcome
from games.bots.learned_values import LEARNED, Book, Outlook
from games.bots.outlook import candidates, mean_value, unseen_bits
from games.engine.cards import Card
from games.engine.melds import best_discard
from games.engine.moves import DISCARDS, KNOCKS, Move
from games.engine.observation import Observation


class LookAhead(TurnBot):
    """`weighed`: discards looked at closely; `danger`: points that a welcome discard costs.

    `clear`: by how many points a knock must beat playing on with the safest discard before the other
    discards aren't even looked at.
    """

    kind = "standard"
    weighed = 5
    danger = 0.0
    clear = 6.0

    def __init__(self, name: str, book: Book = LEARNED) -> None:
        self.name = name
        self.book = book

    def look(self, observation: Observation) -> Outlook:
        """The curves for this moment."""
        return self.book.outlook(self.kind, len(observation.deal_seats), observation.turns_done)

    def takes(self, observation: Observation, rng: Random) -> bool:  # noqa: ARG002 - the interface
        card, hand = observation.pile[-1], observation.hand
        if card.is_joker:
            return True
        value = self.look(observation).now_best
        taken = value[best_discard(hand + card, card)[1]]
        return taken > mean_value(hand.bits, unseen_bits(observation), value)

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        ahead, hand, unseen = self.look(observation), observation.hand.bits, unseen_bits(observation)
        options = candidates(observation, self.weighed)
        best, least = options[0]
        knock = ahead.now.knock[least] if KNOCKS[best.index] in observation.legal_moves else -1e9
        if knock > _waiting(ahead, hand ^ best.bit, least, unseen) + self.clear:
            return KNOCKS[best.index]
        costs = self._costs(observation, [card for card, _ in options])
        waits = [
            _waiting(ahead, hand ^ card.bit, left, unseen) - cost
            for (card, left), cost in zip(options, costs, strict=True)
        ]
        value = max(waits)
        if knock >= value:
            return KNOCKS[best.index]
        return DISCARDS[options[waits.index(value)][0].index]

    def _costs(self, observation: Observation, cards: list[Card]) -> list[float]:
        """What each discard costs by being welcome to the next player."""
        if not self.danger or observation.seat is None:
            return [0.0] * len(cards)
        seats = observation.deal_seats
        following = seats[(seats.index(observation.seat) + 1) % len(seats)]
        chances = holding(observation, following)
        return [self.danger * welcome(card, chances) for card in cards]


def _waiting(ahead: Outlook, hand: int, left: int, unseen: int) -> float:
    """The expected points of playing on with *hand* (bits), whose deadwood is *left*."""
    moment = ahead.now
    back = mean_value(hand, unseen, ahead.next_best)
    return moment.back * back + (1 - moment.back) * moment.hit[left]
