"""Least deadwood of many hands at once with numpy, for bots and statistics.

Hands come as an array of bits (`Hand.bits`, int64). The answers are those of
`melds`, card for card; hands with jokers are passed on to it one by one. Only what
needs many hands imports this module: numpy takes longer to load than a deal to play.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.engine import lanes, melds
from games.engine.cards import RANKS, Hand

Bits = NDArray[np.int64]
Numbers = NDArray[np.int32]
Lanes = NDArray[np.int16]

_LOOSE: Final[list[NDArray[np.int32]]] = []
_DROPS: Final[list[NDArray[np.int32]]] = []


def bits_array(hands: Iterable[Hand]) -> Bits:
    """The bits of many hands, in their order."""
    return np.fromiter((hand.bits for hand in hands), dtype=np.int64)


def deadwoods(bits: Bits) -> Numbers:
    """The least deadwood of each hand; the same shape as *bits*."""
    flat = np.ascontiguousarray(bits, dtype=np.int64).ravel()
    _build()
    found = _least(_lanes(flat), with_discard=False)
    for place in np.flatnonzero(flat >= melds.JOKER_BIT):
        found[place] = melds.deadwood_of_bits(int(flat[place]))
    return found.reshape(np.shape(bits))


def best_discards(bits: Bits) -> tuple[NDArray[np.int32], Numbers]:
    """For each hand, none of them empty: the index of the best discard (`melds`) and the deadwood left."""
    flat = np.ascontiguousarray(bits, dtype=np.int64).ravel()
    _build()
    scores = _least(_lanes(flat), with_discard=True)
    left = (scores + (lanes.SCORE - 1)) >> 6
    code = left * lanes.SCORE - scores
    cards = (code & 3) * RANKS + (code >> 2)
    for place in np.flatnonzero(flat >= melds.JOKER_BIT):
        card, deadwood = melds.best_discard(Hand.from_bits(int(flat[place])))
        cards[place], left[place] = card.index, deadwood
    return cards.reshape(np.shape(bits)), left.reshape(np.shape(bits))


def _build() -> None:
    if not _LOOSE:
        lanes.build_lanes()
        _LOOSE.append(np.array(lanes.LOOSE, dtype=np.int32))
        drops = (lanes.DROP, lanes.DROP_D, lanes.DROP_H, lanes.DROP_S)
        _DROPS.extend(np.array(table, dtype=np.int32) for table in drops)


def _lanes(bits: Bits) -> Lanes:
    """Four rows: the lanes of the four suits."""
    return np.stack([(bits >> (RANKS * suit) & lanes.LANE).astype(np.int16) for suit in range(4)])


def _value(rows: Lanes, with_discard: bool) -> Numbers:
    """Deadwood of these lanes without sets, or the score of the best discard from them (`lanes.SCORE`)."""
    loose = _LOOSE[0]
    total: Numbers = loose[rows[0]] + loose[rows[1]] + loose[rows[2]] + loose[rows[3]]
    if not with_discard:
        return total
    best = np.maximum(_DROPS[0][rows[0]], _DROPS[1][rows[1]])
    np.maximum(best, _DROPS[2][rows[2]], out=best)
    np.maximum(best, _DROPS[3][rows[3]], out=best)
    score: Numbers = total * lanes.SCORE - best
    return score


def _least(rows: Lanes, with_discard: bool) -> Numbers:
    """The least value over all choices of sets (see `melds.set_choices`)."""
    c, d, h, s = rows
    triples = (c & d & (h | s)) | (h & s & (c | d))
    return _least_with(rows, triples, with_discard)


def _least_with(rows: Lanes, triples: NDArray[np.int16], with_discard: bool) -> Numbers:
    """The same, for sets of the ranks in *triples*: no set of the lowest one, or a set of it, and so on."""
    least = _value(rows, with_discard)
    at = np.flatnonzero(triples)
    if not at.size:
        return least
    rows, triples = rows[:, at], triples[at]
    rank = triples & -triples
    rest = triples ^ rank
    best = _least_with(rows, rest, with_discard) if rest.any() else least[at]
    melded = rows & ~rank
    np.minimum(best, _least_with(melded, rest, with_discard), out=best)
    four = np.flatnonzero((rows & rank).all(axis=0))
    for suit in range(4) if four.size else ():
        three = melded[:, four].copy()
        three[suit] = rows[suit, four]
        best[four] = np.minimum(best[four], _least_with(three, rest[four], with_discard))
    least[at] = best
    return least
