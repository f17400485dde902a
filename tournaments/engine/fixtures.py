"""League fixtures for two-player games: everybody against everybody, at home and away, week by week.

The circle method: one entrant stays, the others go round. In an odd field one rests each week. Who is at home
alternates, so that nobody's home games exceed the away games by more than one in a leg; the next leg
swaps home and away. Deadlines and dates are the app's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.results import EntrantId, Reason, StandingsError


@dataclass(frozen=True, slots=True)
class Fixture:
    week: int
    home: EntrantId
    away: EntrantId


def league_fixtures(entrants: Sequence[EntrantId], legs: int = 2) -> tuple[Fixture, ...]:
    """All fixtures, weeks from 1, in the order of weeks. Raises StandingsError below two entrants or one
    leg.
    """
    if len(entrants) < 2 or legs < 1:
        raise StandingsError(Reason.SEASON_RULE, (len(entrants), legs))
    if len(set(entrants)) != len(entrants):
        raise StandingsError(Reason.DUPLICATE_ENTRANT)
    circle: list[EntrantId | None] = list(entrants)
    if len(circle) % 2:
        circle.append(None)
    weeks = len(circle) - 1
    first_leg = [fixture for week in range(weeks) for fixture in _week(circle, week)]
    out: list[Fixture] = []
    for leg in range(legs):
        for fixture in first_leg:
            home, away = (fixture.home, fixture.away) if leg % 2 == 0 else (fixture.away, fixture.home)
            out.append(Fixture(fixture.week + leg * weeks, home, away))
    return tuple(out)


def _week(circle: list[EntrantId | None], week: int) -> list[Fixture]:
    """One turn of the circle: the fixed entrant meets number `week`, the others meet mirrored around it."""
    turning = len(circle) - 1
    pairs: list[tuple[EntrantId | None, EntrantId | None]] = []
    pivot = (circle[week], circle[turning])
    pairs.append(pivot if week % 2 == 0 else (pivot[1], pivot[0]))
    for step in range(1, len(circle) // 2):
        one, other = circle[(week + step) % turning], circle[(week - step) % turning]
        pairs.append((one, other) if step % 2 else (other, one))
    return [Fixture(week + 1, home, away) for home, away in pairs if home is not None and away is not None]
