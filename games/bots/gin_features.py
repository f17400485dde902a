"""The numbers by which a gin hand is judged: what the next draws bring, how the opponent stands, what may be laid off.

`gin_training` fits nets to these features, `gin_expert` asks the nets. All are of the order of 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final

from games.bots.danger import welcome
from games.bots.gin_reading import Reading
from games.bots.masks import PARTNERS
from games.bots.nets import Net
from games.engine.cards import DECK, RANKS, Card, Hand, cards_of_bits, value_of_bits
from games.engine.melds import RANK_BITS, best_discard, deadwood_of_bits, melded_bits
from games.engine.observation import Observation
from games.engine.scoring import default_knock_arrangement

LATE: Final = 24  # turns; later ones count as these
STOCK: Final = 31  # cards at the first turn
UNKNOWN: Final = 0.5


@dataclass(frozen=True, slots=True)
class GinSense:
    """The chance of held cards, and what it has been worth to play on, to draw from the stock, to knock."""

    held: tuple[float, ...]
    waiting: Net
    drawing: Net
    knocking: Net


QUICK_BOX, PATIENT_BOX = 13.0, 30.0  # points of a box won by a knock as soon as one may, and by gin
PAIR: Final = 2
DOUBT: Final = 2  # boxes after which the score sheet is half believed


def patience(observation: Observation) -> float:
    """0 for an opponent who knocks as soon as it may, 1 for one who waits for gin, by the boxes on the score sheet.

    A half while nothing is known.
    """
    sheet = observation.sheet
    if sheet is None or observation.seat is None:
        return UNKNOWN
    other = next((side for side, team in enumerate(sheet.sides) if observation.seat not in team), None)
    if other is None or len(sheet.sides) != PAIR:
        return UNKNOWN
    boxes = sum(column.boxes[other] for column in sheet.columns)
    points = sum(column.points[other] for column in sheet.columns)
    if not boxes:
        return UNKNOWN
    shown = (points / boxes - QUICK_BOX) / (PATIENT_BOX - QUICK_BOX)
    return UNKNOWN + (min(max(shown, 0.0), 1.0) - UNKNOWN) * boxes / (boxes + DOUBT)


def around(observation: Observation, reading: Reading, patient: float) -> tuple[float, ...]:
    """How far the deal is, what the opponent showed, and how *patient* it seems (`patience`)."""
    acts, seat = reading.acts, observation.seat
    assert seat is not None
    return (
        min(observation.turns_done, LATE) / 10,
        observation.stock_count / STOCK,
        reading.known.bit_count() / 3,
        acts.takes / 3,
        acts.last / 10,
        acts.least / 10,
        len(observation.known[seat]) / 3,
        value_of_bits(reading.known) / 20,
        patient,
    )


def waiting(
    hand: int, reading: Reading, limit: int, around_it: Sequence[float], thrown: Card | None = None
) -> tuple[float, ...]:
    """A hand of ten (bits) that plays on, after *thrown* was laid away; *limit* is the knock limit."""
    now, drawn = deadwood_of_bits(hand), reading.drawn
    left = [best_discard(Hand.from_bits(hand | card.bit))[1] for card in reading.cards]
    chances = dict.fromkeys(left, 0.0)
    for deadwood, chance in zip(left, drawn, strict=True):
        chances[deadwood] += chance

    def at_most(deadwood: int) -> float:
        return sum([chance for found, chance in chances.items() if found <= deadwood])

    return (
        now / 20,
        sum(map(mul, left, drawn)) / 20,
        at_most(0) * 3,
        at_most(limit),
        at_most(max(1, limit // 2)),
        at_most(now - 4),
        at_most(now - 9),
        at_most(15),
        *_shape(hand, reading),
        welcome(thrown, reading.chances) if thrown is not None else 0.0,
        thrown.value / 10 if thrown is not None else 0.0,
        *around_it,
    )


def _shape(hand: int, reading: Reading) -> tuple[float, float, float, float]:
    """The loose cards: how many, the value of those without partners, their partners, a draw's partners among them."""
    in_sets, in_runs = melded_bits(hand)
    loose = hand & ~(in_sets | in_runs)
    alone = partners = 0
    for card in cards_of_bits(loose):
        found = (PARTNERS[card.index] & loose).bit_count()
        partners += found
        alone += 0 if found else card.value
    near = sum(
        chance * (PARTNERS[card.index] & loose).bit_count()
        for card, chance in zip(reading.cards, reading.drawn, strict=True)
    )
    return loose.bit_count() / 5, alone / 20, partners / 6, near


def knocking(hand: int, left: int, reading: Reading, around_it: Sequence[float]) -> tuple[float, ...]:
    """A hand of ten (bits) that is shown with *left* deadwood, melds as the rules choose them."""
    value = count = 0.0
    for meld in default_knock_arrangement(Hand.from_bits(hand)).melds:
        for place in open_ends(meld.bits):
            value += reading.chances[place] * DECK[place].value
            count += reading.chances[place]
    loose = sum(chance * card.value for card, chance in zip(reading.cards, reading.held, strict=True))
    return (left / 10, float(left == 0), value / 10, count, loose / 60, *around_it)


def open_ends(meld: int) -> list[int]:
    """The indexes of the cards that could be laid off on a meld (bits) at once."""
    low, high = (meld & -meld).bit_length() - 1, meld.bit_length() - 1
    rank = RANK_BITS << low % RANKS
    if meld & rank == meld:
        return [card.index for card in cards_of_bits(rank & ~meld)]
    below = [low - 1] if low % RANKS else []
    return below + ([high + 1] if high % RANKS != RANKS - 1 else [])
