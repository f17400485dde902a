"""`manage.py evening FILE`: play the demo evening on the running parts. `manage.py demo` starts those first."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console

from config.evening.play import play_evening
from config.evening.show import Screen


class Command(BaseCommand):
    help = "Play a club night with the entrants of FILE, on a running installation, and print it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("entrants", type=Path, help="a CSV file as a club's secretary exports it")
        parser.add_argument("--url", default="http://127.0.0.1:8000/", help="where the web server answers")

    def handle(self, *_args: Any, **options: Any) -> None:
        with Screen(Console(highlight=False), options["url"]) as screen:
            sys.exit(play_evening(options["entrants"], screen))
