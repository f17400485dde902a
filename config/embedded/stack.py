"""All parts of Deadwood on one machine: PostgreSQL, Valkey, web, worker, beat and the sweep that needs no
broker.

`with Stack(folder) as stack:` starts them, keeps them running and stops them in order (beat, web, worker,
sweep, Valkey, PostgreSQL); `manage.py up`, the demo and the scenario and chaos tests use it. When this
process is killed the kernel ends all of them. DATABASE_URL and BROKER_URL, where set, take the place of the
embedded servers.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from config.embedded.address import REACHED_AT, is_healthy, listen, own_names
from config.embedded.errors import StartError
from config.embedded.layout import Layout
from config.embedded.lock import FileLock
from config.embedded.parts import Part
from config.embedded.postgres import Postgres, ensure_secret
from config.embedded.prepare import prepare
from config.embedded.recipes import ALL_PARTS, STOP_ORDER, kind, recipes
from config.embedded.system import make_folder, wait_until
from config.embedded.valkey import Valkey
from config.embedded.watch import Watch

ROOT = Path(__file__).resolve().parents[2]


class Stack:
    """A running installation. Everything is started from one thread of its own, which then watches over it.

    `port=None` takes port 8000 or, where that is taken, a free one. `parts` names the processes to run beside
    the servers. `env` is added to their environment. `durable=False` lets PostgreSQL forget on a power cut
    (tests). `say` gets one line for each thing worth telling.
    """

    def __init__(
        self,
        data: Path,
        *,
        host: str = "127.0.0.1",
        port: int | None = None,
        parts: Sequence[str] = ALL_PARTS,
        env: Mapping[str, str] | None = None,
        worker_processes: int = 2,
        web_processes: int = 1,
        durable: bool = True,
        deaf_after: float = 30.0,
        say: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self.layout = Layout(data.absolute())
        self.host, self.port = host, port
        self.say = say
        self.worker_processes, self.web_processes = worker_processes, web_processes
        self.deaf_after = deaf_after
        self._wanted = tuple(parts)
        self._given = {**os.environ, **(env or {})}
        self._lock = FileLock(self.layout.run / "servers.lock")
        self.postgres = None if self._given.get("DATABASE_URL") else Postgres(self.layout, durable=durable)
        self.valkey = None if self._given.get("BROKER_URL") else Valkey(self.layout)
        self.parts: dict[str, Part] = {}
        self._listener: socket.socket | None = None
        self._stopping, self._settled = threading.Event(), threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="deadwood-supervisor")

    # ------------------------------------------------------------------------------------------ for the user

    def start(self) -> None:
        """Start everything and return when all of it is ready. Raises StartError; nothing is left running
        then.
        """
        self._thread.start()
        try:
            self._settled.wait()
        except BaseException:
            self.stop()
            raise
        if self._failure is not None:
            self._thread.join()
            raise self._failure

    def stop(self) -> None:
        """Stop everything, in order. May be called twice."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Where the web server answers, with a slash at the end."""
        host = REACHED_AT.get(self.host, self.host)
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to take part: addresses, keys, settings."""
        env = {
            **self._given,
            "DEADWOOD_DATA_DIR": str(self.layout.data),
            "DATABASE_URL": self._given.get("DATABASE_URL") or self.layout.database_url,
            "BROKER_URL": self._given.get("BROKER_URL") or self.layout.broker_url,
            "SECRET_KEY": self._given.get("SECRET_KEY") or ensure_secret(self.layout, "django"),
            "DEADWOOD_BEAT_FILE": str(self.layout.run / "worker.beat"),
        }
        env.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
        env.setdefault("ALLOWED_HOSTS", ",".join(own_names(self.host)))
        if self.port is not None:
            env.setdefault("SITE_ADDRESS", self.url)
        return env

    def manage(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a management command against this installation; its output is in the answer."""
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        return subprocess.run(
            command, env=self.environment, cwd=ROOT, capture_output=True, text=True, check=False
        )

    def pid(self, name: str) -> int | None:
        """The process of a part ("web", "worker", "beat", "sweep") or server ("postgres", "valkey") now,
        if it runs.
        """
        server = {"postgres": self.postgres, "valkey": self.valkey}.get(name)
        process = server.process if server else None
        return (
            process.pid
            if process and process.poll() is None
            else self.parts[name].pid
            if not server
            else None
        )

    def kill(self, name: str, number: signal.Signals = signal.SIGKILL) -> int:
        """Send a signal to a part or server and return the process id it went to. The watch restarts what
        ends.
        """
        pid = self.pid(name)
        if pid is None:
            raise ProcessLookupError(f"{name} isn't running")
        os.kill(pid, number)
        return pid

    def restart(self, name: str, *, seconds: float = 30) -> None:
        """Kill a part or server and wait until its successor runs."""
        old = self.kill(name)
        if not wait_until(lambda: self.pid(name) not in (None, old), seconds=seconds):
            raise StartError(f"{name} didn't come back within {seconds:g} s.")

    # ------------------------------------------------------------------------------------- the thread of the
    # stack

    def _run(self) -> None:
        try:
            self._start_all()
        except BaseException as error:  # handed to the caller of start()
            self._failure = error
        self._settled.set()
        try:
            if self._failure is None:
                Watch(self).run(self._stopping)
        finally:
            self._stop_all()

    def _start_all(self) -> None:
        self._take_lock()
        self._listener = listen(self.host, self.port) if "web" in self._wanted else None
        if self._listener:
            self.port = self._listener.getsockname()[1]
        if self.postgres:
            self.postgres.start()
        if self.valkey:
            self.valkey.start()
        prepare(self.layout, self.environment)
        fd = self._listener.fileno() if self._listener else None
        for recipe in recipes(self.layout, fd, self.worker_processes, self.web_processes):
            if kind(recipe.name) in self._wanted and not self._stopping.is_set():
                self.parts[recipe.name] = part = Part(recipe, self.layout, self.environment, ROOT)
                part.start()
        for part in self.parts.values():
            if not self._stopping.is_set() and (part.name == "web" or part.recipe.has_ready_file):
                part.wait_ready(120, lambda part=part: self.is_ready(part))  # type: ignore[misc]
        self._lock.describe(self.url if self._listener else "without a web server")

    def _take_lock(self) -> None:
        for folder in (self.layout.data, self.layout.logs, self.layout.run):
            make_folder(folder)
        if not wait_until(lambda: self._lock.acquire("starting"), seconds=3, step=0.2):
            raise StartError(
                f"Deadwood is already running on {self.layout.data} ({self._lock.holder()}). "
                "Stop it first, or name another folder with DEADWOOD_DATA_DIR."
            )

    def is_ready(self, part: Part) -> bool:
        """Whether a part does its work: the web server answers, others have written their file or need no
        proof.
        """
        if part.name == "web":
            return is_healthy(urlsplit(self.url).netloc)
        return not part.recipe.has_ready_file or part.ready_file.exists()

    def _stop_all(self) -> None:
        for name in sorted(self.parts, key=lambda name: STOP_ORDER.index(kind(name))):
            self.parts[name].stop()
        for server in (self.valkey, self.postgres):
            if server:
                server.stop()
        if self._listener:
            self._listener.close()
        self._lock.release()
