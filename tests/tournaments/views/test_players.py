"""Players' pages: what is on them, for whom, and that a hidden or another club's player looks like none."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, Player
from tests.factories import make_club, make_user
from tests.tournaments.evenings import a_paper_event, paper_round
from tournaments.models import Tournament
from tournaments.queries.players import find_player, player_page
from tournaments.queries.ratings import rating_list
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.ratings import rate_event

pytestmark = pytest.mark.django_db


def owner_of(club):
    return Membership.objects.filter(club=club).earliest("pk").user


def evening(club, points, *, rounds=1, **fields):
    """A finished and rated evening of four on paper."""
    tournament = a_paper_event(4, director=owner_of(club), club=club, rounds=rounds, extra_round_cap=0)
    Tournament.objects.filter(pk=tournament.pk).update(**fields)
    for _unused in range(rounds):
        paper_round(tournament, points)
    begin_review(tournament=tournament, actor=None)
    finish_tournament(tournament=tournament, actor=None)
    rate_event(tournament_id=tournament.pk)
    return tournament


@pytest.fixture
def club():
    """A club after an evening of five rounds and one of a single round, in a month's time."""
    club = make_club("Riverside")
    evening(club, {"Ada": 30, "Bo": -10}, rounds=5, name="First")
    evening(club, {"Ada": -30, "Bo": 10}, name="Second", starts_on="2026-04-14")
    return club


def path(name, club, player):
    return reverse(f"clubs:{name}", kwargs={"slug": club.slug, "player": player.pk})


def test_the_page_has_evenings_results_by_game_and_the_rating_over_time(club):
    ada = club.players.get(name="Ada")
    page = player_page(ada, AnonymousUser())
    assert [(line.name, line.place_text, line.points_text) for line in page.evenings] == [
        ("Second", "4", "−30"),
        ("First", "1", "150"),
    ]
    (game,) = page.games
    assert (game.game, game.tables, game.won, game.average_place) == ("Knock Rummy", 6, 5, 1.5)
    assert game.deal_share is None  # totals were entered, not deals
    (curve,) = page.curves
    assert (curve.now.games, curve.now.shown, len(curve.points.split())) == (6, curve.low, 2)
    assert curve.points.endswith("312.0,88.0")  # it fell: the last point is the lowest
    answer = Client().get(path("player", club, ada))
    assert [word in answer.content.decode() for word in ("<polyline", "Second", "claim link")] == [
        True,
        True,
        False,
    ]
    assert answer["X-Robots-Tag"] == "noindex"


def test_private_evenings_add_nothing_to_what_visitors_read(club):
    Tournament.objects.filter(name="First").update(is_public=False)
    ada = club.players.get(name="Ada")
    outside, inside = player_page(ada, AnonymousUser()), player_page(ada, owner_of(club))
    assert ([line.name for line in outside.evenings], outside.games[0].tables) == (["Second"], 1)
    assert inside.games[0].tables == 6


def test_a_hidden_player_looks_like_none_but_to_the_player_and_directors(club):
    ada, user = club.players.get(name="Ada"), make_user()
    Player.objects.filter(pk=ada.pk).update(user=user)
    client, stranger = Client(), Client()
    client.force_login(user)
    stranger.force_login(make_user())
    assert client.post(path("privacy", club, ada), {"private": "yes"}).status_code == 302
    assert [who.get(path("player", club, ada)).status_code for who in (client, stranger, Client())] == [
        200,
        404,
        404,
    ]
    names = [
        [line.name for line in rating_list(club, "knock", who)]
        for who in (AnonymousUser(), user, owner_of(club))
    ]
    assert ["Ada" in found for found in names] == [False, True, True]
    ada.refresh_from_db()
    assert find_player(club, stranger_user := make_user(), ada.pk) is None
    assert find_player(club, stranger_user, club.players.get(name="Bo").pk) is not None
    assert client.post(path("privacy", club, ada), {"private": "no"}).status_code == 302
    assert stranger.get(path("player", club, ada)).status_code == 200


def test_a_director_makes_a_link_and_the_guest_claims_the_results(club):
    ada, guest = club.players.get(name="Ada"), make_user("Ada herself")
    director, client = Client(), Client()
    director.force_login(owner_of(club))
    client.force_login(guest)
    assert client.post(path("claim_link", club, ada)).status_code == 404
    text = director.post(path("claim_link", club, ada)).content.decode()
    link = text.split('class="address">')[1].split("<")[0].removeprefix("http://testserver")
    assert "Are you Ada?" in client.get(link).content.decode()
    assert Client().get(link).status_code == 302
    assert client.post(link).status_code == 302
    assert Player.objects.get(pk=ada.pk).user == guest
    assert client.get(link).status_code == 404


def test_the_list_is_the_members_own(club):
    address = reverse("clubs:players", kwargs={"slug": club.slug})
    owner = Client()
    owner.force_login(owner_of(club))
    assert (Client().get(address).status_code, "Ada" in owner.get(address).content.decode()) == (404, True)


def test_another_clubs_player_is_none(club):
    """The right id under another club's address, and a private club's player, for everybody and every act."""
    ada, other = club.players.get(name="Ada"), make_club()
    client = Client()
    client.force_login(owner_of(other))
    assert client.get(path("player", other, ada)).status_code == 404
    for name in ("claim_link", "privacy"):
        assert [client.post(path(name, where, ada)).status_code for where in (other, club)] == [404, 404]
    type(club).objects.filter(pk=club.pk).update(is_public=False)
    unknown = reverse("clubs:player", kwargs={"slug": club.slug, "player": ada.pk + 999})
    answers = [client.get(address) for address in (path("player", club, ada), unknown)]
    assert [answer.status_code for answer in answers] == [404, 404]


@pytest.mark.parametrize("count", [1, 3])
def test_a_players_page_costs_the_same_however_many_evenings(count, django_assert_num_queries):
    club = make_club()
    for _unused in range(count):
        evening(club, {"Ada": 30, "Bo": -10})
    ada = club.players.select_related("club").get(name="Ada")
    with django_assert_num_queries(11):
        player_page(ada, AnonymousUser())
