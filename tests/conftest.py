"""One embedded PostgreSQL for each run of pytest, in a private folder that is removed at the end.

Several runs may go on at once: each has its own folder and server. A killed run's server ends with it (the
kernel sees to that), and its folder is removed by the next run. Workers of pytest-xdist use the server of the
run that started them. Further fixtures: `valkey` (a broker), `live_site` (a real web process on the test
database), `new_stack` (whole installations).
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from django.utils import translation
from pytest_django import DjangoDbBlocker

from config.embedded.errors import StartError
from config.embedded.layout import Layout
from config.embedded.postgres import Postgres, write_secret
from config.embedded.stack import Stack
from config.embedded.system import command_line, make_folder, wait_until
from config.embedded.valkey import Valkey
from config.embedded.wipe import wipe
from tests.installation import WebProcess, private_stack

SERVER = pytest.StashKey[Postgres]()
HOLD = pytest.StashKey[object]()
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LONG = ("tests/browser/", "tests/chaos/", "tests/config/embedded/", "tests/fuzz/", "tests/scenarios/")
NO_CHROMIUM = 'needs the package "chromium", which is not installed'


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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take minutes begin, in whatever order chance gave them: at the end one process would wait for them."""
    items.sort(key=lambda item: not str(item.path.relative_to(item.config.rootpath)).startswith(LONG))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Without Chromium browser tests are skipped where it may be missing, and fail in CI, where it may
    not.
    """
    if CHROMIUM is None and item.get_closest_marker("browser"):
        if os.environ.get("CI"):
            pytest.fail(NO_CHROMIUM, pytrace=False)
        pytest.skip(NO_CHROMIUM)


def remove_left_overs() -> None:
    """Folders of runs that were killed: their process is gone and nobody holds their lock."""
    for folder in Path(tempfile.gettempdir()).glob("deadwood-test-*-*"):
        if command_line(int(folder.name.split("-")[2])):
            continue
        try:
            with (folder / "run.lock").open("r+") as hold:
                fcntl.flock(hold, fcntl.LOCK_EX | fcntl.LOCK_NB)
                for data in (folder, *(inner for inner in folder.iterdir() if inner.is_dir())):
                    wipe(Layout(data))
                    if data.is_mount():  # the small disk of a storm (tests/chaos/conftest.py)
                        subprocess.run(["umount", "--lazy", data], check=False)
                shutil.rmtree(folder, ignore_errors=True)
        except (BlockingIOError, FileNotFoundError, PermissionError, StartError):
            continue  # in use after all, another user's, or its servers are just ending; the next run will find it


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A request in another language leaves it behind in its thread; the next test begins in English."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def same_cards_each_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """Deals, bots and lots follow from the test's name, so that a test passes in every run or in none. Tests about
    real chance set "secrets".
    """
    with override_settings(DEADWOOD_SEED_SOURCE=f"fixed:{request.node.nodeid}"):
        yield


@pytest.fixture(autouse=True)
def lines_uncounted(request: pytest.FixtureRequest) -> Iterator[None]:
    """No line of a test marked `uncounted` is counted (pytest-cov's own mark doesn't reach parallel runs)."""
    counting = sys.gettrace()
    if request.node.get_closest_marker("uncounted") is None:
        yield
        return
    sys.settrace(None)
    yield
    sys.settrace(counting)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Databases go with the server's folder; dropping one would fail while a thread's connection is still closing."""
    return True


@pytest.fixture(scope="module", autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A file whose tests commit leaves an empty database. Each of them empties it, but a worker that serves the whole
    file, or a page that was closed while it asked for something, may write once more after that.
    """
    yield
    if any(item.getparent(pytest.Module) is request.node and commits(item) for item in request.session.items):
        with django_db_blocker.unblock():
            wait_until(nobody_else_writes, seconds=10)
            call_command("flush", interactive=False, verbosity=0, reset_sequences=False)


def commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return "transactional_db" in getattr(item, "fixturenames", ()) or bool(
        marker and marker.kwargs.get("transaction")
    )


def nobody_else_writes() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend' AND state <> 'idle'"
        )
        return cursor.fetchone() is None


@pytest.fixture(scope="session")
def data_folders() -> Iterator[Callable[[str], Path]]:
    """Makes folders for embedded servers that their own user can enter, inside the session's folder."""
    made: list[Path] = []
    base = Path(os.environ["DEADWOOD_TEST_DIR"]) / os.environ.get("PYTEST_XDIST_WORKER", "main")

    def make(name: str) -> Path:
        folder = base.with_name(f"{base.name}-{name}-{len(made)}")
        make_folder(folder)
        made.append(folder)
        return folder

    yield make
    for folder in made:
        wipe(Layout(folder))


@pytest.fixture(scope="session")
def valkey(data_folders: Callable[[str], Path]) -> Iterator[Valkey]:
    """A broker of this session's own; xdist's workers each start one."""
    server = Valkey(Layout(data_folders("valkey")))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def web_process(django_db_setup: None) -> Iterator[WebProcess]:
    process = WebProcess()
    yield process
    process.stop()


@pytest.fixture
def live_site(web_process: WebProcess, transactional_db: None) -> str:
    """The address of a real uvicorn on the test database, with a slash at the end. It runs on between
    tests.
    """
    web_process.start()
    return web_process.url


@pytest.fixture
def new_stack(data_folders: Callable[[str], Path]) -> Callable[..., Stack]:
    """Makes a `Stack` in a folder of its own: `with new_stack(parts=("worker",)) as stack: ...`."""

    def make(**options: Any) -> Stack:
        return private_stack(options.pop("data", None) or data_folders("stack"), **options)

    return make


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's Chromium for pytest-playwright, which runs an event loop in this thread: Django must
    bear it.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    arguments = ["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage"]
    return {"executable_path": CHROMIUM, "args": arguments}
