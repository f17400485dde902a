"""`manage.py audit_invariants`: checks I1 to I16 on this database and names every row that breaks one.

Reads only. The exit status is 1 when something is broken, so that scripts and CI can ask.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.progress import Progress

from accounts.numbers import whole_number
from games.models import Game
from games.queries.audit import Violation, audit_game
from tournaments.models import Tournament
from tournaments.queries.audit import INVARIANTS
from tournaments.queries.invariants import audit_tournament


class Command(BaseCommand):
    help = "Checks the invariants of games and tournaments; exit status 1 when one is broken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tournament", metavar="ID", help="only this event (number or public id)")
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        tournaments, games = _chosen(options["tournament"])
        found = list(self._audit(tournaments, games))
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(found, len(tournaments), len(games)), indent=2))
        else:
            self._print(found, len(tournaments), len(games))
        if found:
            sys.exit(1)

    def _audit(self, tournaments: list[int], games: list[int]) -> Iterator[Violation]:
        terminal = getattr(self.stdout, "isatty", lambda: False)()
        with Progress(disable=not terminal, transient=True) as progress:
            task = progress.add_task("audit", total=len(tournaments) + len(games))
            for pk in tournaments:
                yield from audit_tournament(Tournament.objects.get(pk=pk))
                progress.advance(task)
            for pk in games:
                yield from audit_game(Game.objects.get(pk=pk))
                progress.advance(task)

    def _print(self, found: list[Violation], tournaments: int, games: int) -> None:
        for violation in found:
            self.stdout.write(
                f"{violation.invariant} {violation.table} {violation.pk}: {violation.detail}"
                f"  ({INVARIANTS.get(violation.invariant, '')})"
            )
        looked = f"{tournaments} tournaments and {games} games"
        if found:
            self.stdout.write(f"{len(found)} broken rows in {looked}.")
        else:
            self.stdout.write(f"All invariants hold in {looked}.")


def _chosen(wanted: str | None) -> tuple[list[int], list[int]]:
    """Ids of the events and games to look at. Raises CommandError for an unknown event."""
    events = Tournament.objects.order_by("pk")
    games = Game.objects.order_by("pk")
    if wanted is not None:
        key = whole_number(wanted)
        events = events.filter(public_id=wanted) if key is None else events.filter(pk=key)
        games = games.filter(table_game__table__round__tournament__in=events)
        if not events.exists():
            raise CommandError(f"There is no tournament {wanted}.")
    return list(events.values_list("pk", flat=True)), list(games.values_list("pk", flat=True))


def _as_json(found: list[Violation], tournaments: int, games: int) -> dict[str, Any]:
    return {
        "tournaments": tournaments,
        "games": games,
        "violations": [
            {
                "invariant": violation.invariant,
                "table": violation.table,
                "pk": violation.pk,
                "detail": violation.detail,
            }
            for violation in found
        ],
    }
