"""Damaged requests to every address, for four kinds of visitors: none is answered with 5xx, and one that is refused
changes no row of the database.

A usual run sends ten thousand, `make proof` a hundred thousand others. What an accepted request
did is taken back, so that the whole database must look the same after each batch.
"""

from collections import Counter
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import Client

from games.queries import states
from games.queries.states import load_state
from tests.fuzz.mutator import BadRequest, bad_request
from tests.secrecy.routes import all_routes
from tests.secrecy.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

USUAL, PROOF, BATCH = 10_000, 100_000, 500
TOKEN = "a" * CSRF_SECRET_LENGTH
VISITORS = ("anonymous", "onlooker", "player", "director")
# The admin is for staff alone and Django's own; signing in and out is allauth's, and ends the visitors' sessions.
NOT_SENT_TO = ("admin:", "account_", "mfa_", "swagger", "redoc", "schema", "metrics")


def digest_of_database() -> dict[str, str]:
    """A number for everything that is stored, by table; of sessions which there are, not what a browser's own one keeps
    of where it wanted to go (allauth does, before it asks for the password once more).
    """
    rows = "coalesce(md5(string_agg({0}, '|' ORDER BY {0})), '')"
    with connection.cursor() as cursor:
        tables = sorted(connection.introspection.table_names(cursor))
        each = ", ".join(
            f"(SELECT {rows.format('session_key' if table == 'django_session' else 't::text')}"  # noqa: S608 - our names
            f" FROM {connection.ops.quote_name(table)} t)"
            for table in tables
        )
        cursor.execute(f"SELECT {each}")
        return dict(zip(tables, cursor.fetchone(), strict=True))


def paths_of(world: World) -> list[str]:
    return [
        route.path(side)
        for route in all_routes()
        if not route.name.startswith(NOT_SENT_TO)
        for side in (world.ours, world.ours, world.theirs)
    ]


def visitors(world: World) -> list[Client]:
    """Browsers with a page's token, which is looked for in the body first: what can't be read is refused there."""
    clients = []
    for role in VISITORS:
        client = Client(
            raise_request_exception=False, enforce_csrf_checks=True, headers={"X-CSRFToken": TOKEN}
        )
        if world.people[role] is not None:
            client.force_login(world.people[role])
        client.cookies[settings.CSRF_COOKIE_NAME] = TOKEN
        clients.append(client)
    return clients


def send(client: Client, request: BadRequest) -> int:
    """The status of the answer; what an accepted request did is taken back."""
    with transaction.atomic():
        answer = client.generic(
            request.method,
            request.path,
            request.content(),
            content_type=request.content_type,
            headers=request.headers,
            QUERY_STRING=request.query,
        )
        if answer.status_code < 400:
            transaction.set_rollback(True)
    return int(answer.status_code)


class Fuzz:
    """Sends requests by their numbers and keeps what was found and how often each status was answered."""

    def __init__(self, world: World) -> None:
        self.clients, self.paths, self.ply = visitors(world), paths_of(world), world.ours.game.ply
        self.ids = [
            world.ours.game.public_id, world.theirs.game.public_id, world.theirs.tournament.public_id, "zzzz"
        ]  # fmt: skip
        self.found: dict[str, Any] = {}
        self.statuses: Counter[int] = Counter()
        self.before = digest_of_database()

    def request(self, number: int) -> BadRequest:
        return bad_request(number, self.paths, self.ids, self.ply)

    def told(self, number: int) -> str:
        request = self.request(number)
        return f"{number} {VISITORS[number % len(VISITORS)]} {request.method} {request.path[:120]}"

    def send(self, number: int) -> int:
        return send(self.clients[number % len(self.clients)], self.request(number))

    def changed(self) -> list[str]:
        """The tables that differ from how they were at the beginning."""
        now = digest_of_database()
        return [table for table, digest in self.before.items() if now[table] != digest]

    def batch(self, numbers: range) -> None:
        """Send these; if rows have changed, look for the request that did it, one by one."""
        with transaction.atomic():
            for number in numbers:
                status = self.send(number)
                self.statuses[status] += 1
                if status >= 500:
                    self.found[self.told(number)] = status
            changed = self.changed()
            transaction.set_rollback(bool(changed))
        if changed:
            by_one = [self.told(number) for number in numbers if self.changes_rows(number)]
            self.found[f"refused requests of {numbers} changed {changed}"] = by_one

    def changes_rows(self, number: int) -> bool:
        with transaction.atomic():
            self.send(number)
            changed = self.changed()
            transaction.set_rollback(True)
        return bool(changed)


def fuzz(world: World, first: int, count: int) -> Fuzz:
    run = Fuzz(world)
    for start in range(first, first + count, BATCH):
        run.batch(range(start, min(start + BATCH, first + count)))
    states.cache.clear()
    return run


@pytest.mark.uncounted
def test_ten_thousand_damaged_requests(world: World) -> None:
    run = fuzz(world, 0, USUAL)
    assert run.found == {}
    assert {200, 400, 404, 405} <= set(run.statuses), "the requests don't reach the code"
    assert load_state(world.ours.game).ply == world.ours.game.ply


def test_what_cannot_be_read_does_nothing(world: World) -> None:
    """One tap at the desk needs no field; its body is looked at all the same, before anything is done."""
    event = world.ours.tournament
    address = f"/t/{event.public_id}/tonight/people/{event.entrants.earliest('pk').pk}/withdraw/"
    director = visitors(world)[VISITORS.index("director")]
    form = "application/x-www-form-urlencoded"
    before = digest_of_database()
    assert director.post(address, "from=" + "a" * 1_200_000, content_type=form).status_code == 400
    assert digest_of_database() == before
    assert director.post(address, "from=person", content_type=form).status_code == 302
    assert digest_of_database() != before, "the same act with a body that can be read"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("a=" + "a" * 1_200_000, "application/x-www-form-urlencoded"),
        ("nothing", "multipart/form-data"),
        ("nothing", "multipart/form-data; boundary=\x7f"),
    ],
)
def test_an_address_that_is_not_there_is_404_with_any_body(world: World, body: str, kind: str) -> None:
    for client in visitors(world):
        for path in ("/nowhere/", "/api/v1/nowhere"):
            assert client.post(path, body, content_type=kind).status_code == 404


@pytest.mark.proof
@pytest.mark.parametrize("part", range(PROOF // USUAL))
def test_a_hundred_thousand_damaged_requests(world: World, part: int) -> None:
    assert fuzz(world, (part + 1) * USUAL, USUAL).found == {}


def test_a_changed_row_would_be_noticed_and_the_request_named(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Fuzz(world)

    def harm(client: Client, _request: BadRequest) -> int:
        if client is run.clients[2]:
            world.ours.tournament.venue = "Elsewhere"
            world.ours.tournament.save()
        return 404

    monkeypatch.setattr("tests.fuzz.test_requests.send", harm)
    run.batch(range(4, 8))
    changed = ["tournaments_tournament", "tournaments_tournamentevent"]
    assert run.found == {f"refused requests of range(4, 8) changed {changed}": [run.told(6)]}
