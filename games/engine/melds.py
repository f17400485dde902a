"""Melds and deadwood, exact for every hand (docs/rules.md, "Words").

`deadwood`, `best_arrangement` and `best_discard` are answers of a search over
all arrangements, never a heuristic. How it is fast: without sets the four
suits are independent, so four table look-ups answer (see `lanes`); only ranks
held three or four times couple the suits, and the few ways to form sets of
them are tried one by one. Jokers are wild wherever they occur (see `jokers`).

This module knows nothing of players, turns, knocks or lay-offs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.engine import jokers as joker_search
from games.engine import lanes
from games.engine.cards import (
    JOKERS,
    RANKS,
    Card,
    CardError,
    CardErrorReason,
    Hand,
    cards_of_bits,
    value_of_bits,
)
from games.engine.lanes import (
    COST,
    DROP,
    DROP_D,
    DROP_H,
    DROP_S,
    IN_RUNS,
    LANE,
    LOOSE,
    OUTCOMES,
    SCORE,
    SCORE_BASE,
    build_lanes,
)

JOKER_BIT: Final = 1 << 52
NATURALS: Final = JOKER_BIT - 1
RANK_BITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39

Lanes = tuple[int, int, int, int]


class MeldKind(StrEnum):
    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Meld:
    """A set (in suit order, jokers last) or a run (in rank order, a joker at the place it takes)."""

    kind: MeldKind
    cards: tuple[Card, ...]

    @property
    def bits(self) -> int:
        return sum(card.bit for card in self.cards)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A partition of a hand: disjoint melds in the order of their first cards, the rest, its deadwood."""

    melds: tuple[Meld, ...]
    rest: tuple[Card, ...]
    deadwood: int


def bits_of(cards: Hand | Iterable[Card]) -> int:
    """The bits of a hand or of any cards. Raises `CardError` (`duplicate_card`)."""
    return cards.bits if isinstance(cards, Hand) else Hand(cards).bits


def deadwood(hand: Hand | Iterable[Card]) -> int:
    """The least deadwood over all arrangements of *hand* (a `Hand` or any cards)."""
    try:
        bits = hand.bits  # type: ignore[union-attr]
    except AttributeError:
        bits = bits_of(hand)
    # From here this is `deadwood_of_bits` again, since a call would cost a quarter of the time.
    if bits >= JOKER_BIT or not LOOSE:
        return deadwood_of_bits(bits)
    c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39
    triples = c & d & (h | s) | h & s & (c | d)
    if not triples:
        return LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]
    return _least_with_sets(c, d, h, s, triples)


def deadwood_of_bits(bits: int) -> int:
    """`deadwood` for a set of cards given as bits: the inner loop of everything."""
    if bits >= JOKER_BIT:
        return joker_search.least(bits & NATURALS, (bits >> 52).bit_count())
    c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39
    if not LOOSE:
        build_lanes()
    triples = c & d & (h | s) | h & s & (c | d)
    if not triples:
        return LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]
    return _least_with_sets(c, d, h, s, triples)


def _least_with_sets(c: int, d: int, h: int, s: int, triples: int) -> int:
    rank = triples & -triples
    if rank != triples or c & d & h & s & rank:
        return min(
            [LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s] for c, d, h, s in set_choices(c, d, h, s, triples)]
        )
    # Nearly always there is just one set to form or to leave.
    without = LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]
    keep = ~rank
    left = LOOSE[c & keep] + LOOSE[d & keep] + LOOSE[h & keep] + LOOSE[s & keep]
    return min(without, left)


def set_choices(c: int, d: int, h: int, s: int, triples: int) -> list[Lanes]:
    """What every choice of sets leaves of the four lanes; *triples* are the ranks held three or four times.

    The first is "no set". Choices are ordered by their set of the highest rank, then of the next lower,
    and so on: no set, the set of all cards held, then the sets of three out of four that leave out the
    club, diamond, heart, spade.
    """
    found = [(c, d, h, s)]
    while triples:
        rank = triples & -triples
        triples ^= rank
        keep = ~rank
        before = found.copy()
        found += [(x & keep, y & keep, z & keep, w & keep) for x, y, z, w in before]
        if c & d & h & s & rank:
            found += [(x, y & keep, z & keep, w & keep) for x, y, z, w in before]
            found += [(x & keep, y, z & keep, w & keep) for x, y, z, w in before]
            found += [(x & keep, y & keep, z, w & keep) for x, y, z, w in before]
            found += [(x & keep, y & keep, z & keep, w) for x, y, z, w in before]
    return found


def melded_bits(bits: int) -> tuple[int, int]:
    """The cards in sets and the cards in runs, as bits, of `best_arrangement`; for hands without jokers.

    Both are unambiguous: a rank has one set at most, and in one suit each stretch of these cards is a run.
    """
    c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39
    if not LOOSE:
        build_lanes()
    triples = c & d & (h | s) | h & s & (c | d)
    if not triples:
        return 0, IN_RUNS[c] | IN_RUNS[d] << 13 | IN_RUNS[h] << 26 | IN_RUNS[s] << 39
    least = LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]
    for x, y, z, w in set_choices(c, d, h, s, triples):
        left = LOOSE[x] + LOOSE[y] + LOOSE[z] + LOOSE[w]
        if left < least:
            least, c, d, h, s = left, x, y, z, w
    in_runs = IN_RUNS[c] | IN_RUNS[d] << 13 | IN_RUNS[h] << 26 | IN_RUNS[s] << 39
    return bits ^ (c | d << 13 | h << 26 | s << 39), in_runs


def best_arrangement(hand: Hand | Iterable[Card]) -> Arrangement:
    """An arrangement of least deadwood. Runs are shown whole, not cut into pieces of three.

    Where several arrangements have least deadwood it is the first when the choices of sets are
    ordered by the set of kings, then of queens, and so on: no set before a set of all cards held
    before a set that leaves out the club, diamond, heart, spade. Jokers go where they leave
    least deadwood, `JR` into the earlier meld.
    """
    bits = bits_of(hand)
    if bits >= JOKER_BIT:
        return _arrangement(bits, *joker_search.best_groups(bits & NATURALS, (bits >> 52).bit_count()))
    return _natural_arrangement(bits, *melded_bits(bits))


def all_best_arrangements(bits: int) -> list[Arrangement]:
    """Every arrangement of least deadwood of a hand without jokers, given as bits; runs are shown whole."""
    build_lanes()
    c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39
    least = deadwood_of_bits(bits)
    return [
        _natural_arrangement(
            bits,
            bits ^ (x | y << 13 | z << 26 | w << 39),
            IN_RUNS[x] | IN_RUNS[y] << 13 | IN_RUNS[z] << 26 | IN_RUNS[w] << 39,
        )
        for x, y, z, w in set_choices(c, d, h, s, c & d & (h | s) | h & s & (c | d))
        if LOOSE[x] + LOOSE[y] + LOOSE[z] + LOOSE[w] == least
    ]


def _natural_arrangement(bits: int, in_sets: int, in_runs: int) -> Arrangement:
    sets = [(in_sets & RANK_BITS << rank, 0) for rank in range(RANKS) if in_sets & RANK_BITS << rank]
    return _arrangement(bits, sets, [(run, 0) for run in lanes.stretches(in_runs)])


def _arrangement(bits: int, sets: list[joker_search.Group], runs: list[joker_search.Group]) -> Arrangement:
    free = [joker for joker in JOKERS if bits & joker.bit]
    melds = []
    for (naturals, jokers), kind in sorted(
        [(group, MeldKind.SET) for group in sets] + [(group, MeldKind.RUN) for group in runs],
        key=lambda entry: entry[0][0] & -entry[0][0],
    ):
        taken, free = free[:jokers], free[jokers:]
        naturals_in_order = cards_of_bits(naturals)
        cards = (
            naturals_in_order + tuple(taken) if kind is MeldKind.SET else run_order(naturals_in_order, taken)
        )
        melds.append(Meld(kind, cards))
    rest = bits & ~sum(meld.bits for meld in melds)
    return Arrangement(tuple(melds), cards_of_bits(rest), value_of_bits(rest))


def run_order(naturals: tuple[Card, ...], jokers: list[Card]) -> tuple[Card, ...]:
    """A run in rank order: jokers fill the gaps, what is over goes on top, below only when the king is there.

    *naturals* are cards of one suit in rank order, not empty, with no more gaps than there are jokers.
    """
    free = list(jokers)
    placed = [naturals[0]]
    for lower, upper in itertools.pairwise(naturals):
        placed += [free.pop(0) for _ in range(lower.index + 1, upper.index)]
        placed.append(upper)
    above = min(len(free), RANKS - 1 - naturals[-1].index % RANKS)
    return tuple(free[above:] + placed + free[:above])


def is_meld(cards: Iterable[Card]) -> bool:
    """Whether *cards*, in any order, are one set or one run, jokers included (docs/rules.md, "Words")."""
    bits = bits_of(cards)
    naturals, jokers = bits & NATURALS, (bits >> 52).bit_count()
    count = naturals.bit_count() + jokers
    if count < 3 or not naturals:
        return False
    lowest, highest = (naturals & -naturals).bit_length() - 1, naturals.bit_length() - 1
    if naturals & RANK_BITS << lowest % RANKS == naturals:
        # One rank; a single natural card with two jokers is a set (or a run) of three.
        return count <= 4
    one_suit = lowest // RANKS == highest // RANKS
    return one_suit and highest - lowest + 1 <= count <= RANKS


def best_discard(hand: Hand | Iterable[Card], banned: Card | None = None) -> tuple[Card, int]:
    """The card whose discard leaves least deadwood, and the deadwood that it leaves.

    Among equals the highest rank goes, then the last suit (C D H S), and a joker only when nothing
    else leaves as little. *banned* (the card just taken from the pile) is not discarded. Raises
    `CardError` (`card_not_held`) when there is nothing to discard.
    """
    try:
        bits = hand.bits  # type: ignore[union-attr]
    except AttributeError:
        bits = bits_of(hand)
    if bits >= JOKER_BIT or not LOOSE or not bits:
        outcome = _best_discard_slowly(bits)
    else:
        c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39
        triples = c & d & (h | s) | h & s & (c | d)
        score = _least_score_with_sets(c, d, h, s, triples) if triples else _least_score(c, d, h, s)
        outcome = OUTCOMES[score + SCORE_BASE]
    if banned is None or outcome[0] is not banned:
        return outcome
    return _best_of_options(bits, banned)


def deadwood_after_discard(bits: int) -> int:
    """The deadwood that `best_discard` leaves of a hand given as bits, not empty: the inner loop of the bots."""
    if bits >= JOKER_BIT or not LOOSE:
        return best_discard(Hand.from_bits(bits))[1]
    c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39
    triples = c & d & (h | s) | h & s & (c | d)
    score = _least_score_with_sets(c, d, h, s, triples) if triples else _least_score(c, d, h, s)
    return -(-score // SCORE)


def _least_score(c: int, d: int, h: int, s: int) -> int:
    """The least score (see `lanes.SCORE`) over all discards, runs alone."""
    saved = DROP[c]
    # Four comparisons take half the time of `max`.
    if DROP_D[d] > saved:
        saved = DROP_D[d]
    if DROP_H[h] > saved:
        saved = DROP_H[h]
    if DROP_S[s] > saved:
        saved = DROP_S[s]
    return COST[c] + COST[d] + COST[h] + COST[s] - saved


def _least_score_with_sets(c: int, d: int, h: int, s: int, triples: int) -> int:
    """The least score over all discards and all choices of sets.

    No discard from a set has to be looked at: without that card the set of the others, or no set, is
    a choice of its own.
    """
    rank = triples & -triples
    if rank != triples or c & d & h & s & rank:
        return min([_least_score(c, d, h, s) for c, d, h, s in set_choices(c, d, h, s, triples)])
    # Nearly always there is just one set to form or to leave.
    keep = ~rank
    without, left = _least_score(c, d, h, s), _least_score(c & keep, d & keep, h & keep, s & keep)
    return without if without < left else left


def _best_discard_slowly(bits: int) -> tuple[Card, int]:
    """The first call, hands with jokers, and no cards at all."""
    if not bits:
        raise CardError(CardErrorReason.CARD_NOT_HELD, "")
    if bits >= JOKER_BIT:
        return _best_discard_with_jokers(bits)
    build_lanes()
    return best_discard(Hand.from_bits(bits))


def _best_discard_with_jokers(bits: int) -> tuple[Card, int]:
    naturals, jokers = bits & NATURALS, (bits >> 52).bit_count()
    count = naturals.bit_count()
    outcome = OUTCOMES[joker_search.least_score(naturals, jokers) + SCORE_BASE] if count else None
    if outcome is not None and jokers == 2 and count >= 2:
        return outcome  # two jokers and a natural card make a run: keeping both is never worse
    joker = JOKERS[1] if bits & JOKERS[1].bit else JOKERS[0]
    without = deadwood_of_bits(bits ^ joker.bit)
    return (joker, without) if outcome is None or without < outcome[1] else outcome


def discard_options(hand: Hand | Iterable[Card]) -> tuple[tuple[Card, int], ...]:
    """Every card of the hand, in index order, with the least deadwood that its discard leaves."""
    bits = bits_of(hand)
    return tuple((card, deadwood_of_bits(bits ^ card.bit)) for card in cards_of_bits(bits))


def _best_of_options(bits: int, banned: Card) -> tuple[Card, int]:
    options = [(card, left) for card, left in discard_options(Hand.from_bits(bits)) if card is not banned]
    if not options:
        raise CardError(CardErrorReason.CARD_NOT_HELD, "")
    return min(options, key=lambda option: (option[1], _throw_order(option[0])))


def _throw_order(card: Card) -> tuple[bool, int]:
    """Among equal discards: natural cards first, then the highest rank, then the last suit."""
    if card.suit is None or card.rank is None:
        return True, -card.index
    return False, -(card.rank * 4 + card.suit)
