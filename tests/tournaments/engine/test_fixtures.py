"""League fixtures: everybody meets everybody at home and away, week by week."""

from collections import Counter

import pytest

from tournaments.engine.fixtures import league_fixtures
from tournaments.engine.results import Reason, StandingsError


def weeks(names, legs=2):
    out = {}
    for fixture in league_fixtures(names, legs):
        out.setdefault(fixture.week, []).append(fixture.home + fixture.away)
    return [" ".join(games) for games in out.values()]


def test_four_play_six_weeks():
    assert weeks("ABCD") == ["AD BC", "DB CA", "CD AB", "DA CB", "BD AC", "DC BA"]


def test_three_rest_in_turn():
    assert weeks("ABC", legs=1) == ["BC", "CA", "AB"]


@pytest.mark.parametrize("size", range(2, 13))
def test_everybody_meets_everybody_once_at_home_and_once_away(size):
    names = "ABCDEFGHIJKL"[:size]
    fixtures = league_fixtures(names)
    meetings = Counter((fixture.home, fixture.away) for fixture in fixtures)
    assert meetings == Counter({(one, other): 1 for one in names for other in names if one != other})


@pytest.mark.parametrize("size", range(2, 13))
def test_nobody_plays_twice_in_a_week_and_home_games_are_balanced(size):
    names = "ABCDEFGHIJKL"[:size]
    fixtures = league_fixtures(names, legs=1)
    seats = Counter((fixture.week, who) for fixture in fixtures for who in (fixture.home, fixture.away))
    home = Counter(fixture.home for fixture in fixtures)
    away = Counter(fixture.away for fixture in fixtures)
    assert set(seats.values()) == {1}
    assert all(abs(home[who] - away[who]) <= 1 for who in names)


@pytest.mark.parametrize(
    ("names", "legs", "reason"),
    [("A", 2, Reason.SEASON_RULE), ("AB", 0, Reason.SEASON_RULE), ("AA", 2, Reason.DUPLICATE_ENTRANT)],
)
def test_impossible_leagues_are_refused(names, legs, reason):
    with pytest.raises(StandingsError) as error:
        league_fixtures(names, legs)
    assert error.value.reason is reason
