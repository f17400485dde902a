"""`manage.py export_event ID`: writes an event's file, with or without names; for backups and for large events."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.queries.event_export import event_json


class Command(BaseCommand):
    help = "Writes everything of an event as a JSON file that import_event and check_event read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="ID", help="the event's public id, as in its address")
        parser.add_argument("--no-names", action="store_true", help="leave out names, notes and reasons")
        parser.add_argument("-o", "--output", type=Path, help="the file to write; else standard output")

    def handle(self, *_args: Any, **options: Any) -> None:
        tournament = Tournament.objects.select_related("club").filter(public_id=options["event"]).first()
        if tournament is None:
            raise CommandError(f"There is no event {options['event']}.")
        text = event_json(tournament, names=not options["no_names"])
        if options["output"] is None:
            self.stdout.write(text, ending="")
        else:
            options["output"].write_text(text, encoding="utf-8")
