"""Listens to the broker and a stream, reads every log and mail while faults go on: no seed, deck or hand may come by
(reliability 8.2).

Errors and their tracebacks are where secrets slip out, so the storm is where one listens.
"""

import base64
import contextlib
import http.client
import re
import threading
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote, urlsplit

import psycopg
import redis

from config.embedded.stack import Stack

# Cards one after another, as a hand or a deck is written, in text or JSON.
HAND: Final = re.compile(rb"(?:\b[A2-9TJQK][CDHS]\b[\s,\"'\\]+){3}")
TICKET: Final = re.compile(rb'data-live-ticket="([^"]+)"')
# All that a stream may say: nothing, a comment, how soon to come back, an event's name, a topic and its version.
POKE: Final = re.compile(
    rb"|: still here|retry: \d+|event: (?:resync|bye)|data: \{\}"
    rb'|data: \{"topic": ?"[\w-]+", ?"version": ?\d+\}'
)


class Listener(threading.Thread):
    """Keeps all that clients send to the broker; begins again when it was away."""

    def __init__(self, stack: Stack) -> None:
        super().__init__(daemon=True)
        self.stack, self.stop = stack, threading.Event()
        self.heard: list[bytes] = []

    def run(self) -> None:
        while not self.stop.wait(0.2):
            with contextlib.suppress(
                redis.RedisError, OSError
            ):  # it is being killed; that is what this is about
                self._listen()

    def _listen(self) -> None:
        client = redis.Redis(unix_socket_path=str(self.stack.layout.valkey_socket), socket_timeout=1)
        with client.monitor() as monitor:
            for command in monitor.listen():
                self.heard.append(str(command["command"]).encode())
                if self.stop.is_set():
                    return


class Onlooker(threading.Thread):
    """Opens a table's page and its stream, and keeps every line of the stream; opens it again when it breaks."""

    def __init__(self, url: str, game: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.where, self.page, self.stop = urlsplit(url).netloc, f"/g/{game}/", stop
        self.heard: list[bytes] = []

    def run(self) -> None:
        while not self.stop.wait(0.3):
            with contextlib.suppress(OSError, http.client.HTTPException):  # its server is being killed
                self._listen()

    def _listen(self) -> None:
        with self._answer(self.page) as page:
            ticket = TICKET.search(page.read())
        if ticket is None:
            return
        with self._answer(f"/live/stream?t={quote(ticket.group(1).decode())}") as stream:
            while not self.stop.is_set() and (line := stream.readline()):
                self.heard.append(line)

    @contextlib.contextmanager
    def _answer(self, path: str) -> Iterator[http.client.HTTPResponse]:
        with contextlib.closing(http.client.HTTPConnection(self.where, timeout=3)) as connection:
            connection.request("GET", path)
            with connection.getresponse() as answer:
                yield answer


def leaks(stack: Stack, heard: list[bytes], streamed: list[bytes]) -> list[str]:
    """Where a secret of any deal was found: the broker, the stream, or the name of a log or mail."""
    with psycopg.connect(stack.environment["DATABASE_URL"]) as database:
        rows = database.execute("SELECT seed, deck FROM games_hiddendeal").fetchall()
    marks = [mark for seed, deck in rows for mark in written(bytes(seed), deck)]
    places = {"broker": b"\n".join(heard), "stream": b"".join(streamed)}
    for folder in (stack.layout.logs, stack.layout.data / "mail"):
        places |= {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    found = [
        name for name, text in places.items() if HAND.search(text) or any(mark in text for mark in marks)
    ]
    return sorted(found) + [f"stream: {line!r}" for line in streamed if not is_poke(line)]


def is_poke(line: bytes) -> bool:
    """Whether a line of a stream says what changed and to which version, and nothing of what it is now."""
    return POKE.fullmatch(line.strip()) is not None


def written(seed: bytes, deck: str) -> list[bytes]:
    """The ways in which a seed or a deck might stand in a text."""
    ways = [seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed).rstrip(b"=")]
    return ways + ([deck[:29].encode()] if deck else [])
