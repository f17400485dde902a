"""A whole installation: ready, restarted part by part, stopped in order, gone after kill -9, one owner a
folder.

The parts run as they do for `make run`; only PostgreSQL doesn't flush. One stack serves most tests, in random
order: each leaves it running.
"""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from kombu import Connection
from kombu.serialization import disable_insecure_serializers, enable_insecure_serializers

from config.embedded.errors import StartError
from config.embedded.layout import Layout
from config.embedded.stack import ROOT, Stack
from config.embedded.system import command_line, wait_until
from config.embedded.wipe import wipe
from tests.installation import private_stack

pytestmark = pytest.mark.chaos
Folders = Callable[[str], Path]


@pytest.fixture(scope="module")
def stack(data_folders: Folders) -> Iterator[Stack]:
    with private_stack(data_folders("module"), deaf_after=12.0) as stack:
        yield stack


def get(url: str) -> object:
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - our own
        return json.load(answer)


def is_answering(url: str) -> bool:
    try:
        return get(url) == {"status": "ok"}
    except OSError:
        return False


def heartbeat_after(stack: Stack, moment: float) -> bool:
    note = stack.layout.run / "worker.beat"
    return note.exists() and note.stat().st_mtime > moment


def now(stack: Stack) -> float:
    """The clock that file times are measured with."""
    mark = stack.layout.run / "mark"
    mark.touch()
    return mark.stat().st_mtime


def test_it_is_ready_when_it_says_so(stack: Stack) -> None:
    assert get(stack.url + "healthz") == {"status": "ok"}
    assert get(stack.url + "readyz") == {"status": "ok"}
    assert stack.manage("migrate", "--check").returncode == 0
    assert wait_until(lambda: heartbeat_after(stack, 0), seconds=30)


@pytest.mark.parametrize("part", ["web", "worker", "beat"])
def test_a_killed_part_comes_back(stack: Stack, part: str) -> None:
    stack.restart(part)
    assert wait_until(lambda: is_answering(stack.url + "readyz"), seconds=30)
    moment = now(stack)
    assert wait_until(lambda: heartbeat_after(stack, moment), seconds=60)


@pytest.mark.parametrize("server", ["postgres", "valkey"])
def test_a_killed_server_comes_back_and_its_users_go_on(stack: Stack, server: str) -> None:
    before = {part: stack.pid(part) for part in ("web", "beat")}
    stack.restart(server)
    assert wait_until(lambda: is_answering(stack.url + "readyz"), seconds=60)
    moment = now(stack)
    assert wait_until(lambda: heartbeat_after(stack, moment), seconds=60)
    assert {part: stack.pid(part) for part in ("web", "beat")} == before


def test_a_deaf_worker_is_started_again(stack: Stack) -> None:
    """F5: it lives and is connected, and yet does nothing (SIGSTOP)."""
    assert wait_until(lambda: heartbeat_after(stack, 0), seconds=30)
    old = stack.kill("worker", signal.SIGSTOP)
    assert wait_until(lambda: stack.pid("worker") not in (None, old), seconds=90, step=0.2)
    moment = now(stack)
    assert wait_until(lambda: heartbeat_after(stack, moment), seconds=60)


def test_who_asks_while_the_web_process_is_renewed_waits_and_is_answered(stack: Stack) -> None:
    """F13: told to stop, it finishes what it has begun; who comes meanwhile waits at the door that the supervisor
    holds open for its successor. Nobody is cut off and nobody gets an error.
    """
    over = threading.Event()
    seen: list[object] = []

    def ask() -> None:
        while not over.is_set():
            try:
                with urllib.request.urlopen(stack.url + "healthz", timeout=60) as answer:  # noqa: S310 - our own
                    answer.read()
                    seen.append(answer.status)
            except OSError as error:
                seen.append(repr(error))

    clients = [threading.Thread(target=ask) for _client in range(3)]
    for client in clients:
        client.start()
    for _renewal in range(2):
        old = stack.kill("web", signal.SIGTERM)
        assert wait_until(lambda old=old: stack.pid("web") not in (None, old), seconds=60)
        count = len(seen)
        assert wait_until(lambda count=count: len(seen) > count + 6, seconds=60)
    over.set()
    for client in clients:
        client.join(timeout=60)
    assert set(seen) == {200}


class Harmful:
    """What runs code where it is unpickled: it would make a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str]]:
        return os.mkdir, (str(self.path),)


def test_a_pickled_message_is_refused_and_the_worker_goes_on(stack: Stack, data_folders: Folders) -> None:
    """T28: whoever reaches the broker runs no code in a worker."""
    made = data_folders("pickled") / "made"
    with Connection(stack.environment["BROKER_URL"]) as broker:
        enable_insecure_serializers(["pickle"])  # in this process, which is the attacker's
        headers = {"lang": "py", "task": "games.tasks.hint", "id": "1", "root_id": "1"}
        broker.Producer(serializer="pickle").publish([Harmful(made)], routing_key="celery", headers=headers)
        disable_insecure_serializers(["json"])
    log = stack.layout.logs / "worker.log"
    assert wait_until(lambda: b"ContentDisallowed" in log.read_bytes(), seconds=60)
    moment = now(stack)
    assert wait_until(lambda: heartbeat_after(stack, moment), seconds=60)
    assert not made.exists()
    pickle.loads(pickle.dumps(Harmful(made)))  # noqa: S301 - the harm with the guard off
    assert made.is_dir()


def test_a_second_start_on_the_same_folder_is_one_line(stack: Stack) -> None:
    with pytest.raises(StartError) as caught, private_stack(stack.layout.data):
        pytest.fail("two owners")
    assert str(caught.value) == (
        f"Deadwood is already running on {stack.layout.data} (process {os.getpid()}, {stack.url}). "
        "Stop it first, or name another folder with DEADWOOD_DATA_DIR."
    )
    with pytest.raises(
        StartError, match=r"^Deadwood is running \(process \d+, .+\)\. Stop it first, then reset\.$"
    ):
        wipe(stack.layout)


def test_a_management_command_uses_the_running_database(stack: Stack) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("DEADWOOD_TEST")}
    env |= {"DEADWOOD_DATA_DIR": str(stack.layout.data), "DJANGO_SETTINGS_MODULE": "config.settings.local"}
    command = [sys.executable, "manage.py", "migrate", "--check"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def up(data: Path, *words: str) -> "subprocess.Popen[str]":
    env = {name: value for name, value in os.environ.items() if not name.startswith("DEADWOOD_TEST")}
    env |= {"DEADWOOD_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "config.settings.local"}
    command = [sys.executable, "manage.py", "up", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=env, stdout=pipe, stderr=pipe, text=True)


def processes_of(layout: Layout) -> list[str]:
    """Command lines of running processes that name the folder or its sockets, or have it in their
    environment.
    """
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            words = " ".join(command_line(int(entry.name)))
            try:
                environment = (entry / "environ").read_bytes()
            except OSError:
                environment = b""
            if words and (str(layout.data) in words or str(layout.data).encode() in environment):
                found.append(words)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux binds processes to their starter")
def test_ctrl_c_stops_everything_and_kill_9_leaves_nothing_behind(data_folders: Folders) -> None:
    layout = Layout(data_folders("up"))
    for number, code in ((signal.SIGINT, 0), (signal.SIGTERM, 0), (signal.SIGKILL, -9)):
        process = up(layout.data, "--port", "0")
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Deadwood is running at http://127.0.0.1:")
        assert len(processes_of(layout)) > 6
        process.send_signal(number)
        said, errors = process.communicate(timeout=60)
        assert (process.returncode, "Traceback" in said + errors) == (code, False)
        assert wait_until(lambda: processes_of(layout) == [], seconds=20)


def test_a_taken_port_is_one_line_and_leaves_nothing_running(stack: Stack, data_folders: Folders) -> None:
    layout = Layout(data_folders("up"))
    process = up(layout.data, "--port", str(stack.port))
    said, errors = process.communicate(timeout=60)
    assert (process.returncode, said) == (1, "")
    assert errors == (
        f"deadwood: Port {stack.port} on 127.0.0.1 is taken by another program. "
        "Choose another with --port, or leave --port away to get a free one.\n"
    )
    assert processes_of(layout) == []


def test_a_real_servers_address_takes_the_place_of_the_embedded_one(
    stack: Stack, data_folders: Folders
) -> None:
    env = {name: stack.environment[name] for name in ("DATABASE_URL", "BROKER_URL")}
    other = private_stack(data_folders("guest"), parts=("web",), env=env)
    with other:
        assert (other.postgres, other.valkey) == (None, None)
        assert get(other.url + "readyz") == {"status": "ok"}
        assert not (other.layout.data / "postgres").exists()
    with psycopg.connect(stack.layout.database_url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
