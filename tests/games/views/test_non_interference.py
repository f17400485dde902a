"""Non-interference over games and moments: what a viewer can't see changes no byte of any page or answer.

`python -m pytest -m proof` compares two thousand pairs; the usual run a small part of them.
"""

import random

import pytest
from django.db.models import DateTimeField, Value

from games.enums import GameStatus, Occupant
from games.options import GameOptions
from games.queries import states
from games.queries.clock import database_now
from games.queries.states import load_state
from games.services.due import play_due
from tests.factories import make_user
from tests.games.hidden import permute_hidden, without_tokens
from tests.games.tables import make_game, make_people

pytestmark = pytest.mark.django_db

PAGES = [
    "/g/{id}/view",
    "/api/v1/games/{id}/",
    "/api/v1/games/{id}/legal-moves/",
    "/api/v1/games/{id}/deals/",
]
PRESETS = {
    "knock-rummy": 3,
    "joker-knock": 2,
    "rum-knock": 4,
    "gin": 2,
    "oklahoma": 2,
    "partnership": 4,
    "cutthroat": 3,
    "tonk": 3,
}
OPTIONS = GameOptions(deal_pause_seconds=0, cut_seconds=0, bot_pace_seconds=0)


@pytest.fixture
def standing_clock(monkeypatch):
    now = database_now()
    monkeypatch.setattr("games.queries.seats.ClockTimestamp", lambda: Value(now, DateTimeField()))
    monkeypatch.setattr("games.queries.seats._ROWS._compiled", None)  # a statement of this test alone


def compare(client, preset: str, rng: random.Random, moments: int) -> int:
    """Play a game on autopilot and compare at random moments; returns how many pairs were compared."""
    people = make_people(PRESETS[preset])
    onlooker = make_user()
    game = make_game(people, occupant=Occupant.AUTOPILOT, ruleset=preset, options=OPTIONS, is_public=True)
    compared = 0
    for _unused in range(moments):
        play_due(game_id=game.pk, ply=game.ply, budget=rng.randint(1, 9))
        game.refresh_from_db()
        if game.status != GameStatus.PLAYING or load_state(game).phase != "play":
            break
        seat = rng.choice([*range(len(people)), None])
        client.force_login(onlooker if seat is None else people[seat])
        for page in PAGES:
            path = page.format(id=game.public_id)
            first, second = (answer(client, path, game, seat, rng) for _pair in range(2))
            assert first == second, (preset, path, seat, game.ply)
            compared += 1
    return compared


def answer(client, path, game, seat, rng):
    permute_hidden(game, seat, rng)
    found = client.get(path)
    states.cache.clear()
    return found.status_code, sorted(found.headers.items()), without_tokens(found.content)


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_change_no_byte(client, standing_clock, preset):
    assert compare(client, preset, random.Random(preset), moments=5) >= len(PAGES)


@pytest.mark.proof
@pytest.mark.parametrize("preset", PRESETS)
def test_two_thousand_pairs(client, standing_clock, preset):
    rng, compared = random.Random(f"{preset} proof"), 0
    while compared < 2000 // len(PRESETS):
        compared += compare(client, preset, rng, moments=12)
