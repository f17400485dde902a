"""`manage.py check_event FILE`: checks an event file by itself, without the installation that wrote it.

Everything is written into this database inside a transaction that is taken back: games are replayed from their seeds
and moves, results and standings computed anew, seals and the chain of acts followed. Exit status 1 when something
doesn't hold.
"""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.errors import EventFileRefused
from tournaments.services.event_import import FileReport, check_file


class Command(BaseCommand):
    help = "Checks an event file: its seal, all games, results, standings and the log. Keeps nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            data = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']} can't be read: {error.strerror}") from None
        try:
            report = check_file(data=data)
        except EventFileRefused as error:
            raise CommandError(f"{options['file']}: {error}") from None
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(report), indent=2))
        else:
            self._print(report)
        if not report.is_clean:
            sys.exit(1)

    def _print(self, report: FileReport) -> None:
        self.stdout.write(f"{report.name}, {report.club}, {report.starts_on.isoformat()}")
        self.stdout.write(
            f"{report.players} players, {report.entrants} entrants, {report.rounds} rounds, {report.games} games, "
            f"{report.acts} acts"
        )
        self.stdout.write("seal: as written" if report.is_sealed else "seal: BROKEN, the file was changed")
        if not report.has_names:
            self.stdout.write("names left out: of the log only the order of its marks can be checked")
        for line in report.audit.lines:
            self.stdout.write(f"{'ok ' if not line.problems else 'NOT'} {line.invariant} {line.name}")
            for problem in line.problems:
                self.stdout.write(f"      {problem.table}: {problem.detail}")
        self.stdout.write("Everything holds." if report.is_clean else "This file doesn't hold.")


def _as_json(report: FileReport) -> dict[str, Any]:
    return {
        "name": report.name,
        "club": report.club,
        "starts_on": report.starts_on.isoformat(),
        "has_names": report.has_names,
        "is_sealed": report.is_sealed,
        "players": report.players,
        "entrants": report.entrants,
        "rounds": report.rounds,
        "games": report.games,
        "acts": report.acts,
        "problems": [
            {"invariant": line.invariant, "table": problem.table, "detail": problem.detail}
            for line in report.audit.lines
            for problem in line.problems
        ],
        "holds": report.is_clean,
    }
