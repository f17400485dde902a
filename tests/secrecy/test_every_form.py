"""Every form that a page offers, sent by a browser as it stands there, and then:

once more, as a double click or a lost answer does (T11): nothing happens twice;
by others, who were not offered it (T12): nothing changes;
with a field for every column of every model beside its own (T14): no column takes it.

A form on a new page is covered by being there. A usual run sends a player's, `make proof` a director's, too.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models, transaction
from django.test import Client

from games.queries import states
from tests.factories import make_user
from tests.fuzz.test_requests import digest_of_database
from tests.secrecy.forms import Sent, forms_of
from tests.secrecy.routes import all_routes
from tests.secrecy.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet_log")]

# Pages of one's own account are allauth's; the admin has no forms that change anything.
NOT_LOOKED_AT = ("admin:", "mfa_", "account_", "usersessions", "swagger", "redoc", "schema", "metrics")
# Tables in which a request leaves a mark whoever sends it.
OF_THE_VISITOR = {"django_session"}
# What anybody may do for themselves, whoever was offered this very form.
FOR_ANYBODY = {
    "account:news", "account:profile", "clubs:found", "clubs:ask", "games:invite", "games:practice", "set_language",
    "tournaments:enter_self",
    "tournaments:report_answer",  # whoever holds a table's code, from its paper or its page, acts for the table
}  # fmt: skip
# What is meant to happen again when it is asked for again, each with the reason.
HAPPENS_AGAIN: dict[str, str] = {
    "games:invite": "every invitation is a table of its own",
    "games:practice": "every game of practice is one of its own",
    "tournaments:rehearse": "a rehearsal begins anew as often as one likes",
}
SENTINEL = "31337"


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    states.cache.clear()


def forms(world: World, client: Client, role: str) -> list[Sent]:
    routes = [route for route in all_routes() if not route.name.startswith(NOT_LOOKED_AT)]
    paths = {route.pattern: route.path(world.ours) for route in routes}
    found = forms_of(role, client, routes, paths)
    return [form for form in found if not form.name.startswith(NOT_LOOKED_AT)]


def changed(before: dict[str, str]) -> set[str]:
    now = digest_of_database()
    return {name for name in now if now[name] != before[name]} - OF_THE_VISITOR


def sent_twice(form: Sent, client: Client) -> set[str]:
    """The tables that change when the same request comes a second time."""
    with rolled_back():
        form.again(client)
        before = digest_of_database()
        form.again(client)
        return changed(before)


def sent_by(form: Sent, client: Client, before: dict[str, str]) -> set[str]:
    """The tables that change when somebody else sends it."""
    with rolled_back():
        form.again(client)
        return changed(before)


def column_names() -> list[str]:
    """The names of all fields of all models, and of their columns."""
    fields = [field for model in apps.get_models() for field in model._meta.concrete_fields]
    return sorted({field.name for field in fields} | {field.attname for field in fields})


def marks() -> dict[str, int]:
    """How many rows of each table hold the sentinel, and how many of its flags are set."""
    quoted = connection.ops.quote_name
    with connection.cursor() as cursor:
        stored = set(connection.introspection.table_names(cursor))
        tables = [
            model for model in apps.get_models(include_auto_created=True) if model._meta.db_table in stored
        ]
        counts = []
        for model in tables:
            flags = [
                field.column
                for field in model._meta.concrete_fields
                if isinstance(field, models.BooleanField)
            ]
            sums = "".join(f" + count(*) FILTER (WHERE {quoted(flag)})" for flag in flags)
            found = f"count(*) FILTER (WHERE t::text ~ '\\m{SENTINEL}\\M'){sums}"
            counts.append(f"(SELECT {found} FROM {quoted(model._meta.db_table)} t)")  # noqa: S608 - our own names
        cursor.execute(f"SELECT {', '.join(counts)}")
        return dict(zip((model._meta.db_table for model in tables), cursor.fetchone(), strict=True))


def sent_with_more(form: Sent, client: Client) -> set[str]:
    """The tables in which a field that the form doesn't offer left a mark."""
    names = [name for name in column_names() if name not in form.offered]
    with rolled_back():
        form.again(client)
        plain = marks()
    with rolled_back():
        form.again(client, *((name, SENTINEL) for name in names))
        more = marks()
    return {table for table in plain if plain[table] != more[table]} - OF_THE_VISITOR


def wrong(world: World, client_of: Callable[..., Client], role: str) -> dict[str, Any]:
    """What went wrong with which form of the role."""
    client, strangers = client_of(role), [client_of("onlooker"), Client(), Client()]
    owner_of_theirs = world.theirs.tournament.created_by
    assert owner_of_theirs is not None
    strangers[1].force_login(owner_of_theirs)
    strangers[2].force_login(make_user("Nobody yet"))
    found, every = {}, forms(world, client, role)
    before = digest_of_database()
    for form in every:
        told = f"{form.path} {dict(form.fields[1:])}"[:200]
        if form.name not in HAPPENS_AGAIN and (tables := sent_twice(form, client)):
            found[f"{form.name} twice: {told}"] = tables
        for number, stranger in enumerate(strangers if form.name not in FOR_ANYBODY else ()):
            if tables := sent_by(form, stranger, before):
                found[f"{form.name} by stranger {number}: {told}"] = tables
        if tables := sent_with_more(form, client):
            found[f"{form.name} with more: {told}"] = tables
    assert len(every) > 5, "no forms are found"
    return found


def test_a_players_forms_work_once_for_the_player_and_with_their_own_fields(
    world: World, client_of: Callable[..., Client]
) -> None:
    found = wrong(world, client_of, "player")
    assert not found, "\n" + "\n".join(f"{what} {tables}" for what, tables in found.items())


@pytest.mark.proof
def test_a_directors_forms_work_once_for_the_director_and_with_their_own_fields(
    world: World, client_of: Callable[..., Client]
) -> None:
    found = wrong(world, client_of, "director")
    assert not found, "\n" + "\n".join(f"{what} {tables}" for what, tables in found.items())


def test_a_program_sends_no_other_field_than_those_that_are_described(
    world: World, client_of: Callable[..., Client]
) -> None:
    """The API refuses the whole request."""
    client, taken = client_of("player"), {}
    game = world.ours.game
    good = {"code": "stock", "expected_ply": game.ply, "key": "k"}
    before = digest_of_database()
    for name in set(column_names()) - set(good):
        with rolled_back():
            body = json.dumps(good | {name: SENTINEL})
            path = f"/api/v1/games/{game.public_id}/moves/"
            answer = client.post(path, body, content_type="application/json")
            if answer.status_code != 400:
                taken[name] = answer.status_code
    assert (taken, changed(before)) == ({}, set())


def test_what_is_looked_for_is_noticed(world: World, client_of: Callable[..., Client]) -> None:
    """A form that counts every time, that anybody may send, and one that takes what it is given."""

    class Careless(Sent):
        def again(self, _client: Client, *more: tuple[str, str]) -> Any:
            event = world.ours.tournament
            event.version += 1
            event.venue = dict(more).get("venue", "")
            event.save()

    form = Careless("player", "x", "/", (), frozenset())
    client = client_of("player")
    table = "tournaments_tournament"
    assert table in sent_twice(form, client)
    assert table in sent_by(form, client, digest_of_database())
    assert table in sent_with_more(form, client)
