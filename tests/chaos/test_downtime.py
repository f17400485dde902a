"""Everything stopped for longer than a turn, and no broker at all: nobody loses by the first, and nothing stands still
by the second (F10, G7).
"""

import json
import time

import psycopg
import pytest

from tests.chaos.storm import python_there

pytestmark = pytest.mark.chaos

LONGER_THAN_A_TURN = 12.0


def rows(stack, statement):
    with psycopg.connect(stack.environment["DATABASE_URL"]) as database:
        return database.execute(statement).fetchall()


def wait_for(check, seconds):
    give_up_at = time.monotonic() + seconds
    while not (found := check()):
        assert time.monotonic() < give_up_at, "it doesn't happen"
        time.sleep(0.3)
    return found


def test_nobody_loses_time_when_everything_starts_again(new_stack, data_folders):
    """People with turns of five seconds; all parts and servers are away for twelve. Every deadline moves by that."""
    folder, parts = data_folders("downtime"), ("worker", "beat", "sweep")
    with new_stack(data=folder, parts=parts) as stack:
        made = json.loads(python_there(stack, "tests.chaos.prepare", "0", "3", "5").stdout)
        wait_for(lambda: rows(stack, "SELECT 1 FROM games_heartbeat WHERE name = 'sweep'"), 30)
    with new_stack(data=folder, parts=()) as stack:  # nothing moves: this is how it was left
        before = {pk: (ply, due) for pk, ply, due in rows(stack, "SELECT id, ply, due_at FROM games_game")}
    assert len(before) == len(made["tables"])
    time.sleep(LONGER_THAN_A_TURN)
    with new_stack(data=folder, parts=parts) as stack:
        fresh = "SELECT 1 FROM games_heartbeat WHERE name = 'sweep' AND beat_at > clock_timestamp() - interval '3 s'"
        wait_for(lambda: rows(stack, fresh), 60)
        after = rows(stack, "SELECT id, ply, due_at FROM games_game")
        moves = rows(
            stack, "SELECT game_id, ply, created_at FROM games_moverecord WHERE actor_kind = 'timeout'"
        )
        audit = stack.manage("audit_invariants")
    gained = [due - before[pk][1] for pk, ply, due in after if ply == before[pk][0]]
    gained += [at - before[pk][1] for pk, ply, at in moves if ply == before[pk][0] + 1]
    assert len(gained) >= 1
    assert all(by.total_seconds() >= LONGER_THAN_A_TURN for by in gained), gained
    assert audit.returncode == 0, audit.stdout


def test_an_event_of_sixteen_ends_without_a_broker(new_stack):
    """The broker never answers: the sweep plays all tables, records them, and takes the event to its end."""
    nowhere = "redis://127.0.0.1:1/0"
    with new_stack(parts=("sweep",), env={"BROKER_URL": nowhere, "CACHE_URL": nowhere}) as stack:
        played = python_there(stack, "tests.chaos.whole_event", "16")
        assert played.returncode == 0, played.stderr[-2000:]
        audit = stack.manage("audit_invariants")
    told = json.loads(played.stdout)
    assert (told["entrants"], told["rounds"], told["status"]) == (16, 2, "finished")
    assert told["standings"] == told["recomputed"]
    assert audit.returncode == 0, audit.stdout
