"""One supervised process of the program itself: how it is started, when it is ready, how it is stopped and
restarted.

Used by `stack` only, from one thread: the kernel binds a process's life to the thread that started it.
"""

import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config.embedded.errors import StartError
from config.embedded.layout import Layout
from config.embedded.system import end, spawn, wait_until

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
STEADY_AFTER = 60.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a part is: its command, its own environment, and the signals that stop it, each with seconds
    to react.
    """

    name: str
    command: Sequence[str | Path]
    stop: tuple[tuple[signal.Signals, float], ...]
    env: Mapping[str, str] = field(default_factory=dict)
    has_ready_file: bool = False
    keep_fds: tuple[int, ...] = ()


class Part:
    """A running or restarting process made from a recipe."""

    def __init__(self, recipe: Recipe, layout: Layout, env: Mapping[str, str], cwd: Path) -> None:
        self.recipe = recipe
        self.name = recipe.name
        self.layout = layout
        self.ready_file = layout.run / f"{recipe.name}.ready"
        self.env = {
            **env,
            **recipe.env,
            "DEADWOOD_ROLE": recipe.name,
            "DEADWOOD_READY_FILE": str(self.ready_file),
        }
        self.cwd = cwd
        self.log = layout.logs / f"{recipe.name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.restarts = 0
        self._pause = FIRST_PAUSE
        self._started = self._not_before = 0.0

    def start(self) -> None:
        self.ready_file.unlink(missing_ok=True)
        self._started = time.monotonic()
        self.process = spawn(
            self.recipe.command,
            log=self.log,
            dies_by=signal.SIGKILL,
            env=self.env,
            cwd=self.cwd,
            keep_fds=self.recipe.keep_fds,
        )

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process and self.process.poll() is None else None

    @property
    def age(self) -> float:
        """Seconds since the last start."""
        return time.monotonic() - self._started

    def wait_ready(self, seconds: float, probe: Callable[[], bool]) -> None:
        """Until `probe` (or the ready file) says so. Raises StartError when the process ends or takes too
        long.
        """

        def ready_or_ended() -> bool:
            return self.pid is None or probe()

        if not wait_until(ready_or_ended, seconds=seconds) or self.pid is None:
            raise StartError(f"The {self.name} process doesn't start. The whole story is in {self.log}.")

    def restart_if_ended(self) -> bool:
        """Start an ended process again, each time after a longer pause until it has been steady for a
        minute.
        """
        if self.pid is not None or self.process is None:
            return False
        now = time.monotonic()
        if self._not_before < self._started:
            self._pause = FIRST_PAUSE if self.age > STEADY_AFTER else min(2 * self._pause, LONGEST_PAUSE)
            self._not_before = now + self._pause
        if now < self._not_before:
            return False
        self.restarts += 1
        self.start()
        return True

    def stop(self) -> None:
        if self.process is not None:
            end(self.process, *self.recipe.stop)
            self.process = None
