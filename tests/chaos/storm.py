"""A storm over a private installation: tables that play, people who play by HTTP, faults, and the reckoning.

`Storm.reckon` returns a `Report`; `Report.problems` is empty if everything held: no invariant broken, every
acknowledged move in the log, every table going on after the last fault, no secret in any message, log, mail or stream,
and an evening that ends with the right standings.
"""

import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

import psycopg
from rich.console import Console
from rich.table import Table

from config.embedded.stack import ROOT, Stack
from tests.chaos.canary import Listener, Onlooker, leaks
from tests.chaos.clients import Acknowledged, Person, Tally
from tests.chaos.faults import FAULTS, Harm, do


@dataclass(slots=True)
class Report:
    """What was done and what was found."""

    seed: str
    seconds: float = 0.0
    faults: list[tuple[float, str, str]] = field(default_factory=list)
    moves: int = 0
    acknowledged: int = 0
    missing: list[Acknowledged] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)
    violations: list[dict[str, Any]] = field(default_factory=list)
    slowest_recovery: float = 0.0
    answers: dict[int, int] = field(default_factory=dict)
    retries: int = 0
    leaks: list[str] = field(default_factory=list)
    evening: dict[str, Any] = field(default_factory=dict)

    @property
    def problems(self) -> dict[str, Any]:
        errors = {status: count for status, count in self.answers.items() if status >= 500 and status != 503}
        found = {
            "missing": self.missing,
            "stuck": self.stuck,
            "violations": self.violations,
            "errors": errors,
            "leaks": self.leaks,
        }
        found["directors"] = [
            told for _at, name, told in self.faults if name == "two directors" and told == "error"
        ]
        if (
            self.evening.get("status") != "finished"
            or self.evening["standings"] != self.evening["recomputed"]
        ):
            found["evening"] = self.evening or "it doesn't end"
        return {name: value for name, value in found.items() if value}

    def write(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            json.dumps(asdict(self) | {"problems": bool(self.problems)}, indent=1), encoding="utf-8"
        )

    def show(self) -> None:
        table = Table(title=f"Chaos, seed {self.seed}: {len(self.faults)} faults in {self.seconds:.0f} s")
        table.add_column("fault")
        table.add_column("times", justify="right")
        for name, count in Counter(name for _at, name, _told in self.faults).most_common():
            table.add_row(name, str(count))
        table.add_section()
        for name, value in (
            ("moves in the log", self.moves), ("acknowledged to people", self.acknowledged),
            ("of these missing", len(self.missing)), ("invariants broken", len(self.violations)),
            ("tables stuck", len(self.stuck)), ("places with a secret", len(self.leaks)),
            ("rounds of the evening beside it", self.evening.get("rounds", 0)),
            ("requests sent again", self.retries),
            ("slowest table after the last fault, s", round(self.slowest_recovery, 1)),
        ):  # fmt: skip
            table.add_row(name, str(value))
        Console().print(table)


def python_there(stack: Stack, module: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a module as a process of the installation; its output is in the answer."""
    command = [sys.executable, "-m", module, *words]
    return subprocess.run(
        command, env=stack.environment, cwd=ROOT, capture_output=True, text=True, check=False
    )


class Storm:
    """One run. `with Storm(stack, ...) as storm: storm.blow(...)`. Each person is played by `copies` programs, which
    think for `pause` seconds.
    """

    def __init__(
        self, stack: Stack, *, bots: int, people: int, seed: str, patience: float = 10.0, copies: int = 1,
        pause: float = 0.6,
    ) -> None:  # fmt: skip
        self.stack, self.report, self.rng = stack, Report(seed), random.Random(seed)
        self.copies, self.pause = copies, pause
        self.tally, self.stop = Tally(), threading.Event()
        made = python_there(stack, "tests.chaos.prepare", str(bots), str(people))
        if made.returncode:
            raise RuntimeError(made.stderr[-3000:])
        self.made = json.loads(made.stdout)
        self.games = [table["pk"] for table in self.made["tables"]]
        self.helpers: list[subprocess.Popen[str]] = []
        words = [str(number) for number in (self.made["event"], *self.made["directors"])]
        self.harm = Harm(stack, self.games, self._helper("tests.chaos.directors", *words), patience)
        self._helper("tests.chaos.wrong_clock")
        self.listener = Listener(stack)
        self.onlooker = Onlooker(stack.url, self.made["tables"][-1]["id"], self.stop)

    def __enter__(self) -> Self:
        self.people = [
            Person(self.stack.url, table, token, self.tally, self.stop, pause=self.pause)
            for table in self.made["tables"]
            for token in table["tokens"] * self.copies
        ]
        for thread in (*self.people, self.listener, self.onlooker):
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop.set()
        self.listener.stop.set()
        self.onlooker.join(timeout=20)
        for helper in self.helpers:
            with helper:  # waits for it and closes its pipes
                helper.kill()

    def blow(self, seconds: float, count: int) -> None:
        """So many faults in so many seconds, every kind that can be done here as often as the others."""
        kinds = [name for name in FAULTS if name != "disk full" or self.stack.layout.data.is_mount()]
        names: list[str] = []
        while len(names) < count:
            names += self.rng.sample(kinds, len(kinds))
        began = time.monotonic()
        for number, name in enumerate(names[:count]):
            time.sleep(
                max(0.0, began + (number + self.rng.uniform(0.1, 0.9)) * seconds / count - time.monotonic())
            )
            self.report.faults.append((round(time.monotonic() - began, 1), name, do(self.harm, name)))
        time.sleep(max(0.0, began + seconds - time.monotonic()))
        self.report.seconds = time.monotonic() - began
        self.harm.mend()

    def reckon(self, recovery: float, *, evening: bool = True) -> Report:
        """Every table must go on within `recovery` seconds and the evening end; then people stop, and the log is
        compared and audited.
        """
        self.report.slowest_recovery, self.report.stuck = self.until_all_move(recovery)
        if evening:
            self.report.evening = self._end_of_evening()
        self.stop.set()
        for person in self.people:
            person.join(timeout=30)
        self.report.answers, self.report.retries = self.tally.answers, self.tally.retries
        self.report.acknowledged = len(self.tally.acknowledged)
        self._compare()
        self.report.leaks = leaks(self.stack, self.listener.heard, self.onlooker.heard)
        found = self.stack.manage("audit_invariants", "--json")
        self.report.violations = json.loads(found.stdout)["violations"]
        return self.report

    def until_all_move(self, patience: float) -> tuple[float, list[int]]:
        """Seconds until every table has gone on, and the games that haven't by then."""
        began, waiting, before, last = time.monotonic(), set(self.games), self._plies(), 0.0
        while waiting and time.monotonic() < began + patience:
            time.sleep(0.1)
            now = self._plies()
            moved = {pk for pk in waiting if now[pk] != before[pk] or now[pk] is None}
            if moved:
                last = time.monotonic() - began
            waiting -= moved
        return last, sorted(waiting)

    def _end_of_evening(self) -> dict[str, Any]:
        """How the event beside the tables ended, whose rounds the two directors pressed; {} where it doesn't."""
        directors = self.harm.directors
        assert directors.stdin is not None
        assert directors.stdout is not None
        directors.stdin.write("finish\n")
        directors.stdin.flush()
        told = directors.stdout.readline()
        return dict(json.loads(told)) if told.startswith("{") else {}

    def _plies(self) -> dict[int, int | None]:
        """The ply of each game; None for one that is over."""
        give_up_at = time.monotonic() + 30
        while True:
            try:
                with psycopg.connect(self.stack.environment["DATABASE_URL"], connect_timeout=5) as database:
                    rows = database.execute("SELECT id, ply, status FROM games_game").fetchall()
                return {pk: ply if status == "playing" else None for pk, ply, status in rows}
            except psycopg.OperationalError:
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(0.3)

    def _compare(self) -> None:
        with psycopg.connect(self.stack.environment["DATABASE_URL"]) as database:
            rows = database.execute("SELECT game_id, ply, code, key FROM games_moverecord").fetchall()
        self.report.moves = len(rows)
        log = {Acknowledged(*row) for row in rows if row[3]}
        self.report.missing = [move for move in self.tally.acknowledged if move not in log]

    def _helper(self, module: str, *words: str) -> "subprocess.Popen[str]":
        log = (self.stack.layout.logs / f"{module}.log").open("w")
        helper = subprocess.Popen(
            [sys.executable, "-m", module, *words],
            env=self.stack.environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
        log.close()
        self.helpers.append(helper)
        return helper
