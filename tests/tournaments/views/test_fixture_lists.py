"""Making the league games of a large club: people are searched for, who is chosen stays chosen, the division is chosen
at first, and dates that no calendar has are refused.
"""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import queries as account_queries
from accounts.models import Membership, Player
from tests.factories import A_DAY, make_club, make_player
from tournaments.models import Fixture, SeasonMember
from tournaments.season_format import SeasonFormat
from tournaments.services.seasons import create_season

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Col", "Dot", "Eli")


@pytest.fixture
def season():
    club = make_club("Riverside")
    for name in NAMES:
        make_player(name, club)
    return create_season(
        club=club, league_name="Gin", name="2026", starts_on=A_DAY, ends_on=A_DAY,
        format_=SeasonFormat(), actor=None,
    )  # fmt: skip


@pytest.fixture
def page(season, client):
    client.force_login(Membership.objects.get(club=season.league.club).user)
    return reverse("clubs:fixtures", args=[season.league.club.slug, season.pk])


def sent(*names, **more):
    chosen = [player.pk for player in Player.objects.filter(name__in=names)]
    return {"preset": "gin", "first_day": "2027-01-01", "days": 7, "legs": 1, "players": chosen} | more


def boxes(answer):
    field = answer.context["form"]["players"]
    return [(box.data["label"], box.data["selected"]) for box in field]


def test_a_search_finds_others_and_keeps_who_is_chosen(client, page, monkeypatch):
    monkeypatch.setattr(account_queries, "MOST_SHOWN", 2)
    assert boxes(client.get(page)) == [("Ann", False), ("Ben", False)]
    found = client.post(page, sent("Ann", do="search", q="EL", days=9))
    assert boxes(found) == [("Ann", True), ("Eli", False)]
    assert (found.status_code, found.context["form"]["days"].value(), Fixture.objects.count()) == (
        200,
        "9",
        0,
    )
    client.post(page, sent("Ann", "Eli", q="EL"))
    assert Fixture.objects.get().home.name in ("Ann", "Eli")


def test_the_division_is_chosen_at_first(client, page, season):
    for name in ("Ben", "Dot"):
        SeasonMember.objects.create(season=season, player=Player.objects.get(name=name), came="stayed")
    assert [name for name, chosen in boxes(client.get(page)) if chosen] == ["Ben", "Dot"]


@pytest.mark.parametrize("day", ["9999-12-31", "9990-01-01", "0000-01-01"])
def test_days_after_the_calendar_are_refused(page, season, day):
    client = Client()
    client.force_login(Membership.objects.get(club=season.league.club).user)
    assert client.post(page, sent("Ann", "Ben", first_day=day)).status_code == 422
    assert Fixture.objects.count() == 0


def test_no_form_of_a_club_takes_the_character_that_no_database_can_look_for(client, page, season):
    club, ann = season.league.club, Player.objects.get(name="Ann")
    assert client.get(reverse("clubs:players", args=[club.slug]), {"q": "\0"}).status_code == 200
    merge = reverse("clubs:merge", args=[club.slug, ann.pk])
    assert client.post(merge, {"other": "\0"}).status_code == 302
    events = reverse("clubs:season_events", args=[club.slug, season.pk])
    assert client.post(events, {"event": "\0", "do": "add"}).status_code == 404
