"""`manage.py demo`: start everything and play a club night in front of one's eyes, then stay or end.

It only starts the parts and the evening (`manage.py evening`, a process like any other); it plays nothing itself.
"""

import signal
import subprocess
import sys
import threading
from argparse import ArgumentParser, BooleanOptionalAction
from pathlib import Path
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from config.embedded.layout import data_folder
from config.embedded.stack import ROOT, Stack

# Chosen so that a tie that matters is played off: docs/development.md, "The demo's phrase".
PHRASE = "fixed:brass rail"


class Command(BaseCommand):
    help = "Start all parts and play a whole club night; then the server stays up (in a terminal) or everything ends."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, help="default: 8000, or a free one where that is taken")
        parser.add_argument("--entrants", type=Path, default=ROOT / "demo" / "entrants.csv")
        parser.add_argument(
            "--stay",
            action=BooleanOptionalAction,
            default=sys.stdout.isatty(),
            help="leave the server running after the evening (default: in a terminal)",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        stop = threading.Event()

        def ask_to_stop(_number: int, _frame: FrameType | None) -> None:
            stop.set()
            raise KeyboardInterrupt

        signal.signal(signal.SIGTERM, ask_to_stop)
        # a shell that starts this in the background has it ignore Ctrl-C; whoever sends it means it
        signal.signal(signal.SIGINT, signal.default_int_handler)
        stack = Stack(
            data_folder(),
            host=options["host"],
            port=options["port"],
            env={"DEADWOOD_SEED_SOURCE": PHRASE},
            say=lambda line: self.stderr.write(line),
        )
        try:
            self.stdout.write("Starting PostgreSQL, the broker, the web server, the worker and beat ...")
            self.stdout.flush()
            with stack:
                code = self.play(stack, options["entrants"])
                if options["stay"] and not stop.is_set():
                    self.stdout.write(f"\nThe server stays up at {stack.url} (Ctrl-C stops it).")
                    self.stdout.flush()
                    stop.wait()
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
            sys.exit(130)
        sys.exit(code)

    def play(self, stack: Stack, entrants: Path) -> int:
        """Run the evening against the running parts; its exit status."""
        self.stdout.flush()
        command = [sys.executable, str(ROOT / "manage.py"), "evening", str(entrants), "--url", stack.url]
        return subprocess.run(command, env=stack.environment, cwd=ROOT, check=False).returncode
