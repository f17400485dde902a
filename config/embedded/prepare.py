"""Brings the database and the static files up to date before the parts start."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from config.embedded.errors import StartError
from config.embedded.layout import Layout

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
COMMANDS = (("migrate", "--noinput", "--verbosity=0"), ("collectstatic", "--noinput", "--verbosity=0"))


def prepare(layout: Layout, env: Mapping[str, str]) -> None:
    """Run migrate and collectstatic side by side. Raises StartError with the last line that a failing one
    said.
    """
    running = [
        subprocess.Popen(
            [sys.executable, str(MANAGE), *words],
            env={**env, "DB_STATEMENT_TIMEOUT": "10min"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for words in COMMANDS
    ]
    failure: StartError | None = None
    for process, words in zip(running, COMMANDS, strict=True):
        said, _nothing = process.communicate()
        if process.returncode:
            log = layout.logs / f"{words[0]}.log"
            log.write_text(said, encoding="utf-8")
            last = (said.strip().splitlines() or ["no reason given"])[-1]
            failure = StartError(f"`manage.py {words[0]}` failed ({last}). The whole story is in {log}.")
    if failure is not None:
        raise failure
