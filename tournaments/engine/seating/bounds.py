"""Exact lower bounds: what no seating can beat, computed from table sizes alone.

E, the coincidences, is the sum over all pairs of people of C(m, 2), where m is how often they
met; it is also the number of coincidences over all pairs of rounds. Cheap and exact: a plan that
reaches the larger bound is proven best.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundSizes:
    """What the bounds need of a round: people per table, and how many people had no seat."""

    tables: tuple[int, ...]
    away: int = 0


def choose2(n: int) -> int:
    return n * (n - 1) // 2


def even_spread(things: int, places: int) -> int:
    """Sum of C(m, 2) when `things` are spread over `places` as evenly as can be."""
    if places == 0:
        return 0
    each, extra = divmod(things, places)
    return extra * choose2(each + 1) + (places - extra) * choose2(each)


def counting_bound(rounds: Sequence[RoundSizes], people: int) -> int:
    """E at least: all pair slots spread evenly over all pairs of people."""
    slots = sum(choose2(size) for round_ in rounds for size in round_.tables)
    return even_spread(slots, choose2(people))


def pigeonhole_bound(rounds: Sequence[RoundSizes]) -> int:
    """E at least: a table of k that faces fewer than k tables in another round must meet again.

    People without a seat in the other round are tables of one.
    """
    total = 0
    for later, round_ in enumerate(rounds):
        for other in rounds[:later]:
            total += max(_facing(round_, other), _facing(other, round_))
    return total


def _facing(round_: RoundSizes, other: RoundSizes) -> int:
    """Coincidences at least: each of those away in the other round takes one person out of a table."""
    return sum(even_spread(max(0, size - other.away), len(other.tables)) for size in round_.tables)


def repeats_bound(rounds: Sequence[RoundSizes], people: int) -> int:
    """The larger of both bounds on E."""
    return max(counting_bound(rounds, people), pigeonhole_bound(rounds))


def meetings_bound(rounds: Sequence[RoundSizes], people: int) -> int:
    """The most meetings of one pair, at least: the ceiling of the even spread."""
    slots = sum(choose2(size) for round_ in rounds for size in round_.tables)
    pairs = choose2(people)
    return -(-slots // pairs) if pairs else 0


def next_round_bound(past_tables: Sequence[Sequence[int]], tables: int) -> int:
    """New coincidences at least, when the past is fixed.

    `past_tables` has, per past round, how many of each past table's people play now; they face
    `tables` tables (byes counted as tables of one).
    """
    return sum(even_spread(size, tables) for sizes in past_tables for size in sizes)
