"""A gin deal in plain numbers: the board, what a seat reads from it, the features of its choices, the settlement.

The arithmetic of `gin_reading` and `gin_features` once more, on arrays, for learning (see `gin_kernel`).
"""

from __future__ import annotations

from math import exp, tanh
from typing import Final, NamedTuple

import numpy as np

from games.bots.gin_kernel import (
    FULL,
    NEAR_ONE,
    NEAR_RANK,
    NEAR_TWO,
    ONE_RANK,
    PAIR_CARDS,
    PAIR_COUNT,
    PARTNER,
    VALUE,
    Floats,
    Ints,
    best_drop,
    compiled,
    count,
    least,
    melded,
    worth,
)
from games.bots.gin_reading import STEPS

LIMIT: Final = 10
LATE: Final = 24
TRAITS: Final = 13
AROUND: Final = 11
WAITING: Final = 14 + AROUND
KNOCKING: Final = 5 + AROUND
STOCK_AT: Final = 21  # places of the deck: ten cards each, the upcard, then the stock


class Board(NamedTuple):
    """Arrays by seat (cards as bits), the deck, the pile, and [cards in the pile, next of the stock, turns]."""

    hands: Ints
    known: Ints
    thrown: Ints
    refused: Ints
    takes: Ints
    turns: Ints
    lowest: Ints
    before: Ints
    rises: Ints
    last: Floats
    deck: Ints
    pile: Ints
    at: Ints


class Net(NamedTuple):
    """Chances of outcomes: softmax of outputs . tanh(inputs . x + biases) + base."""

    inputs: Floats
    biases: Floats
    outputs: Floats
    base: Floats


class Reading(NamedTuple):
    """By card index: chance held, chance drawn next (0 for cards seen); unseen cards as bits, their number in [0]."""

    held: Floats
    drawn: Floats
    unseen: int


@compiled
def deal(deck: Ints) -> Board:
    """The board after dealing: seat 0 plays first."""
    hands, pile = np.zeros(2, np.int64), np.zeros(64, np.int64)
    for place in range(20):
        hands[place % 2] |= 1 << deck[place]
    pile[0] = deck[20]
    return Board(
        hands,
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        np.full(2, 10, np.int64),
        np.full(2, 7, np.int64),
        np.zeros(2, np.int64),
        np.full(2, 7.0),
        deck,
        pile,
        np.array([1, STOCK_AT, 0], np.int64),
    )


@compiled
def take(board: Board, seat: int) -> int:
    """The seat takes the top of the pile; its index."""
    board.at[0] -= 1
    card: int = board.pile[board.at[0]]
    board.hands[seat] |= 1 << card
    board.known[seat] |= 1 << card
    board.takes[seat] += 1
    return card


@compiled
def draw(board: Board, seat: int) -> None:
    """The seat refuses the top of the pile and takes the next card of the stock."""
    board.refused[seat] |= 1 << board.pile[board.at[0] - 1]
    board.hands[seat] |= 1 << board.deck[board.at[1]]
    board.at[1] += 1


@compiled
def throw(board: Board, seat: int, card: int) -> None:
    """The seat lays a card away."""
    bit = 1 << card
    board.hands[seat] &= ~bit
    board.known[seat] &= ~bit
    board.thrown[seat] |= bit
    board.pile[board.at[0]] = card
    board.at[0] += 1
    board.at[2] += 1
    board.rises[seat] += board.turns[seat] > 0 and VALUE[card] > board.before[seat]
    board.turns[seat] += 1
    board.last[seat] = (board.last[seat] + VALUE[card]) / 2
    board.lowest[seat] = min(board.lowest[seat], VALUE[card])
    board.before[seat] = VALUE[card]


@compiled
def unseen_by(board: Board, seat: int) -> int:
    """The cards that may be in the stock or hidden in the other hand."""
    seen: int = board.hands[seat] | board.known[1 - seat]
    for place in range(board.at[0]):
        seen |= 1 << board.pile[place]
    return FULL & ~seen


@compiled
def traits(card: int, board: Board, other: int, found: Floats) -> None:
    """`gin_reading.traits` of a card with respect to the player *other*."""
    thrown, known = board.thrown[other], board.known[other]
    refused = board.refused[other] & ~thrown
    rank, near, second = NEAR_RANK[card], NEAR_ONE[card], NEAR_TWO[card]
    found[0], found[1], found[2] = count(rank & thrown), count(near & thrown), count(second & thrown)
    found[3], found[4], found[5] = count(rank & refused), count(near & refused), count(second & refused)
    found[6], found[7], found[8] = count(rank & known), count(near & known), count(second & known)
    found[9] = VALUE[card] / 10
    found[10] = VALUE[card] / 10 * min(board.turns[other], 10) / 10
    found[11] = max(0, VALUE[card] - board.before[other]) / 10 if board.turns[other] else 0.0
    found[12] = VALUE[card] > board.lowest[other]


@compiled
def read(board: Board, seat: int, weights: Floats) -> Reading:
    """`gin_reading.read`: the chances of unseen cards; those of known cards of the opponent are 1."""
    other, unseen = 1 - seat, unseen_by(board, seat)
    held, drawn, found = np.zeros(52), np.zeros(52), np.zeros(TRAITS)
    odds, cards, total = np.zeros(52), count(unseen), 0.0
    for card in range(52):
        if unseen >> card & 1:
            traits(card, board, other, found)
            summed = 0.0
            for place in range(TRAITS):
                summed += weights[place] * found[place]
            odds[card] = exp(summed)
            total += odds[card]
    hidden = 10 - count(board.known[other])
    scale = max(total / max(hidden, 1) - 1.0, 1e-3)
    for _ in range(STEPS if 0 < hidden < cards else 0):
        share = 0.0
        for card in range(52):
            if unseen >> card & 1:
                share += odds[card] / (odds[card] + scale)
        scale *= (share / hidden) ** 1.5
    free = 0.0
    for card in range(52):
        if unseen >> card & 1:
            if 0 < hidden < cards:
                held[card] = odds[card] / (odds[card] + scale)
            else:
                held[card] = 1.0 if hidden > 0 else 0.0
            drawn[card] = 1.0 - held[card]
            free += drawn[card]
        elif board.known[other] >> card & 1:
            held[card] = 1.0
    drawn /= free if free > 0.0 else 1.0
    return Reading(held, drawn, unseen)


@compiled
def around(board: Board, seat: int, reading: Reading, found: Floats, start: int) -> None:
    """`gin_features.around`: how far the deal is, what the opponent showed."""
    other, raw = 1 - seat, 0.0
    for card in range(52):
        raw += reading.held[card] * VALUE[card]
    found[start] = min(board.at[2], LATE) / 10
    found[start + 1] = (52 - board.at[1]) / 31
    found[start + 2] = count(board.known[other]) / 3
    found[start + 3] = board.takes[other] / 3
    found[start + 4] = board.last[other] / 10
    found[start + 5] = board.lowest[other] / 10
    found[start + 6] = count(board.known[seat]) / 3
    found[start + 7] = worth(board.known[other]) / 20
    found[start + 8] = board.before[other] / 10
    found[start + 9] = raw / 60
    found[start + 10] = board.turns[other] == 0


@compiled
def welcome(card: int, held: Floats) -> float:
    """`danger.welcome`."""
    missed = 1.0
    for at in range(PAIR_COUNT[card]):
        missed *= 1.0 - held[PAIR_CARDS[card, at, 0]] * held[PAIR_CARDS[card, at, 1]]
    return 1.0 - missed


@compiled
def waiting(hand: int, reading: Reading, thrown: int, found: Floats) -> None:
    """`gin_features.waiting` without what is around: a hand of ten, *thrown* laid away before (-1: nothing)."""
    now = least(hand)
    in_sets, in_runs = melded(hand)
    loose = hand & ~(in_sets | in_runs)
    found[:14] = 0.0
    for card in range(52):
        if reading.unseen >> card & 1:
            chance, left = reading.drawn[card], best_drop(hand | 1 << card)[1]
            found[1] += chance * left / 20
            found[2] += chance * 3 * (left == 0)
            found[3] += chance * (left <= LIMIT)
            found[4] += chance * (left <= LIMIT // 2)
            found[5] += chance * (left <= now - 4)
            found[6] += chance * (left <= now - 9)
            found[7] += chance * (left <= 15)
            found[11] += chance * count(PARTNER[card] & loose)
        elif loose >> card & 1:
            near = count(PARTNER[card] & loose)
            found[10] += near / 6
            found[9] += 0.0 if near else VALUE[card] / 20
    found[0] = now / 20
    found[8] = count(loose) / 5
    if thrown >= 0:
        found[12] = welcome(thrown, reading.held)
        found[13] = VALUE[thrown] / 10


@compiled
def open_ends(meld: int) -> int:
    """The cards (bits) that could be laid off on a set or a run at once."""
    low = high = -1
    for card in range(52):
        if meld >> card & 1:
            low = card if low < 0 else low
            high = card
    rank = ONE_RANK << low % 13
    if meld & rank == meld:
        return rank & ~meld
    ends = 1 << low - 1 if low % 13 else 0
    return ends | 1 << high + 1 if high % 13 != 12 else ends


@compiled
def melds_of(hand: int) -> Ints:
    """The melds (bits) of the first best arrangement; runs are whole."""
    found, number = np.zeros(4, np.int64), 0
    in_sets, in_runs = melded(hand)
    for rank in range(13):
        if in_sets & ONE_RANK << rank:
            found[number] = in_sets & ONE_RANK << rank
            number += 1
    for suit in range(4):
        lane = in_runs >> 13 * suit & 8191
        while lane:
            above = lane + (lane & -lane)
            found[number] = (lane & ~above) << 13 * suit
            number += 1
            lane &= above
    return found[:number]


@compiled
def knocking(hand: int, left: int, reading: Reading, found: Floats) -> None:
    """`gin_features.knocking` without what is around: a hand of ten that is shown with *left* deadwood."""
    value = cards = loose = 0.0
    for meld in melds_of(hand):
        ends = open_ends(meld)
        for card in range(52):
            if ends >> card & 1:
                value += reading.held[card] * VALUE[card]
                cards += reading.held[card]
    for card in range(52):
        if reading.unseen >> card & 1:
            loose += reading.held[card] * VALUE[card]
    found[0], found[1], found[2], found[3] = left / 10, left == 0, value / 10, cards
    found[4] = loose / 60


@compiled
def _chains(melds: Ints, hand: int, chains: Ints) -> int:
    """The ways to lay off: one row for each end of a meld, its cards in order, -1 behind them; how many rows."""
    number = 0
    for meld in melds:
        ends = open_ends(meld)
        for card in range(52):
            if not ends >> card & 1 or not hand >> card & 1:
                continue
            is_set = meld & ONE_RANK << card % 13 != 0
            step = 1 if meld >> (card - 1 if card else 0) & 1 else -1
            length, here = 0, card
            while here // 13 == card // 13 and here >= 0 and hand >> here & 1:
                chains[number, length] = here
                length += 1
                if is_set:
                    break
                here += step
            chains[number, length] = -1
            number += 1
    return number


@compiled
def after_lay_offs(hand: int, melds: Ints) -> int:
    """The opponent's least deadwood after the best lay-offs on these melds."""
    chains = np.full((16, 14), -1, np.int64)
    number = _chains(melds, hand, chains)
    used, best = np.zeros(16, np.int64), least(hand)
    while number:
        at = 0
        while at < number:
            if chains[at, used[at]] >= 0:
                used[at] += 1
                break
            used[at] = 0
            at += 1
        if at == number:
            break
        laid = 0
        for row in range(number):
            for place in range(used[row]):
                laid |= 1 << chains[row, place]
        best = min(best, least(hand & ~laid))
    return best


@compiled
def settled(hand: int, opponent: int) -> int:
    """Net points of a knock with *hand* (ten cards), from the knocker's side."""
    own = least(hand)
    if own == 0:
        return least(opponent) + 25
    left = after_lay_offs(opponent, melds_of(hand))
    return left - own if left > own else left - own - 25


@compiled
def chances(net: Net, x: Floats, found: Floats) -> None:
    """The chances of the outcomes."""
    units, outcomes = net.biases.size, net.base.size
    for place in range(outcomes):
        found[place] = net.base[place]
    for unit in range(units):
        total = net.biases[unit]
        for at in range(x.size):
            total += net.inputs[unit, at] * x[at]
        bent = tanh(total)
        for place in range(outcomes):
            found[place] += net.outputs[place, unit] * bent
    top, total = found.max(), 0.0
    for place in range(outcomes):
        found[place] = exp(found[place] - top)
        total += found[place]
    found /= total
