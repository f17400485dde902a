"""Title races: reckoned once after each round and evening, again after a correction, and what their pages say."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Membership
from tests.factories import A_DAY, make_club
from tests.tournaments.evenings import a_paper_event, paper_round
from tournaments.models import TitleRace, Tournament
from tournaments.queries.race import event_race
from tournaments.season_format import SeasonFormat
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.race import missing_races, reckon_event, reckon_season
from tournaments.services.seasons import assign_event, create_season
from tournaments.tasks import title_race

pytestmark = pytest.mark.django_db


def test_a_race_is_reckoned_once_after_each_round():
    event = a_paper_event(4, rounds=3, scheme="win_loss", boundaries=(2,))
    assert event_race(event) is None
    round_ = paper_round(event, {"Ada": 30, "Bo": 10, "Cy": -10})
    assert missing_races() == [event.pk]
    title_race(round_.pk)
    title_race(round_.pk)
    assert (TitleRace.objects.count(), missing_races()) == (1, [])
    page = event_race(event)
    assert (page.title, page.left) == ("Title race after Round 1", "2 rounds are still to come.")
    assert page.columns == ("Title", "Among the best 2")
    assert page.lines[0].name == "Ada"
    sums = [sum(line.chances[at].percent for line in page.lines) for at in (0, 1)]
    assert (abs(sums[0] - 100) <= 2, abs(sums[1] - 200) <= 2) == (True, True)
    assert all(chance.low <= chance.percent <= chance.high for line in page.lines for chance in line.chances)


def test_who_cant_be_caught_is_certain_and_who_cant_catch_up_is_out():
    """Ada has won two of three rounds, one point each: Bo and Cy reach one, and so nobody catches her."""
    event = a_paper_event(4, rounds=3, scheme="win_loss")
    paper_round(event, {"Ada": 30, "Bo": 10, "Cy": -10})
    paper_round(event, {"Ada": 30, "Bo": 10, "Cy": -10})
    reckon_event(tournament_id=event.pk)
    page = event_race(event)
    assert page.bounded is True
    assert [(line.name, line.chances[0].certain) for line in page.lines] == [
        ("Ada", "in"),
        ("Bo", "out"),
        ("Cy", "out"),
        ("Dee", "out"),
    ]


def test_nobody_is_certain_where_a_round_may_bring_anything():
    event = a_paper_event(4, rounds=2)
    paper_round(event, {"Ada": 300, "Bo": -100, "Cy": -100})
    reckon_event(tournament_id=event.pk)
    page = event_race(event)
    assert (page.bounded, {line.chances[0].certain for line in page.lines}) == (False, {""})


def test_other_standings_make_another_race_and_the_old_one_isnt_shown():
    event = a_paper_event(4, rounds=2)
    paper_round(event, {"Ada": 30, "Bo": 10, "Cy": -10})
    first = reckon_event(tournament_id=event.pk)
    options = event.format_json | {"rounds": 3}
    Tournament.objects.filter(pk=event.pk).update(format_json=options)
    event.refresh_from_db()
    assert event_race(event) is None
    second = reckon_event(tournament_id=event.pk)
    assert (first.pk != second.pk, first.after, second.after) == (True, 1, 1)
    assert event_race(event).left == "2 rounds are still to come."


def test_the_season_has_a_race_too_and_the_pages_show_both():
    club = make_club("Riverside")
    season = create_season(
        club=club,
        league_name="Premier",
        name="2026",
        starts_on=A_DAY,
        ends_on=A_DAY,
        format_=SeasonFormat(by_place=(10, 6, 4, 2), planned_events=2),
        actor=None,
    )
    director = Membership.objects.get(club=club).user
    event = a_paper_event(4, club=club, director=director, rounds=2, extra_round_cap=0)
    assign_event(season=season, tournament=event, actor=None)
    paper_round(event, {"Ada": 30, "Bo": 10, "Cy": -10})
    reckon_event(tournament_id=event.pk)
    text = Client().get(reverse("tournaments:race", kwargs={"public_id": event.public_id})).content.decode()
    assert "Title race after Round 1" in text
    paper_round(event, {"Ada": 30, "Bo": 10, "Cy": -10})
    begin_review(tournament=event, actor=None)
    finish_tournament(tournament=event, actor=None)
    assert reckon_season(season_id=season.pk) == reckon_season(season_id=season.pk)
    page = reverse("clubs:season", kwargs={"slug": club.slug, "season": season.pk})
    assert "Title race after 1 evening" in Client().get(page).content.decode()
