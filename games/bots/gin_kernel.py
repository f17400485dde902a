"""Gin in plain numbers, for learning by millions of deals: melds, readings and features as `gin_features` has them.

Every function is ordinary Python on whole numbers and arrays; where numba is installed (extra `fast`) it is compiled
and some hundred times as fast. The tests hold it against the engine and against `gin_features`, view by
view. Only `gin_training` uses it: bots in play read the features from their observation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from games.bots.danger import PAIRS
from games.bots.gin_reading import NEXT, SAME_RANK, SECOND
from games.bots.masks import PARTNERS
from games.engine import lanes
from games.engine.cards import DECK

F = TypeVar("F", bound=Callable[..., Any])
# Single numbers of an array are used as plain ones.
Ints = NDArray[Any]
Floats = NDArray[Any]

try:
    from numba import njit
except ImportError:
    njit = None


def compiled(function: F) -> F:
    """The function, compiled where numba is there."""
    return function if njit is None else njit(cache=True)(function)


lanes.build_lanes()
LANE: Final = lanes.LANE
LOOSE: Final = np.array(lanes.LOOSE, dtype=np.int64)
DROP: Final = np.array(lanes.DROP, dtype=np.int64)
IN_RUNS: Final = np.array(lanes.IN_RUNS, dtype=np.int64)
VALUE: Final = np.array([card.value for card in DECK], dtype=np.int64)
NEAR_RANK: Final = np.array(SAME_RANK, dtype=np.int64)
NEAR_ONE: Final = np.array(NEXT, dtype=np.int64)
NEAR_TWO: Final = np.array(SECOND, dtype=np.int64)
PARTNER: Final = np.array(PARTNERS[:52], dtype=np.int64)
PAIR_COUNT: Final = np.array([len(pairs) for pairs in PAIRS], dtype=np.int64)
PAIR_BITS: Final = np.array([[*pairs, *[0] * (6 - len(pairs))] for pairs in PAIRS], dtype=np.int64)
PAIR_CARDS: Final = np.array(
    [
        [[(pair & -pair).bit_length() - 1, pair.bit_length() - 1] for pair in pairs]
        + [[0, 0]] * (6 - len(pairs))
        for pairs in PAIRS
    ],
    dtype=np.int64,
)
FULL: Final = (1 << 52) - 1
ONE_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
NEVER: Final = 1 << 40


@compiled
def count(bits: int) -> int:
    """The number of cards."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@compiled
def worth(bits: int) -> int:
    """What the cards cost."""
    total = 0
    for index in range(52):
        if bits >> index & 1:
            total += VALUE[index]
    return total


@compiled
def _plain(c: int, d: int, h: int, s: int, drop: bool) -> int:
    total: int = LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]
    if drop:
        total = total * 64 - max(DROP[c], DROP[d] + 1, DROP[h] + 2, DROP[s] + 3)
    return total


@compiled
def _least(c: int, d: int, h: int, s: int, triples: int, drop: bool) -> int:
    """As `melds.set_choices`: each rank held three or four times forms no set, one of all, one of three."""
    if triples == 0:
        return _plain(c, d, h, s, drop)
    rank = triples & -triples
    rest, keep = triples ^ rank, ~rank
    best = min(_least(c, d, h, s, rest, drop), _least(c & keep, d & keep, h & keep, s & keep, rest, drop))
    if c & d & h & s & rank:
        best = min(
            best,
            _least(c, d & keep, h & keep, s & keep, rest, drop),
            _least(c & keep, d, h & keep, s & keep, rest, drop),
            _least(c & keep, d & keep, h, s & keep, rest, drop),
            _least(c & keep, d & keep, h & keep, s, rest, drop),
        )
    return best


@compiled
def least(bits: int) -> int:
    """Least deadwood."""
    c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39 & LANE
    return _least(c, d, h, s, c & d & (h | s) | h & s & (c | d), False)


@compiled
def best_drop(bits: int) -> tuple[int, int]:
    """The index of the best discard, and the deadwood left: the answers of `melds.best_discard`."""
    c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39 & LANE
    score = _least(c, d, h, s, c & d & (h | s) | h & s & (c | d), True)
    left = (score + 63) >> 6
    code = left * 64 - score
    return (code & 3) * 13 + (code >> 2), left


@compiled
def best_allowed(bits: int, banned: int) -> tuple[int, int]:
    """The same when the card with index *banned* (-1: none) may not be thrown."""
    card, left = best_drop(bits)
    if card != banned:
        return card, left
    best, order = NEVER, NEVER
    for index in range(52):
        if bits >> index & 1 and index != banned:
            here = least(bits ^ (1 << index))
            place = -(index % 13 * 4 + index // 13)
            if here < best or (here == best and place < order):
                best, order, card = here, place, index
    return card, best


@compiled
def melded(bits: int) -> tuple[int, int]:
    """The cards in sets and in runs, as `melds.melded_bits`."""
    c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39 & LANE
    triples = c & d & (h | s) | h & s & (c | d)
    if not triples:
        return 0, IN_RUNS[c] | IN_RUNS[d] << 13 | IN_RUNS[h] << 26 | IN_RUNS[s] << 39
    choices = np.empty((216, 4), np.int64)
    choices[0] = c, d, h, s
    found = 1
    while triples:
        rank = triples & -triples
        triples ^= rank
        before, keep = found, ~rank
        four = c & d & h & s & rank
        for without in range(5 if four else 1):
            for at in range(before):
                for suit in range(4):
                    lane = choices[at, suit]
                    choices[found, suit] = lane if suit == without - 1 else lane & keep
                found += 1
    best, place = NEVER, 0
    for at in range(found):
        left = LOOSE[choices[at, 0]] + LOOSE[choices[at, 1]] + LOOSE[choices[at, 2]] + LOOSE[choices[at, 3]]
        if left < best:
            best, place = left, at
    x, y, z, w = choices[place]
    runs = IN_RUNS[x] | IN_RUNS[y] << 13 | IN_RUNS[z] << 26 | IN_RUNS[w] << 39
    return bits ^ (x | y << 13 | z << 26 | w << 39), runs


@compiled
def in_a_meld(hand: int, card: int) -> bool:
    """Whether the card makes any meld with cards of the hand."""
    for at in range(PAIR_COUNT[card]):  # noqa: SIM110 - compiled
        if PAIR_BITS[card, at] & hand == PAIR_BITS[card, at]:
            return True
    return False
