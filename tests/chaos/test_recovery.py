"""One fault at a time: every table goes on within the bound that section 4 of the failure model sets (G6), and commits
whose end nobody knows lose and double nothing (F7). Bounds hold on a quiet machine of two cores.
"""

import signal
import threading
import time

import psycopg
import pytest
from rich.console import Console
from rich.table import Table

from config.embedded.system import wait_until
from tests.chaos.faults import do
from tests.chaos.storm import Storm

pytestmark = [pytest.mark.chaos, pytest.mark.proof]

# Seconds until all tables have gone on.
BOUNDS = {
    "worker child killed": 5.0,
    "worker killed": 5.0,
    "sweep killed": 5.0,
    "beat killed": 5.0,
    "web killed": 5.0,
    "broker flushed": 10.0,
    "broker killed": 10.0,
    "connections ended": 5.0,
    "PostgreSQL restarted at once": 15.0,
    "disk full": 5.0,
}
COMMITS = 500
AT_COMMIT = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE datname = 'deadwood' AND state = 'active' AND query = 'COMMIT' AND pid <> pg_backend_pid()"
)


def test_every_fault_alone_is_over_within_its_bound(new_stack, small_disk, capsys):
    took, patience = {}, 2.0
    with (
        new_stack(data=small_disk) as stack,
        Storm(stack, bots=8, people=4, seed="one at a time", patience=patience) as storm,
    ):
        storm.until_all_move(30)
        for name in BOUNDS:
            told = do(storm.harm, name)
            storm.harm.mend()  # a full disk has room again, and the bound is counted from there
            seconds, stuck = storm.until_all_move(60)
            took[name] = (round(seconds, 1), len(stuck), told)
            time.sleep(3)
        report = storm.reckon(recovery=30)
    table = Table("fault", "all tables went on after", "bound", "what was done")
    for name, (seconds, _stuck, told) in took.items():
        table.add_row(name, f"{seconds} s", f"{BOUNDS[name]:g} s", told)
    with capsys.disabled():
        Console().print(table)
    assert report.problems == {}
    assert {name: found for name, found in took.items() if found[0] > BOUNDS[name] or found[1]} == {}


def test_web_processes_are_renewed_under_load_and_nobody_gets_an_error(new_stack, capsys):
    """F13: four times in half a minute, as updates do it one by one; not even "busy, try again" is answered."""
    with new_stack() as stack, Storm(stack, bots=4, people=8, seed="renewed", pause=0.2) as storm:
        for _renewal in range(4):
            old = stack.kill("web", signal.SIGTERM)
            assert wait_until(lambda old=old: stack.pid("web") not in (None, old), seconds=30)
            time.sleep(5)
        report = storm.reckon(recovery=30)
    with capsys.disabled():
        report.show()
    assert report.problems == {}
    assert {status for status in report.answers if status >= 500} == set()
    assert report.acknowledged > 20


def end_commits(url: str, wanted: int, stop: threading.Event) -> int:
    """End connections in the middle of COMMIT until so many are ended; how many were."""
    ended = 0
    with psycopg.connect(url, autocommit=True) as database:
        while ended < wanted and not stop.is_set():
            row = database.execute(AT_COMMIT).fetchone()
            ended += row[0] if row else 0
    return ended


def test_five_hundred_commits_with_an_unknown_end(new_stack, capsys):
    """A real disk is waited for, so that a commit takes long enough to be interrupted."""
    stop = threading.Event()
    with (
        new_stack(parts=("web", "worker", "beat", "sweep"), durable=True) as stack,
        Storm(stack, bots=0, people=16, seed="at commit", pause=0.05) as storm,
    ):
        url = stack.postgres.admin_url.replace("/postgres?", "/deadwood?")
        too_long = threading.Timer(300, stop.set)
        too_long.start()
        ended = end_commits(url, COMMITS, stop)
        too_long.cancel()
        report = storm.reckon(recovery=30)
    with capsys.disabled():
        report.show()
    assert report.problems == {}
    assert ended >= COMMITS
    assert report.retries > 0
