"""Route x role: every address of the site, for all kinds of visitors, is what matrix.txt says (T12, T13, T18).

A route that isn't in the table fails the build. Every request is rolled back, so that each meets the same world.
"""

import re

import pytest
from django.db import transaction

from games.queries import states
from tests.secrecy.routes import METHODS, all_routes, expected, line, matrix, row_of
from tests.secrecy.world import ROLES, UNKNOWN, VALUES

pytestmark = pytest.mark.django_db

VARIABLE = re.compile(
    rb'(csrfmiddlewaretoken" value="|X-CSRFToken&quot;: &quot;|X-CSRFToken": "|data-live-ticket=")[^"&]+'
    rb'|(?:next=|action="|value=")[^"\s]*'
)


def ask(client, method, path):
    """The answer, with whatever it changed taken back."""
    with transaction.atomic():
        answer = client.get(path) if method == "GET" else client.post(path)
        transaction.set_rollback(True)
    states.cache.clear()
    return answer


def said(answer):
    """The status, or `login` for the way to the sign-in page."""
    where = answer.headers.get("Location", "")
    is_login = answer.status_code == 302 and where.startswith(("/accounts/login/?", "/admin/login/?"))
    return "login" if is_login else str(answer.status_code)


def fits(wanted, got):
    return got == wanted or (wanted == "any" and (got == "login" or int(got) < 500))


def test_every_route_is_classified():
    rows = matrix()
    missing = {
        route.name
        for route in all_routes()
        if not any(row_of(rows, route.name, method) for method in METHODS)
    }
    assert missing == set(), "add lines for these to tests/secrecy/matrix.txt"


def test_every_line_is_a_route():
    rows, names = matrix(), [route.name for route in all_routes()]
    assert [row for row in rows if not any(row_of([row], name, row.method) for name in names)] == []


def test_an_unclassified_route_is_noticed(monkeypatch):
    rows = [row for row in matrix() if row.name != "games:table"]
    monkeypatch.setattr("tests.secrecy.test_matrix.matrix", lambda: rows)
    with pytest.raises(AssertionError, match="games:table"):
        test_every_route_is_classified()


ENDS_THE_SESSION = {("account_logout", "POST"), ("admin:logout", "POST")}


def test_everybody_gets_what_the_matrix_says(world, client_of):
    """What differs is shown as it would stand in matrix.txt."""
    rows, clients, wrong = matrix(), {role: client_of(role) for role in ROLES}, []
    for route in all_routes():
        for method in METHODS:
            if (route.name, method) in ENDS_THE_SESSION:
                continue  # the others need it
            path = route.path(world.ours)
            got = [said(ask(clients[role], method, path)) for role in ROLES]
            wanted = [expected(rows, route, method, role) for role in ROLES]
            if not all(want is not None and fits(want, have) for want, have in zip(wanted, got, strict=True)):
                wrong.append(line(route.name, method, got))
    assert not wrong, "\n" + "\n".join(wrong)


def body_of(answer):
    return answer.status_code, VARIABLE.sub(b"", answer.content)


def test_what_belongs_to_others_is_answered_like_what_does_not_exist(world, client_of):
    """Another club's private event and its games: the same status and body as an id that nobody has."""
    differ = {}
    routes = [route for route in all_routes() if "public_id" in route.parts]
    for role in ROLES:
        client = client_of(role)
        for route in routes:
            theirs, unknown = route.path(world.theirs), route.path(world.theirs, public_id=UNKNOWN)
            for method in METHODS:
                one, other = (body_of(ask(client, method, path)) for path in (theirs, unknown))
                one = (one[0], one[1].replace(theirs.encode(), unknown.encode()))
                if one != other or one[0] == 200:
                    differ[f"{route.name} {method} {role}"] = (one[0], other[0])
    assert differ == {}


MIXED = {"table_id": UNKNOWN, "table": UNKNOWN, "entrant": 999_999, "draft": 999_999}


def test_parts_of_another_event_are_not_found_under_ones_own(world, client_of):
    """A mixed address: our event, their table, entrant or draft; the answer is that for one that nobody has."""
    differ = {}
    theirs = {name: VALUES[name](world.theirs) for name in MIXED}
    routes = [route for route in all_routes() if "public_id" in route.parts and set(MIXED) & set(route.parts)]
    for role in ("player", "director", "superuser"):
        client = client_of(role)
        for route in routes:
            for method in METHODS:
                one, other = (ask(client, method, route.path(world.ours, **ids)) for ids in (theirs, MIXED))
                if one.status_code != other.status_code or one.status_code == 200:
                    differ[f"{route.name} {method} {role}"] = (one.status_code, other.status_code)
    assert (differ, len(routes) > 1) == ({}, True)
