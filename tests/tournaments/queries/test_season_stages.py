"""Seasons that count the points of the evening itself, where an evening had a final that began at zero.

Two tables end 30, 10, -15, -25 and 40, 5, -20, -25; the best two play the final, in which the first loses 5 to the
second. The final alone ranks the two, but what they brought home is 40 - 5 and 30 + 5.
"""

import pytest

from tests.factories import make_club
from tests.tournaments.evenings import director_of, names_at, start_next
from tests.tournaments.queries.test_seasons import a_season, owner_of
from tests.tournaments.services.test_finals import an_event, play, seat
from tournaments.engine.league import SeasonPoints
from tournaments.models import Table
from tournaments.queries.seasons import season_page
from tournaments.season_format import Counting, SeasonFormat
from tournaments.services.completion import begin_review, complete_round, finish_tournament
from tournaments.services.reports import report_totals
from tournaments.services.seasons import assign_event
from tournaments.stage_format import StageOptions

pytestmark = pytest.mark.django_db


def evening(season, *, carried):
    """The evening above as one of the season, finished; the first, the second, and who missed the final as third."""
    club = season.league.club
    cut = StageOptions(size=2, table_size=2, carried=carried)
    event = an_event(8, cut, boundaries=(), extra_round_cap=0, club=club, director=owner_of(club))
    first = play(event, [30, 10, -15, -25], [40, 5, -20, -25])
    names = [seat(first, *at).name for at in ((2, 0), (1, 0), (1, 1))]
    round_ = start_next(event)
    table = Table.objects.get(round=round_)
    totals = [-5 if name == names[0] else 5 for name in names_at(table)]
    report_totals(table=table, totals=totals, actor=director_of(event))
    complete_round(round_id=round_.pk)
    assign_event(season=season, tournament=event, actor=owner_of(club))
    begin_review(tournament=event, actor=None)
    finish_tournament(tournament=event, actor=None)
    return names


def points(season, names):
    found = {line.name: line.points_text for line in season_page(season).lines}
    return [found[name] for name in names]


@pytest.mark.parametrize("carried", [False, True])
def test_the_whole_evening_is_what_one_brought_home(carried):
    season = a_season(make_club("Riverside"), SeasonFormat(points=SeasonPoints.BY_POINTS))
    assert points(season, evening(season, carried=carried)) == ["35", "35", "10"]


@pytest.mark.parametrize("carried", [False, True])
def test_each_round_counts_also_the_one_before_the_final(carried):
    """The best single round: 40 and 30 before the final, not -5 and 5 in it."""
    format_ = SeasonFormat(points=SeasonPoints.BY_POINTS, counting=Counting.ROUNDS, keep_best=1)
    season = a_season(make_club("Riverside"), format_)
    assert points(season, evening(season, carried=carried)) == ["40", "30", "10"]


def test_places_are_those_of_the_final():
    """10-6-4 by place: who won the final is first, whatever the points before."""
    season = a_season(make_club("Riverside"), SeasonFormat(by_place=(10, 6, 4)))
    assert points(season, evening(season, carried=False)) == ["6", "10", "4"]
