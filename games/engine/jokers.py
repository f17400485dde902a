"""Least deadwood of hands that hold one or two jokers (docs/rules.md, A "Variants", Joker Knock).

A joker stands for any card in any meld and costs 15 outside one; a set holds
four cards at most, jokers included; a run stays within A to K; a meld needs a
natural card; the card a joker stands for may be elsewhere.

`melds` is the public face; nobody else imports this module. It never handles
hands without jokers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from games.engine import lanes
from games.engine.cards import JOKER_VALUE, RANKS
from games.engine.lanes import DROP_WITH, EXTRA, IN_RUNS, LANE, LOOSE, SCORE

Choice = tuple[int, int, int, int, int]
"""Four lanes after the sets are taken out, and the number of jokers that are left for the runs."""


def choices(bits: int, jokers: int) -> list[Choice]:
    """Every way to form sets from the natural cards *bits* and up to *jokers* jokers (1 or 2).

    The first is "no set". A set of one natural card and two jokers is left out: a run of the same
    three cards takes its place.
    """
    if not EXTRA[2]:
        lanes.build_joker_lanes()
    c, d, h, s = bits & LANE, bits >> 13 & LANE, bits >> 26 & LANE, bits >> 39
    found: list[Choice] = [(c, d, h, s, jokers)]
    ranks = (c & d) | (h & s) | ((c | d) & (h | s))
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        held = _RANK * rank & bits
        found += [
            (c & keep_c, d & keep_d, h & keep_h, s & keep_s, left - used)
            for keep_c, keep_d, keep_h, keep_s, used in _SETS.get(held) or _sets_of(held)
            for c, d, h, s, left in found
            if used <= left
        ]
    return found


_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_SETS: Final[dict[int, tuple[Choice, ...]]] = {}
"""By the cards held of one rank: what each set leaves of every lane (masks), and the jokers in it."""


def _sets_of(held: int) -> tuple[Choice, ...]:
    """The sets that two to four cards of one rank can make with up to two jokers; remembered in `_SETS`."""
    cards = [bit for bit in (1 << index for index in range(52)) if held & bit]
    sets = []
    for naturals in range(2, len(cards) + 1):
        for used in range(max(0, 3 - naturals), min(2, 4 - naturals) + 1):
            for chosen in combinations(cards, naturals):
                keep = ~sum(chosen)
                sets.append(
                    (
                        keep & LANE,
                        keep >> 13 & LANE,
                        keep >> 26 & LANE,
                        keep >> 39 & LANE,
                        used,
                    )
                )
    return _SETS.setdefault(held, tuple(sets))


def least(bits: int, jokers: int) -> int:
    """Least deadwood of the natural cards *bits* with 1 or 2 jokers."""
    return min([_least_of(choice) for choice in choices(bits, jokers)])


def _least_of(choice: Choice) -> int:
    """Least deadwood of a choice of sets, over all ways to put the jokers that are left into runs."""
    c, d, h, s, jokers = choice
    loose = LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]
    if not jokers:
        return loose
    one = EXTRA[1]
    if jokers == 1:
        return loose + min(one[c], one[d], one[h], one[s], JOKER_VALUE)
    first = second = JOKER_VALUE  # the two cheapest places for one joker each
    for extra in (one[c], one[d], one[h], one[s]):
        if extra < first:
            first, second = extra, first
        elif extra < second:
            second = extra
    two = EXTRA[2]
    return loose + min(first + second, two[c], two[d], two[h], two[s])


def _placements(jokers: int) -> Iterator[Choice]:
    """The ways to put up to *jokers* jokers into the runs of four lanes, and what the loose ones cost."""
    span = range(jokers + 1)
    for c in span:
        for d in span:
            for h in span:
                for s in span:
                    if c + d + h + s <= jokers:
                        yield c, d, h, s, JOKER_VALUE * (jokers - c - d - h - s)


# Jokers in runs first: the good placements come early, so that the others can be passed over.
_PLACEMENTS: Final = tuple(
    tuple(sorted(_placements(jokers), key=lambda spread: spread[4])) for jokers in range(3)
)


def least_score(bits: int, jokers: int) -> int:
    """The least score (see `lanes.SCORE`) over discards of one natural card; jokers stay in the hand."""
    found = choices(bits, jokers)
    costs = [_least_of(choice) for choice in found]
    first = costs.index(min(costs))
    best = _least_score_of(found[first], lanes.IMPOSSIBLE * SCORE)
    costs[first] = lanes.IMPOSSIBLE  # looked at
    # A discard saves its value at most, so a choice far behind the best one cannot catch up.
    worst = (best + _MOST_SAVED) // SCORE
    for cost, choice in zip(costs, found, strict=True):
        if cost <= worst:
            best = _least_score_of(choice, best)
    return best


_MOST_SAVED: Final = max(lanes.RANK_VALUES) * SCORE + SCORE


def _least_score_of(choice: Choice, best: int) -> int:
    """The least score of one choice of sets, or some score not below *best*."""
    c, d, h, s, jokers = choice
    loose = LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]
    for in_c, in_d, in_h, in_s, saved in _PLACEMENTS[jokers]:
        left = loose + EXTRA[in_c][c] + EXTRA[in_d][d] + EXTRA[in_h][h] + EXTRA[in_s][s] + saved
        if left * SCORE - _MOST_SAVED >= best:
            continue
        score = left * SCORE - max(
            DROP_WITH[in_c][c],
            DROP_WITH[in_d][d] + 1,
            DROP_WITH[in_h][h] + 2,
            DROP_WITH[in_s][s] + 3,
        )
        if score < best:
            best = score
    return best


Group = tuple[int, int]
"""A meld before its jokers have names: natural cards as bits of the whole hand, jokers used."""


def best_groups(bits: int, jokers: int) -> tuple[list[Group], list[Group]]:
    """The sets and the runs of an arrangement of least deadwood: the first in the order of `choices`."""
    found = choices(bits, jokers)
    costs = [_least_of(choice) for choice in found]
    cost = min(costs)
    c, d, h, s, left = found[costs.index(cost)]
    in_sets = bits ^ (c | d << 13 | h << 26 | s << 39)
    sets = _sets_of_cards(in_sets, jokers - left) if in_sets else []
    cost -= LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]
    for in_c, in_d, in_h, in_s, loose in _PLACEMENTS[left]:
        if EXTRA[in_c][c] + EXTRA[in_d][d] + EXTRA[in_h][h] + EXTRA[in_s][s] + loose == cost:
            break
    runs: list[Group] = []
    in_runs = 0
    for suit, lane, used in ((0, c, in_c), (1, d, in_d), (2, h, in_h), (3, s, in_s)):
        if used:
            runs += [
                (naturals << 13 * suit, inside) for naturals, inside in _merged(_runs_of_lane(lane, used))
            ]
        else:
            in_runs |= IN_RUNS[lane] << 13 * suit
    if in_runs:
        runs += [(run, 0) for run in lanes.stretches(in_runs)]
    return sets, runs


def _sets_of_cards(cards: int, jokers: int) -> list[Group]:
    """The sets that make up *cards*: each pair gets a joker, what is over goes where there is room."""
    sets = []
    while cards:
        held = cards & _RANK << ((cards & -cards).bit_length() - 1) % RANKS
        cards ^= held
        sets.append([held, max(0, 3 - held.bit_count())])
    over = jokers - sum(used for _, used in sets)
    for group in sets:
        room = min(over, 4 - group[0].bit_count() - group[1])
        group[1] += room
        over -= room
    return [(held, used) for held, used in sets]


def _runs_of_lane(lane: int, jokers: int) -> list[Group]:
    """The runs of one lane with exactly *jokers* jokers, from the highest card down, in pieces of 3 to 5."""
    runs: list[Group] = []
    while lane:
        want = lanes.WITH_JOKERS[jokers][lane]
        top = lane.bit_length() - 1
        for span, used in lanes.JOKER_GROUPS[lanes.top_pattern(lane, top)]:
            rest = lane & ((1 << (top + 1)) - 1 >> span)
            if used <= jokers and lanes.WITH_JOKERS[jokers - used][rest] == want:
                runs.append((lane ^ rest, used))
                lane, jokers = rest, jokers - used
                break
        else:
            lane ^= 1 << top
    return runs


def _merged(runs: list[Group]) -> list[Group]:
    """Neighbouring pieces put together where they make one run (pieces come from the highest down)."""
    merged: list[Group] = []
    for naturals, used in runs:
        if merged:
            upper, upper_used = merged[-1]
            both, jokers = upper | naturals, upper_used + used
            span = both.bit_length() - (both & -both).bit_length() + 1
            if span <= both.bit_count() + jokers <= RANKS:
                merged[-1] = (both, jokers)
                continue
        merged.append((naturals, used))
    return merged
