"""The end of a season: ties that matter are played off, teams have a table, and who hides is hidden."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, Player
from tests.factories import A_DAY, make_club, make_user
from tests.tournaments.evenings import a_paper_event, paper_round
from tournaments.errors import WrongStatus
from tournaments.models import Entrant
from tournaments.queries.clubs import club_events
from tournaments.queries.seasons import season_page
from tournaments.season_format import SeasonFormat, Teams
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.seasons import assign_event, create_season, make_playoff

pytestmark = pytest.mark.django_db


def a_season(**changed):
    """A season of one planned evening at which Ada and Bo come out equal, and nothing but points decides."""
    club = make_club("Riverside")
    format_ = SeasonFormat(**({"by_place": (10, 6, 4, 2), "chain": "shared", "planned_events": 1} | changed))
    return create_season(
        club=club,
        league_name="Premier",
        name="2026",
        starts_on=A_DAY,
        ends_on=A_DAY,
        format_=format_,
        actor=None,
    )


def owner_of(season):
    return Membership.objects.filter(club=season.league.club).earliest("pk").user


def finished(event, totals):
    paper_round(event, totals)
    begin_review(tournament=event, actor=None)
    finish_tournament(tournament=event, actor=None)


def evening(season, totals):
    club = season.league.club
    event = a_paper_event(
        4, club=club, director=owner_of(season), rounds=1, extra_round_cap=0, tiebreaks=(), boundaries=()
    )
    assign_event(season=season, tournament=event, actor=None)
    finished(event, totals)
    return event


def places(season):
    return [(line.place_text, line.name) for line in season_page(season).lines]


def test_a_tie_for_the_title_is_played_off_and_moves_no_points():
    """Ada and Bo share the first two places with 8 points each; Bo wins the extra round."""
    season = a_season()
    evening(season, {"Ada": 20, "Bo": 20, "Cy": -10})
    (tie,) = season_page(season).ties
    assert (tie.names, tie.place, tie.event) == (("Ada", "Bo"), 1, "")
    assert places(season)[:2] == [("=1", "Ada"), ("=1", "Bo")]
    event = make_playoff(season=season, players=tie.players, actor=owner_of(season))
    assert make_playoff(season=season, players=tie.players, actor=owner_of(season)) == event
    assert season_page(season).ties[0].event == event.public_id
    event.entrants.update(autopilot=True)
    finished(event, {"Ada": -15})
    page = season_page(season)
    assert [(line.place_text, line.name, line.points_text) for line in page.lines[:2]] == [
        ("1", "Bo", "8"),
        ("2", "Ada", "8"),
    ]
    assert (page.ties, len(page.played)) == ((), 1)


def test_only_people_who_are_tied_play_an_extra_round():
    season = a_season()
    evening(season, {"Ada": 20, "Bo": 10, "Cy": -10})
    assert season_page(season).ties == ()
    players = list(Player.objects.order_by("pk").values_list("pk", flat=True)[:2])
    with pytest.raises(WrongStatus):
        make_playoff(season=season, players=players, actor=None)


def test_the_tie_waits_until_the_season_is_over():
    season = a_season(planned_events=2)
    evening(season, {"Ada": 20, "Bo": 20, "Cy": -10})
    assert season_page(season).ties == ()


@pytest.mark.parametrize(
    ("best", "expected"),
    [(0, [("1", "North", "14"), ("2", "South", "8")]), (1, [("1", "North", "10"), ("2", "South", "6")])],
)
def test_teams_are_the_sum_of_their_best(best, expected):
    """North: Ada 10 and Cy 4, South: Bo 6 and Dee 2; all of them, or the best one of each."""
    season = a_season(teams=Teams.GROUPS, team_best=best)
    event = evening(season, {"Ada": 20, "Bo": 10, "Cy": -10})
    Entrant.objects.filter(tournament=event, name__in=("Ada", "Cy")).update(group="North")
    Entrant.objects.filter(tournament=event, name__in=("Bo", "Dee")).update(group="South")
    found = season_page(season).teams
    assert [(team.place_text, team.name, team.points_text) for team in found] == expected


def test_who_hides_is_hidden_in_the_season_and_the_records_but_for_directors_and_the_person():
    season = a_season()
    evening(season, {"Ada": 20, "Bo": 10, "Cy": -10})
    user = make_user()
    Player.objects.filter(name="Ada").update(is_private=True, user=user)
    names = [
        season_page(season, reader).lines[0].name
        for reader in (AnonymousUser(), make_user(), user, owner_of(season))
    ]
    assert names == ["Hidden player", "Hidden player", "Ada", "Ada"]
    records = club_events(season.league.club, AnonymousUser()).records
    assert "Ada" not in [name for record in records for name in record.names]
    answer = Client().get(
        reverse("clubs:season", kwargs={"slug": season.league.club.slug, "season": season.pk})
    )
    assert (answer["X-Robots-Tag"], "Ada" in answer.content.decode()) == ("noindex", False)


def test_a_director_makes_the_extra_round_from_the_page():
    season = a_season()
    evening(season, {"Ada": 20, "Bo": 20, "Cy": -10})
    address = reverse("clubs:season", kwargs={"slug": season.league.club.slug, "season": season.pk})
    client = Client()
    client.force_login(owner_of(season))
    text = client.get(address).content.decode()
    assert ["Tie for place 1" in text, "Make the extra round" in text] == [True, True]
    players = [str(one) for one in season_page(season).ties[0].players]
    made = client.post(f"{address}extra-round/", {"player": players})
    assert made.url.endswith("/tonight/")
    stranger = Client()
    stranger.force_login(make_user())
    assert stranger.post(f"{address}extra-round/", {"player": players}).status_code == 404
