"""`manage.py sweep`: one round of the sweep by hand. `--loop`: keeps watch and steps in while the workers
don't sweep.

The loop is what makes play go on without any broker: it calls the services itself, in bounded batches.
"""

import signal
import time
from argparse import ArgumentParser
from types import FrameType
from typing import Any

import structlog
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections

from games.services.analysis import analyse_waiting
from games.services.sweep import sweep_once, workers_sweep
from games.signals import stepped_in

log = structlog.get_logger(__name__)


class Command(BaseCommand):
    help = "Plays what is due in all games: bots' moves, timeouts, next deals."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped; step in for workers")
        parser.add_argument("--always", action="store_true", help="with --loop: sweep beside the workers too")

    def handle(self, *_: Any, loop: bool, always: bool, **__: Any) -> None:
        self.stopped = False
        if not loop:
            self.stdout.write(f"{sweep_once(seconds=0)}")
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        while not self.stopped:
            began = time.monotonic()
            self.watch_once(always)
            time.sleep(max(0.05, 1.0 - (time.monotonic() - began)))

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopped = True

    def watch_once(self, always: bool) -> None:
        """Sweep where the workers don't."""
        try:
            close_old_connections()
            if always or not workers_sweep():
                sweep_once()
                analyse_waiting()
                self.tell_apps_above()
        except DatabaseError as error:
            log.warning("no sweep, the database can't answer", error=type(error).__name__)

    def tell_apps_above(self) -> None:
        """What follows from finished games is theirs, and no task will tell them while the broker is away."""
        for receiver, answer in stepped_in.send_robust(sender=Command):
            if isinstance(answer, Exception):
                log.error("receiver failed", receiver=str(receiver), exc_info=answer)
