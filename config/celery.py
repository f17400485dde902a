"""The Celery app. Its settings are the `CELERY_*` names of config/settings; its tasks come from the apps.

The broker is a hint (docs/architecture.md): nothing here may be needed for a move to be kept.
"""

import ctypes
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import beat_init, task_postrun, worker_process_init, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

app = Celery("deadwood")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

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
