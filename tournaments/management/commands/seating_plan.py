"""Print a full seating plan, or the next round of an exported event, as JSON. Needs no database."""

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.engine.exported_seating import NotAnExport, seating_part
from tournaments.engine.seating import (
    DEFAULT_SIZES,
    CannotSeat,
    EmptySeats,
    SeatingMode,
    SeatingReason,
    next_round,
    plan,
)
from tournaments.engine.seating.event_file import (
    EventFileError,
    read_event,
    read_settings,
    round_to_json,
)


def sizes_argument(text: str) -> tuple[int, ...]:
    """`4,3,5,2` as numbers, best liked first."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError as problem:
        raise ArgumentTypeError(f"not a list of table sizes: {text!r} (write 4,3,5,2)") from problem


_WHY = {
    SeatingReason.BAD_SIZES: "table sizes are different numbers from 2 to 5",
    SeatingReason.NO_TABLE_SIZES: "the players can't be divided into tables of these sizes",
    SeatingReason.BAD_ROUNDS: "that many rounds can't be seated",
}


def why_not(problem: CannotSeat) -> str:
    """One line for the terminal."""
    why = f": {_WHY[problem.reason]}" if problem.reason in _WHY else ""
    parts = [f"cannot seat: {problem.reason.value}{why}"]
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


def read_seating(path: Path) -> Any:
    """The seating part of a file: of an exported event, or the whole of a file that is nothing else."""
    try:
        return seating_part(read_json(path))
    except NotAnExport as problem:
        raise CommandError(f"{path}: not an exported event ({problem} is missing or wrong)") from problem


class Command(BaseCommand):
    help = (
        "Print a full plan for --players numbered from 1 in --rounds rounds, seats in order, as JSON; "
        "or, with --after FILE, the next round of an exported event (docs/formats.md), seated as that event says "
        "unless told otherwise."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, help="number of players, 2 or more")
        parser.add_argument(
            "--rounds", type=int, help="number of rounds, 1 or more; with --after, of the whole event"
        )
        parser.add_argument(
            "--sizes", type=sizes_argument, help="table sizes by preference (4,3,5,2, or those of the event)"
        )
        parser.add_argument("--seed", type=int, default=1, help="same seed, same seating (1)")
        parser.add_argument(
            "--empty",
            choices=[e.value for e in EmptySeats],
            help="what fills the last table (mixed, or as in the event)",
        )
        parser.add_argument("--after", type=Path, help="an exported event: print its next round instead")
        parser.add_argument(
            "--mode",
            choices=[m.value for m in SeatingMode],
            help="with --after: how people are brought together (as in the event, or score_groups)",
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
        options["sizes"] or DEFAULT_SIZES,
        seed=options["seed"],
        empty=EmptySeats(options["empty"] or EmptySeats.MIXED),
    ).to_json()


def _after(options: dict[str, Any]) -> dict[str, Any]:
    if options["players"] is not None:
        raise CommandError("give --players or --after FILE, not both: the file says who plays")
    document = read_seating(options["after"])
    try:
        event, settings = read_event(document), read_settings(document)
    except EventFileError as problem:
        raise CommandError(f"{options['after']}: {problem.where} is missing or wrong") from problem
    rounds = options["rounds"] or settings.rounds
    result = next_round(
        event.standings(),
        event.rounds,
        options["sizes"] or settings.sizes,
        mode=SeatingMode(options["mode"] or settings.mode),
        seed=options["seed"],
        empty=EmptySeats(options["empty"] or settings.empty),
        constraints=event.constraints,
        to_come=max(0, rounds - len(event.rounds) - 1),
    )
    return {"round": round_to_json(result.seating), "certificate": result.certificate.to_json()}
