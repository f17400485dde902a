"""One measured run: a private installation is filled, played at and read."""

import json
import subprocess
import sys
import time
from dataclasses import dataclass

import psycopg

from config.embedded.stack import ROOT, Stack
from config.load.players import Players, Samples, Seated
from config.load.report import Figures, figures
from config.load.watch import costs


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done: tables of two people, their moves a second in all, watched tables of bots, for how long."""

    tables: int
    moves_per_second: float
    bot_tables: int
    seconds: float


def measure(stack: Stack, plan: Plan) -> Figures:
    """Fill the running stack's installation and play there. Raises RuntimeError where it can't be filled."""
    tables = fill(stack, plan)
    samples, until = Samples(), time.monotonic() + plan.seconds
    threads = [
        Players(stack.url, table, plan.moves_per_second / len(tables), until, samples) for table in tables
    ]
    before, bots_before, began = costs(stack), bot_moves(stack), time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    time.sleep(max(0.0, until - time.monotonic()))
    seconds = time.monotonic() - began
    return figures(samples.all, seconds, before, costs(stack), bot_moves(stack) - bots_before)


def fill(stack: Stack, plan: Plan) -> list[Seated]:
    words = ["-m", "config.load.tables", str(plan.tables), str(plan.bot_tables)]
    made = subprocess.run(
        [sys.executable, *words], env=stack.environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise RuntimeError(made.stderr[-3000:])
    return [Seated(table["id"], table["people"]) for table in json.loads(made.stdout)]


def bot_moves(stack: Stack) -> int:
    with psycopg.connect(stack.environment["DATABASE_URL"]) as database:
        row = database.execute("SELECT count(*) FROM games_moverecord WHERE actor_kind = 'bot'").fetchone()
    return int(row[0]) if row else 0
