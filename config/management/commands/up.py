"""`manage.py up`: everything in one command, until Ctrl-C."""

import os
import signal
import threading
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from config.embedded.layout import data_folder
from config.embedded.recipes import MOST_WEB_PROCESSES
from config.embedded.stack import Stack


class Command(BaseCommand):
    help = (
        "Start PostgreSQL, the broker, the web server, the worker, beat and the sweep, and keep them running."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 lets other machines in (default: %(default)s)"
        )
        parser.add_argument("--port", type=int, help="default: 8000, or a free one where that is taken")
        parser.add_argument(
            "--web",
            type=int,
            default=min(MOST_WEB_PROCESSES, os.cpu_count() or 1),
            help="web processes (default: %(default)s here)",
        )
        parser.add_argument("--workers", type=int, default=2, help="task processes (default: %(default)s)")

    def handle(self, *_args: Any, **options: Any) -> None:
        stop = threading.Event()

        def ask_to_stop(_number: int, _frame: FrameType | None) -> None:
            stop.set()

        stack = Stack(
            data_folder(),
            host=options["host"],
            port=options["port"],
            worker_processes=options["workers"],
            web_processes=options["web"],
            say=lambda line: self.stderr.write(line),
        )
        signal.signal(signal.SIGTERM, ask_to_stop)
        # a shell that starts this in the background has it ignore Ctrl-C; whoever sends it means it
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with stack:
                self.stdout.write(f"Deadwood is running at {stack.url} (Ctrl-C stops it)")
                self.stdout.flush()
                stop.wait()
                self.stdout.write("Stopping ...")
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
