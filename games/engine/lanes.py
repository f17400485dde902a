"""Look-up tables over one suit of a hand: the speed behind `melds`.

A lane is the 13 bits of one suit (bit 0 the ace). Each table has one entry for
every lane, so that four look-ups answer for a whole hand. They are built when
first asked for, the joker tables apart from the natural ones, and only ever
grow from empty to complete.

This module knows runs. It never sees sets, which couple the lanes; those are
the business of `melds` and `jokers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.cards import DECK, RANKS, Card

LANE: Final = (1 << RANKS) - 1
LANES: Final = LANE + 1
IMPOSSIBLE: Final = 10_000  # added deadwood of a placement that cannot be made

# A score packs "deadwood left, then which card goes": left * SCORE - (rank * 4 + suit). The least one leaves
# least deadwood and among equals throws the highest rank, then the last suit.
SCORE: Final = 64
SCORE_BASE: Final = SCORE - 1
NO_CARD: Final = -IMPOSSIBLE * SCORE

LOOSE: Final[list[int]] = []
"""Least deadwood of a lane, runs alone."""
COST: Final[list[int]] = []
"""The same times `SCORE`."""
IN_RUNS: Final[list[int]] = []
"""The cards of a lane that lie in runs."""
DROP: Final[list[int]] = []
"""The best discard from a lane: deadwood saved * SCORE + rank * 4 + suit, for a lane of clubs (suit 0)."""
DROP_D: Final[list[int]] = []
DROP_H: Final[list[int]] = []
DROP_S: Final[list[int]] = []
"""The same for the other suits."""
OUTCOMES: Final[list[tuple[Card, int]]] = []
"""By score + `SCORE_BASE`: the card that goes and the deadwood left."""

WITH_JOKERS: Final[tuple[list[int], list[int], list[int]]] = (LOOSE, [], [])
"""Least deadwood of a lane with exactly 0, 1, 2 jokers in its runs."""
EXTRA: Final[tuple[list[int], list[int], list[int]]] = ([], [], [])
"""What it adds to the deadwood of a lane to put 0, 1, 2 jokers into its runs (mostly less than 0)."""
DROP_WITH: Final[tuple[list[int], list[int], list[int]]] = (DROP, [], [])
"""`DROP` for a lane that has 0, 1, 2 jokers in its runs."""

RANK_VALUES: Final = tuple(min(rank + 1, 10) for rank in range(RANKS))


def runs_of(lane: int) -> int:
    """The cards of a lane that lie in runs: in one suit every stretch of three or more is melded."""
    starts = lane & lane >> 1 & lane >> 2
    return starts | starts << 1 | starts << 2


def stretches(in_runs: int) -> list[int]:
    """The single runs of a set of cards all of which lie in runs, as bits, in index order."""
    runs = []
    for suit in range(4):
        lane = in_runs >> RANKS * suit & LANE
        while lane:
            above = lane + (lane & -lane)  # the carry runs through the lowest stretch
            runs.append((lane & ~above) << RANKS * suit)
            lane &= above
    return runs


def build_lanes() -> None:
    """Fill `LOOSE`, `COST`, `IN_RUNS` and `DROP` (about 15 ms); does nothing when they are there."""
    if LOOSE:
        return
    values = [0] * LANES
    for lane in range(1, LANES):
        low = lane & -lane
        values[lane] = values[lane ^ low] + RANK_VALUES[low.bit_length() - 1]
    in_runs = [runs_of(lane) for lane in range(LANES)]
    loose = [values[lane ^ melded] for lane, melded in enumerate(in_runs)]
    # LOOSE comes last: it is what callers look at to see whether the tables are there.
    DROP[:] = _best_drops(loose)
    for suit, drops in enumerate((DROP_D, DROP_H, DROP_S), start=1):
        drops[:] = [key + suit for key in DROP]
    thrown = [DECK[suit * RANKS + rank] for rank in range(RANKS) for suit in range(4)]
    thrown += [thrown[-1]] * (SCORE - len(thrown))  # scores that no card has
    OUTCOMES[:] = [(card, left) for left in range(sum(values[LANE:]) * 4 + 1) for card in reversed(thrown)]
    COST[:] = [left * SCORE for left in loose]
    IN_RUNS[:] = in_runs
    LOOSE[:] = loose


def build_joker_lanes() -> None:
    """Fill the tables for lanes with jokers (about 40 ms); does nothing when they are there."""
    build_lanes()
    if EXTRA[2]:
        return
    one, two = _least_with_jokers(LOOSE)
    WITH_JOKERS[1][:], WITH_JOKERS[2][:] = one, two
    DROP_WITH[1][:], DROP_WITH[2][:] = _best_drops(one), _best_drops(two)
    EXTRA[0][:] = [0] * LANES
    EXTRA[1][:] = [least - loose for least, loose in zip(one, LOOSE, strict=True)]
    EXTRA[2][:] = [least - loose for least, loose in zip(two, LOOSE, strict=True)]


def _best_drops(least: Sequence[int]) -> list[int]:
    """For every lane the largest saving * SCORE + rank * 4 over its cards; `NO_CARD` for the empty lane."""
    drops = [NO_CARD] * LANES
    for lane in range(1, LANES):
        here, best, rest = least[lane], NO_CARD, lane
        while rest:
            low = rest & -rest
            rest ^= low
            key = (here - least[lane ^ low]) * SCORE + low.bit_length() * 4 - 4
            if key > best:
                best = key
        drops[lane] = best
    return drops


def joker_groups(pattern: int) -> tuple[tuple[int, int], ...]:
    """Ways to meld the top card of a lane whose five highest positions are *pattern* (bit 4 set).

    Each is (positions spanned by its natural cards, jokers used). Five positions are enough: a longer
    run can be cut into runs of three to five cards, each with a natural card in it. A joker that fills
    no gap extends the run at either end; a run this short always has room within A to K.
    """
    groups = []
    for span in range(1, 6):
        if not pattern >> (5 - span) & 1:
            continue
        naturals = (pattern >> (5 - span)).bit_count()
        for jokers in range(span - naturals, 3):
            if 3 <= naturals + jokers <= 5:
                groups.append((span, jokers))
    return tuple(groups)


JOKER_GROUPS: Final = tuple(joker_groups(pattern) for pattern in range(32))


def top_pattern(lane: int, top: int) -> int:
    """The five positions of *lane* from its highest card, at rank *top*, downwards."""
    return lane >> (top - 4) if top >= 4 else lane << (4 - top)


def _least_with_jokers(loose: Sequence[int]) -> tuple[list[int], list[int]]:
    """Least deadwood of every lane with exactly one and exactly two jokers in its runs."""
    one, two = [IMPOSSIBLE], [IMPOSSIBLE]
    for lane in range(1, LANES):
        top = lane.bit_length() - 1
        below = lane ^ (1 << top)
        value = RANK_VALUES[top]
        best_one, best_two = one[below] + value, two[below] + value
        for span, jokers in JOKER_GROUPS[top_pattern(lane, top)]:
            rest = lane & ((1 << (top + 1)) - 1 >> span)
            if jokers == 0:
                with_one, with_two = one[rest], two[rest]
            elif jokers == 1:
                with_one, with_two = loose[rest], one[rest]
            else:
                with_one, with_two = IMPOSSIBLE, loose[rest]
            if with_one < best_one:
                best_one = with_one
            if with_two < best_two:
                best_two = with_two
        one.append(min(best_one, IMPOSSIBLE))
        two.append(min(best_two, IMPOSSIBLE))
    return one, two
