"""Reference players: fixed, simple policies by which the levels are measured. Not offered to people.

Knock Rummy (no published strategy exists, so these are our own yardsticks):
`simple-T` takes the upcard when that lowers its deadwood, throws for least
deadwood (the dearest of equals) and knocks at T or less; `field` is a simple player
whose T is drawn anew for each deal from 0, 5, ... 40; `partners-T` breaks ties of
discards by meld partners still held; `schedule` knocks by a threshold that falls
from turn to turn, near the equilibrium of such players.

Gin: `gin-simple` is the simple player of the undergraduate gin challenge in words; `gin-lever` throws
for the least expected deadwood after its next draw and waits for gin after its third turn; `gin-points` is the
expert without the score: it plays every deal for its points.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from games.bots.base import Bot, TurnBot, helps_a_meld
from games.bots.club import fewest_partners
from games.bots.danger import PAIRS
from games.bots.gin_expert import GinExpert
from games.bots.masks import FULL_DECK
from games.engine.cards import Card, Hand, cards_of_bits
from games.engine.melds import best_discard, deadwood_of_bits, discard_options
from games.engine.moves import DISCARDS, KNOCKS, Discard, Move
from games.engine.observation import Observation

FIELD_THRESHOLDS: Final = tuple(range(0, 41, 5))
# Threshold by turn of the deal (1: the first of every player), by number of players; straight lines between.
SCHEDULE_TURNS: Final = (1, 2, 3, 5, 8, 11)
SCHEDULE: Final = {
    2: (78, 72, 63, 53, 48, 41),
    3: (41, 44, 46, 42, 37, 35),
    4: (40, 41, 42, 42, 36, 36),
    5: (33, 34, 34, 37, 31, 31),
}


class SimpleKnock(TurnBot):
    """The simple knock player with a fixed threshold."""

    def __init__(self, threshold: int, partners: bool = False) -> None:
        self.name = f"{'partners' if partners else 'simple'}-{threshold}"
        self.threshold = threshold
        self.partners = partners

    def takes(self, observation: Observation, rng: Random) -> bool:  # noqa: ARG002 - the interface
        card = observation.pile[-1]
        return best_discard(observation.hand + card, card)[1] < deadwood_of_bits(observation.hand.bits)

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        card, left = best_discard(observation.hand, observation.banned)
        if left <= self.limit(observation) and KNOCKS[card.index] in observation.legal_moves:
            return KNOCKS[card.index]
        return DISCARDS[(fewest_partners(observation, card, left) if self.partners else card).index]

    def limit(self, observation: Observation) -> int:  # noqa: ARG002 - for the schedule
        return self.threshold


def turn_number(observation: Observation) -> int:
    """The number of this seat's turn in the deal, from 1."""
    return observation.turns_done // len(observation.deal_seats) + 1


class Schedule(SimpleKnock):
    """The simple player with a threshold by turn."""

    def __init__(self) -> None:
        super().__init__(0, partners=True)
        self.name = "schedule"

    def limit(self, observation: Observation) -> int:
        return scheduled_threshold(len(observation.deal_seats), turn_number(observation))


def scheduled_threshold(players: int, turn: int) -> int:
    """The schedule's threshold in a turn of the deal, on straight lines between its points."""
    values = SCHEDULE[players]
    for place in range(1, len(SCHEDULE_TURNS)):
        before, after = SCHEDULE_TURNS[place - 1], SCHEDULE_TURNS[place]
        if turn <= after:
            share = (turn - before) / (after - before)
            return round(values[place - 1] + share * (values[place] - values[place - 1]))
    return values[-1]


class GinSimple(TurnBot):
    """Takes a card that makes any meld, throws for least deadwood at random among equals, knocks at once."""

    name = "gin-simple"

    def takes(self, observation: Observation, rng: Random) -> bool:  # noqa: ARG002 - the interface
        hand = observation.hand.bits
        return any(pair & hand == pair for pair in PAIRS[observation.pile[-1].index])

    def finish(self, observation: Observation, rng: Random) -> Move:
        options = [
            option for option in discard_options(observation.hand) if option[0] is not observation.banned
        ]
        least = min(left for _, left in options)
        equal = [card for card, left in options if left == least]
        card = rng.choice(_not_again(observation, equal))
        return KNOCKS[card.index] if KNOCKS[card.index] in observation.legal_moves else DISCARDS[card.index]


def _not_again(observation: Observation, cards: list[Card]) -> list[Card]:
    """*cards* without those that this seat threw before in the deal, if any are left."""
    thrown = {
        play.card
        for play in observation.log
        if play.seat == observation.seat and isinstance(play.move, Discard)
    }
    return [card for card in cards if card not in thrown] or cards


class GinLever(TurnBot):
    """Throws for the least expected deadwood after the next draw; after its third turn only gin."""

    name = "gin-lever"
    only_gin_after = 3

    def takes(self, observation: Observation, rng: Random) -> bool:  # noqa: ARG002 - the interface
        card, hand = observation.pile[-1], observation.hand
        if not helps_a_meld(hand.bits, card):
            return False
        return best_discard(hand + card, card)[1] < deadwood_of_bits(hand.bits)

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        card, left = best_discard(observation.hand, observation.banned)
        waits = turn_number(observation) > self.only_gin_after and left > 0
        if KNOCKS[card.index] in observation.legal_moves and not waits:
            return KNOCKS[card.index]
        hand = observation.hand.bits
        banned = observation.banned.bit if observation.banned is not None else 0
        unseen = unseen_cards(observation)
        return DISCARDS[
            min(
                cards_of_bits(hand & ~banned),
                key=lambda thrown: _after_next_draw(hand ^ thrown.bit, unseen),
            ).index
        ]


GIN_POINTS: Final = GinExpert("gin-points", by_score=False)


def unseen_cards(observation: Observation) -> tuple[Card, ...]:
    """The natural cards that may be anywhere in the stock or in other hands, as far as this seat has seen."""
    seen = observation.hand.bits
    for card in observation.pile:
        seen |= card.bit
    for known in observation.known:
        seen |= known.bits
    return cards_of_bits(FULL_DECK & ~seen)


def _after_next_draw(hand: int, unseen: tuple[Card, ...]) -> int:
    """Least deadwood after each possible draw and the best discard, summed."""
    return sum(best_discard(Hand.from_bits(hand | card.bit))[1] for card in unseen)


def field(rng: Random) -> Bot:
    """One player of the mixed field: a simple player with a threshold drawn for this deal."""
    return SimpleKnock(rng.choice(FIELD_THRESHOLDS))


def reference(name: str) -> Callable[[Random], Bot] | None:
    """What makes the reference player of that name for one deal, or None."""
    fixed: dict[str, Bot] = {bot.name: bot for bot in (Schedule(), GinSimple(), GinLever(), GIN_POINTS)}
    if name in fixed:
        return lambda _rng: fixed[name]
    if name == "field":
        return field
    kind, _, number = name.partition("-")
    if kind in ("simple", "partners") and number.isascii() and number.isdigit():
        bot = SimpleKnock(int(number), partners=kind == "partners")
        return lambda _rng: bot
    return None
