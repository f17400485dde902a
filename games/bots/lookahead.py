"""The policy behind the experts: every draw, discard and knock weighed by expected points.

It knows what each deadwood is worth at each moment of the deal (`learned_values`) and looks
one draw ahead over all cards that it hasn't seen; a discard also costs what it may
bring the next player. Where the end of a pool or match is near, the standing sways it between
knocking and playing on. The games differ in the curves and in a few weights.
"""

from __future__ import annotations

from random import Random

from games.bots.base import TurnBot
from games.bots.club import USUAL_HAND
from games.bots.danger import holding, welcome
from games.bots.foresight import bent
from games.bots.learned_values import LEARNED, Book, Outlook
from games.bots.outlook import candidates, mean_value, unseen_bits
from games.bots.standing import Standing
from games.bots.weighing import Weighed, best_first
from games.engine.cards import Card
from games.engine.melds import best_discard, deadwood_of_bits
from games.engine.moves import DISCARDS, DRAW_STOCK, KNOCKS, TAKE_PILE, Discard, Knock, Move
from games.engine.observation import Observation
from games.engine.phases import Phase


class LookAhead(TurnBot):
    """`weighed`: discards looked at closely; `danger`: points that a welcome discard costs."""

    weighed = 5
    danger = 0.0

    def __init__(self, name: str, book: Book = LEARNED, by_standing: bool = True) -> None:
        """*by_standing*: whether it looks at the score sheet."""
        self.name = name
        self.book = book
        self.by_standing = by_standing

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
        return self.weigh(observation)[0].move is TAKE_PILE

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        return self.weigh(observation)[0].move

    def weigh(self, observation: Observation, also: Move | None = None) -> tuple[Weighed, ...]:
        """The moves worth looking at, best first, *also* among them; the first is the one it makes."""
        if observation.phase is Phase.DISCARD:
            return self._weigh_ends(observation, also)
        return self._weigh_draws(observation)

    def _weigh_draws(self, observation: Observation) -> tuple[Weighed, ...]:
        """Taking the top of the pile and drawing from the stock; what is worth the same, from the stock."""
        card, hand = observation.pile[-1], observation.hand
        value = self.look(observation).now_best
        taken = value[best_discard(hand + card, card)[1]]
        drawn = mean_value(hand.bits, unseen_bits(observation), value)
        return best_first((Weighed(DRAW_STOCK, drawn), Weighed(TAKE_PILE, taken)))

    def _weigh_ends(self, observation: Observation, also: Move | None) -> tuple[Weighed, ...]:
        """Knocking with the best discard, and laying each likely card away; of equal ones the knock."""
        ahead, hand, unseen = self.look(observation), observation.hand.bits, unseen_bits(observation)
        options = candidates(observation, self.weighed)
        knocks = [options[0]] if KNOCKS[options[0][0].index] in observation.legal_moves else []
        if isinstance(also, (Discard, Knock)):
            listed = knocks if isinstance(also, Knock) else options
            if also.card not in [card for card, _ in listed]:
                listed.append((also.card, deadwood_of_bits(hand ^ also.card.bit)))
        costs = self._costs(observation, [card for card, _ in options])
        knocking, playing_on = self._sway(observation, *options[0]) if knocks else (0.0, 0.0)
        weighed = [Weighed(KNOCKS[card.index], ahead.now.knock[left] + knocking) for card, left in knocks]
        weighed += [
            Weighed(DISCARDS[card.index], _waiting(ahead, hand ^ card.bit, left, unseen) - cost + playing_on)
            for (card, left), cost in zip(options, costs, strict=True)
        ]
        return best_first(weighed)

    def _sway(self, observation: Observation, card: Card, left: int) -> tuple[float, float]:
        """What the standing adds to a knock with this discard, and to playing on."""
        standing = Standing.of(observation) if self.by_standing else None
        if standing is None:
            return 0.0, 0.0
        moment = self.look(observation).now
        return bent(observation, standing, observation.hand.bits ^ card.bit, left, moment)

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
