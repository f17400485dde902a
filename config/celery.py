"""The Celery app. Its settings are the `CELERY_*` names of config/settings; its tasks come from the apps.

The broker is a hint (docs/architecture.md): nothing here may be needed for a move to be kept.
"""

import ctypes
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, Final

from celery import Celery
from celery.signals import beat_init, task_postrun, task_prerun, worker_process_init, worker_ready
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

app = Celery("deadwood")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Celery would close the database's connection after each task, and a new one costs more than a bot's move. It is kept
# for so many tasks, and looked at before each of them as before a request (config.database).
TASKS_OF_A_CONNECTION: Final = 10_000
app.conf.CELERY_DB_REUSE_MAX = TASKS_OF_A_CONNECTION

PR_SET_PDEATHSIG = 1


@worker_process_init.connect
def die_with_worker(**_: Any) -> None:
    """A pool process must not outlive its worker, or a killed worker would go on holding its locks."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


@worker_ready.connect
@beat_init.connect
def report_ready(**_: Any) -> None:
    """Tell the supervisor, which waits for this file, that the process does its work now."""
    if path := os.environ.get("DEADWOOD_READY_FILE"):
        Path(path).touch()


@task_prerun.connect
def look_at_connections(**_: Any) -> None:
    """One that the server has ended, or that failed in the task before, is replaced."""
    close_old_connections()


@task_postrun.connect
def report_work(**_: Any) -> None:
    """Tell the supervisor that tasks are done here; a worker that does none for too long is started again."""
    path = os.environ.get("DEADWOOD_BEAT_FILE")
    if path and time.monotonic() - _reported.at > 1.0:
        Path(path).touch()
        _reported.at = time.monotonic()


class _Reported:
    """When this process last reported: once a second is enough."""

    at = 0.0


_reported = _Reported()
