"""A worker keeps its connection to the database from task to task, and finds out by itself when the server ended it."""

import time
from collections.abc import Callable

import psycopg
import pytest

from config.embedded.stack import Stack

pytestmark = pytest.mark.chaos

PATIENCE = 120.0
SWEEPS = 3
OF_WORKER = "SELECT pid FROM pg_stat_activity WHERE application_name = 'worker'"
END_THEM = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'worker'"
SWEPT = "SELECT beat_at FROM games_heartbeat WHERE name = 'workers'"


def seen_in_sweeps(stack: Stack, count: int) -> set[int]:
    """The server's processes that the worker had while it swept so many times."""
    found: set[int] = set()
    beats: set[object] = set()
    end = time.monotonic() + PATIENCE
    with psycopg.connect(stack.environment["DATABASE_URL"], autocommit=True) as database:
        while len(beats) <= count:
            assert time.monotonic() < end, f"{len(beats)} sweeps in {PATIENCE:.0f} s"
            beats.update(row[0] for row in database.execute(SWEPT))
            found.update(row[0] for row in database.execute(OF_WORKER))
            time.sleep(0.01)
    return found


def test_a_connection_lasts_for_many_tasks_and_is_replaced_when_it_was_ended(
    new_stack: Callable[..., Stack],
) -> None:
    with new_stack(parts=("worker", "beat")) as stack:
        seen_in_sweeps(stack, SWEEPS)
        before = seen_in_sweeps(stack, SWEEPS)
        assert 1 <= len(before) <= 2, "one for each of the worker's two processes"
        with psycopg.connect(stack.environment["DATABASE_URL"], autocommit=True) as database:
            database.execute(END_THEM)
        seen_in_sweeps(stack, SWEEPS)
        after = seen_in_sweeps(stack, SWEEPS)
        assert 1 <= len(after) <= 2
        assert not before & after
