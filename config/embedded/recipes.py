"""How each part of Deadwood is started on one machine. docker/compose.yml runs the same commands in
containers.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGQUIT, SIGTERM

from config.embedded.layout import Layout
from config.embedded.parts import Recipe

ALL_PARTS = ("web", "worker", "beat", "sweep")
STOP_ORDER = ("beat", "web", "worker", "sweep")
MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
WEB_THREADS = 8  # of all web processes together
MOST_WEB_PROCESSES = 2  # one cannot use two processors; more would only take memory from the database


def kind(part: str) -> str:
    """What a part is, whichever of several: "web" for "web-2"."""
    return part.partition("-")[0]


def fresh_folder(path: Path) -> Path:
    """An empty folder: figures of processes that have gone count no more."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def recipes(
    layout: Layout, listener: int | None, worker_processes: int, web_processes: int = 1
) -> Iterator[Recipe]:
    """The recipes in the order of starting. `listener` is the web server's open socket; several web processes ("web",
    "web-2", ...) share it and add up their figures for /metrics.
    """
    celery = [sys.executable, "-m", "celery", "-A", "config"]
    figures = (
        {"PROMETHEUS_MULTIPROC_DIR": str(fresh_folder(layout.run / "figures"))} if web_processes > 1 else {}
    )
    threads = os.environ.get(
        "WEB_THREADS", str(WEB_THREADS // web_processes)
    )  # more would only wait for each other
    for number in range(web_processes if listener is not None else 0):
        yield Recipe(
            f"web-{number + 1}" if number else "web",
            [sys.executable, "-m", "config.embedded.web", str(listener)],
            stop=((SIGTERM, 6.0),),
            env={"WEB_THREADS": threads, **figures},
            keep_fds=(listener,) if listener is not None else (),
        )
    yield Recipe(
        "worker",
        [*celery, "worker", "--concurrency", str(worker_processes), "--loglevel", "INFO",
         "--without-gossip", "--without-mingle"],
        # SIGTERM lets running tasks end; SIGQUIT gives them back to the broker, and the sweep finds their
        # work anyway
        stop=((SIGTERM, 8.0), (SIGQUIT, 2.0)),
        env={"DB_STATEMENT_TIMEOUT": "30s"},
        has_ready_file=True,
    )  # fmt: skip
    yield Recipe(
        "beat",
        [*celery, "beat", "--schedule", str(layout.run / "beat-schedule"), "--pidfile="],
        stop=((SIGTERM, 3.0),),
        has_ready_file=True,
    )
    yield Recipe(
        "sweep",
        [sys.executable, MANAGE, "sweep", "--loop"],
        stop=((SIGTERM, 5.0),),
        env={"DB_STATEMENT_TIMEOUT": "30s"},
    )
