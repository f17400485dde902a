"""Support staff look at games and change nothing; no card of a deal in play is shown, seeds never."""

import re

import pytest
from django.contrib import admin

from games.engine.cards import DECK
from games.models import Game, HiddenDeal, MoveRecord
from games.queries.states import load_state
from games.services.play import play_move
from tests.factories import make_user
from tests.games.tables import make_game, make_people

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "game/",
    "game/{game}/change/",
    "moverecord/",
    "moverecord/{move}/change/",
    "seatoccupancy/",
    "heartbeat/",
]


@pytest.fixture
def staff(client):
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def game():
    people = make_people(2)
    game = make_game(people)
    play_move(game=game, actor=people[1], code="cut-5", expected_ply=0)
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    return game


def test_hidden_deals_are_not_registered():
    assert HiddenDeal not in admin.site._registry


@pytest.mark.parametrize("where", PAGES)
def test_no_page_shows_a_hidden_card_or_the_seed(staff, game, where):
    path = "/admin/games/" + where.format(
        game=game.pk, move=MoveRecord.objects.filter(game=game).latest("ply").pk
    )
    answer = staff.get(path)
    assert answer.status_code == 200
    state = load_state(game)
    shown = set(
        re.findall(
            r"\b(?:[A2-9TJQK][CDHS])\b",
            re.sub(r"<(script|style).*?</\1>", "", answer.content.decode(), flags=re.S),
        )
    )
    assert shown & ({card.code for card in DECK} - {card.code for card in state.deal.discards}) == set()
    assert state.seed.hex() not in answer.content.decode()


@pytest.mark.parametrize("where", ["game/add/", "moverecord/add/"])
def test_nothing_can_be_added(staff, where):
    assert staff.get("/admin/games/" + where).status_code == 403


def test_nothing_can_be_changed_or_deleted(staff, game):
    path = f"/admin/games/game/{game.pk}/"
    assert staff.post(path + "change/", {"status": "cancelled"}).status_code == 403
    assert staff.post(path + "delete/", {"post": "yes"}).status_code == 403
    assert Game.objects.get(pk=game.pk).status == "playing"
