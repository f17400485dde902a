"""What each entrant can still reach: points and places between the worst and the best that the rest can
bring.

The bounds are safe: nobody can end better than `best_place` or worse than `worst_place`. They look at points
only (a tie on points is open until it is broken) and let everybody do well at once, so they never promise
too much.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.exact import Exact, total
from tournaments.engine.records import Drops, DropUnit, EntryKind
from tournaments.engine.results import EntrantId, EntrantStatus, Reason, StandingsError
from tournaments.engine.rows import StandingRow, classified


@dataclass(frozen=True, slots=True)
class Coming:
    """What is still to be played: so many rounds (or events), each worth `least` to `most` points.

    `drops` are those of the event, by rounds. Raises StandingsError for drops by games or a negative number.
    """

    rounds: int
    least: Exact = 0
    most: Exact = 0
    drops: Drops | None = None
    lower_is_better: bool = False

    def __post_init__(self) -> None:
        by_games = self.drops is not None and self.drops.unit is not DropUnit.ROUND
        if self.rounds < 0 or self.least > self.most or by_games:
            raise StandingsError(Reason.SEASON_RULE)


@dataclass(frozen=True, slots=True)
class Reach:
    """Range of final points, drops taken into account, and of final places."""

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


def still_to_reach(standings: Sequence[StandingRow], coming: Coming) -> list[Reach]:
    """The reach of every classified row, in their order. The withdrawn play no more; a round missed is
    worth 0.
    """
    rows = classified(standings)
    if coming.rounds == 0:
        return [Reach(row.entrant, row.points, row.points, row.place or 0, row.place or 0) for row in rows]
    sign = -1 if coming.lower_is_better else 1
    ranges = [_range(row, coming) for row in rows]
    # in "goodness", so that more is better whatever the scheme
    worst = [min(sign * low, sign * high) for low, high in ranges]
    best = [max(sign * low, sign * high) for low, high in ranges]
    out: list[Reach] = []
    for index, row in enumerate(rows):
        surely_ahead = sum(1 for at, points in enumerate(worst) if at != index and points > best[index])
        maybe_ahead = sum(1 for at, points in enumerate(best) if at != index and points >= worst[index])
        low, high = ranges[index]
        out.append(Reach(row.entrant, low, high, surely_ahead + 1, maybe_ahead + 1))
    return out


def _range(row: StandingRow, coming: Coming) -> tuple[Exact, Exact]:
    if row.status is not EntrantStatus.ACTIVE:
        gone: list[Exact] = [0] * coming.rounds
        return _final(row, gone, coming), _final(row, gone, coming)
    low: list[Exact] = [coming.least] * coming.rounds
    high: list[Exact] = [coming.most] * coming.rounds
    return _final(row, low, coming), _final(row, high, coming)


def round_totals(row: StandingRow) -> tuple[list[Exact], Exact]:
    """What each round brought so far, dropped ones included, and the sum of penalties and bonuses."""
    by_round: dict[int, list[Exact]] = {}
    fixed: list[Exact] = []
    for entry in row.entries:
        if entry.kind is EntryKind.PENALTY:
            fixed.append(entry.points)
        else:
            by_round.setdefault(entry.round_number, []).append(entry.points)
    return [total(points) for points in by_round.values()], total(fixed)


def _final(row: StandingRow, to_come: list[Exact], coming: Coming) -> Exact:
    so_far, fixed = round_totals(row)
    units = sorted(so_far + to_come, reverse=coming.lower_is_better)
    dropped = coming.drops.dropped_of(len(units)) if coming.drops and units else 0
    return total([*units[dropped:], fixed])
