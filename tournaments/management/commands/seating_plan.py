"""Print a full seating plan, or the next round of an exported event, as JSON. Needs no database."""

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.engine.seating import (
    DEFAULT_SIZES,
    CannotSeat,
    EmptySeats,
    SeatingMode,
    next_round,
    plan,
)
from tournaments.engine.seating.event_file import EventFileError, read_event, round_to_json


def sizes_argument(text: str) -> tuple[int, ...]:
    """`4,3,5,2` as numbers, best liked first."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError as problem:
        raise ArgumentTypeError(f"not a list of table sizes: {text!r} (write 4,3,5,2)") from problem


def why_not(problem: CannotSeat) -> str:
    """One line for the terminal."""
    parts = [f"cannot seat: {problem.reason.value}"]
    parts += [f"{name}={number}" for name, number in problem.numbers.items()]
    if problem.conflicting:
        parts.append("entrants " + ", ".join(str(who) for who in problem.conflicting))
    return "; ".join(parts)


def read_json(path: Path) -> Any:
    """The JSON of a file; raises CommandError with one line that says what is wrong."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as problem:
        raise CommandError(f"{path}: {problem.strerror}") from problem
    except ValueError as problem:
        raise CommandError(f"{path}: not JSON ({problem})") from problem


class Command(BaseCommand):
    help = (
        "Print a full plan for --players numbered from 1 in --rounds rounds, seats in order, as JSON; "
        "or, with --after FILE, the next round of an exported event (docs/formats.md)."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, help="number of players, 2 or more")
        parser.add_argument(
            "--rounds", type=int, help="number of rounds, 1 or more; with --after, of the whole event"
        )
        parser.add_argument(
            "--sizes", type=sizes_argument, default=DEFAULT_SIZES, help="table sizes by preference (4,3,5,2)"
        )
        parser.add_argument("--seed", type=int, default=1, help="same seed, same seating (1)")
        parser.add_argument(
            "--empty",
            choices=[e.value for e in EmptySeats],
            default="mixed",
            help="what fills the last table",
        )
        parser.add_argument("--after", type=Path, help="an exported event: print its next round instead")
        parser.add_argument(
            "--mode", choices=[m.value for m in SeatingMode], default="score_groups", help="with --after"
        )
        parser.add_argument("--indent", type=int, default=None, help="indent the JSON")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        try:
            result = _after(options) if options["after"] else _full(options)
        except CannotSeat as problem:
            raise CommandError(why_not(problem)) from problem
        self.stdout.write(json.dumps(result, indent=options["indent"]))


def _full(options: dict[str, Any]) -> dict[str, Any]:
    if options["players"] is None or options["rounds"] is None:
        raise CommandError("give --players and --rounds, or --after FILE")
    players = options["players"]
    if players < 2:
        raise CommandError(f"--players must be 2 or more, not {players}")
    if options["rounds"] < 1:
        raise CommandError(f"--rounds must be 1 or more, not {options['rounds']}")
    return plan(
        range(1, players + 1),
        options["rounds"],
        options["sizes"],
        seed=options["seed"],
        empty=EmptySeats(options["empty"]),
    ).to_json()


def _after(options: dict[str, Any]) -> dict[str, Any]:
    try:
        event = read_event(read_json(options["after"]))
    except EventFileError as problem:
        raise CommandError(f"{options['after']}: {problem.where} is missing or wrong") from problem
    result = next_round(
        event.standings(),
        event.rounds,
        options["sizes"],
        mode=SeatingMode(options["mode"]),
        seed=options["seed"],
        empty=EmptySeats(options["empty"]),
        constraints=event.constraints,
        to_come=max(0, (options["rounds"] or 0) - len(event.rounds) - 1),
    )
    return {"round": round_to_json(result.seating), "certificate": result.certificate.to_json()}
