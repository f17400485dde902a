"""The sweep: every message may be lost, outages cost nobody time, one game's trouble is no other's."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from kombu.exceptions import OperationalError

from games import tasks
from games.enums import GameStatus
from games.models import Deal, Game, Heartbeat, MoveRecord
from games.options import GameOptions
from games.queries.clock import database_now
from games.services.play import play_move
from games.services.seats import watch
from games.services.sweep import Due, beat, claim_due, note_workers, sweep_once, workers_sweep
from games.signals import turn_started
from tests.games.tables import QUICK, let_time_pass, make_game, make_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return make_people(2)


def set_beat(seconds_ago, name="sweep"):
    at = database_now() - timedelta(seconds=seconds_ago)
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": at})


def test_a_game_is_played_to_its_end_though_every_hint_is_lost():
    """No receiver, no task: the sweep alone."""
    game = make_game(bots=3, options=QUICK)
    for _unused in range(10):
        let_time_pass(game, 4)
        sweep_once(seconds=0)
        game.refresh_from_db()
        if game.status == GameStatus.FINISHED:
            break
    assert game.status == GameStatus.FINISHED


def test_a_hinted_game_is_left_to_its_hint_for_a_while():
    game = make_game(bots=3, options=QUICK)
    assert game.due_at <= database_now()
    assert claim_due() == []
    let_time_pass(game, 3)
    assert claim_due() == [Due(game.pk, game.ply)]


def test_a_claimed_game_is_claimed_once():
    game = make_game(bots=3, options=QUICK)
    let_time_pass(game, 3)
    assert [claim_due(), claim_due()] == [[Due(game.pk, game.ply)], []]
    let_time_pass(game, 3)
    assert claim_due() == [Due(game.pk, game.ply)]


def test_the_longest_due_comes_first_and_a_batch_is_bounded():
    games = [make_game(bots=2, options=QUICK) for _unused in range(3)]
    for seconds, game in zip((10, 30, 20), games, strict=True):
        let_time_pass(game, seconds)
    assert [due.game_id for due in claim_due(limit=2)] == [games[1].pk, games[2].pk]


@pytest.mark.parametrize(
    "change", [{"status": "halted"}, {"paused_at": "2026-01-01T00:00Z"}, {"status": "cancelled"}]
)
def test_what_isnt_played_isnt_due(change):
    game = make_game(bots=2, options=QUICK)
    let_time_pass(game, 30)
    Game.objects.filter(pk=game.pk).update(**change)
    assert claim_due() == []


def test_an_outage_moves_every_open_deadline_by_its_length_once(people):
    game = make_game(people, options=GameOptions(cut_seconds=0))
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    set_beat(600)
    let_time_pass(game, 700)  # the turn began 100 s before the outage
    before = Game.objects.get(pk=game.pk)
    assert timedelta(seconds=600) <= beat() < timedelta(seconds=605)
    after = Game.objects.get(pk=game.pk)
    for name in ("due_at", "turn_started_at", "no_show_at"):
        assert (
            timedelta(seconds=599) < getattr(after, name) - getattr(before, name) < timedelta(seconds=605)
        ), name
    assert beat() == timedelta()
    assert Game.objects.get(pk=game.pk).due_at == after.due_at
    assert Heartbeat.objects.get(name="sweep").version == 1


def test_a_turn_that_began_in_the_outage_gains_only_what_it_lost(people):
    game = make_game(people, options=GameOptions(cut_seconds=0))
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    set_beat(600)
    let_time_pass(game, 50)
    before = Game.objects.get(pk=game.pk)
    beat()
    moved = Game.objects.get(pk=game.pk).due_at - before.due_at
    assert timedelta(seconds=49) < moved < timedelta(seconds=55)


def test_nobody_times_out_at_boot(people):
    game = make_game(people, options=GameOptions(cut_seconds=0))
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    set_beat(600)
    let_time_pass(game, 600)
    sweep_once(seconds=0)
    game.refresh_from_db()
    assert (game.ply, game.seats.get(seat=1).timeouts_running) == (1, 0)


def test_without_the_shift_the_player_would_have_paid_for_the_outage(people):
    """The harm: the same boot with a heartbeat that hides the gap."""
    game = make_game(people, options=GameOptions(cut_seconds=0))
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    set_beat(0)
    let_time_pass(game, 600)
    sweep_once(seconds=0)
    assert game.seats.get(seat=1).timeouts_running == 1


def test_a_short_gap_is_no_outage(people):
    game = make_game(people)
    set_beat(4)
    assert beat() == timedelta()
    assert Game.objects.get(pk=game.pk).due_at == game.due_at


def test_the_first_beat_of_all_shifts_nothing(people):
    game = make_game(people)
    assert beat() == timedelta()
    assert Game.objects.get(pk=game.pk).due_at == game.due_at


def test_a_poisoned_game_is_halted_and_the_others_go_on():
    games = [make_game(bots=2, options=QUICK) for _unused in range(5)]
    poisoned = games[2]
    deal = Deal.objects.get(game=poisoned)
    MoveRecord.objects.create(game=poisoned, deal=deal, ply=2, seat=0, code="reenter", actor_kind="bot")
    Game.objects.filter(pk=poisoned.pk).update(ply=2)
    for game in games:
        let_time_pass(game, 10)
    sweep_once(seconds=0)
    found = {game.pk: Game.objects.get(pk=game.pk).status for game in games}
    assert found.pop(poisoned.pk) == GameStatus.HALTED
    assert set(found.values()) <= {GameStatus.PLAYING, GameStatus.FINISHED}
    assert all(Game.objects.get(pk=pk).ply > 10 for pk in found)


def test_what_there_is_no_time_for_is_handed_on():
    games = [make_game(bots=2, options=QUICK) for _unused in range(3)]
    for game in games:
        let_time_pass(game, 10)
    handed = []
    assert sweep_once(seconds=-1, hand_on=handed.append) == 3
    assert sorted(due.game_id for due in handed) == [game.pk for game in games]


def test_watched_tables_keep_their_pace_within_one_sweep(settings):
    """A pace of 0.1 s: several moves within one round of the sweep, each at its time.

    The round is long, so that a machine that stands still for a second or two changes nothing; and the cards are
    fixed, since a deal that ends at once is followed by a pause.
    """
    settings.DEADWOOD_SEED_SOURCE = "fixed:a deal of many turns"
    game = make_game(bots=2, options=GameOptions(bot_pace_seconds=0.1, cut_seconds=0), started=True)
    watch(game=game)
    let_time_pass(game, 3)
    ply = game.ply
    assert sweep_once(seconds=3) >= 3
    game.refresh_from_db()
    assert 3 <= game.ply - ply <= 35


def test_the_fallback_steps_in_when_no_worker_sweeps():
    assert workers_sweep() is False
    note_workers()
    assert workers_sweep() is True
    set_beat(4, "workers")
    assert workers_sweep() is False


def test_one_round_by_hand():
    game = make_game(bots=2, options=QUICK)
    let_time_pass(game, 10)
    call_command("sweep")
    assert Game.objects.get(pk=game.pk).ply > 10


def test_a_broker_that_is_away_harms_nothing_and_is_left_alone_for_a_while(monkeypatch):
    tried = []

    def fail(**options):
        tried.append(options["args"])
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.hint, "apply_async", fail)
    monkeypatch.setattr(tasks, "_breaker", tasks._Breaker())
    assert [tasks.send_hint(Due(1, 2)), tasks.send_hint(Due(1, 3))] == [False, False]
    assert tried == [(1, 2)]


def test_only_a_bot_that_may_go_on_at_once_is_hinted(people, monkeypatch, django_capture_on_commit_callbacks):
    sent = []
    monkeypatch.setattr(
        tasks.hint, "apply_async", lambda **options: sent.append((options["args"], options["expires"]))
    )
    with django_capture_on_commit_callbacks(execute=True):
        make_game(people)
    assert sent == []
    with django_capture_on_commit_callbacks(execute=True):
        game = make_game(bots=2, options=QUICK)
    assert sent == [((game.pk, 1), 30)]


def test_tasks_call_their_service():
    game = make_game(bots=2, options=QUICK)
    tasks.hint(game.pk, game.ply)
    game.refresh_from_db()
    assert game.ply > 10
    tasks.sweep()
    assert workers_sweep() is True
    assert turn_started.has_listeners()
