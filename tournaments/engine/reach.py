"""What each entrant can still reach: points and places between the worst and the best that the rest can
bring.

The bounds are safe: nobody can end better than `best_place` or worse than `worst_place`. They look at
points only (a tie on points is open until it is broken) and let everybody do well at once, so they never
promise too much.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.exact import Exact, total
from tournaments.engine.records import Drops, DropUnit, EntryKind
from tournaments.engine.results import EntrantId, Reason, StandingsError
from tournaments.engine.rows import StandingRow, classified


@dataclass(frozen=True, slots=True)
class Reach:
    """Range of final points and places. `least_points` and `most_points` take drops into account."""

    entrant: EntrantId
    least_points: Exact
    most_points: Exact
    best_place: int
    worst_place: int

    def is_through(self, place: int) -> bool:
        """Certain to end at that place or better."""
        return self.worst_place <= place

    def is_out(self, place: int) -> bool:
        """Can't end at that place or better any more."""
        return self.best_place > place


def still_to_reach(
    standings: Sequence[StandingRow],
    remaining: int,
    least: Exact,
    most: Exact,
    drops: Drops | None = None,
) -> list[Reach]:
    """The reach of every classified row, in their order, where high points are good.

    `remaining` rounds (or events) are to come, each worth `least` to `most`; what wasn't attended is 0.
    Drops must be by rounds. Raises StandingsError for drops by games or a negative number of rounds.
    """
    if remaining < 0 or least > most or (drops is not None and drops.unit is not DropUnit.ROUND):
        raise StandingsError(Reason.SEASON_RULE)
    rows = classified(standings)
    worst = [_final(row, [least] * remaining, drops) for row in rows]
    best = [_final(row, [most] * remaining, drops) for row in rows]
    out: list[Reach] = []
    for index, row in enumerate(rows):
        surely_ahead = sum(1 for at, points in enumerate(worst) if at != index and points > best[index])
        maybe_ahead = sum(1 for at, points in enumerate(best) if at != index and points >= worst[index])
        if remaining == 0:
            out.append(Reach(row.entrant, row.points, row.points, row.place or 0, row.place or 0))
        else:
            out.append(Reach(row.entrant, worst[index], best[index], surely_ahead + 1, maybe_ahead + 1))
    return out


def _final(row: StandingRow, coming: list[Exact], drops: Drops | None) -> Exact:
    by_round: dict[int, list[Exact]] = {}
    fixed: list[Exact] = []
    for entry in row.entries:
        if entry.kind is EntryKind.PENALTY:
            fixed.append(entry.points)
        else:
            by_round.setdefault(entry.round_number, []).append(entry.points)
    units = sorted([total(points) for points in by_round.values()] + coming)
    dropped = drops.dropped_of(len(units)) if drops and units else 0
    return total([*units[dropped:], *fixed])
