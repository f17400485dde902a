"""People at tables, at a steady rate: each move is a page view, from which a legal move is chosen, and a move by API.

Each table has a thread and a connection of its own and keeps to its timetable, so that one slow answer delays nobody
else's request. Every answer is kept as (what, seconds, status).
"""

import http.client
import json
import random
import re
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

# Buttons that can be pressed now: piles that aren't open are there, too, and say why not.
CODES: Final = re.compile(
    r'<button class="(?:pile open|btn)[^"]*"[^>]*? name="code"'
    r' value="(stock|pile|pass|drop|cut-\d+|(?:discard|knock)-\w\w)"'
)
PLY: Final = re.compile(r'name="expected_ply" value="(\d+)"')
PATIENCE: Final = 20.0
KNOCKS: Final = 0.1


@dataclass(frozen=True, slots=True)
class Sample:
    """One answer: "view" or "move", how long it took, its status (0: none came)."""

    what: str
    seconds: float
    status: int


@dataclass(slots=True)
class Seated:
    """A table and whose turn it probably is."""

    public_id: str
    people: list[dict[str, str]]
    turn: int = 0


@dataclass(slots=True)
class Samples:
    """What all threads measured."""

    all: list[Sample] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, sample: Sample) -> None:
        with self.lock:
            self.all.append(sample)


class Players(threading.Thread):
    """Plays at its table, `rate` moves a second, until `until` (monotonic).

    A move that comes late is made at once, never left out; what couldn't even be asked for `PATIENCE` seconds after the
    end counts as failed.
    """

    def __init__(self, url: str, table: Seated, rate: float, until: float, samples: Samples) -> None:
        super().__init__(daemon=True)
        self.where = urlsplit(url).netloc
        self.table, self.step, self.until, self.samples = table, 1 / rate, until, samples
        self.connection: http.client.HTTPConnection | None = None
        self.rng = random.Random(table.public_id)  # noqa: S311 - which legal move is made needn't be secret

    def run(self) -> None:
        planned = time.monotonic() + self.rng.random() * self.step
        while planned < self.until:
            time.sleep(max(0.0, planned - time.monotonic()))
            if time.monotonic() < self.until + PATIENCE:
                self.play()
            else:
                self.samples.add(Sample("move", PATIENCE, 0))
            planned += self.step
        if self.connection is not None:
            self.connection.close()

    def play(self) -> None:
        """Look at the table and move; where nothing is to be done, the other one looks and moves."""
        for _chair in (0, 1):
            who = self.table.people[self.table.turn]
            page = self.ask(
                "view", "GET", f"/g/{self.table.public_id}/view", {"Cookie": f"sessionid={who['session']}"}
            )
            codes, ply = CODES.findall(page), PLY.search(page)
            if codes and ply is not None:
                self.move(who, self.choice(codes), int(ply.group(1)))
                return
            self.table.turn = 1 - self.table.turn

    def choice(self, codes: list[str]) -> str:
        """A move as people make them: a deal goes on for some rounds before somebody knocks."""
        knocks = [code for code in codes if code.startswith("knock")]
        others = [code for code in codes if not code.startswith("knock")]
        return self.rng.choice(knocks if (knocks and self.rng.random() < KNOCKS) or not others else others)

    def move(self, who: dict[str, str], code: str, ply: int) -> None:
        body = {"code": code, "expected_ply": ply, "key": uuid.uuid4().hex}
        headers = {"Authorization": f"Token {who['token']}", "Content-Type": "application/json"}
        self.ask("move", "POST", f"/api/v1/games/{self.table.public_id}/moves/", headers, body)
        if not code.startswith(("stock", "pile")):
            self.table.turn = 1 - self.table.turn

    def ask(
        self, what: str, method: str, path: str, headers: dict[str, str], body: dict[str, Any] | None = None
    ) -> str:
        """The text of the answer, "" where none came or it wasn't 200."""
        began, status, text = time.monotonic(), 0, b""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.where, timeout=PATIENCE)
            self.connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = self.connection.getresponse()
            text, status = answer.read(), answer.status
        except (OSError, http.client.HTTPException):
            if self.connection is not None:
                self.connection.close()
            self.connection = None
        self.samples.add(Sample(what, time.monotonic() - began, status))
        return text.decode() if status == 200 else ""
