"""The title race: each entrant's chance of a place, by simulating the rounds to come.

A simulated round draws an entrant's points from the entrant's own results so far or, to keep few results from
looking like certainty, from the whole field's: with n own results the field's weigh like `FIELD_WEIGHT` more.
Drops are applied to each simulated season. Ties on points at the end are broken at random, since nobody
knows the tiebreaks to come.

Finals to come are played too: the best go on, from zero or with their points, and the title is the last stage's.

Seeded: same input, same answer. Chances are counts out of `runs` with a 95 % Wilson interval in the same
unit. Floats occur in that interval only. It predicts; it never ranks.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm, sqrt

from tournaments.engine.reach import Coming, round_totals
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


@dataclass(frozen=True, slots=True)
class StageAhead:
    """A semifinal or final to come: the best `size` play `rounds` more, `carried` with the points they have."""

    size: int
    rounds: int
    carried: bool = False


def title_race(
    standings: Sequence[StandingRow],
    coming: Coming,
    places: Sequence[int],
    rng_seed: str,
    runs: int = 2000,
    stages: Sequence[StageAhead] = (),
) -> list[Chance]:
    """The chance of each classified row for each of the places, rows in their order.

    The withdrawn play no more rounds. With none to come the answer is the standings' own. With `stages` place 1
    is that of the last of them, the other places are those before the first. Of `coming` the range of points
    isn't used. Raises StandingsError for fewer than 100 runs.
    """
    if runs < 100:
        raise StandingsError(Reason.SEASON_RULE, runs)
    rows = classified(standings)
    is_certain = coming.rounds == 0 and not stages
    if is_certain:
        hits = {(row.entrant, place): runs * ((row.place or 0) <= place) for row in rows for place in places}
    else:
        hits = _simulate(rows, coming, places, random.Random(rng_seed), runs, stages)
    return [
        _chance(row.entrant, place, hits[row.entrant, place], runs, certain=is_certain)
        for row in rows
        for place in places
    ]


@dataclass(frozen=True, slots=True)
class _Runner:
    """An entrant in whole units of the common denominator, the sign turned so that more is better."""

    rounds: list[int]
    fixed: int
    results: list[int]
    plays: bool


def _simulate(
    rows: Sequence[StandingRow],
    coming: Coming,
    places: Sequence[int],
    rng: random.Random,
    runs: int,
    stages: Sequence[StageAhead],
) -> dict[tuple[EntrantId, int], int]:
    runners = _runners(rows, -1 if coming.lower_is_better else 1)
    everybody = sorted(points for runner in runners for points in runner.results) or [0]
    counts = {(row.entrant, place): 0 for row in rows for place in places}
    for _ in range(runs):
        # without rounds to come the standings' own order holds, tiebreaks included
        final = [
            (_season(runner, coming, everybody, rng), rng.random() if coming.rounds else -index, index)
            for index, runner in enumerate(runners)
        ]
        final.sort(reverse=True)
        for place in places:
            reached = (
                _winner(final, runners, stages, everybody, rng) if stages and place == 1 else final[:place]
            )
            for _points, _luck, index in reached:
                counts[rows[index].entrant, place] += 1
    return counts


Line = tuple[int, float, int]


def _winner(
    lines: list[Line],
    runners: Sequence["_Runner"],
    stages: Sequence[StageAhead],
    everybody: list[int],
    rng: random.Random,
) -> list[Line]:
    """Who is first after the stages, in a list of one."""
    for stage in stages:
        able = [line for line in lines if runners[line[2]].plays][: stage.size]
        lines = sorted(
            (
                (
                    (points if stage.carried else 0)
                    + sum(_result(runners[index], everybody, rng) for _ in range(stage.rounds)),
                    rng.random(),
                    index,
                )
                for points, _luck, index in able
            ),
            reverse=True,
        )
    return lines[:1]


def _season(runner: _Runner, coming: Coming, everybody: list[int], rng: random.Random) -> int:
    """One simulated final total."""
    units = list(runner.rounds)
    for _ in range(coming.rounds):
        if not runner.plays:
            units.append(0)
            continue
        units.append(_result(runner, everybody, rng))
    if coming.drops is not None:
        units.sort()
        units = units[coming.drops.dropped_of(len(units)) :]
    return sum(units) + runner.fixed


def _result(runner: _Runner, everybody: list[int], rng: random.Random) -> int:
    """What one round brings."""
    mine = rng.randrange(len(runner.results) + FIELD_WEIGHT) < len(runner.results)
    return rng.choice(runner.results if mine else everybody)


def _runners(rows: Sequence[StandingRow], sign: int) -> list[_Runner]:
    scale = lcm(*(Fraction(entry.points).denominator for row in rows for entry in row.entries), 1)
    runners: list[_Runner] = []
    for row in rows:
        so_far, fixed = round_totals(row)
        results = [int(sign * entry.points * scale) for entry in row.entries if entry.kind is EntryKind.TABLE]
        runners.append(
            _Runner(
                [int(sign * points * scale) for points in so_far],
                int(sign * fixed * scale),
                results,
                row.status is EntrantStatus.ACTIVE,
            )
        )
    return runners


def _chance(entrant: EntrantId, place: int, hits: int, runs: int, *, certain: bool) -> Chance:
    if certain:
        return Chance(entrant, place, hits, runs, hits, hits)
    share = hits / runs
    centre = (share + Z_95**2 / (2 * runs)) / (1 + Z_95**2 / runs)
    half = Z_95 * sqrt(share * (1 - share) / runs + Z_95**2 / (4 * runs**2)) / (1 + Z_95**2 / runs)
    low, high = floor(runs * (centre - half)), ceil(runs * (centre + half))
    return Chance(entrant, place, hits, runs, max(low, 0), min(high, runs))
