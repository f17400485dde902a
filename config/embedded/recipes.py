"""How each part of Deadwood is started on one machine. docker/compose.yml runs the same commands in
containers.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGQUIT, SIGTERM

from config.embedded.layout import Layout
from config.embedded.parts import Recipe

ALL_PARTS = ("web", "worker", "beat", "sweep")
STOP_ORDER = ("beat", "web", "worker", "sweep")
MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def recipes(layout: Layout, listener: int | None, worker_processes: int) -> Iterator[Recipe]:
    """The recipes in the order of starting. `listener` is the web server's open socket."""
    celery = [sys.executable, "-m", "celery", "-A", "config"]
    if listener is not None:
        yield Recipe(
            "web",
            [sys.executable, "-m", "config.embedded.web", str(listener)],
            stop=((SIGTERM, 6.0),),
            env={"DB_POOL": "8"},
            keep_fds=(listener,),
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
