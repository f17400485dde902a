"""`manage.py import_event FILE --club SLUG`: brings an event file into a club, or refuses it whole."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import Club
from tournaments.errors import EventFileRefused
from tournaments.services.event_import import import_event


class Command(BaseCommand):
    help = "Brings an event file into a club under new ids; everything is checked first, nothing kept half."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--club", required=True, metavar="SLUG", help="the club's part of its address")

    def handle(self, *_args: Any, **options: Any) -> None:
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        try:
            tournament = import_event(data=options["file"].read_bytes(), club=club, actor=None)
        except OSError as error:
            raise CommandError(f"{options['file']} can't be read: {error.strerror}") from None
        except EventFileRefused as error:
            raise CommandError(f"{options['file']}: {error}") from None
        self.stdout.write(tournament.public_id)
