"""The Celery app. Its settings are the `CELERY_*` names of config/settings; its tasks come from the apps.

The broker is a hint (docs/architecture.md): nothing here may be needed for a move to be kept.
"""

import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_process_init, worker_ready

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
