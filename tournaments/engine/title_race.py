"""The title race: each entrant's chance of a place, by simulating the rounds to come.

A simulated round draws an entrant's points from the entrant's own results so far or, to keep few results
from looking like certainty, from the whole field's: with n own results the field's weigh like
`FIELD_WEIGHT` more. Ties on points at the end are broken at random, since nobody knows the tiebreaks to come.

Seeded: same input, same answer. Chances are counts out of `runs` with a 95 % Wilson interval in the same
unit. Floats occur in that interval only. It predicts; it never ranks.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm, sqrt

from tournaments.engine.records import EntryKind
from tournaments.engine.results import EntrantId, EntrantStatus, Reason, StandingsError
from tournaments.engine.rows import StandingRow, classified

FIELD_WEIGHT = 3
Z_95 = 1.96


@dataclass(frozen=True, slots=True)
class Chance:
    """`hits` of `runs` simulations ended at `place` or better; `low` and `high` bound the expected count at
    95 %.
    """

    entrant: EntrantId
    place: int
    hits: int
    runs: int
    low: int
    high: int


def title_race(
    standings: Sequence[StandingRow],
    remaining: int,
    places: Sequence[int],
    rng_seed: str,
    runs: int = 2000,
) -> list[Chance]:
    """The chance of each classified row for each of the places, rows in their order.

    `remaining` rounds are to come; the withdrawn play none of them. With none to come the answer is the
    standings' own. Meant for schemes where high points are good and without drops. Raises StandingsError
    for fewer than 100 runs.
    """
    if runs < 100 or remaining < 0:
        raise StandingsError(Reason.SEASON_RULE, runs)
    rows = classified(standings)
    if remaining == 0:
        hits = {(row.entrant, place): runs * ((row.place or 0) <= place) for row in rows for place in places}
    else:
        hits = _simulate(rows, remaining, places, random.Random(rng_seed), runs)
    return [
        _chance(row.entrant, place, hits[row.entrant, place], runs, certain=remaining == 0)
        for row in rows
        for place in places
    ]


def _simulate(
    rows: Sequence[StandingRow], remaining: int, places: Sequence[int], rng: random.Random, runs: int
) -> dict[tuple[EntrantId, int], int]:
    scale = lcm(*(Fraction(entry.points).denominator for row in rows for entry in row.entries), 1)
    scale = lcm(scale, *(Fraction(row.points).denominator for row in rows))
    own = [_results(row, scale) for row in rows]
    everybody = sorted(points for results in own for points in results) or [0]
    start = [int(row.points * scale) for row in rows]
    plays = [row.status is EntrantStatus.ACTIVE for row in rows]
    counts = {(row.entrant, place): 0 for row in rows for place in places}
    for _ in range(runs):
        final: list[tuple[int, float, int]] = []
        for index, results in enumerate(own):
            points = start[index]
            for _round in range(remaining if plays[index] else 0):
                mine = rng.randrange(len(results) + FIELD_WEIGHT) < len(results)
                points += rng.choice(results if mine else everybody)
            final.append((points, rng.random(), index))
        final.sort(reverse=True)
        for place in places:
            for _points, _luck, index in final[:place]:
                counts[rows[index].entrant, place] += 1
    return counts


def _results(row: StandingRow, scale: int) -> list[int]:
    return [int(entry.points * scale) for entry in row.entries if entry.kind is EntryKind.TABLE]


def _chance(entrant: EntrantId, place: int, hits: int, runs: int, *, certain: bool) -> Chance:
    if certain:
        return Chance(entrant, place, hits, runs, hits, hits)
    share = hits / runs
    centre = (share + Z_95**2 / (2 * runs)) / (1 + Z_95**2 / runs)
    half = Z_95 * sqrt(share * (1 - share) / runs + Z_95**2 / (4 * runs**2)) / (1 + Z_95**2 / runs)
    low, high = floor(runs * (centre - half)), ceil(runs * (centre + half))
    return Chance(entrant, place, hits, runs, max(low, 0), min(high, runs))
