"""What a gin player can read from the table: which cards the opponent may hold.

Every draw, refusal and throw of the opponent is in the public log. A logistic model, fitted by
`gin_training` to true hands, turns them into a chance for each unseen card. Nothing here decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from operator import mul
from typing import Final

from games.bots.outlook import unseen_bits
from games.engine.cards import DECK, RANKS, Card, cards_of_bits
from games.engine.moves import Discard, DrawStock, Pass, TakePile
from games.engine.observation import Observation

NATURALS: Final = (1 << 52) - 1
USUAL_THROW: Final = 7.0  # what a throw is worth before any was seen
STEPS: Final = 5  # of the search for chances that add up


def _same_rank(index: int) -> int:
    return sum(1 << suit * RANKS + index % RANKS for suit in range(4)) & ~(1 << index)


def _near(index: int, steps: int) -> int:
    """The cards of the same suit exactly *steps* ranks away."""
    rank = index % RANKS
    return sum(1 << index + by for by in (-steps, steps) if 0 <= rank + by < RANKS)


SAME_RANK: Final = tuple(_same_rank(card.index) for card in DECK)
NEXT: Final = tuple(_near(card.index, 1) for card in DECK)
SECOND: Final = tuple(_near(card.index, 2) for card in DECK)


@dataclass(slots=True)
class Acts:
    """One player's public acts in a deal: cards thrown and refused (bits), cards taken, turns ended.

    `last` is the mean value of its throws, the newer ones weighing more; `least` the lowest of them, `before` the
    newest, `rises` how many were dearer than the one before.
    """

    thrown: int = 0
    refused: int = 0
    takes: int = 0
    turns: int = 0
    last: float = USUAL_THROW
    least: int = 10
    before: int = 7
    rises: int = 0


def acts_of(observation: Observation, seat: int) -> Acts:
    """What *seat* did so far, from the public log."""
    acts, top = Acts(), observation.upcard
    for play in observation.log:
        move = play.move
        if isinstance(move, Discard):
            top = move.card
        if play.seat != seat:
            continue
        if isinstance(move, Discard):
            _threw(acts, move.card)
        elif isinstance(move, TakePile):
            acts.takes += 1
        elif isinstance(move, DrawStock | Pass) and top is not None:
            acts.refused |= top.bit
    return acts


def _threw(acts: Acts, card: Card) -> None:
    acts.thrown |= card.bit
    acts.rises += acts.turns > 0 and card.value > acts.before
    acts.turns += 1
    acts.last = (acts.last + card.value) / 2
    acts.least = min(acts.least, card.value)
    acts.before = card.value


def traits(card: Card, acts: Acts, known: int) -> tuple[float, ...]:
    """What speaks for or against a card being held by a player with these *acts* and *known* cards (bits)."""
    rank, near, second = SAME_RANK[card.index], NEXT[card.index], SECOND[card.index]
    thrown, refused = acts.thrown, acts.refused & ~acts.thrown
    value = card.value / 10
    return (
        float((rank & thrown).bit_count()),
        float((near & thrown).bit_count()),
        float((second & thrown).bit_count()),
        float((rank & refused).bit_count()),
        float((near & refused).bit_count()),
        float((second & refused).bit_count()),
        float((rank & known).bit_count()),
        float((near & known).bit_count()),
        float((second & known).bit_count()),
        value,
        value * min(acts.turns, 10) / 10,
        max(0, card.value - acts.before) / 10 if acts.turns else 0.0,
        float(card.value > acts.least),
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """The unseen *cards*, each with its chance to be in the opponent's hand (*held*) and to be drawn next (*drawn*).

    *chances* are those of all cards by index: the opponent's known cards have 1. *known* are these as bits.
    """

    cards: tuple[Card, ...]
    held: tuple[float, ...]
    drawn: tuple[float, ...]
    chances: tuple[float, ...]
    acts: Acts
    known: int

    @property
    def hidden_value(self) -> float:
        """What the opponent's cards may be worth that nobody saw."""
        return sum([chance * card.value for card, chance in zip(self.cards, self.held, strict=True)])


def read(observation: Observation, weights: tuple[float, ...]) -> Reading:
    """The reading of the only opponent at the board, by the model's *weights*."""
    seat = opponent_of(observation)
    known, acts = observation.known[seat].bits, acts_of(observation, seat)
    cards = cards_of_bits(unseen_bits(observation) & NATURALS)
    odds = [exp(sum(map(mul, weights, traits(card, acts, known)))) for card in cards]
    held = adding_up(odds, observation.hand_counts[seat] - known.bit_count())
    chances = [0.0] * len(DECK)
    for card, chance in zip(cards, held, strict=True):
        chances[card.index] = chance
    for card in cards_of_bits(known):
        chances[card.index] = 1.0
    free = [1.0 - chance for chance in held]
    total = sum(free) or 1.0
    return Reading(cards, tuple(held), tuple(share / total for share in free), tuple(chances), acts, known)


def opponent_of(observation: Observation) -> int:
    """The seat on the other side of the same board."""
    assert observation.seat is not None
    others = [seat for seat in range(observation.players) if seat != observation.seat]
    return next((seat for seat in others if observation.hand_counts[seat]), others[0])


def adding_up(odds: list[float], hidden: int) -> list[float]:
    """Chances o / (o + k) for these odds, with the k for which they add up to about *hidden* cards."""
    if hidden <= 0 or hidden >= len(odds):
        return [float(hidden > 0)] * len(odds)
    scale = max(sum(odds) / hidden - 1.0, 1e-3)
    for _ in range(STEPS):
        scale *= (sum([odd / (odd + scale) for odd in odds]) / hidden) ** 1.5
    return [odd / (odd + scale) for odd in odds]
