"""Races on real PostgreSQL: threads that play, take over and time out at the same moment.

Every race starts at a barrier, each thread with its own connection. The last test takes both guards away
(the lock and the unique constraint) and must see the harm, or the others would prove nothing.
"""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from accounts.kept_query import KeptQuery
from games.errors import GamesError, StaleMove
from games.models import Game, MoveRecord
from games.options import GameOptions
from games.queries import states
from games.queries.audit import audit_game
from games.queries.states import load_state
from games.services import opened
from games.services.due import play_due
from games.services.play import play_move
from games.services.seats import stand_in, take_back_seat
from tests.games.tables import let_time_pass, make_game, make_people, user_to_act

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 4
RACES = 200
UNLOCKED = KeptQuery(lambda pk: Game.objects.filter(pk=pk), int)
OPTIONS = GameOptions(cut_seconds=0, bot_pace_seconds=0, deal_pause_seconds=0)


def race(*acts: Callable[[], Any]) -> list[Any]:
    """Run all at once; what each returned or raised, in their order. Each waits for locks longer than a server would
    (which answers "busy, try again" after two seconds), so that a busy machine can't decide who wins.
    """
    barrier = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(number: int, act: Callable[[], Any]) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '25s'")
            barrier.wait(timeout=20)
            results[number] = act()
        except Exception as error:
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return results


def a_move(game: Game, key: str | None = None) -> Callable[[], Any]:
    """Draw from the stock, or discard; the move everybody wants to make."""
    actor, ply = user_to_act(game), game.ply
    codes = [move.code for move in load_state(game).legal_moves()]
    code = next((code for code in codes if code in ("cut-0", "stock")), codes[0])
    return lambda: play_move(game=game, actor=actor, code=code, expected_ply=ply, key=key)


def test_two_hundred_races_of_four_threads_for_one_move():
    """Different keys, the same move: one is accepted, three are told that the game has moved on."""
    game = make_game(make_people(2), options=OPTIONS)
    seen: Counter[str] = Counter()
    for number in range(RACES):
        if game.status != "playing":
            game = make_game(make_people(2), options=OPTIONS)
        results = race(*(a_move(game, f"{number}-{thread}") for thread in range(THREADS)))
        accepted = [result for result in results if not isinstance(result, Exception)]
        stale = [result for result in results if isinstance(result, StaleMove)]
        assert (len(accepted), len(stale)) == (1, THREADS - 1), results
        seen.update(accepted=1, stale=len(stale))
        game.refresh_from_db()
        assert {error.current_ply for error in stale} == {accepted[0].ply}
    assert seen == {"accepted": RACES, "stale": RACES * (THREADS - 1)}
    assert list(audit_game(game)) == []


def test_the_same_key_from_four_threads_is_one_move_and_one_answer():
    game = make_game(make_people(2), options=OPTIONS)
    for number in range(25):
        results = race(*(a_move(game, f"same-{number}") for _unused in range(THREADS)))
        assert len(set(results)) == 1, results
        game.refresh_from_db()
        assert game.ply == number + 1


def test_a_click_and_the_timeout_at_the_same_instant_make_one_move():
    people = make_people(2)
    game = make_game(people, options=OPTIONS)
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    winners: Counter[str] = Counter()
    for _unused in range(25):
        game.refresh_from_db()
        let_time_pass(game, 160)
        click = a_move(game)
        ply = game.ply
        clicked, timed_out = race(click, lambda ply=ply: play_due(game_id=game.pk, ply=ply))
        moved_by_player = not isinstance(clicked, GamesError)
        assert moved_by_player != (timed_out > 0), (clicked, timed_out)
        winners["player" if moved_by_player else "clock"] += 1
        game.seats.update(occupant="player", bot_level="", timeouts_running=0, reserve_ms=120_000)
    assert winners.total() == 25


def test_take_over_and_return_leave_one_who_plays():
    people = make_people(2)
    game = make_game(people, options=OPTIONS)
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    for _unused in range(25):
        race(
            lambda: stand_in(game=game, seat=1),
            lambda: take_back_seat(game=game, actor=people[1]),
            lambda: stand_in(game=game, seat=1),
        )
        game.refresh_from_db()
        seat = game.seats.get(seat=1)
        last = seat.occupancies.order_by("pk").last()
        assert last.occupant == seat.occupant
        assert game.due_kind == ("timeout" if seat.occupant == "player" else "bot")
        take_back_seat(game=game, actor=people[1])


def test_hints_sent_three_times_play_each_move_once():
    game = make_game(bots=3, options=OPTIONS)
    while game.status == "playing":
        ply = game.ply
        made = race(*(lambda ply=ply: play_due(game_id=game.pk, ply=ply, budget=5) for _unused in range(3)))
        assert sum(number > 0 for number in made) == 1, made
        game.refresh_from_db()
        if game.ply > 150:
            break
    assert list(audit_game(game)) == []


def test_without_lock_and_constraint_the_same_race_does_harm(monkeypatch):
    """The negative control: both guards off, and one ply gets more than one move."""
    monkeypatch.setattr(opened, "_LOCKED", UNLOCKED)
    constraint = next(each for each in MoveRecord._meta.constraints if each.name == "games_move_ply_once")
    with connection.schema_editor() as editor:
        editor.remove_constraint(MoveRecord, constraint)
    try:
        assert _harm_is_seen(tries=50)
    finally:
        _remove_the_harm()
        with connection.schema_editor() as editor:
            editor.add_constraint(MoveRecord, constraint)
        states.cache.clear()


def _harm_is_seen(tries: int) -> bool:
    for number in range(tries):
        game = make_game(make_people(2), options=OPTIONS)
        race(*(a_move(game, f"{number}-{thread}") for thread in range(THREADS)))
        if MoveRecord.objects.filter(game=game, ply=1).count() > 1:
            return True
    return False


def _remove_the_harm() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_moverecord DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM games_moverecord")
        cursor.execute("ALTER TABLE games_moverecord ENABLE TRIGGER USER")


def test_the_constraint_alone_is_enough(monkeypatch):
    """Only the lock off: the database lets one of the moves in and refuses the others."""
    monkeypatch.setattr(opened, "_LOCKED", UNLOCKED)
    for number in range(10):
        game = make_game(make_people(2), options=OPTIONS)
        race(*(a_move(game, f"{number}-{thread}") for thread in range(THREADS)))
        assert MoveRecord.objects.filter(game=game, ply=1).count() == 1
