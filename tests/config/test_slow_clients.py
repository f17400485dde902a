"""Two hundred clients that send a byte now and then hold nobody up: who plays is answered all the while (T23)."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.options import GameOptions
from tests.games.tables import make_game, make_people

pytestmark = pytest.mark.django_db(transaction=True)

SLOW, PLAYERS, VIEWS = 200, 20, 3
HEAD = (
    "POST /accounts/login/ HTTP/1.1\r\nHost: {where}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
)
BEGINNINGS = (
    "GET / HTTP/1.1\r\nHost: {where}\r\nX-Slow: ",  # never comes to the end of its head
    HEAD + "Content-Length: 100000\r\n\r\nlogin=",  # nor to that of its body
    HEAD + "Transfer-Encoding: chunked\r\n\r\nffff\r\n",
    "",  # says nothing at all
)


@contextmanager
def slow_clients(where: str) -> Iterator[list[socket.socket]]:
    """Connections that each began a request of one kind or another and go on with a byte a second."""
    host, port = where.split(":")
    over = threading.Event()
    with ExitStack() as stack:
        held = [
            stack.enter_context(socket.create_connection((host, int(port)), timeout=10)) for _ in range(SLOW)
        ]
        for number, each in enumerate(held):
            each.sendall(BEGINNINGS[number % len(BEGINNINGS)].format(where=where).encode())

        def go_on() -> None:
            while not over.wait(1.0):
                for number, each in enumerate(held):
                    if BEGINNINGS[number % len(BEGINNINGS)]:
                        each.sendall(b"a")

        dripping = threading.Thread(target=go_on)
        dripping.start()
        yield held
        over.set()
        dripping.join(timeout=10)


def look(where: str, path: str, cookie: str, seen: list[tuple[int, float]]) -> None:
    connection = HTTPConnection(where, timeout=30)
    for _view in range(VIEWS):
        began = time.monotonic()
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        answer.read()
        seen.append((answer.status, time.monotonic() - began))
    connection.close()


def test_twenty_players_are_answered_beside_two_hundred_slow_clients(
    live_site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    where = urlsplit(live_site).netloc
    people = make_people(2)
    game = make_game(people, options=GameOptions())
    browser = Client()
    browser.force_login(people[0])
    cookie = f"sessionid={browser.session.session_key}"
    seen: list[tuple[int, float]] = []
    with slow_clients(where):
        players = [
            threading.Thread(target=look, args=(where, f"/g/{game.public_id}/view", cookie, seen))
            for _player in range(PLAYERS)
        ]
        for player in players:
            player.start()
        for player in players:
            player.join(timeout=60)
    took = sorted(seconds for _status, seconds in seen)
    with capsys.disabled():
        print(
            f"\n{SLOW} slow clients beside: p95 of {len(took)} views {took[len(took) * 95 // 100 - 1]:.2f} s"
        )
    assert [status for status, _seconds in seen] == [200] * PLAYERS * VIEWS
