"""Players of gin in plain numbers, for learning: the simple player, the lever, and the expert with its mind.

They play as `references` and `gin_expert` do, which the tests compare. None looks at the other hand or at the stock.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from games.bots.gin_board import (
    KNOCKING,
    LIMIT,
    WAITING,
    Board,
    Net,
    Reading,
    around,
    chances,
    knocking,
    read,
    unseen_by,
    waiting,
)
from games.bots.gin_kernel import (
    PARTNER,
    VALUE,
    Floats,
    best_allowed,
    best_drop,
    compiled,
    count,
    in_a_meld,
    least,
)

SIMPLE, LEVER, EXPERT = 0, 1, 2
EDGES: Final = np.array(
    [-54.5, -44.5, -34.5, -24.5, -14.5, -7.5, -0.5, 0.5, 7.5, 14.5, 24.5, 34.5, 44.5, 54.5]
)
OUTCOMES: Final = len(EDGES) + 1
EVEN: Final = OUTCOMES // 2
BELIEF: Final = 12
WEIGHED: Final = 7
LEVER_TURNS: Final = 3
SURE: Final = 0.04


class Sense(NamedTuple):
    """What is known about one kind of opponent: weights of held cards, what choices lead to, points of outcomes."""

    held: Floats
    waiting: Net
    drawing: Net
    knocking: Net


class Mind(NamedTuple):
    """The expert: its senses of the quick and the patient, what tells them apart, the points of the outcomes."""

    quick: Sense
    patient: Sense
    believing: Net
    points: Floats


@compiled
def outcome_of(net: float) -> int:
    """The place of a deal's net points among the outcomes."""
    place = 0
    while place < EDGES.size and net > EDGES[place]:
        place += 1
    return place


@compiled
def simple_takes(board: Board, seat: int) -> bool:
    return in_a_meld(board.hands[seat], board.pile[board.at[0] - 1])


@compiled
def simple_end(board: Board, seat: int, banned: int) -> int:
    """The card that leaves least deadwood, at random among equals."""
    hand, best, found, chosen = board.hands[seat], 1 << 20, 0, -1
    thrown = board.thrown[seat]
    for fresh in range(2):
        for card in range(52):
            if not hand >> card & 1 or card == banned or (fresh == 1 and chosen >= 0 and thrown >> card & 1):
                continue
            left = least(hand ^ (1 << card))
            if fresh == 0:
                best = min(best, left)
            elif left == best and not thrown >> card & 1:
                found += 1
                if np.random.random() * found < 1.0:
                    chosen = card
    if chosen < 0:
        for card in range(52):
            if hand >> card & 1 and card != banned and least(hand ^ (1 << card)) == best:
                found += 1
                if np.random.random() * found < 1.0:
                    chosen = card
    return chosen


@compiled
def lever_takes(board: Board, seat: int) -> bool:
    hand, card = board.hands[seat], board.pile[board.at[0] - 1]
    now = least(hand)
    if count(PARTNER[card] & hand) < 2 or least(hand | 1 << card) >= now + VALUE[card]:
        return False
    return best_allowed(hand | 1 << card, card)[1] < now


@compiled
def lever_end(board: Board, seat: int, banned: int) -> tuple[int, bool]:
    """The card, and whether it is a knock."""
    hand = board.hands[seat]
    card, left = best_allowed(hand, banned)
    if left <= LIMIT and (left == 0 or board.at[2] // 2 + 1 <= LEVER_TURNS):
        return card, True
    unseen, best, chosen = unseen_by(board, seat), 1 << 30, -1
    for thrown in range(52):
        if hand >> thrown & 1 and thrown != banned:
            total = 0
            for drawn in range(52):
                if unseen >> drawn & 1:
                    total += best_drop(hand ^ (1 << thrown) | 1 << drawn)[1]
            if total < best:
                best, chosen = total, thrown
    return chosen, False


@compiled
def belief_features(board: Board, seat: int, sheet: Floats, found: Floats) -> None:
    """What tells the quick from the patient; *sheet* is [own points, their points, own boxes, their boxes]."""
    other = 1 - seat
    found[0] = sheet[3] / 3
    found[1] = sheet[1] / 50
    found[2] = sheet[1] / (sheet[3] * 25) if sheet[3] else 0.0
    found[3] = sheet[3] == 0
    found[4] = sheet[2] / 3
    found[5] = sheet[0] / (sheet[2] * 25) if sheet[2] else 0.0
    found[6] = min(board.at[2], 24) / 10
    found[7] = board.last[other] / 10
    found[8] = board.lowest[other] / 10
    found[9] = board.before[other] / 10
    found[10] = board.takes[other] / 3
    found[11] = board.rises[other] / 3


@compiled
def believed(mind: Mind, board: Board, seat: int, sheet: Floats) -> float:
    """The chance that the opponent knocks as soon as it may."""
    x, found = np.zeros(BELIEF), np.zeros(2)
    belief_features(board, seat, sheet, found=x)
    chances(mind.believing, x, found)
    return float(found[0])


@compiled
def _worth(net: Net, x: Floats, points: Floats) -> float:
    found, total = np.zeros(OUTCOMES), 0.0
    chances(net, x, found)
    for place in range(OUTCOMES):
        total += found[place] * points[place]
    return total


@compiled
def value_waiting(
    sense: Sense, board: Board, seat: int, reading: Reading, hand: int, thrown: int, points: Floats
) -> float:
    x = np.zeros(WAITING)
    waiting(hand, reading, thrown, x)
    around(board, seat, reading, x, 14)
    return _worth(sense.drawing if thrown < 0 else sense.waiting, x, points)


@compiled
def value_knocking(
    sense: Sense, board: Board, seat: int, reading: Reading, hand: int, points: Floats
) -> float:
    x = np.zeros(KNOCKING)
    knocking(hand, least(hand), reading, x)
    around(board, seat, reading, x, 5)
    return _worth(sense.knocking, x, points)


@compiled
def ends(
    mind: Mind, board: Board, seat: int, hand: int, banned: int, quick: float, points: Floats, slack: float
) -> tuple[int, bool, float]:
    """The end of a turn with *hand* (eleven cards) by the expert: the card, whether it knocks, the value."""
    cards, left, number = np.zeros(11, np.int64), np.zeros(11, np.int64), 0
    for card in range(52):
        if hand >> card & 1 and card != banned:
            cards[number], left[number] = card, least(hand ^ (1 << card))
            number += 1
    order = np.argsort(left[:number] * 10000 - VALUE[cards[:number]] * 100 + cards[:number])
    values, knock = np.zeros(WEIGHED), 0.0
    best = order[0]
    for kind in range(2):
        share = quick if kind == 0 else 1.0 - quick
        if share < SURE:
            continue
        sense = mind.quick if kind == 0 else mind.patient
        reading = read(board, seat, sense.held)
        if left[best] <= LIMIT:
            knock += share * value_knocking(sense, board, seat, reading, hand ^ (1 << cards[best]), points)
        for place in range(min(WEIGHED, number)):
            card = cards[order[place]]
            values[place] += share * value_waiting(
                sense, board, seat, reading, hand ^ (1 << card), card, points
            )
    chosen, top = 0, -1e9
    for place in range(min(WEIGHED, number)):
        here = values[place] + (slack * np.random.normal() if slack > 0.0 else 0.0)
        if here > top:
            chosen, top = place, here
    if left[best] == 0:
        return cards[best], True, max(knock, top)
    if left[best] <= LIMIT and knock + (slack * np.random.normal() if slack > 0.0 else 0.0) >= top:
        return cards[best], True, knock
    return cards[order[chosen]], False, top


@compiled
def expert_takes(mind: Mind, board: Board, seat: int, quick: float, points: Floats, slack: float) -> bool:
    hand, card = board.hands[seat], board.pile[board.at[0] - 1]
    drawn = 0.0
    for kind in range(2):
        share = quick if kind == 0 else 1.0 - quick
        if share < SURE:
            continue
        sense = mind.quick if kind == 0 else mind.patient
        drawn += share * value_waiting(sense, board, seat, read(board, seat, sense.held), hand, -1, points)
    taken = ends(mind, board, seat, hand | 1 << card, card, quick, points, 0.0)[2]
    return taken + (slack * np.random.normal() if slack > 0.0 else 0.0) > drawn


@compiled
def wants(
    player: int, mind: Mind, board: Board, seat: int, quick: float, points: Floats, slack: float
) -> bool:
    """Whether the seat takes the top of the pile."""
    if player == SIMPLE:
        return simple_takes(board, seat)
    if player == LEVER:
        return lever_takes(board, seat)
    return expert_takes(mind, board, seat, quick, points, slack)


@compiled
def ending(
    player: int, mind: Mind, board: Board, seat: int, banned: int, quick: float, points: Floats, slack: float
) -> tuple[int, bool]:
    """How the seat ends its turn: the card, whether it is a knock."""
    if player == SIMPLE:
        card = simple_end(board, seat, banned)
        return card, least(board.hands[seat] ^ (1 << card)) <= LIMIT
    if player == LEVER:
        return lever_end(board, seat, banned)
    card, knocks, _ = ends(mind, board, seat, board.hands[seat], banned, quick, points, slack)
    return card, knocks
