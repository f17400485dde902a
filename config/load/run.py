"""One measured run: a private installation is filled, played at and read."""

import json
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any, Final

import psycopg

from config.embedded.recipes import kind
from config.embedded.stack import ROOT, Stack
from config.load.listeners import Listeners, tickets
from config.load.players import Sample, Samples, Seated, play_all
from config.load.report import Figures, figures
from config.load.watch import costs

LATE: Final = (
    "SELECT coalesce(extract(epoch FROM max(clock_timestamp() - due_at)), 0) FROM games_game"
    " WHERE status = 'playing' AND due_at < clock_timestamp()"
)
LOOK_EVERY: Final = 0.5


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done: tables of two people and their moves a second in all, watched tables of bots, tables of bots
    that play as fast as they can, streams open at the watched tables, and for how long.
    """

    tables: int
    moves_per_second: float
    bot_tables: int
    seconds: float
    quick_tables: int = 0
    streams: int = 0


# What `make load` does one after the other (goals G13 to G15).
PLANS: Final = {
    "people": Plan(100, 100, 0, 300),
    "watched": Plan(0, 0, 100, 60),
    "flat out": Plan(0, 0, 0, 60, quick_tables=40),
    "streams": Plan(0, 0, 100, 60, streams=500),
}


def measure(stack: Stack, plan: Plan) -> Figures:
    """Fill the running stack's installation and play there. Raises RuntimeError where it can't be filled."""
    made, samples = fill(stack, plan), Samples()
    tables = [Seated(table["id"], table["people"]) for table in made["people"]]
    idle = web_memory(stack)
    listeners = _open(stack, made["watched"], plan.streams) if plan.streams else None
    streaming = web_memory(stack) - idle if listeners is not None else 0.0
    until = time.monotonic() + plan.seconds
    lateness = Lateness(stack.environment["DATABASE_URL"], samples)
    before, bots_before, began = costs(stack), bot_moves(stack), time.monotonic()
    lateness.start()
    play_all(stack.url, tables, plan.moves_per_second, until, samples)
    time.sleep(max(0.0, until - time.monotonic()))
    seconds = time.monotonic() - began
    lateness.stop()
    after, bots_after = costs(stack), bot_moves(stack)
    if listeners is not None:
        listeners.stop()
        samples.all += [Sample("poke", delay, 200) for delay in listeners.delays]
        samples.all += [Sample("poke", 0.0, 0)] * (plan.streams - listeners.opened)
    return figures(samples.all, seconds, before, after, bots_after - bots_before, streaming)


def _open(stack: Stack, games: list[str], count: int) -> Listeners:
    """Streams at these games' pages, all of them open."""
    passes = tickets(stack.url, games)
    if not passes:
        raise RuntimeError("no page of a table gives a ticket for its stream")
    listeners = Listeners(stack.url, stack.environment["DATABASE_URL"], passes, count)
    listeners.start()
    listeners.ready.wait()
    return listeners


def fill(stack: Stack, plan: Plan) -> dict[str, Any]:
    """Make the tables; who sits where."""
    numbers = map(str, (plan.tables, plan.bot_tables, plan.quick_tables))
    made = subprocess.run(
        [sys.executable, "-m", "config.load.tables", *numbers],
        env=stack.environment, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode:
        raise RuntimeError(made.stderr[-3000:])
    answer: dict[str, Any] = json.loads(made.stdout)
    return answer


def web_memory(stack: Stack) -> float:
    """Megabytes of all web processes together: each holds some of the streams."""
    return sum(cost.megabytes for name, cost in costs(stack).items() if kind(name) == "web")


def bot_moves(stack: Stack) -> int:
    with psycopg.connect(stack.environment["DATABASE_URL"]) as database:
        row = database.execute("SELECT count(*) FROM games_moverecord WHERE actor_kind = 'bot'").fetchone()
    return int(row[0]) if row else 0


class Lateness(threading.Thread):
    """Looks again and again by how much the table that has waited longest for a bot is late."""

    def __init__(self, database: str, samples: Samples) -> None:
        super().__init__(daemon=True)
        self.database, self.samples, self.over = database, samples, threading.Event()

    def run(self) -> None:
        with psycopg.connect(self.database, autocommit=True) as database:
            while not self.over.wait(LOOK_EVERY):
                row = database.execute(LATE).fetchone()
                self.samples.add(Sample("late", float(row[0]) if row else 0.0, 200))

    def stop(self) -> None:
        self.over.set()
        self.join()
