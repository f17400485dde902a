"""Prizes by place or by share of a pool, in whole cents; tied places are pooled and split
(docs/standings.md, "Prizes").

Rounding rule: a split that leaves odd cents gives one each to the tied in listing order (seeding, then id),
so that what was announced is paid out to the cent; or, as an option, the odd cents stay with the organiser.
Shares of a pool are rounded by largest remainder and always sum to the pool.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.results import EntrantId, Reason, StandingsError
from tournaments.engine.rows import StandingRow, classified


class OddCents(StrEnum):
    ONE_EACH = "one_each"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Award:
    """`cents` for the entrant, from the prizes of places `first_place` to `last_place` pooled."""

    entrant: EntrantId
    cents: int
    first_place: int
    last_place: int


def pool_amounts(pool_cents: int, shares: Sequence[int]) -> tuple[int, ...]:
    """The pool divided in proportion to the shares (for places 1, 2, ...), in cents; equal remainders go to
    the better place.

    Raises StandingsError for a negative pool or share, or where all shares are 0.
    """
    if pool_cents < 0 or not shares or min(shares) < 0 or sum(shares) == 0:
        raise StandingsError(Reason.PRIZE_AMOUNT)
    whole = sum(shares)
    cents = [pool_cents * share // whole for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda at: (-(pool_cents * shares[at] % whole), at))
    for at in by_remainder[: pool_cents - sum(cents)]:
        cents[at] += 1
    return tuple(cents)


def award_prizes(
    standings: Sequence[StandingRow], amounts: Sequence[int], odd_cents: OddCents = OddCents.ONE_EACH
) -> tuple[Award, ...]:
    """What each classified entrant gets, in listing order, those without a prize left out.

    `amounts` are cents for places 1, 2, ... and may not grow downwards. Raises StandingsError if they do.
    """
    if any(amount < 0 for amount in amounts) or list(amounts) != sorted(amounts, reverse=True):
        raise StandingsError(Reason.PRIZE_AMOUNT)
    rows = classified(standings)
    awards: list[Award] = []
    at = 0
    while at < len(rows) and at < len(amounts):
        first = rows[at].place or 0
        tied = [row for row in rows if row.place == first]
        each, odd = divmod(sum(amounts[at : at + len(tied)]), len(tied))
        for index, row in enumerate(tied):
            cents = each + (1 if odd_cents is OddCents.ONE_EACH and index < odd else 0)
            if cents:
                awards.append(Award(row.entrant, cents, first, first + len(tied) - 1))
        at += len(tied)
    return tuple(awards)
