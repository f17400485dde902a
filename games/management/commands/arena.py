"""Play bots against each other and print points with confidence intervals; needs no database.

    manage.py arena club random --players 4 --deals 2000
    manage.py arena expert gin-simple --ruleset gin --games 3000 --json report.json

Every deck (or game) is played from every seat. With `--json` the counts are kept in
the file, and the same command goes on from where the file ends.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from games.bots.arena import Match, Sum, Tally, play, play_deal
from games.bots.base import Bot
from games.bots.registry import UnknownBot, bot_for_deal, bot_names
from games.engine.errors import RulesetError
from games.engine.moves import Move
from games.engine.observation import Observation
from games.engine.options import Family
from games.engine.ruleset import PRESETS, Ruleset
from games.engine.shuffling import SEED_BYTES

SAVE_EVERY = 30.0  # seconds
TIMED_DEALS = 20
PAIR = 2


class Command(BaseCommand):
    help = "Play bots against each other (no database): points per deal or game with confidence intervals."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "bots", nargs="+", help=f"names by seat, the last one repeated: {bot_names()} or a reference"
        )
        parser.add_argument("--ruleset", default="knock-rummy", choices=sorted(PRESETS), metavar="PRESET")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="change an option"
        )
        parser.add_argument(
            "--players", type=int, help="seats; left out: as many as bots, at least the least"
        )
        length = parser.add_mutually_exclusive_group()
        length.add_argument("--deals", type=int, help="single deals to play (default 1000)")
        length.add_argument("--games", type=int, help="whole games to play instead")
        parser.add_argument("--seed", type=int, default=1, help="another seed gives other cards")
        parser.add_argument(
            "--json", type=Path, metavar="FILE", help="write the report here, and go on from it"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        match = _match(options)
        wanted = options["games"] or options["deals"] or 1000
        sets = -(-wanted // match.players)
        tally = _stored(options["json"], match)
        started, cpu, before = time.perf_counter(), time.process_time(), tally.deals if tally else 0
        console = Console(file=sys.stdout, soft_wrap=not sys.stdout.isatty())
        tally = _run(match, sets, tally, options["json"], console)
        seconds = {"seconds": time.perf_counter() - started, "cpu_seconds": time.process_time() - cpu}
        report = _report(match, tally)
        if options["json"]:
            _store(options["json"], match, tally, report)
        _print(console, match, report)
        console.print(f"{tally.deals - before} deals in {seconds['seconds']:.1f} s")
        for name, (mean, most) in _thinking(match).items():
            console.print(f"{name}: {mean:.2f} ms of CPU a decision, at most {most:.1f} ms")


class _Timed:
    """A bot with a clock beside it: milliseconds of CPU for each decision."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name = bot, bot.name
        self.spent: list[float] = []

    def choose(self, observation: Observation, rng: Random) -> Move:
        began = time.process_time()
        move = self.bot.choose(observation, rng)
        self.spent.append(1000 * (time.process_time() - began))
        return move


def _thinking(match: Match) -> dict[str, tuple[float, float]]:
    """Mean and greatest milliseconds of CPU of a decision by bot, in a few single deals; none where boards differ."""
    if match.ruleset.family is Family.GIN and match.players != PAIR:
        return {}
    timed = [_Timed(bot_for_deal(name, Random(0))) for name in match.entries]
    luck = [Random(place) for place in range(match.players)]
    for number in range(TIMED_DEALS):
        play_deal(match.ruleset, timed, luck, number.to_bytes(SEED_BYTES), match.players - 1)
    found: dict[str, list[float]] = defaultdict(list)
    for name, each in zip(match.entries, timed, strict=True):
        found[name] += each.spent
    return {name: (sum(spent) / len(spent), max(spent)) for name, spent in found.items() if spent}


def _match(options: dict[str, Any]) -> Match:
    """What was asked for. Raises `CommandError` in words."""
    names = list(options["bots"])
    try:
        for name in names:
            bot_for_deal(name, Random(0))
        ruleset = _ruleset(options["ruleset"], options["option"])
    except UnknownBot as error:
        raise CommandError(
            f"There is no bot called {error.name}. There are: {', '.join(bot_names())}."
        ) from None
    except RulesetError as error:
        raise CommandError(f"The option {error.option} can't be used here: {error.reason.value}.") from None
    players = options["players"] or max(len(names), ruleset.min_players)
    if len(names) > players or not ruleset.min_players <= players <= ruleset.max_players:
        raise CommandError(f"{ruleset.key} is played by {ruleset.min_players} to {ruleset.max_players}.")
    entries = tuple(names + [names[-1]] * (players - len(names)))
    if not options["games"] and ruleset.family is Family.GIN and players != 2:
        raise CommandError("Single deals of gin are for two: play whole --games.")
    return Match(ruleset, entries, bool(options["games"]), options["seed"])


def _ruleset(key: str, changes: list[str]) -> Ruleset:
    values = {}
    for change in changes:
        name, _, text = change.partition("=")
        try:
            values[name] = json.loads(text.lower())
        except json.JSONDecodeError:
            values[name] = text
    return PRESETS[key].replace(**values)


def _run(match: Match, sets: int, tally: Tally | None, path: Path | None, console: Console) -> Tally:
    """Play with a progress bar; the counts are stored now and then, so that nothing much is lost."""
    tally = Tally.empty(match.players) if tally is None else tally
    saved = time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("sets", total=sets, completed=tally.sets)
        for _ in play(match, sets, tally):
            progress.update(task, completed=tally.sets)
            if path is not None and time.monotonic() - saved > SAVE_EVERY:
                _store(path, match, tally, _report(match, tally))
                saved = time.monotonic()
    return tally


def _identity(match: Match) -> dict[str, Any]:
    """What a stored report must agree with to be continued."""
    return {
        "ruleset": match.ruleset.to_json(),
        "entries": list(match.entries),
        "unit": "game" if match.whole_games else "deal",
        "seed": match.seed,
    }


def _stored(path: Path | None, match: Match) -> Tally | None:
    if path is None or not path.exists():
        return None
    try:
        data = json.loads(path.read_text())
        if {key: data[key] for key in _identity(match)} != _identity(match):
            raise CommandError(f"{path} holds the report of another match: choose another file.")
        return Tally.from_json(data["tally"])
    except (json.JSONDecodeError, KeyError, TypeError):
        raise CommandError(f"{path} is no report of the arena: choose another file.") from None


def _store(path: Path, match: Match, tally: Tally, report: dict[str, Any]) -> None:
    """Whole or not at all: a report that was interrupted must stay readable."""
    draft = path.with_suffix(path.suffix + ".part")
    draft.write_text(json.dumps({**_identity(match), **report, "tally": tally.to_json()}, indent=1) + "\n")
    draft.replace(path)


def _interval(value: Sum) -> dict[str, float]:
    return {"mean": round(value.mean, 4), "half_width_95": round(value.half_width, 4)}


def _report(match: Match, tally: Tally) -> dict[str, Any]:
    """The figures of the report; shares are between 0 and 1."""
    return {
        "sets": tally.sets,
        "deals": tally.deals,
        "unscored": tally.unscored,
        "turns_per_deal": round(tally.turns / max(1, tally.deals), 2),
        "bots": [
            {
                "bot": name,
                "points": _interval(entry.points),
                "wins": _interval(entry.wins),
                "knocks_per_deal": round(entry.knocks / max(1, tally.deals), 4),
                "knocks_beaten": round(entry.beaten / max(1, entry.knocks), 4),
                "went_out_per_deal": round(entry.went_out / max(1, tally.deals), 4),
            }
            for name, entry in zip(match.entries, tally.entries, strict=True)
        ],
        "by_order_of_play": [_interval(place) for place in tally.order],
    }


def _print(console: Console, match: Match, report: dict[str, Any]) -> None:
    unit = "game" if match.whole_games else "deal"
    table = Table(title=f"{match.ruleset.key}, {match.players} players, {report['deals']} deals")
    for heading in ("bot", f"points a {unit}", "won", "knocks", "beaten", "went out"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for bot in report["bots"]:
        table.add_row(
            bot["bot"],
            f"{bot['points']['mean']:+.2f} ± {bot['points']['half_width_95']:.2f}",
            f"{100 * bot['wins']['mean']:.1f} ± {100 * bot['wins']['half_width_95']:.1f} %",
            f"{100 * bot['knocks_per_deal']:.0f} %",
            f"{100 * bot['knocks_beaten']:.0f} %",
            f"{100 * bot['went_out_per_deal']:.1f} %",
        )
    console.print(table)
    order = "  ".join(
        f"{place['mean']:+.2f} ± {place['half_width_95']:.2f}" for place in report["by_order_of_play"]
    )
    console.print(f"points a {unit} by order of play: {order}")
    console.print(f"{report['turns_per_deal']} turns a deal, {report['unscored']} deals without a score")
