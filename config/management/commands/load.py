"""`manage.py load`: play many tables at once against a private installation, and report. `make load` calls it.

It ends with 1 where a bound of the goals is broken or a move costs more than it did (`config.load.judge`).
"""

import sys
import tempfile
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console

from config.embedded.layout import Layout
from config.embedded.recipes import MOST_WEB_PROCESSES
from config.embedded.stack import ROOT, Stack
from config.embedded.wipe import wipe
from config.load.judge import judge
from config.load.report import Figures, as_table, baseline, write_all
from config.load.run import PLANS, Plan, measure

BASELINE = ROOT / "docs" / "load-baseline.json"
REPORT = ROOT / "test-results" / "load.json"


class Command(BaseCommand):
    help = "Measure private installations under load, one after the other: people, watched bots, quick bots, streams."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--only", choices=[*PLANS], action="append", help="this run only; may be given again"
        )
        parser.add_argument("--seconds", type=float, help="of each run (default: 300 for people, else 60)")
        parser.add_argument("--tables", type=int, help="tables of two people (default: 100)")
        parser.add_argument("--moves", type=float, help="their moves a second (default: 100)")
        parser.add_argument("--bots", type=int, help="tables of bots (default: 100 watched, 40 quick)")
        parser.add_argument("--streams", type=int, help="open streams (default: 500)")
        parser.add_argument("--record", action="store_true", help=f"write {BASELINE.name} anew")

    def handle(self, *_args: Any, **options: Any) -> None:
        runs, broken = {}, []
        for name in options["only"] or PLANS:
            plan = changed(PLANS[name], options)
            runs[name] = self._run(name, plan)
            recorded = {} if options["record"] else baseline(BASELINE, name)
            Console().print(as_table(name, runs[name], recorded))
            broken += judge(name, runs[name], recorded, as_planned=is_as_planned(name, plan))
        write_all(BASELINE if options["record"] else REPORT, runs)
        self.end(broken)

    def end(self, broken: list[str]) -> None:
        """Say what is broken and end with 1; nothing broken: say that."""
        for line in broken:
            self.stderr.write(line)
        if broken:
            sys.exit(1)
        self.stdout.write("Every bound is kept.")

    def _run(self, name: str, plan: Plan) -> Figures:
        with tempfile.TemporaryDirectory(prefix="deadwood-load-") as folder:
            Path(folder).chmod(0o755)  # the servers' own user must get in
            data = Path(folder) / "data"
            try:
                with Stack(data, port=0, env=own_environment(), web_processes=MOST_WEB_PROCESSES) as stack:
                    self.stdout.write(f"{name}, {plan.seconds:g} s ...")
                    self.stdout.flush()
                    return measure(stack, plan)
            finally:
                wipe(Layout(data))


def changed(plan: Plan, options: dict[str, Any]) -> Plan:
    """The plan with what was asked for where it has such a thing at all."""
    asked = {
        "seconds": options["seconds"],
        "tables": options["tables"] if plan.tables else None,
        "moves_per_second": options["moves"] if plan.tables else None,
        "bot_tables": options["bots"] if plan.bot_tables else None,
        "quick_tables": options["bots"] if plan.quick_tables else None,
        "streams": options["streams"] if plan.streams else None,
    }
    return replace(plan, **{name: value for name, value in asked.items() if value is not None})


def is_as_planned(name: str, plan: Plan) -> bool:
    """Whether as much is done as by `make load` alone; the time may be another."""
    return replace(plan, seconds=PLANS[name].seconds) == PLANS[name]


def own_environment() -> dict[str, str]:
    """The servers of this run are its own, whatever the shell says about others."""
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "DATABASE_URL": "",
        "BROKER_URL": "",
        "LOG_LEVEL": "WARNING",
    }
