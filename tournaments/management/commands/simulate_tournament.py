"""Simulate a whole event and write it to a file. Needs no database."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import Progress

from tournaments.engine.seating import DEFAULT_SIZES, CannotSeat, EmptySeats, SeatingMode
from tournaments.engine.seating.event_file import Event
from tournaments.engine.seating.simulate import Scenario, Scheme, simulate, to_json
from tournaments.management.commands.seating_plan import sizes_argument, why_not


class Command(BaseCommand):
    help = "Simulate an event with plausible results and write it to --out (docs/formats.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="entrants, late ones included")
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--drops", type=int, default=0, help="how many leave during the event")
        parser.add_argument("--late", type=int, default=0, help="how many come after round 1")
        parser.add_argument("--sizes", type=sizes_argument, default=DEFAULT_SIZES)
        parser.add_argument("--bots", action="store_true", help="short for --empty bots")
        parser.add_argument("--empty", choices=[e.value for e in EmptySeats], help="mixed if not given")
        parser.add_argument("--mode", choices=[m.value for m in SeatingMode], default="score_groups")
        parser.add_argument("--scheme", choices=[s.value for s in Scheme], default="net")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--out", type=Path, required=True, help="the file to write")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        scenario = _scenario(options)
        try:
            event = self._play(scenario)
        except CannotSeat as problem:
            raise CommandError(why_not(problem)) from problem
        document = to_json(scenario, event)
        try:
            options["out"].write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        except OSError as problem:
            raise CommandError(f"{options['out']}: {problem.strerror}") from problem
        self.stdout.write(f"{len(event.entrants)} entrants, {len(event.rounds)} rounds: {options['out']}")

    def _play(self, scenario: Scenario) -> Event:
        """Every round, with a progress bar on the error stream where that is a terminal."""
        console = Console(stderr=True)
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("rounds", total=scenario.rounds)
            for event in simulate(scenario):
                progress.update(task, completed=len(event.rounds))
        return event


def _scenario(options: dict[str, Any]) -> Scenario:
    for name, least in (("players", 2), ("rounds", 1), ("drops", 0), ("late", 0)):
        if options[name] < least:
            raise CommandError(f"--{name} must be {least} or more, not {options[name]}")
    movable = options["players"] - 2 if options["rounds"] > 1 else 0
    if options["drops"] + options["late"] > movable:
        raise CommandError(
            f"--drops and --late can be {movable} together: two stay from the first round to the last"
        )
    if options["bots"] and options["empty"] not in (None, EmptySeats.BOTS):
        raise CommandError(f"give --bots or --empty {options['empty']}, not both")
    return Scenario(
        options["players"],
        options["rounds"],
        options["sizes"],
        EmptySeats.BOTS if options["bots"] else EmptySeats(options["empty"] or EmptySeats.MIXED),
        SeatingMode(options["mode"]),
        Scheme(options["scheme"]),
        options["drops"],
        options["late"],
        options["seed"],
    )
