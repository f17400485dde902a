"""People at tables, as programs: they ask for their legal moves, move with a key, and send the same again until they
get a definite answer. What was acknowledged is kept, to be compared with the log afterwards.
"""

import http.client
import json
import random
import threading
import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A move that the server said it had taken."""

    game: int
    ply: int
    code: str
    key: str


@dataclass(slots=True)
class Tally:
    """What all clients have seen together."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    lost: int = 0
    retries: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, status: int) -> None:
        with self.lock:
            self.answers[status] = self.answers.get(status, 0) + 1


class Caller:
    """One connection to the API, made anew when it breaks."""

    def __init__(self, url: str, token: str, tally: Tally) -> None:
        self.where = urlsplit(url).netloc
        self.headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        self.tally = tally
        self.connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Status and JSON; 0 and None where no answer came."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.where, timeout=PATIENCE)
            content = json.dumps(body) if body is not None else None
            self.connection.request(method, path, content, self.headers)
            answer = self.connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            with self.tally.lock:
                self.tally.lost += 1
            return 0, None
        self.tally.count(answer.status)
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, None

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class Person(threading.Thread):
    """Plays one seat until told to stop."""

    def __init__(
        self, url: str, table: dict[str, Any], token: str, tally: Tally, stop: threading.Event, pause: float
    ):
        super().__init__(daemon=True)
        self.table, self.tally, self.stop, self.pause = table, tally, stop, pause
        self.caller = Caller(url, token, tally)
        self.rng = random.Random(token)
        self.path = f"/api/v1/games/{table['id']}/"

    def run(self) -> None:
        while not self.stop.wait(self.pause * self.rng.uniform(0.5, 1.5)):
            status, found = self.caller.ask("GET", self.path + "legal-moves/")
            if status == 200 and found["moves"]:
                self.move(found["ply"], self.rng.choice(found["moves"]))
        self.caller.close()

    def move(self, ply: int, code: str) -> None:
        """The same request with the same key until there is a definite answer."""
        key = uuid.uuid4().hex
        while not self.stop.is_set():
            body = {"code": code, "expected_ply": ply, "key": key}
            status, answer = self.caller.ask("POST", self.path + "moves/", body)
            if status == 200:
                taken = Acknowledged(self.table["pk"], answer["ply"], answer["code"], key)
                with self.tally.lock:
                    self.tally.acknowledged.append(taken)
            if status and status < 500 and status != 429:
                return
            with self.tally.lock:
                self.tally.retries += 1
            self.stop.wait(0.3)
