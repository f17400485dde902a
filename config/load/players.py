"""People at tables, at a steady rate: each move is a page view, from which a legal move is chosen, and a move by API.

Each table keeps to its timetable, so that one slow answer delays nobody else's request, and opens a connection for each
move: people think for longer than a server keeps an idle one. All tables are played by one loop with as little work as
can be, since it runs on the processors that are measured. Every answer is kept as (what, seconds, status).
"""

import asyncio
import json
import random
import re
import threading
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import uvloop

# What can be done now: buttons that can be pressed (piles that aren't open are there, too, and say why not), and what
# the cards of the hand tell the page's script.
CODES: Final = re.compile(
    r'(?:<button class="(?:pile open|btn)[^"]*"[^>]*? name="code" value|data-discard|data-knock)'
    r'="(stock|pile|pass|drop|cut-\d+|(?:discard|knock)-\w\w)"'
)
PLY: Final = re.compile(r'name="expected_ply" value="(\d+)"')
LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
FROM_PAGE: Final = "HX-Request: true\r\n"  # as the page's own script fetches it
CSRF: Final = f"csrftoken={'c' * 32}"  # every browser has one after its first page
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


class Connection:
    """One HTTP connection, opened when it is needed and again where it was lost."""

    def __init__(self, where: str) -> None:
        self._where = where
        parts = urlsplit(f"//{where}")
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: str, body: bytes) -> tuple[int, str]:
        """Status and text; (0, "") where none came within `PATIENCE` seconds."""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._where}\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
        )
        try:
            async with asyncio.timeout(PATIENCE):
                if self._streams is None:
                    self._streams = await asyncio.open_connection(self._host, self._port)
                reader, writer = self._streams
                writer.write(head.encode() + body)
                answered = await reader.readuntil(b"\r\n\r\n")
                length = LENGTH.search(answered)
                text = await reader.readexactly(int(length[1]) if length else 0)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.close()
            return 0, ""
        return int(answered[9:12]), text.decode()

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


class Players:
    """Play at one table, a move every `step` seconds, until `until` (monotonic).

    A move that comes late is made at once, never left out; what couldn't even be asked for `PATIENCE` seconds after the
    end counts as failed.
    """

    def __init__(self, url: str, table: Seated, step: float, until: float, samples: Samples) -> None:
        self.table, self.step, self.until, self.samples = table, step, until, samples
        self.connection = Connection(urlsplit(url).netloc)
        self.rng = random.Random(table.public_id)  # noqa: S311 - which legal move is made needn't be secret

    async def run(self) -> None:
        planned = time.monotonic() + self.rng.random() * self.step
        while planned < self.until:
            await asyncio.sleep(max(0.0, planned - time.monotonic()))
            if time.monotonic() < self.until + PATIENCE:
                await self.play()
                self.connection.close()
            else:
                self.samples.add(Sample("move", PATIENCE, 0))
            planned += self.step

    async def play(self) -> None:
        """Look at the table and move; where nothing is to be done, the other one looks and moves."""
        for _chair in (0, 1):
            who = self.table.people[self.table.turn]
            path = f"/g/{self.table.public_id}/view"
            page = await self.ask(
                "view", "GET", path, f"Cookie: sessionid={who['session']}; {CSRF}\r\n{FROM_PAGE}"
            )
            codes, ply = CODES.findall(page), PLY.search(page)
            if codes and ply is not None:
                await self.move(who, self.choice(codes), int(ply.group(1)))
                return
            self.table.turn = 1 - self.table.turn

    def choice(self, codes: list[str]) -> str:
        """A move as people make them: a deal goes on for some rounds before somebody knocks."""
        knocks = [code for code in codes if code.startswith("knock")]
        others = [code for code in codes if not code.startswith("knock")]
        return self.rng.choice(knocks if (knocks and self.rng.random() < KNOCKS) or not others else others)

    async def move(self, who: dict[str, str], code: str, ply: int) -> None:
        body = {"code": code, "expected_ply": ply, "key": uuid.uuid4().hex}
        headers = f"Authorization: Token {who['token']}\r\nContent-Type: application/json\r\n"
        await self.ask("move", "POST", f"/api/v1/games/{self.table.public_id}/moves/", headers, body)
        if not code.startswith(("stock", "pile")):
            self.table.turn = 1 - self.table.turn

    async def ask(
        self, what: str, method: str, path: str, headers: str, body: dict[str, Any] | None = None
    ) -> str:
        """The text of the answer, "" where none came or it wasn't 200."""
        began = time.monotonic()
        sent = json.dumps(body).encode() if body else b""
        status, text = await self.connection.ask(method, path, headers, sent)
        self.samples.add(Sample(what, time.monotonic() - began, status))
        return text if status == 200 else ""


def play_all(url: str, tables: Sequence[Seated], rate: float, until: float, samples: Samples) -> None:
    """All tables together `rate` moves a second; returns when the time is over and every answer is there."""

    async def all_tables() -> None:
        step = len(tables) / rate
        await asyncio.gather(*(Players(url, table, step, until, samples).run() for table in tables))

    if tables:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(all_tables())
