"""The policy behind the experts: every draw, discard and knock weighed by expected points.

It knows what each deadwood is worth at each moment of the deal (`learned_values`) and looks
one draw ahead over all cards that it hasn't seen; a discard also costs what it may
bring the next player. The games differ in the curves and in a few weights.
"""

from __future__ import annotations

from random import Random

from games.bots.base import TurnBot
from games.bots.club import USUAL_HAND
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

    weighed = 5
    danger = 0.0
    clear = 6.0

    def __init__(self, name: str, book: Book = LEARNED) -> None:
        self.name = name
        self.book = book

    def look(self, observation: Observation) -> Outlook:
        """The curves for this moment."""
        return self.book.outlook(*self.key(observation), observation.turns_done, observation.knock_limit)

    def key(self, observation: Observation) -> tuple[str, int]:
        """Which curves to use: the kind of game and the number of players in the deal."""
        return knock_kind(observation), len(observation.deal_seats)

    def knows(self, observation: Observation) -> bool:
        """Whether there are curves for this game."""
        return self.key(observation) in self.book

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
        chances = holding(observation, following_seat(observation, observation.seat))
        return [self.danger * welcome(card, chances) for card in cards]


def knock_kind(observation: Observation) -> str:
    """The kind of Knock Rummy as far as it changes what a hand is worth; `other` was never learned."""
    ruleset, players = observation.ruleset, len(observation.deal_seats)
    size = ruleset.hand_size(players)
    if size != USUAL_HAND[players]:
        plain = ruleset.knock_limit is None and not ruleset.jokers
        return "seven" if size == USUAL_HAND[3] and plain else "other"
    if ruleset.knock_limit is not None:
        return "out" if ruleset.knock_limit == 0 else "limit"
    if ruleset.jokers:
        return "joker"
    return "turn" if ruleset.full_turn_first else "standard"


def following_seat(observation: Observation, seat: int) -> int:
    """The next seat in turn that holds cards at the same board."""
    order = [(seat + step) % observation.players for step in range(1, observation.players)]
    return next(other for other in order if observation.hand_counts[other])


def _waiting(ahead: Outlook, hand: int, left: int, unseen: int) -> float:
    """The expected points of playing on with *hand* (bits), whose deadwood is *left*."""
    moment = ahead.now
    back = mean_value(hand, unseen, ahead.next_best)
    return moment.back * back + (1 - moment.back) * moment.hit[left]
