"""Open pages as a server sees them: so many live streams at once, and how long after the database a poke arrives there.

The time is counted from the moment at which a connection of this process's own hears the same notification, so it is
what web process and network add.
"""

import asyncio
import http.client
import json
import re
import threading
import time
from typing import Any, Final
from urllib.parse import quote, urlsplit

import psycopg
from psycopg import sql

from games.services.live import CHANNEL

TICKET: Final = re.compile(r'data-live-ticket="([^"]+)"')
PATIENCE: Final = 20.0


def tickets(url: str, games: list[str]) -> list[str]:
    """A ticket from the page of each game, as any visitor gets one."""
    connection, found = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE), []
    for game in games:
        connection.request("GET", f"/g/{game}/")
        found += TICKET.findall(connection.getresponse().read().decode())[:1]
    connection.close()
    return found


class Listeners(threading.Thread):
    """`count` streams, spread over the tickets, until `stop()`. `opened` of them were let in; `delays` in seconds."""

    def __init__(self, url: str, database: str, passes: list[str], count: int) -> None:
        super().__init__(daemon=True)
        where = urlsplit(url)
        self.host, self.port, self.database = where.hostname or "", where.port or 80, database
        self.passes, self.count = passes, count
        self.opened = 0
        self.heard: dict[tuple[str, int], float] = {}
        self.arrived: list[tuple[tuple[str, int], float]] = []
        self.ready, self._over = threading.Event(), threading.Event()

    def run(self) -> None:
        asyncio.run(self._listen())

    def stop(self) -> None:
        self._over.set()
        self.join(timeout=PATIENCE)

    @property
    def delays(self) -> list[float]:
        return [max(0.0, at - self.heard[note]) for note, at in self.arrived if note in self.heard]

    async def _listen(self) -> None:
        streams = [
            asyncio.create_task(self._stream(self.passes[n % len(self.passes)])) for n in range(self.count)
        ]
        database = asyncio.create_task(self._notifications())
        give_up_at = time.monotonic() + 3 * PATIENCE
        while self.opened < self.count and time.monotonic() < give_up_at:
            await asyncio.sleep(0.1)
        self.ready.set()
        while not self._over.is_set():
            await asyncio.sleep(0.1)
        for task in (*streams, database):
            task.cancel()
        await asyncio.wait([*streams, database], timeout=PATIENCE)

    async def _stream(self, ticket: str) -> None:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            writer.write(f"GET /live/stream?t={quote(ticket)} HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode())
            if b" 200 " not in await reader.readline():
                return
            self.opened += 1
            while line := await reader.readline():
                if line.startswith(b'data: {"topic"'):
                    self.arrived.append((_note(line[6:]), time.monotonic()))
        finally:
            writer.close()

    async def _notifications(self) -> None:
        connection = await psycopg.AsyncConnection.connect(self.database, autocommit=True)
        async with connection:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            async for note in connection.notifies():
                self.heard.setdefault(_note(note.payload), time.monotonic())


def _note(text: str | bytes) -> tuple[str, int]:
    told: dict[str, Any] = json.loads(text)
    return str(told["topic"]), int(told["version"])
