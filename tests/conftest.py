"""One embedded PostgreSQL for each run of pytest, in a private folder that is removed at the end.

Several runs may go on at once: each has its own folder and server. A killed run's server ends with it (the
kernel sees to that), and its folder is removed by the next run. Workers of pytest-xdist use the server of the
run that started them. Tests that need a broker or a whole installation use the fixtures `valkey` and `stack`.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded.layout import Layout
from config.embedded.postgres import Postgres, write_secret
from config.embedded.system import command_line, make_folder
from config.embedded.valkey import Valkey
from config.embedded.wipe import wipe

SERVER = pytest.StashKey[Postgres]()
HOLD = pytest.StashKey[object]()


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput") or config.option.collectonly:
        return
    remove_left_overs()
    folder = Path(os.environ["DEADWOOD_TEST_DIR"])
    make_folder(folder)
    make_folder(folder / "secrets", 0o700)
    hold = (folder / "run.lock").open("w")
    fcntl.flock(hold, fcntl.LOCK_EX)
    config.stash[HOLD] = hold
    layout = Layout(folder)
    write_secret(layout.secrets / "postgres", os.environ["DEADWOOD_TEST_PASSWORD"], None)
    server = Postgres(layout, durable=False)
    server.start()
    config.stash[SERVER] = server


def pytest_unconfigure(config: pytest.Config) -> None:
    server = config.stash.get(SERVER, None)
    if server is not None:
        server.stop()
        wipe(server.layout)
        shutil.rmtree(server.layout.data, ignore_errors=True)


def remove_left_overs() -> None:
    """Folders of runs that were killed: their process is gone and nobody holds their lock."""
    for folder in Path(tempfile.gettempdir()).glob("deadwood-test-*-*"):
        if command_line(int(folder.name.split("-")[2])):
            continue
        try:
            with (folder / "run.lock").open("r+") as hold:
                fcntl.flock(hold, fcntl.LOCK_EX | fcntl.LOCK_NB)
                wipe(Layout(folder))
                shutil.rmtree(folder, ignore_errors=True)
        except (BlockingIOError, FileNotFoundError, PermissionError):
            continue  # in use after all, or another user's


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """A broker of this session's own; xdist's workers each start one."""
    folder = Path(os.environ["DEADWOOD_TEST_DIR"]) / os.environ.get("PYTEST_XDIST_WORKER", "main")
    server = Valkey(Layout(folder))
    server.start()
    yield server
    server.stop()
    wipe(server.layout)
