"""Measure what the order of play is worth in every game, and write the file that the set-up page reads.

    manage.py first_seat --deals 3000

It needs no database and takes a minute or two. What the file holds already with as many deals and the same
bot is kept, so a run that was stopped goes on.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.progress import track

from games.bots.arena import Sum
from games.bots.first_seat import games_to_measure, points_by_order
from games.bots.registry import bot_names
from games.queries.first_seat import FILE


class Command(BaseCommand):
    help = "Measure the points a deal by order of play between equal bots, for every game; no database."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--deals", type=int, default=3000, help="deals of each game")
        parser.add_argument("--bot", default="club", choices=bot_names(), help="who plays")
        parser.add_argument("--file", type=Path, default=FILE, help="where the figures are kept")

    def handle(self, *_: Any, deals: int, bot: str, file: Path, **__: Any) -> None:
        head = {"bot": bot, "deals": deals}
        stored = json.loads(file.read_text()) if file.exists() else {}
        same = {name: stored.get(name) for name in head} == head
        games: dict[str, list[list[float]]] = stored["games"] if same else {}
        console = Console(file=sys.stdout)
        for key, players in track(list(games_to_measure()), "games", console=console):
            name = f"{key}/{players}"
            if name not in games:
                games[name] = [_rounded(place) for place in points_by_order(key, players, deals, bot)]
                file.write_text(_text({**head, "made": time.strftime("%Y-%m-%d", time.gmtime())}, games))
        for name, order in games.items():
            console.print(name, "  ".join(f"{mean:+.1f} ± {half:.1f}" for mean, half in order))


def _rounded(place: Sum) -> list[float]:
    return [round(place.mean, 2), round(place.half_width, 2)]


def _text(head: dict[str, Any], games: dict[str, list[list[float]]]) -> str:
    """One line for each game, so that a change can be read."""
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(order)}" for name, order in games.items())
    return json.dumps(head)[:-1] + ', "games": {\n' + lines + "\n}}\n"
