"""What the next draw may bring: the unseen cards, and hands valued over all of them.

Shared by the stronger bots. It counts every unseen card as equally likely to be
drawn next, which is all that a seat can know without reading the others' play.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.masks import FULL_DECK
from games.engine.cards import ALL_CARDS, Card, cards_of_bits
from games.engine.melds import deadwood_after_discard, deadwood_of_bits
from games.engine.observation import Observation


def seen_bits(observation: Observation) -> int:
    """The cards whose place this seat knows: its own, the pile's, those that others took openly."""
    seen = observation.hand.bits
    for card in observation.pile:
        seen |= card.bit
    for known in observation.known:
        seen |= known.bits
    return seen


def unseen_bits(observation: Observation) -> int:
    """The cards that may be in the stock or hidden in other hands, jokers where the game has them."""
    deck = FULL_DECK
    for joker in ALL_CARDS[52 : 52 + observation.ruleset.jokers]:
        deck |= joker.bit
    return deck & ~seen_bits(observation)


def throwable(observation: Observation) -> tuple[Card, ...]:
    """The cards that may be laid away now."""
    banned = observation.banned
    return cards_of_bits(observation.hand.bits & ~(banned.bit if banned is not None else 0))


def candidates(observation: Observation, count: int) -> list[tuple[Card, int]]:
    """The *count* best discards, each with the deadwood it leaves; least first, dearest among equals."""
    hand = observation.hand.bits
    options = [(card, deadwood_of_bits(hand ^ card.bit)) for card in throwable(observation)]
    options.sort(key=lambda option: (option[1], -option[0].value, option[0].index))
    return options[:count]


def deadwood_after_draws(hand: int, unseen: int) -> list[int]:
    """For each unseen card: least deadwood when it is drawn and the best discard follows."""
    return [deadwood_after_discard(hand | card.bit) for card in cards_of_bits(unseen)]


def mean_value(hand: int, unseen: int, value: Sequence[float]) -> float:
    """The mean of `value[deadwood]` over `deadwood_after_draws`; `value` reaches beyond any deadwood."""
    found = deadwood_after_draws(hand, unseen)
    return sum([value[left] for left in found]) / len(found) if found else value[deadwood_of_bits(hand)]
