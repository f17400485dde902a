"""Recompute the certificate of a plan or exported event with code that shares nothing with the planner."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.engine.seating.audit import audit
from tournaments.management.commands.seating_plan import read_seating


class Command(BaseCommand):
    help = "Check FILE (an exported event or the output of seating_plan): print the numbers, fail on faults."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        report = audit(read_seating(options["file"]))
        self.stdout.write(json.dumps(report.numbers, indent=2))
        for found in report.faults:
            where = f"round {found.round}: " if found.round else ""
            values = ", ".join(str(value) for value in found.values)
            self.stderr.write(f"{where}{found.fault.value} ({values})")
        if report.faults:
            raise CommandError(f"{len(report.faults)} faults in {options['file']}")
        self.stdout.write("no faults")
