"""Real parts for tests: a web process on the test database, and whole installations in private folders."""

import os
import signal
import sys
import urllib.error
import urllib.request
from pathlib import Path
from subprocess import Popen
from typing import Any
from urllib.parse import quote

from django.db import connection

from config.embedded.address import listen
from config.embedded.stack import ROOT, Stack
from config.embedded.system import end, spawn, wait_until


def private_stack(data: Path, **options: Any) -> Stack:
    """A stack with the settings of a real installation, on a free port, that needn't survive a power cut."""
    env = {"DJANGO_SETTINGS_MODULE": "config.settings.local", **options.pop("env", {})}
    options.setdefault("port", 0)
    return Stack(data, env=env, durable=options.pop("durable", False), **options)


def database_url_of_test() -> str:
    """The database that the present test uses, as an address for other processes."""
    found = connection.settings_dict
    login = f"{found['USER']}:{quote(found['PASSWORD'], safe='')}"
    return f"postgresql://{login}@/{found['NAME']}?host={found['HOST']}"


class WebProcess:
    """uvicorn with the test settings, started on first use."""

    def __init__(self) -> None:
        self._process: Popen[bytes] | None = None
        self.url = ""

    def start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        listener = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        log = Path(os.environ["DEADWOOD_TEST_DIR"]) / "log" / "web.log"
        self._process = spawn(
            [sys.executable, "-m", "config.embedded.web", str(listener.fileno())],
            log=log,
            dies_by=signal.SIGKILL,
            env={**os.environ, "DATABASE_URL": database_url_of_test(), "DB_POOL": "4"},
            cwd=ROOT,
            keep_fds=(listener.fileno(),),
        )
        listener.close()
        if not wait_until(self._answers, seconds=60):
            raise RuntimeError(f"the web process doesn't start, see {log}: {log.read_text()[-2000:]}")

    def stop(self) -> None:
        if self._process is not None:
            end(self._process, (signal.SIGTERM, 6.0))
            self._process = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "healthz", timeout=2) as answer:  # noqa: S310 - our own
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
