"""What happens by itself: bots, pauses between deals, re-entries, the round clock."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.bots import registry
from games.engine.ruleset import PRESETS
from games.enums import GameStatus
from games.models import Game, MoveRecord
from games.options import GameOptions
from games.queries.audit import audit_game
from games.queries.outcomes import outcome_of
from games.queries.states import load_state
from games.services import schedule
from games.services.control import (
    cancel_game,
    close_game_at,
    extend_clock,
    finish_game_now,
    halt_game,
    unhalt_game,
)
from games.services.due import play_due
from games.services.play import play_move
from tests.games.tables import QUICK, let_time_pass, make_game, make_people, play_what_is_due, user_to_act

pytestmark = pytest.mark.django_db

PAUSES = GameOptions(deal_pause_seconds=8, cut_seconds=0, bot_pace_seconds=0)


def knock_or(game, code="stock"):
    """The first knock there is, else a draw."""
    return next(
        (move.code for move in load_state(game).legal_moves() if move.code.startswith("knock-")), code
    )


def end_deal(game):
    """People play until the deal in play is over; the first who can knocks."""
    number = game.deal_number
    while game.deal_number == number and game.due_kind in ("cut", "timeout"):
        code = "cut-0" if game.due_kind == "cut" else knock_or(game)
        play_move(game=game, actor=user_to_act(game), code=code, expected_ply=game.ply)
        game.refresh_from_db()


def test_a_hint_that_is_no_longer_true_costs_one_look_and_no_lock():
    game = make_game(bots=2)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert play_due(game_id=game.pk, ply=game.ply + 1) == 0
    assert len(queries) == 1
    assert "FOR" not in queries[0]["sql"].upper().split("WHERE")[1]


def test_a_table_of_bots_costs_no_task_for_each_move():
    game = make_game(bots=4, ruleset=PRESETS["knock-rummy"].replace(rotations=2))
    calls = 0
    while game.status == GameStatus.PLAYING:
        play_due(game_id=game.pk, ply=game.ply)
        game.refresh_from_db()
        calls += 1
    assert game.ply > 8 * 4
    assert calls <= 1 + game.ply // 150


def test_people_look_at_the_result_before_the_next_deal():
    game = make_game(make_people(2), options=PAUSES)
    end_deal(game)
    assert (game.due_kind, game.turn_seat, game.deal_number) == ("next_deal", None, 1)
    assert play_due(game_id=game.pk, ply=game.ply) == 0
    let_time_pass(game, 8)
    play_due(game_id=game.pk, ply=game.ply)
    game.refresh_from_db()
    assert (game.deal_number, game.due_kind) == (2, "cut")


def test_bots_among_themselves_wait_for_nobody():
    game = make_game(bots=2, options=PAUSES, ruleset=PRESETS["knock-rummy"].replace(deals=2))
    play_what_is_due(game)
    assert game.status == GameStatus.FINISHED


@pytest.mark.parametrize("code", ["reenter", "decline", None])
def test_a_player_out_of_the_pool_may_pay_again_within_the_time(code):
    """A small stake: whoever has lost it decides; nobody's answer is no."""
    ruleset = PRESETS["knock-pool"].replace(stake=30, re_entries=9)
    game = make_game(make_people(2), options=PAUSES, ruleset=ruleset)
    end_deal(game)
    while game.due_kind == "next_deal":
        let_time_pass(game, 8)
        play_due(game_id=game.pk, ply=game.ply)
        game.refresh_from_db()
        end_deal(game)
    assert (game.due_at - game.turn_started_at).total_seconds() == 60
    if code is None:
        let_time_pass(game, 60)
        assert play_due(game_id=game.pk, ply=game.ply) == 1
    else:
        play_move(game=game, actor=user_to_act(game), code=code, expected_ply=game.ply)
    game.refresh_from_db()
    assert game.status == (GameStatus.PLAYING if code == "reenter" else GameStatus.FINISHED)
    last = MoveRecord.objects.filter(game=game).latest("ply")
    assert (last.code, last.actor_kind) == (code or "decline", "human" if code else "timeout")


def test_the_round_clock_ends_the_game_with_the_deal_in_play():
    game = make_game(make_people(2), options=PAUSES)
    close_game_at(game=game, at=game.started_at)
    game.refresh_from_db()
    assert game.status == GameStatus.PLAYING
    end_deal(game)
    outcome = outcome_of(game)
    assert (game.status, outcome.result.ended_early, outcome.result.deals_played) == (
        GameStatus.FINISHED,
        True,
        1,
    )
    assert game.closed_ply == game.ply
    assert list(audit_game(game)) == []


def test_between_two_deals_the_round_clock_ends_it_there():
    game = make_game(make_people(2), options=PAUSES)
    end_deal(game)
    finish_game_now(game=game)
    game.refresh_from_db()
    assert (game.status, game.due_at, outcome_of(game).result.deals_played) == (GameStatus.FINISHED, None, 1)
    assert load_state(game).is_over
    assert list(audit_game(game)) == []


def test_a_long_pause_ends_with_the_round_clock():
    game = make_game(make_people(2), options=GameOptions(deal_pause_seconds=3600, bot_pace_seconds=0))
    closes_at = game.started_at + timedelta(seconds=300)
    close_game_at(game=game, at=closes_at)
    end_deal(game)
    assert (game.due_kind, game.due_at) == ("next_deal", closes_at)
    let_time_pass(game, 300)
    play_due(game_id=game.pk, ply=game.ply)
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED


def test_a_round_may_be_given_more_time():
    game = make_game(make_people(2), options=PAUSES)
    close_game_at(game=game, at=game.started_at)
    extend_clock(game=game, seconds=600)
    game.refresh_from_db()
    end_deal(game)
    assert (game.status, game.due_kind) == (GameStatus.PLAYING, "next_deal")


def test_a_cancelled_game_stays_cancelled():
    game = make_game(bots=2)
    assert cancel_game(game=game).status == GameStatus.CANCELLED
    assert cancel_game(game=game).status == GameStatus.CANCELLED
    assert play_due(game_id=game.pk, ply=game.ply) == 0


def test_a_bot_that_cheats_halts_its_game(monkeypatch):
    """A bot's illegal move is never recorded: the game waits for a director and can go on afterwards."""

    class Cheat:
        name = "club"

        def choose(self, observation, rng):
            return next(
                iter(registry.bot_named("random").choose(observation, rng) for _ in "x")
            ).__class__.mro()

    game = make_game(bots=2)
    ply = game.ply
    with monkeypatch.context() as patch:
        patch.setitem(registry._BOTS, "club", Cheat())
        assert play_due(game_id=game.pk, ply=ply) == 0
    game.refresh_from_db()
    assert (game.status, game.ply) == (GameStatus.HALTED, ply)
    unhalt_game(game=game)
    game.refresh_from_db()
    assert play_due(game_id=game.pk, ply=ply) > 0


def test_halting_is_for_games_in_play():
    game = make_game(bots=2)
    cancel_game(game=game)
    halt_game(game=game, reason="no")
    assert Game.objects.get(pk=game.pk).status == GameStatus.CANCELLED


def test_a_bots_delay_tells_nothing_of_its_hand(monkeypatch):
    """With the same source of chance the delay is the same, whatever cards the bot was dealt."""

    class Fixed:
        def uniform(self, low, high):
            return (low + high) / 2

    monkeypatch.setattr(schedule, "_pace", Fixed())
    seen = set()
    for _unused in range(5):
        game = make_game(make_people(1), bots=1, options=GameOptions(bot_pace_seconds=1.0, cut_seconds=0))
        seen.add((game.due_kind, (game.due_at - game.turn_started_at).total_seconds()))
    assert seen == {("bot", 1.0)}


def test_games_with_the_same_label_are_the_same_with_a_fixed_source(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:an evening"
    games = [make_game(bots=3, label="r1t1g1", options=QUICK) for _unused in range(2)]
    logs = []
    for game, budget in zip(games, (1, 50), strict=True):
        while game.status == GameStatus.PLAYING:
            play_due(game_id=game.pk, ply=game.ply, budget=budget)
            game.refresh_from_db()
        logs.append(list(MoveRecord.objects.filter(game=game).order_by("ply").values_list("seat", "code")))
    assert logs[0] == logs[1]
