"""Management commands and the database that is lent to them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from config.embedded.command import borrowed_database, has_answer, needs_database
from config.embedded.layout import Layout
from config.embedded.stack import ROOT


@pytest.mark.parametrize(
    ("words", "settings", "url", "needs"),
    [
        (["manage.py", "migrate"], "config.settings.local", None, True),
        (["manage.py", "audit_invariants"], "config.settings.local", None, True),
        (["manage.py", "migrate"], "config.settings.local", "postgresql://db/x", False),
        (["manage.py", "migrate"], "config.settings.production", None, False),
        (["manage.py", "migrate", "--help"], "config.settings.local", None, False),
        (["manage.py", "up"], "config.settings.local", None, False),
        (["manage.py", "arena"], "config.settings.local", None, False),
        (["manage.py"], "config.settings.local", None, False),
    ],
)
def test_who_gets_one(
    words: list[str], settings: str, url: str | None, needs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", settings)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    if url:
        monkeypatch.setenv("DATABASE_URL", url)
    assert needs_database(words) is needs


def test_a_command_alone_has_a_database_for_its_time(
    data_folders: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second command meanwhile uses the same one, and the server ends after the last."""
    monkeypatch.setenv("DATABASE_URL", "restored afterwards")
    layout = Layout(data_folders("command"))
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DEADWOOD_TEST", "DATABASE"))
    }
    env |= {"DEADWOOD_DATA_DIR": str(layout.data), "DJANGO_SETTINGS_MODULE": "config.settings.local"}
    code = "from django.db import connection as c; c.ensure_connection(); print('connected')"
    with borrowed_database(layout):
        assert has_answer(layout)
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "connected\n", "")
        assert has_answer(layout)
    assert not has_answer(layout)


def test_a_server_that_cant_start_is_one_line_and_status_1(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DEADWOOD_TEST", "DATABASE"))
    }
    env |= {"DEADWOOD_DATA_DIR": str(tmp_path / "file"), "DJANGO_SETTINGS_MODULE": "config.settings.local"}
    command = [sys.executable, "manage.py", "migrate"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"deadwood: Can't write to the data folder {tmp_path / 'file'} (")
    assert done.stderr.count("\n") == 1
