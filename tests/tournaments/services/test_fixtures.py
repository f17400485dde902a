"""League games of two: the list, agreeing on a time, playing or reporting, and the table that follows."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, Notice, Player
from games.models import Game
from games.services.clock import database_now
from games.services.due import play_due
from tests.factories import make_club, make_player, make_user
from tournaments.enums import FixtureStatus
from tournaments.errors import FormatError, NotAllowed, OwnReport, WrongStatus
from tournaments.models import Fixture
from tournaments.queries.fixtures import fixtures_page
from tournaments.season_format import SeasonFormat
from tournaments.services.fixture_news import tell_due
from tournaments.services.fixtures import (
    accept,
    close_missed,
    confirm,
    make_fixtures,
    play_online,
    propose,
    report,
    take_game,
)
from tournaments.services.seasons import create_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    """Ada, Bo and Cy of one club meet each other at home and away, a week for each game."""
    club = make_club("Riverside", time_zone="Europe/Lisbon")
    today = database_now().date()
    season = create_season(
        club=club,
        league_name="Gin",
        name="2026",
        starts_on=today,
        ends_on=today,
        format_=SeasonFormat(),
        actor=None,
    )
    players = [make_player(name, club, make_user(name)) for name in ("Ada", "Bo", "Cy")]
    make_fixtures(
        season=season, players=players, first_day=today, days=7, legs=2, preset="gin", actor=owner_of(season)
    )
    return season


def owner_of(season):
    return Membership.objects.filter(club=season.league.club).earliest("pk").user


def game_of(home, away):
    return Fixture.objects.select_related("home__user", "away__user").get(home__name=home, away__name=away)


def in_a_moment():
    return database_now() + timedelta(minutes=5)


def test_everybody_meets_everybody_at_home_and_away_with_deadlines(season):
    games = [(game.week, game.home.name, game.away.name) for game in Fixture.objects.order_by("week", "pk")]
    assert sorted((home, away) for _week, home, away in games) == [
        ("Ada", "Bo"), ("Ada", "Cy"), ("Bo", "Ada"), ("Bo", "Cy"), ("Cy", "Ada"), ("Cy", "Bo"),
    ]  # fmt: skip
    assert [week for week, _home, _away in games] == [1, 2, 3, 4, 5, 6]
    first, second = (game.deadline for game in Fixture.objects.order_by("week")[:2])
    assert timedelta(days=6, hours=22) < second - first < timedelta(days=7, hours=2)


def test_a_time_is_proposed_by_one_and_agreed_by_the_other(season):
    game = game_of("Ada", "Bo")
    when = in_a_moment()
    with pytest.raises(FormatError):
        propose(fixture=game, when=game.deadline + timedelta(seconds=1), actor=game.home.user)
    with pytest.raises(NotAllowed):
        propose(fixture=game, when=when, actor=Player.objects.get(name="Cy").user)
    propose(fixture=game, when=when, actor=game.home.user)
    with pytest.raises(WrongStatus):
        accept(fixture=game, actor=game.home.user)
    agreed = accept(fixture=game, actor=game.away.user)
    assert (agreed.status, agreed.agreed_at) == (FixtureStatus.AGREED, when)
    assert list(Notice.objects.order_by("pk").values_list("user__display_name", "subject")) == [
        ("Bo", "Ada – Bo"),
        ("Ada", "Ada – Bo"),
        ("Bo", "Ada – Bo"),
    ]
    assert propose(fixture=game, when=in_a_moment(), actor=game.away.user).status == FixtureStatus.OPEN


def test_a_game_is_played_here_at_its_time_and_the_table_follows(season, settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:a league game"
    game = game_of("Ada", "Bo")
    with pytest.raises(WrongStatus):
        play_online(fixture=game, actor=game.home.user)
    propose(fixture=game, when=in_a_moment(), actor=game.home.user)
    accept(fixture=game, actor=game.away.user)
    table = play_online(fixture=game, actor=game.away.user)
    assert play_online(fixture=game, actor=game.home.user) == table
    assert take_game(game_id=table.pk) is False
    table.seats.update(occupant="autopilot", bot_level="random")
    for _unused in range(400):
        table = Game.objects.get(pk=table.pk)
        if table.status != "playing":
            break
        play_due(game_id=table.pk, ply=table.ply, budget=500)
        Game.objects.filter(pk=table.pk, status="playing").update(due_at=database_now())
    assert (take_game(game_id=table.pk), take_game(game_id=table.pk)) == (True, False)
    game.refresh_from_db()
    winner = "Ada" if game.home_points > game.away_points else "Bo"
    top = fixtures_page(season, owner_of(season)).table[0]
    assert (top.place_text, top.name, top.won, top.points_text) == ("1", winner, 1, "1")


def test_a_reported_result_counts_once_the_other_agrees(season):
    """Ada beats Bo 120 to 80 and draws with Cy at 50: 1.5 points; Bo and Cy follow."""
    game = game_of("Ada", "Bo")
    report(fixture=game, home=120, away=80, actor=game.home.user)
    with pytest.raises(OwnReport):
        confirm(fixture=game, actor=game.home.user)
    assert fixtures_page(season, game.home.user).table[0].played == 0
    confirm(fixture=game, actor=game.away.user)
    drawn = game_of("Cy", "Ada")
    report(fixture=drawn, home=50, away=50, actor=drawn.home.user)
    report(fixture=drawn, home=50, away=50, actor=drawn.away.user)  # the same from the other
    assert [
        (row.name, row.played, row.won, row.drawn, row.lost, row.difference, row.points_text)
        for row in fixtures_page(season, game.home.user).table
    ] == [("Ada", 2, 1, 1, 0, "+40", "1.5"), ("Cy", 1, 0, 1, 0, "0", "0.5"), ("Bo", 1, 0, 0, 1, "−40", "0")]


def test_a_director_gives_a_result_and_strangers_do_nothing(season):
    game = game_of("Ada", "Bo")
    with pytest.raises(NotAllowed):
        report(fixture=game, home=1, away=0, actor=make_user())
    assert report(fixture=game, home=100, away=20, actor=owner_of(season)).status == FixtureStatus.PLAYED


def test_what_isnt_played_in_time_is_missed_and_a_director_may_still_decide(season):
    game = game_of("Ada", "Bo")
    Fixture.objects.filter(pk=game.pk).update(deadline=database_now())
    assert (close_missed(), close_missed()) == (1, 0)
    with pytest.raises(NotAllowed):
        report(fixture=game, home=1, away=0, actor=game.home.user)
    assert report(fixture=game, home=1, away=0, actor=owner_of(season)).status == FixtureStatus.PLAYED


def test_a_deadline_that_nears_is_told_once(season):
    Fixture.objects.exclude(pk=game_of("Ada", "Bo").pk).update(status="missed")
    Fixture.objects.update(deadline=database_now() + timedelta(days=1))
    assert (tell_due(), tell_due(), Notice.objects.count()) == (1, 1, 2)


def test_a_list_is_of_the_clubs_own_people_and_a_game_of_two(season):
    other = create_season(
        club=season.league.club,
        league_name="Gin",
        name="2027",
        starts_on=date(2027, 1, 1),
        ends_on=date(2027, 1, 1),
        format_=SeasonFormat(),
        actor=None,
    )
    people = list(Player.objects.filter(club=season.league.club))
    common = {"season": other, "first_day": date(2027, 1, 1), "days": 7, "legs": 2, "actor": None}
    with pytest.raises(FormatError):
        make_fixtures(players=people, preset="knock-rummy", **common)
    with pytest.raises(NotAllowed):
        make_fixtures(players=[*people, make_player("Zed", make_club())], preset="gin", **common)
    with pytest.raises(FormatError):
        make_fixtures(players=people[:1], preset="gin", **common)


def test_who_hides_is_named_to_those_who_play_in_the_league_and_to_directors(season):
    game = game_of("Ada", "Bo")
    Player.objects.filter(pk=game.home_id).update(is_private=True)
    propose(fixture=game, when=in_a_moment(), actor=game.home.user)

    def named(user):
        page = fixtures_page(season, user)
        lines = [line for week in page.weeks for line in week.lines if line.fixture_id == game.pk]
        return {lines[0].home, lines[0].proposed_by}, "Ada" in [row.name for row in page.table]

    for user in (game.home.user, game.away.user, game_of("Cy", "Bo").home.user, owner_of(season)):
        assert named(user) == ({"Ada"}, True)
    for user in (make_user(), AnonymousUser()):
        assert named(user) == ({"Hidden player"}, False)


def test_a_round_can_be_played_until_the_day_before_its_midnight(season):
    week = fixtures_page(season, AnonymousUser()).weeks[0]
    assert week.last_day == season.starts_on + timedelta(days=6)


def test_what_the_other_one_waits_for_stands_out(season):
    game = game_of("Ada", "Bo")
    propose(fixture=game, when=in_a_moment(), actor=game.home.user)
    waits = {
        user: [line.fixture_id for line in fixtures_page(season, user).own if line.waits_for_reader]
        for user in (game.home.user, game.away.user)
    }
    assert waits == {game.home.user: [], game.away.user: [game.pk]}


def test_the_pages_let_the_two_agree_and_report(season):
    game = game_of("Ada", "Bo")
    address = reverse("clubs:fixtures", kwargs={"slug": season.league.club.slug, "season": season.pk})
    home, away, stranger = Client(), Client(), Client()
    home.force_login(game.home.user)
    away.force_login(game.away.user)
    stranger.force_login(make_user())

    def press(client, act, **data):
        return client.post(f"{address}{game.pk}/{act}/", data).status_code

    assert [client.get(address).status_code for client in (home, away, stranger, Client())] == [200] * 4
    assert press(home, "propose", when=f"{game.deadline - timedelta(days=1):%Y-%m-%dT%H:%M}") == 302
    assert "Agree to that time" in away.get(address).content.decode()
    assert press(away, "accept") == 302
    assert press(home, "report", home="10", away="5") == 302
    assert "Confirm" in away.get(address).content.decode()
    assert (press(stranger, "confirm"), press(home, "dance")) == (302, 404)
    game.refresh_from_db()
    assert game.status == FixtureStatus.REPORTED
    assert press(away, "confirm") == 302
    game.refresh_from_db()
    assert (game.status, game.home_points) == (FixtureStatus.PLAYED, 10)
    assert stranger.post(address).status_code == 404
