"""Listens to the broker and reads every log while faults go on: no seed, deck or hand may come by (reliability 8.2).

Errors and their tracebacks are where secrets slip out, so the storm is where one listens.
"""

import base64
import contextlib
import re
import threading
from typing import Final

import psycopg
import redis

from config.embedded.stack import Stack

# Cards one after another, as a hand or a deck is written, in text or JSON.
HAND: Final = re.compile(rb"(?:\b[A2-9TJQK][CDHS]\b[\s,\"'\\]+){3}")


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


def leaks(stack: Stack, heard: list[bytes]) -> list[str]:
    """Where a secret of any deal was found: the broker or the name of a log."""
    with psycopg.connect(stack.environment["DATABASE_URL"]) as database:
        rows = database.execute("SELECT seed, deck FROM games_hiddendeal").fetchall()
    marks = [mark for seed, deck in rows for mark in written(bytes(seed), deck)]
    places = {"broker": b"\n".join(heard)}
    places |= {path.name: path.read_bytes() for path in stack.layout.logs.rglob("*") if path.is_file()}
    return sorted(
        name for name, text in places.items() if HAND.search(text) or any(mark in text for mark in marks)
    )


def written(seed: bytes, deck: str) -> list[bytes]:
    """The ways in which a seed or a deck might stand in a text."""
    ways = [seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed).rstrip(b"=")]
    return ways + ([deck[:29].encode()] if deck else [])
