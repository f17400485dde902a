"""A backup made while people play can be restored into an empty installation, is clean, and play goes on there."""

import json
import subprocess
import time

import psycopg
import pytest

from config.embedded.binaries import find_postgres
from tests.chaos.storm import python_there

pytestmark = pytest.mark.chaos

PATIENCE = 60.0


def plies(stack):
    with psycopg.connect(stack.environment["DATABASE_URL"]) as database:
        return dict(database.execute("SELECT id, ply FROM games_game").fetchall())


def wait_until_played(stack, before):
    give_up_at = time.monotonic() + PATIENCE
    while all(ply == before[pk] for pk, ply in plies(stack).items()):
        assert time.monotonic() < give_up_at, "nothing is played"
        time.sleep(0.2)


def run(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def dump_and_restore(new_stack, data_folders, folder, tables):
    """Save `tables` tables while they are played, restore them elsewhere and look at all; the seconds from the
    beginning of the restore until the audit had seen everything and people could play again.
    """
    dump = folder / "deadwood.dump"
    with new_stack(parts=("worker", "beat")) as stack:
        assert python_there(stack, "tests.chaos.prepare", str(tables), "0").returncode == 0
        wait_until_played(stack, plies(stack))
        tools = find_postgres(stack.postgres.account).bin
        run(tools / "pg_dump", "--format=custom", f"--file={dump}", stack.environment["DATABASE_URL"])
        at_dump = plies(stack)
    assert len(at_dump) >= tables
    empty = data_folders("restored")
    with new_stack(data=empty, parts=()) as stack:
        url = stack.environment["DATABASE_URL"]
        began_at = time.monotonic()
        run(tools / "pg_restore", "--clean", "--if-exists", "--no-owner", f"--dbname={url}", str(dump))
        restored = plies(stack)
        found = json.loads(stack.manage("audit_invariants", "--json").stdout)["violations"]
        seconds = time.monotonic() - began_at
    assert [
        line for line in found if line["invariant"] != "I12"
    ] == []  # nobody plays there yet, so all is late
    assert set(restored) == set(at_dump)
    assert all(ply <= at_dump[pk] for pk, ply in restored.items())
    assert any(restored.values())
    began_at = time.monotonic()
    with new_stack(data=empty, parts=("sweep",)) as stack:
        wait_until_played(stack, restored)
        seconds += time.monotonic() - began_at
        audit = stack.manage("audit_invariants")
    assert audit.returncode == 0, audit.stdout
    return seconds


def test_a_dump_under_load_is_restored_and_played_on(new_stack, data_folders, tmp_path):
    dump_and_restore(new_stack, data_folders, tmp_path, 4)


@pytest.mark.proof
def test_a_thousand_tables_are_back_within_five_minutes(new_stack, data_folders, tmp_path):
    """The bound is reliability's G25."""
    seconds = dump_and_restore(new_stack, data_folders, tmp_path, 1000)
    print(f"1,000 tables restored, looked at and played on after {seconds:.0f} s")
    assert seconds <= 300
