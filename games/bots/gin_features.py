"""The numbers by which a gin hand is judged: what the next draws bring, how the opponent stands, what may be laid off.

`gin_training` fits nets to these features, `gin_expert` asks the nets. All are of the order of 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final

from games.bots.danger import welcome
from games.bots.gin_reading import Acts, Reading
from games.bots.masks import PARTNERS
from games.bots.nets import Net
from games.engine.cards import DECK, RANKS, Card, Hand, cards_of_bits, value_of_bits
from games.engine.melds import RANK_BITS, best_discard, deadwood_of_bits, melded_bits
from games.engine.observation import Observation
from games.engine.scoring import default_knock_arrangement

LATE: Final = 24  # turns; later ones count as these
STOCK: Final = 31  # cards at the first turn
BOX: Final = 25  # points of a usual box
SIDES: Final = 2


@dataclass(frozen=True, slots=True)
class GinSense:
    """What was learned against one kind of opponent.

    *held* weighs the traits of unseen cards; the nets give the chances of the deal's outcomes when one plays on after a
    throw, draws from the stock, knocks.
    """

    held: tuple[float, ...]
    waiting: Net
    drawing: Net
    knocking: Net


@dataclass(frozen=True, slots=True)
class GinMind:
    """Senses of the *quick*, who knock as soon as they may, and of the *patient*, and what tells these apart.

    *points* are the net points of the outcomes, *usual* how often each comes between equals.
    """

    quick: GinSense
    patient: GinSense
    believing: Net
    points: tuple[float, ...]
    usual: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Points and boxes of both sides in the game in play."""

    own: int = 0
    other: int = 0
    own_boxes: int = 0
    other_boxes: int = 0


def score_of(observation: Observation) -> Score:
    """The score sheet from the seat's side, all columns together; nothing where there isn't just one opponent."""
    sheet, seat = observation.sheet, observation.seat
    if sheet is None or len(sheet.sides) != SIDES or seat is None:
        return Score()
    own = int(seat in sheet.sides[1])
    return Score(
        sum(column.points[own] for column in sheet.columns),
        sum(column.points[1 - own] for column in sheet.columns),
        sum(column.boxes[own] for column in sheet.columns),
        sum(column.boxes[1 - own] for column in sheet.columns),
    )


def telling(score: Score, turns_done: int, acts: Acts) -> tuple[float, ...]:
    """What tells quick opponents from patient ones: the boxes of the game, the opponent's *acts* in this deal."""
    return (
        score.other_boxes / 3,
        score.other / 50,
        score.other / (score.other_boxes * BOX) if score.other_boxes else 0.0,
        float(not score.other_boxes),
        score.own_boxes / 3,
        score.own / (score.own_boxes * BOX) if score.own_boxes else 0.0,
        min(turns_done, LATE) / 10,
        acts.last / 10,
        acts.least / 10,
        acts.before / 10,
        acts.takes / 3,
        acts.rises / 3,
    )


def around(observation: Observation, reading: Reading) -> tuple[float, ...]:
    """How far the deal is, and what the opponent showed."""
    acts, seat = reading.acts, observation.seat
    assert seat is not None
    known = value_of_bits(reading.known)
    return (
        min(observation.turns_done, LATE) / 10,
        observation.stock_count / STOCK,
        reading.known.bit_count() / 3,
        acts.takes / 3,
        acts.last / 10,
        acts.least / 10,
        len(observation.known[seat]) / 3,
        known / 20,
        acts.before / 10,
        (known + reading.hidden_value) / 60,
        float(acts.turns == 0),
    )


@dataclass(frozen=True, slots=True)
class Outlook:
    """A hand of ten (*bits*) and its next draw, whatever the opponent holds.

    *now* is its deadwood, *left* that after each unseen card and the best discard, *near* the loose cards that each
    unseen card could meld with. *loose* cards are in no meld; *alone* is the value of those without a partner among
    them, *partners* the number of partners.
    """

    bits: int
    now: int
    left: list[int]
    near: list[int]
    loose: int
    alone: int
    partners: int


def outlook(hand: int, unseen: Sequence[Card]) -> Outlook:
    """What a hand of ten (bits) may become with one of the *unseen* cards."""
    in_sets, in_runs = melded_bits(hand)
    loose = hand & ~(in_sets | in_runs)
    alone = partners = 0
    for card in cards_of_bits(loose):
        found = (PARTNERS[card.index] & loose).bit_count()
        partners += found
        alone += 0 if found else card.value
    left = [best_discard(Hand.from_bits(hand | card.bit))[1] for card in unseen]
    near = [(PARTNERS[card.index] & loose).bit_count() for card in unseen]
    return Outlook(hand, deadwood_of_bits(hand), left, near, loose.bit_count(), alone, partners)


def waiting(
    ahead: Outlook, reading: Reading, limit: int, around_it: Sequence[float], thrown: Card | None = None
) -> tuple[float, ...]:
    """A hand of ten that plays on, after *thrown* was laid away; *limit* is the knock limit."""
    now, drawn = ahead.now, reading.drawn
    chances = dict.fromkeys(ahead.left, 0.0)
    for deadwood, chance in zip(ahead.left, drawn, strict=True):
        chances[deadwood] += chance

    def at_most(deadwood: int) -> float:
        return sum([chance for found, chance in chances.items() if found <= deadwood])

    return (
        now / 20,
        sum(map(mul, ahead.left, drawn)) / 20,
        at_most(0) * 3,
        at_most(limit),
        at_most(limit // 2),
        at_most(now - 4),
        at_most(now - 9),
        at_most(15),
        ahead.loose / 5,
        ahead.alone / 20,
        ahead.partners / 6,
        sum(map(mul, ahead.near, drawn)),
        welcome(thrown, reading.chances) if thrown is not None else 0.0,
        thrown.value / 10 if thrown is not None else 0.0,
        *around_it,
    )


def knocking(hand: int, left: int, reading: Reading, around_it: Sequence[float]) -> tuple[float, ...]:
    """A hand of ten (bits) that is shown with *left* deadwood, melds as the rules choose them."""
    value = count = 0.0
    for meld in default_knock_arrangement(Hand.from_bits(hand)).melds:
        for place in open_ends(meld.bits):
            value += reading.chances[place] * DECK[place].value
            count += reading.chances[place]
    return (left / 10, float(left == 0), value / 10, count, reading.hidden_value / 60, *around_it)


def open_ends(meld: int) -> list[int]:
    """The indexes of the cards that could be laid off on a meld (bits) at once."""
    low, high = (meld & -meld).bit_length() - 1, meld.bit_length() - 1
    rank = RANK_BITS << low % RANKS
    if meld & rank == meld:
        return [card.index for card in cards_of_bits(rank & ~meld)]
    below = [low - 1] if low % RANKS else []
    return below + ([high + 1] if high % RANKS != RANKS - 1 else [])
