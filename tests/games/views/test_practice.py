"""A signed-in person starts a game against bots, finds it again and may give it up."""

import pytest

from games.enums import GamePurpose, GameStatus, Occupant
from games.models import Game
from tests.factories import make_user
from tests.games.tables import make_game, make_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client):
    user = make_user("Ada Lovelace")
    client.force_login(user)
    return user


def start(client, **changes):
    return client.post("/play/", {"preset": "knock-rummy", "bots": "3", "level": "club"} | changes)


def test_a_game_is_dealt_at_once(client, user):
    answer = start(client)
    game = Game.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/g/{game.public_id}/")
    assert (game.status, game.purpose, game.created_by, game.is_public) == (
        GameStatus.PLAYING,
        GamePurpose.PRACTICE,
        user,
        False,
    )
    occupants = sorted(game.seats.values_list("occupant", "bot_level"))
    assert occupants == [(Occupant.BOT, "club")] * 3 + [(Occupant.PLAYER, "")]
    mine = game.seats.get(player__user=user)
    assert (mine.name, mine.appeared_at is not None) == ("Ada Lovelace", True)
    assert client.get(answer.url).context["table"].seat == mine.seat


def test_the_person_sits_anywhere(client, user, settings):
    settings.DEADWOOD_SEED_SOURCE = "secrets"
    for _unused in range(40):
        start(client)
    assert {game.seats.get(player__user=user).seat for game in Game.objects.all()} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    "changes",
    [
        {"bots": "0"},
        {"bots": "5"},
        {"bots": "x"},
        {"preset": "poker"},
        {"level": "grandmaster"},
        {"preset": "gin", "bots": "2"},
    ],
)
def test_what_cant_be_played_is_said_and_makes_nothing(client, user, changes):
    answer = start(client, **changes)
    assert (answer.status_code, Game.objects.count()) == (422, 0)
    assert answer.context["form"].errors


@pytest.mark.parametrize(
    ("preset", "bots"), [("gin", "1"), ("partnership", "3"), ("knock-pool", "4"), ("cutthroat", "2")]
)
def test_every_kind_of_game_can_be_started(client, user, preset, bots):
    answer = start(client, preset=preset, bots=bots)
    assert client.get(answer.url).status_code == 200


def test_one_person_is_one_guest_player(client, user):
    start(client)
    start(client)
    assert user.players.count() == 1


def test_visitors_sign_in_first(client):
    for path in ("/play/", "/my-games/"):
        assert client.get(path).url.startswith("/accounts/login/")


def test_my_games_lists_mine_those_that_wait_for_me_first(client, user):
    start(client)
    make_game(make_people(1), bots=1)
    answer = client.get("/my-games/")
    assert [line.public_id for line in answer.context["games"]] == [Game.objects.earliest("pk").public_id]


def test_my_games_takes_a_fixed_number_of_queries(client, user, django_assert_max_num_queries):
    for _unused in range(5):
        start(client)
    with django_assert_max_num_queries(6):
        assert len(client.get("/my-games/").context["games"]) == 5


def test_ones_own_practice_game_may_be_given_up(client, user):
    start(client)
    game = Game.objects.get()
    assert client.post(f"/g/{game.public_id}/give-up").status_code == 302
    game.refresh_from_db()
    assert game.status == GameStatus.CANCELLED


def test_a_game_of_others_cant_be_given_up(client, user):
    game = make_game(make_people(1), bots=1, is_public=True)
    assert client.post(f"/g/{game.public_id}/give-up").status_code == 404
    game.refresh_from_db()
    assert game.status == GameStatus.PLAYING
