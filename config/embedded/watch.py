"""Keeps a stack running: restarts what ended, and a worker that is connected but deaf (F5 of the failure
model).

Deaf means: no task, not even the heartbeat, was done for `deaf_after` (30 s) although beat and broker run,
and the worker, when asked, says that it has a free process (or says nothing). A worker that is busy with long
tasks is left alone.
"""

import threading
import time
from typing import TYPE_CHECKING

from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from config.embedded.errors import StartError

if TYPE_CHECKING:
    from config.embedded.stack import Stack

LOOK_EVERY = 0.2
SERVER_PAUSE = 1.0


class Watch:
    """The loop of a stack's thread once everything is started."""

    def __init__(self, stack: "Stack") -> None:
        self.stack = stack
        self.heartbeat = stack.layout.run / "worker.beat"
        self._next_hearing = time.monotonic() + stack.deaf_after
        self._server_not_before = 0.0

    def run(self, stopping: threading.Event) -> None:
        while not stopping.wait(LOOK_EVERY):
            self._restart_servers()
            for part in self.stack.parts.values():
                if part.restart_if_ended():
                    self.stack.say(f"{part.name} ended and was started again; see {part.log}")
            self._check_hearing()

    def _restart_servers(self) -> None:
        for server in (self.stack.postgres, self.stack.valkey):
            if server is None or server.process is None or server.process.poll() is None:
                continue
            now = time.monotonic()
            if now < self._server_not_before:
                continue
            self._server_not_before = now + SERVER_PAUSE
            name = type(server).__name__
            ended = server.process
            try:
                server.start()
                self.stack.say(f"{name} ended and was started again; see {server.log}")
            except StartError as error:
                server.process = ended  # stays "ended", so that the next look tries again
                self.stack.say(f"{name} can't be started again: {error}")

    def _check_hearing(self) -> None:
        now = time.monotonic()
        worker, beat = self.stack.parts.get("worker"), self.stack.parts.get("beat")
        if now < self._next_hearing or worker is None or beat is None:
            return
        self._next_hearing = now + 5.0
        if worker.pid is None or min(worker.age, beat.age) < self.stack.deaf_after or self._heard_lately():
            return
        if self.stack.valkey is not None and not self.stack.valkey.answers():
            return
        if self._busy():
            return
        self.stack.say(
            f"the worker did nothing for {self.stack.deaf_after:g} s and is started again; see {worker.log}"
        )
        self.stack.kill("worker")

    def _heard_lately(self) -> bool:
        try:
            return time.time() - self.heartbeat.stat().st_mtime < self.stack.deaf_after
        except FileNotFoundError:
            return False

    def _busy(self) -> bool:
        """Whether all of the worker's processes have a task now."""
        app = Celery(broker=self.stack.environment["BROKER_URL"], set_as_current=False)
        try:
            answers = app.control.inspect(timeout=5.0).active() or {}
        except (OSError, OperationalError, RedisError):
            return True  # the broker can't be asked: nothing is known, so nothing is done
        finally:
            app.close()
        return sum(len(tasks) for tasks in answers.values()) >= self.stack.worker_processes
