"""Live streams over a real web process: pokes on commit, tickets, sessions, limits (T3, T21, T23)."""

import http.client
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.live.hub import MOST_STREAMS_OF_USER
from games.services.live import make_ticket, poke
from tests.factories import make_user
from tournaments.services.leaving import leave

pytestmark = pytest.mark.django_db(transaction=True)
Headers = dict[str, str]
PATIENCE = 10.0
NEW = "a longer pass phrase 7"


@contextmanager
def opened(site: str, path: str, **headers: str) -> Iterator[http.client.HTTPResponse]:
    client = http.client.HTTPConnection(urlsplit(site).netloc, timeout=PATIENCE)
    client.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        yield client.getresponse()
    finally:
        client.close()


def messages(response: http.client.HTTPResponse, count: int) -> list[tuple[str, object]]:
    """The next `count` messages as (event name, data); comments are left out."""
    found: list[tuple[str, object]] = []
    event, data = "message", None
    while len(found) < count:
        line = response.readline().decode().rstrip("\n")
        if line.startswith("event: "):
            event = line.removeprefix("event: ")
        elif line.startswith("data: "):
            data = json.loads(line.removeprefix("data: "))
        elif not line and data is not None:
            found.append((event, data))
            event, data = "message", None
    return found


def status(site: str, path: str, **headers: str) -> int:
    with opened(site, path, **headers) as response:
        return response.status


def first_poke(site: str, topic: str) -> None:
    """Wait until the listener hears: poke until the version address knows the topic."""
    ticket = make_ticket([topic], None)
    for version in range(1, 200):
        poke(topic, version)
        with opened(site, f"/live/version?t={ticket}") as response:
            if json.load(response)["topics"][topic]:
                return
    pytest.fail("the listener hears nothing")


def test_a_poke_arrives_when_its_transaction_commits(live_site: str) -> None:
    first_poke(live_site, "warm-up")
    ticket = make_ticket(["game-1", "game-2"], None)
    with opened(live_site, f"/live/stream?t={ticket}") as response:
        assert response.status == 200
        assert response.getheader("Content-Type") == "text/event-stream; charset=utf-8"
        assert response.readline() == b"retry: 2000\n"
        with transaction.atomic():
            poke("game-1", 7)
            transaction.set_rollback(True)
        with transaction.atomic():
            poke("game-1", 8)
            poke("game-3", 1)
        poke("game-2", 5)
        assert messages(response, 2) == [
            ("message", {"topic": "game-1", "version": 8}),
            ("message", {"topic": "game-2", "version": 5}),
        ]


def test_a_stream_begins_with_what_its_page_may_have_missed(live_site: str) -> None:
    """Between drawing a page and opening its stream something may have happened that nobody will tell again."""
    first_poke(live_site, "missed")
    poke("missed", 1000)
    first_poke(live_site, "heard")
    with opened(live_site, f"/live/stream?t={make_ticket(['missed', 'unheard'], None)}") as response:
        assert messages(response, 1) == [("message", {"topic": "missed", "version": 1000})]
        poke("unheard", 1)
        assert messages(response, 1) == [("message", {"topic": "unheard", "version": 1})]


def test_streams_are_told_to_look_again_after_the_database_was_away(live_site: str) -> None:
    first_poke(live_site, "warm-up")
    ticket = make_ticket(["game-7"], None)
    with opened(live_site, f"/live/version?t={ticket}") as response:
        epoch = json.load(response)["epoch"]
    with opened(live_site, f"/live/stream?t={ticket}") as response:
        response.readline()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'live'"
            )
        assert messages(response, 1) == [("resync", {})]
        poke("game-7", 3)
        assert messages(response, 1) == [("message", {"topic": "game-7", "version": 3})]
    with opened(live_site, f"/live/version?t={ticket}") as response:
        assert json.load(response)["epoch"] != epoch


def test_signing_out_ends_the_streams_of_that_session_only(live_site: str) -> None:
    first_poke(live_site, "warm-up")
    user = get_user_model().objects.create_user("a@example.org", "secret", display_name="Ada")
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(user)
    paths = [
        f"/live/stream?t={make_ticket(['x'], user.pk, session_key=c.session.session_key)}"
        for c in (here, there)
    ]
    cookies = [f"sessionid={c.session.session_key}" for c in (here, there)]
    with (
        opened(live_site, paths[0], cookie=cookies[0]) as mine,
        opened(live_site, paths[1], cookie=cookies[1]) as other,
    ):
        mine.readline()
        other.readline()
        there.post("/accounts/logout/")
        assert messages(other, 1) == [("bye", {})]
        assert other.readline() == b""
        poke("x", 1)
        assert messages(mine, 1) == [("message", {"topic": "x", "version": 1})]
    assert status(live_site, paths[1], cookie=cookies[1]) == 403
    assert status(live_site, paths[0]) == 403


def change_the_password(user: User, browser: Client) -> None:
    sent = {"oldpassword": "pass word", "password1": NEW, "password2": NEW}
    browser.post(reverse("account_change_password"), sent)


def reset_the_password(user: User, _browser: Client) -> None:
    """As who has the mail and no browser that is signed in."""
    Client().post(reverse("account_reset_password"), {"email": user.email})
    link = next(word for word in str(mail.outbox[-1].body).split() if "/password/reset/key/" in word)
    other = Client()
    form = other.get(urlsplit(link).path, follow=True).redirect_chain[-1][0]
    other.post(form, {"password1": NEW, "password2": NEW})


def end_the_others(user: User, browser: Client) -> None:
    browser.post(reverse("usersessions_list"))


def sign_out_by_hand(user: User, _browser: Client) -> None:
    call_command("sign_out", user.email, "--off", stdout=io.StringIO())


def leave_for_good(user: User, _browser: Client) -> None:
    leave(user=user)


WAYS = (change_the_password, reset_the_password, end_the_others, sign_out_by_hand, leave_for_good)


@pytest.mark.parametrize("end", WAYS, ids=lambda end: end.__name__)
def test_a_stream_ends_with_its_session_however_that_ends(
    live_site: str, end: Callable[[User, Client], None]
) -> None:
    """Within the patience of the connection, ten seconds; and it can't be opened again."""
    first_poke(live_site, "warm-up")
    user = make_user("Ruth")
    here, there = Client(), Client()
    for browser in (here, there):
        browser.post(reverse("account_login"), {"login": user.email, "password": "pass word"})
    key = there.session.session_key
    path, cookie = f"/live/stream?t={make_ticket(['rights'], user.pk, session_key=key)}", f"sessionid={key}"
    with opened(live_site, path, cookie=cookie) as stream:
        stream.readline()
        end(user, here)
        assert messages(stream, 1) == [("bye", {})]
    assert status(live_site, path, cookie=cookie) == 403


@pytest.mark.parametrize("ticket", ["", "x", "a:b:c"])
def test_a_bad_ticket_opens_nothing(live_site: str, ticket: str) -> None:
    assert status(live_site, f"/live/stream?t={ticket}") == 403
    assert status(live_site, f"/live/version?t={ticket}") == 403


def test_other_sites_other_paths_and_other_methods_are_refused(live_site: str) -> None:
    ticket = make_ticket(["x"], None)
    assert status(live_site, f"/live/stream?t={ticket}", origin="https://evil.example") == 403
    assert status(live_site, f"/live/version?t={ticket}", origin=live_site.rstrip("/")) == 200
    assert status(live_site, "/live/other") == 404
    client = http.client.HTTPConnection(urlsplit(live_site).netloc, timeout=10)
    client.request("POST", f"/live/stream?t={ticket}")
    assert client.getresponse().status == 405
    client.close()


def test_one_user_has_a_limited_number_of_streams(live_site: str) -> None:
    path = f"/live/stream?t={make_ticket(['x'], 4711)}"
    held = [opened(live_site, path) for _ in range(MOST_STREAMS_OF_USER)]
    answers = [stream.__enter__() for stream in held]
    try:
        assert [answer.status for answer in answers] == [200] * MOST_STREAMS_OF_USER
        assert status(live_site, path) == 429
    finally:
        for stream in held:
            stream.__exit__(None, None, None)


def test_pages_that_poll_get_a_tag(live_site: str) -> None:
    first_poke(live_site, "tag")
    path = f"/live/version?t={make_ticket(['tag'], None)}"
    with opened(live_site, path) as response:
        tag = response.getheader("ETag") or ""
        version = json.load(response)["topics"]["tag"]
    assert status(live_site, path, if_none_match=tag) == 304
    poke("tag", version + 1)
    changed: Callable[[], int] = lambda: status(live_site, path, if_none_match=tag)  # noqa: E731
    assert 200 in (changed() for _ in range(200))
