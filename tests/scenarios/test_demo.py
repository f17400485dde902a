"""`make demo` as a newcomer runs it: everything starts, a whole evening is played and printed, everything ends.

A second start goes on with the same data. The output is no terminal here, so it is plain lines.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from config.embedded.stack import ROOT

pytestmark = [pytest.mark.django_db(transaction=True)]


def run_demo(data: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    env = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE", "DEADWOOD_TEST_DIR")
    }
    command = [sys.executable, "manage.py", "demo", "--no-stay", *options]
    env |= {"DEADWOOD_DATA_DIR": str(data), "COLUMNS": "160"}
    return subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=400, check=False
    )


def test_the_demo_plays_an_evening_and_goes_on_with_it(data_folders: Callable[[str], Path]) -> None:
    data = data_folders("demo")
    first = run_demo(data)
    assert first.returncode == 0, first.stdout + first.stderr
    out = first.stdout
    assert "Entrants accepted: 25. Rows refused: 1." in out
    assert "line 21: Lotte van Dijk" in out
    assert "25 entrants, 3 bots in the empty seats" in out
    for number in range(1, 5):
        assert re.search(rf"^Standings after Round {number}$", out, re.MULTILINE)
    assert re.search(r"^Extra round", out, re.MULTILINE)
    assert "by “Extra round”" in out
    assert "All is in order." in out
    assert "\x1b[" not in out

    again = run_demo(data)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "goes on where it stood" in again.stdout
    assert final_standings(again.stdout) == final_standings(out)


def final_standings(out: str) -> str:
    start = out.index("Final standings, and why")
    return out[start : out.index("The evening's invariants", start)].rsplit("\n", 1)[0]


def test_a_port_that_is_taken_is_said_in_one_line(data_folders: Callable[[str], Path]) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = run_demo(data_folders("taken"), "--port", str(taken.getsockname()[1]))
    assert answer.returncode == 1
    assert answer.stderr.strip().splitlines()[-1].startswith("deadwood: Port ")
    assert "Traceback" not in answer.stderr
