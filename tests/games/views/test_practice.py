"""A signed-in person starts a game against bots, finds it again and may give it up."""

import pytest
from django.utils.html import escape

from games.engine.ruleset import PRESETS
from games.enums import GamePurpose, GameStatus, Occupant
from games.models import Game
from games.queries.presets import preset_lines
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


def test_the_page_lists_every_game_with_its_line_and_shows_the_options_of_the_chosen_one(client, user):
    page = client.get("/play/").content.decode()
    for line in preset_lines():
        assert f'value="{line.key}"' in page
        assert escape(line.line) in page
    assert "option_rummy_bonus" in page
    assert "option_game_bonus" not in page
    gin = client.get("/play/", {"preset": "gin"}, headers={"HX-Request": "true"}).content.decode()
    assert "option_game_bonus" in gin
    assert "option_rummy_bonus" not in gin
    assert "<html" not in gin


@pytest.mark.parametrize("key", list(PRESETS))
def test_every_game_starts_with_the_options_its_page_shows(client, user, key):
    form = client.get("/play/", {"preset": key}).context["form"]
    sent = {field.html_name: field.value() for field in form}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False}
    assert client.post("/play/", sent).status_code == 302
    assert Game.objects.get().ruleset == PRESETS[key]


def test_options_count_with_the_game_they_were_shown_with(client, user):
    start(client, preset="gin", bots="1", options_of="gin/game", option_target="150", **gin_fields(client))
    start(client, preset="gin", bots="1", options_of="knock-rummy/cumulative", option_target="77")
    targets = Game.objects.order_by("pk").values_list("ruleset_json__options__target", flat=True)
    assert list(targets) == [150, None]


def gin_fields(client):
    """What the page of gin sends for the options that nobody touched."""
    form = client.get("/play/", {"preset": "gin"}).context["form"]
    values = {field.html_name: field.value() for field in form.option_fields if field.name != "option_target"}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def test_options_that_dont_go_together_are_refused_at_the_field(client, user):
    sent = gin_fields(client) | {"option_target": "100", "option_spade_upcard_doubles": "on"}
    answer = start(client, preset="gin", bots="1", options_of="gin/game", **sent)
    assert (answer.status_code, Game.objects.count()) == (422, 0)
    assert answer.context["form"].errors == {
        "option_spade_upcard_doubles": ["A spade as the upcard doubles only where the upcard sets the limit."]
    }


def test_another_way_of_scoring_shows_its_options(client, user):
    asked = {"preset": "rum-knock", "options_of": "rum-knock/cumulative", "option_scoring": "pool"}
    page = client.get("/play/", asked, headers={"HX-Request": "true"}).content.decode()
    assert "option_stake" in page
    assert "option_deals" not in page


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
