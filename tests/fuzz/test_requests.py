"""Damaged requests to every address, for four kinds of visitors: none is answered with 5xx, and one that is refused
changes no row of the database.

A usual run sends a thousand (half a minute on one slow core), `make proof` a hundred thousand. What an accepted request
did is taken back, so that the whole database must look the same after each batch.
"""

import hashlib

import pytest
from django.db import connection, transaction
from django.test import Client

from games.queries import states
from games.queries.states import load_state
from tests.fuzz.mutator import bad_request
from tests.secrecy.routes import all_routes
from tests.secrecy.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

USUAL, PART, PROOF, BATCH = 1_000, 10_000, 100_000, 500
VISITORS = ("anonymous", "onlooker", "player", "director")
# The admin is for staff alone and Django's own; signing in and out is allauth's, and ends the visitors' sessions.
NOT_SENT_TO = ("admin:", "account_", "mfa_", "swagger", "redoc", "schema", "metrics")


def digest_of_database() -> str:
    """One number for everything that is stored."""
    whole = hashlib.sha256()
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            name = connection.ops.quote_name(table)
            rows = "md5(string_agg(t::text, '|' ORDER BY t::text))"
            cursor.execute(f"SELECT coalesce({rows}, '') FROM {name} t")  # noqa: S608 - our own names
            whole.update(f"{table}{cursor.fetchone()[0]}".encode())
    return whole.hexdigest()


def paths_of(world: World) -> list[str]:
    return [
        route.path(side)
        for route in all_routes()
        if not route.name.startswith(NOT_SENT_TO)
        for side in (world.ours, world.ours, world.theirs)
    ]


def visitors(world: World) -> list[Client]:
    clients = []
    for role in VISITORS:
        client = Client(raise_request_exception=False, enforce_csrf_checks=False)
        if world.people[role] is not None:
            client.force_login(world.people[role])
        clients.append(client)
    return clients


def send(client: Client, request) -> int:
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


def fuzz(world: World, first: int, count: int) -> tuple[dict[str, int], dict[int, int]]:
    """Findings by request, and how often each status was answered."""
    clients, paths = visitors(world), paths_of(world)
    ids = [world.ours.game.public_id, world.theirs.game.public_id, world.theirs.tournament.public_id, "zzzz"]
    found: dict[str, int] = {}
    statuses: dict[int, int] = {}
    before = digest_of_database()
    for number in range(first, first + count):
        request = bad_request(number, paths, ids, world.ours.game.ply)
        status = send(clients[number % len(clients)], request)
        statuses[status] = statuses.get(status, 0) + 1
        if status >= 500:
            found[f"{number} {request.method} {request.path[:80]}"] = status
        if (number + 1) % BATCH == 0 and digest_of_database() != before:
            found[f"a refused request of {number + 1 - BATCH}..{number} changed a row"] = 0
            before = digest_of_database()
    states.cache.clear()
    return found, statuses


def test_a_thousand_damaged_requests(world: World) -> None:
    found, statuses = fuzz(world, 0, USUAL)
    assert found == {}
    assert {200, 400, 404, 405} <= set(statuses), "the requests don't reach the code"
    assert load_state(world.ours.game).ply == world.ours.game.ply


@pytest.mark.proof
@pytest.mark.parametrize("part", range(PROOF // PART))
def test_a_hundred_thousand_damaged_requests(world: World, part: int) -> None:
    found, _statuses = fuzz(world, (part + 1) * PART, PART)
    assert found == {}


def test_a_changed_row_would_be_noticed(world: World) -> None:
    before = digest_of_database()
    world.ours.tournament.venue = "Elsewhere"
    world.ours.tournament.save()
    assert digest_of_database() != before
