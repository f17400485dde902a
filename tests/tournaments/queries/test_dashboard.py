"""The club's dashboard: what is counted, for whom, and at which price."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, an_event, director_of, paper_round, start_next
from tournaments.models import Round, Tournament
from tournaments.queries.bars import HEIGHT, Measure, bar_chart
from tournaments.queries.dashboard import club_dashboard
from tournaments.services.presence import check_in
from tournaments.services.rehearsal import make_rehearsal

pytestmark = pytest.mark.django_db


def an_evening(minutes: int = 30) -> Tournament:
    """Five people of whom Eve never comes; one round of so many minutes."""
    tournament = a_paper_event(5, rounds=2, check_in=True)
    for name in ("Ada", "Bo", "Cy", "Dee"):
        check_in(entrant=tournament.entrants.get(name=name), actor=None)
    round_ = paper_round(tournament)
    Round.objects.filter(pk=round_.pk).update(started_at=round_.completed_at - timedelta(minutes=minutes))
    return tournament


def test_an_evening_in_numbers():
    tournament = an_evening()
    page = club_dashboard(tournament.club)
    assert [
        (line.name, line.entrants, line.newcomers, line.rounds, line.minutes, line.no_shows, line.bot_seats)
        for line in page.events
    ] == [("Club night", 5, 5, 1, 30, 1, 0)]
    assert (page.people, page.evenings, page.no_shows, page.mean_minutes) == (4, 1, 1, 30)
    assert [chart.title for chart in page.charts] == ["Entrants over time", "Minutes a round", "No-shows"]
    assert page.charts[2].sentence == "1 person was entered and didn't come."


def test_bots_in_empty_chairs_are_counted():
    tournament = a_paper_event(7, rounds=1, table_sizes=(4,), empty_seats="bots")
    start_next(tournament)
    page = club_dashboard(tournament.club)
    assert page.events[0].bot_seats == 1
    assert page.charts[-1].sentence == "A bot sat in for somebody once."


def test_tables_that_are_out_the_longest_come_first():
    tournament = a_paper_event(8)
    round_ = start_next(tournament)
    Round.objects.filter(pk=round_.pk).update(started_at=round_.started_at - timedelta(minutes=50))
    waiting = club_dashboard(tournament.club).waiting
    assert [(table.number, table.is_late) for table in waiting] == [(1, True), (2, True)]
    assert waiting[0].minutes >= 50


def test_rehearsals_dont_count():
    tournament = a_paper_event(4)
    make_rehearsal(tournament=tournament, actor=director_of(tournament), people=4)
    assert len(club_dashboard(tournament.club).events) == 1


def test_the_number_of_queries_is_constant():
    tournament = an_evening()
    club = tournament.club
    with CaptureQueriesContext(connection) as one:
        club_dashboard(club)
    for _again in range(2):
        other = an_event(8, director=director_of(tournament), club=club, table_mode="paper", rounds=2)
        paper_round(other)
        start_next(other)
    with CaptureQueriesContext(connection) as three:
        page = club_dashboard(club)
    assert len(page.events) == 3
    assert len(three) == len(one)


def test_only_owners_and_directors_see_it(client):
    tournament = an_evening()
    address = f"/c/{tournament.club.slug}/dashboard/"
    client.force_login(make_user("Mia"))
    assert client.get(address).status_code == 404
    client.force_login(director_of(tournament))
    text = client.get(address).content.decode()
    assert 'aria-label="Entrants over time: Between 5 and 5 people came, 5 on average."' in text


def test_bars_fill_the_picture_and_nothing_goes_below_the_floor():
    chart = bar_chart(
        "Numbers", "Some numbers.", [Measure(n, str(n), f"No {n}", str(n)) for n in (-1, 0, 5, 10)]
    )
    assert [bar.height for bar in chart.bars] == [0.0, 0.0, 59.0, 118.0]
    assert {round(bar.y + bar.height) for bar in chart.bars} == {chart.floor}
    assert chart.bars[3].title == "No 10: 10"
    assert chart.height == HEIGHT
    assert bar_chart("None", "Nothing.", []).bars == ()
