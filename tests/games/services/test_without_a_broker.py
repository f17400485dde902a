"""A house without any broker: `sweep --loop` alone plays what is due, as a slower but supported way to run."""

import time

import pytest

from games.engine.ruleset import PRESETS
from games.enums import GameStatus
from games.models import Game
from games.options import GameOptions
from games.queries.audit import audit_games
from games.queries.states import load_state
from games.services.play import play_move
from tests.games.tables import QUICK, make_game, make_people
from tests.installation import database_url_of_test

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 90
PACED = GameOptions(cut_seconds=1, deal_pause_seconds=0, bot_pace_seconds=0.2)


def wait_until(true):
    deadline = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < deadline:
        time.sleep(0.2)
    return true()


def test_games_go_on_and_end_without_a_broker(new_stack):
    """Moves of people are accepted at once, though no hint can be sent; bots and timeouts come by the sweep."""
    nowhere = "redis+socket:///nowhere/valkey.sock"
    env = {"DATABASE_URL": database_url_of_test(), "BROKER_URL": nowhere}
    with new_stack(env=env, parts=("sweep",)):
        tables = [make_game(bots=3, options=QUICK) for _unused in range(3)]
        people = make_people(1)
        mine = make_game(people, bots=1, options=PACED, ruleset=PRESETS["knock-rummy"].replace(deals=2))
        tables.append(mine)
        games = Game.objects.filter(pk__in=[game.pk for game in tables])

        def play_mine():
            """Whenever it is the person's turn: the cut, a draw, a knock."""
            mine.refresh_from_db()
            if mine.status == GameStatus.PLAYING and mine.turn_seat == 0:
                play_move(game=mine, actor=people[0], code=a_move(mine), expected_ply=mine.ply)
            return not games.filter(status=GameStatus.PLAYING).exists()

        assert wait_until(play_mine)
    assert set(games.values_list("status", flat=True)) == {GameStatus.FINISHED}
    assert list(audit_games(games)) == []


def a_move(game):
    codes = [move.code for move in load_state(game).legal_moves()]
    return next((code for code in codes if code.startswith(("knock-", "stock"))), codes[0])
