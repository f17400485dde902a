"""The faults: each does one kind of harm to a running stack, and all of it mends itself or is mended here.

Only processes of the stack that the test itself started are touched, by their ids.
"""

import contextlib
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psycopg
import redis

from config.embedded.stack import Stack

Fault = Callable[["Harm"], str]


class Harm:
    """A stack, its tables and its directors, and what may be done to them. `patience` is how long a stop lasts."""

    def __init__(
        self, stack: Stack, games: list[int], directors: subprocess.Popen[str], patience: float
    ) -> None:
        self.stack, self.games, self.directors, self.patience = stack, games, directors, patience
        self.rng = random.Random(0)
        self.later: list[threading.Thread] = []

    def broker(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(self.stack.layout.valkey_socket), socket_timeout=5)

    def database(self) -> psycopg.Connection:
        assert self.stack.postgres is not None
        url = self.stack.postgres.admin_url.replace("/postgres?", "/deadwood?")
        return psycopg.connect(url, autocommit=True, connect_timeout=5)

    def meanwhile(self, act: Callable[[], None]) -> None:
        thread = threading.Thread(target=act, daemon=True)
        thread.start()
        self.later.append(thread)

    def mend(self) -> None:
        """Wait for what was begun and takes its time."""
        for thread in self.later:
            thread.join(timeout=30)


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def kill_worker_child(harm: Harm) -> str:
    pid = harm.stack.pid("worker")
    found = children(pid) if pid else []
    if not found:
        return "no child"
    os.kill(harm.rng.choice(found), signal.SIGKILL)
    return "killed"


def kill_part(name: str, number: signal.Signals = signal.SIGKILL) -> Fault:
    def kill(harm: Harm) -> str:
        harm.stack.kill(name, number)
        return signal.Signals(number).name

    return kill


def stop_worker(harm: Harm) -> str:
    """A worker that hangs with everything it holds, for 10 seconds."""
    pid = harm.stack.pid("worker")
    if pid is None:
        return "not running"
    frozen = [pid, *children(pid)]
    for each in frozen:
        os.kill(each, signal.SIGSTOP)

    def go_on() -> None:
        time.sleep(harm.patience)
        for each in frozen:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGCONT)

    harm.meanwhile(go_on)
    return f"for {harm.patience:g} s"


def flush_broker(harm: Harm) -> str:
    harm.broker().flushall()
    return "flushed"


def pause_broker(harm: Harm) -> str:
    milliseconds = round(harm.patience * 300)
    harm.broker().execute_command("CLIENT", "PAUSE", milliseconds, "ALL")
    return f"for {milliseconds} ms"


def double_messages(harm: Harm) -> str:
    """Everything that waits in the queue is delivered three times."""
    broker = harm.broker()
    waiting = broker.lrange("celery", 0, -1)
    for message in waiting:
        broker.lpush("celery", message, message)
    return f"{len(waiting)} messages"


def end_connections(harm: Harm) -> str:
    with harm.database() as database:
        ended = database.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = 'deadwood' AND pid <> pg_backend_pid()"
        ).fetchone()
    return f"{ended[0] if ended else 0} connections"


def lock_row(harm: Harm) -> str:
    """A game's row is held by somebody who is slow."""
    game = harm.rng.choice(harm.games)

    def hold() -> None:
        with (
            contextlib.suppress(psycopg.OperationalError),
            harm.database() as database,
            database.transaction(),
        ):
            database.execute(
                "SELECT pk FROM (SELECT id AS pk FROM games_game WHERE id = %s FOR UPDATE) held", [game]
            )
            time.sleep(harm.patience / 2)

    harm.meanwhile(hold)
    return f"game {game} for {harm.patience / 2:g} s"


def two_directors(harm: Harm) -> str:
    assert harm.directors.stdin is not None
    assert harm.directors.stdout is not None
    harm.directors.stdin.write("press\n")
    harm.directors.stdin.flush()
    return harm.directors.stdout.readline().strip()


def fill_disk(harm: Harm) -> str:
    """Not a byte is left on the installation's disk, for as long as a row is locked; only on a disk of its own."""
    folder = harm.stack.layout.data
    if not folder.is_mount():
        return "not on a disk of its own"
    filler, size = folder / "filler", 0
    with filler.open("wb", buffering=0) as file:
        for block in (bytes(2**20), bytes(2**12)):
            with contextlib.suppress(OSError):  # full: that was the purpose
                while True:
                    size += file.write(block)

    def make_room() -> None:
        time.sleep(harm.patience / 2)
        filler.unlink()

    harm.meanwhile(make_room)
    return f"{size >> 20} MB for {harm.patience / 2:g} s"


FAULTS: Final[dict[str, Fault]] = {
    "worker child killed": kill_worker_child,
    "worker killed": kill_part("worker"),
    "worker stopped": stop_worker,
    "broker killed": kill_part("valkey"),
    "broker flushed": flush_broker,
    "broker paused": pause_broker,
    "PostgreSQL restarted at once": kill_part("postgres", signal.SIGQUIT),
    "connections ended": end_connections,
    "row locked": lock_row,
    "sweep killed": kill_part("sweep"),
    "web killed": kill_part("web"),
    "beat killed": kill_part("beat"),
    "messages tripled": double_messages,
    "two directors": two_directors,
    "disk full": fill_disk,
}


def do(harm: Harm, name: str) -> str:
    """Do it; a part that is down already can't be harmed again."""
    try:
        return FAULTS[name](harm)
    except (ProcessLookupError, FileNotFoundError, psycopg.OperationalError, redis.RedisError) as error:
        return f"already down ({type(error).__name__})"
