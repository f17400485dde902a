"""`manage.py load`: play many tables at once against a private installation, and report. `make load` calls it."""

import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console

from config.embedded.layout import Layout
from config.embedded.recipes import MOST_WEB_PROCESSES
from config.embedded.stack import ROOT, Stack
from config.embedded.wipe import wipe
from config.load.report import as_table, baseline
from config.load.run import Plan, measure

BASELINE = ROOT / "docs" / "load-baseline.json"
REPORT = ROOT / "test-results" / "load.json"


class Command(BaseCommand):
    help = "Measure a private installation under load: page views and moves of people, and tables of bots."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=float, default=300, help="default: %(default)s")
        parser.add_argument(
            "--tables", type=int, default=100, help="tables of two people (default: %(default)s)"
        )
        parser.add_argument("--moves", type=float, default=100, help="moves a second (default: %(default)s)")
        parser.add_argument(
            "--bots", type=int, default=0, help="watched tables of bots (default: %(default)s)"
        )
        parser.add_argument("--record", action="store_true", help=f"write {BASELINE.name} anew")

    def handle(self, *_args: Any, **options: Any) -> None:
        plan = Plan(options["tables"], options["moves"], options["bots"], options["seconds"])
        with tempfile.TemporaryDirectory(prefix="deadwood-load-") as folder:
            Path(folder).chmod(0o755)  # the servers' own user must get in
            data = Path(folder) / "data"
            try:
                with Stack(data, port=0, env=own_environment(), web_processes=MOST_WEB_PROCESSES) as stack:
                    self.stdout.write(f"Playing at {plan.tables} tables for {plan.seconds:g} s ...")
                    self.stdout.flush()
                    measured = measure(stack, plan)
            finally:
                wipe(Layout(data))
        measured.write(BASELINE if options["record"] else REPORT)
        Console().print(as_table(measured, {} if options["record"] else baseline(BASELINE)))
        if measured.errors:
            self.stderr.write(f"{measured.errors} requests failed.")
            sys.exit(1)


def own_environment() -> dict[str, str]:
    """The servers of this run are its own, whatever the shell says about others."""
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "DATABASE_URL": "",
        "BROKER_URL": "",
        "LOG_LEVEL": "WARNING",
    }
