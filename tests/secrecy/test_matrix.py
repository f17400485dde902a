"""Route x role: every address of the site, for all kinds of visitors, is what matrix.txt says (T12, T13, T18).

A route that isn't in the table fails the build. Every request is rolled back, so that each meets the same world.
"""

import re

import pytest
from django.db import transaction

from accounts.models import Player
from games.queries import states
from tests.secrecy.routes import METHODS, all_routes, expected, line, matrix, row_of
from tests.secrecy.world import ROLES, UNKNOWN, VALUES
from tournaments.enums import PaymentStatus
from tournaments.services.apart import keep_apart_here
from tournaments.services.money import set_fee
from tournaments.services.penalties import give_penalty

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
    """Another club and its private event, its games, season, players: the same status and body as an id that nobody
    has.
    """
    differ = {}
    routes = [route for route in all_routes() if {"public_id", "slug"} & set(route.parts)]
    for role in ROLES:
        client = client_of(role)
        for route in routes:
            nobodys = {"public_id": UNKNOWN, "slug": UNKNOWN}
            theirs, unknown = route.path(world.theirs), route.path(world.theirs, **nobodys)
            for method in METHODS:
                one, other = (body_of(ask(client, method, path)) for path in (theirs, unknown))
                one = (one[0], one[1].replace(theirs.encode(), unknown.encode()))
                if one != other or one[0] == 200:
                    differ[f"{route.name} {method} {role}"] = (one[0], other[0])
    assert differ == {}


# What an address names besides the event or the club, and what stands for one that nobody has. The rest of the names
# mean the same for everybody: numbers of rounds and deals, acts, kinds of files.
MIXED = {
    **dict.fromkeys(("table_id", "table"), UNKNOWN),
    **dict.fromkeys(
        ("entrant", "draft", "player", "other", "season", "fixture", "penalty", "fee", "kept_apart"), 999_999
    ),
}
FOR_EVERYBODY = {"public_id", "slug", "game", "number", "after", "round", "act", "what", "kind", "version"}


def more_of(side):
    """Rows of the other event that the world has none of, so that their ids are really another event's."""
    entrant = side.tournament.entrants.earliest("pk")
    players = list(Player.objects.filter(club=side.club).order_by("pk")[:2])
    apart = keep_apart_here(tournament=side.tournament, players=players, name="Family", actor=None)
    return {
        "penalty": give_penalty(entrant=entrant, points=5, reason="Late", actor=None).pk,
        "fee": set_fee(entrant=entrant, amount=500, status=PaymentStatus.OWED, actor=None).pk,
        "kept_apart": apart.pk,
    }


def test_parts_of_another_event_are_not_found_under_ones_own(world, client_of):
    """A mixed address: our event or club, their table, entrant or season; the answer is that for one that nobody has,
    for the director and the owner too, who may press everything of their own.
    """
    differ = {}
    more = more_of(world.theirs)
    theirs = {name: more[name] if name in more else VALUES[name](world.theirs) for name in MIXED}
    routes = [
        route
        for route in all_routes()
        if {"public_id", "slug"} & set(route.parts) and set(MIXED) & set(route.parts)
    ]
    assert {part for route in routes for part in route.parts} - set(MIXED) - FOR_EVERYBODY == set()
    world.people["director"].memberships.update(role="owner")
    for role in ("player", "director", "superuser"):
        client = client_of(role)
        for route in routes:
            for method in METHODS:
                paths = [route.path(world.ours, **ids) for ids in (theirs, MIXED)]
                client.cookies.pop("messages", None)  # what was said of the request before
                one, other = (body_of(ask(client, method, path)) for path in paths)
                one = (one[0], one[1].replace(paths[0].encode(), paths[1].encode()))
                if one != other or one[0] == 200:
                    differ[f"{route.name} {method} {role}"] = (one[0], other[0])
    assert (differ, len(routes) > 1) == ({}, True)
