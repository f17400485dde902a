"""What other sites can't make a browser do here: nothing is taken without the page's own token, looking changes no row,
and nobody is sent on to elsewhere (threats T21 and T24). Every address of the resolver, so a new one is covered, too.
"""

from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.factories import make_user
from tests.fuzz.test_requests import digest_of_database
from tests.secrecy.routes import all_routes

pytestmark = pytest.mark.django_db

# Asked by GET, these end or begin what belongs to the visitor's own session.
OWN_SESSION = {"django_session"}
HERE = "http://testserver"
ELSEWHERE = (
    "https://evil.example/", "//evil.example/", "///evil.example", "////evil.example", "/\\evil.example",
    "\\\\evil.example", "\\/evil.example", "http:evil.example", "https:/evil.example", "https:///evil.example",
    "javascript:alert(1)", "data:text/html,x", "\t//evil.example", " //evil.example", "/\t/evil.example",
    "/\n/evil.example", "//evil.example@testserver/", "https://testserver@evil.example/",
    "https://testserver.evil.example/", "http://testserver:80@evil.example/", "//\u3002evil.example",
    "https://[::1]@evil.example/", "ftp://testserver/", "http://testserver\\@evil.example/",
)  # fmt: skip


def test_without_the_pages_own_token_nothing_is_taken(world):
    clients = {role: Client(enforce_csrf_checks=True) for role in ("player", "director", "superuser")}
    for role, client in clients.items():
        client.force_login(world.people[role])
    before, taken = digest_of_database(), {}
    for role, client in clients.items():
        for route in all_routes():
            kind = (
                "application/json"
                if route.pattern.startswith("api/")
                else "application/x-www-form-urlencoded"
            )
            answer = client.post(route.path(world.ours), "{}", content_type=kind)
            if answer.status_code != 403:
                taken[f"{role} {route.name}"] = answer.status_code
    assert taken == {}
    assert changed(before) == set()


def changed(before):
    """The tables that have changed, but for the visitors' own sessions."""
    now = digest_of_database()
    return {name for name in now if now[name] != before[name]} - OWN_SESSION


def test_looking_at_any_address_changes_no_row(world, client_of):
    """All addresses are looked at; only if a row has changed, one by one."""
    clients = {role: client_of(role) for role in ("player", "director")}
    for client in clients.values():
        client.get(reverse("account_email"))  # notes the address of an account that wasn't made by signing up
    looks = [
        (role, route.name, route.path(world.ours))
        for role in clients
        for route in all_routes()
        if not route.name.startswith("admin:")
    ]
    before = digest_of_database()
    with transaction.atomic():
        for role, _name, path in looks:
            clients[role].get(path)
        found = changed(before)
        transaction.set_rollback(True)
    by_one = {}
    for role, name, path in looks if found else []:
        with transaction.atomic():
            clients[role].get(path)
            by_one[f"{role} {name}"] = changed(before)
            transaction.set_rollback(True)
    assert (found, {name: tables for name, tables in by_one.items() if tables}) == (set(), {})


def where_a_browser_goes(location: str) -> str:
    """The site of an answer's Location as browsers read it: backslashes are slashes, tabs and line ends nothing."""
    plain = location.strip().replace("\\", "/")
    for blank in "\t\r\n":
        plain = plain.replace(blank, "")
    target = urlsplit(urljoin(f"{HERE}/some/page", plain))
    return f"{target.scheme}://{target.netloc}"


@pytest.mark.parametrize("address", ELSEWHERE)
def test_nobody_is_sent_on_to_elsewhere(address):
    user = make_user("Ada")
    sign_in = {"login": user.email, "password": "pass word", "next": address}
    for path, fields in (
        (reverse("account_login"), sign_in),
        (reverse("set_language"), {"language": "de", "next": address}),
        (reverse("account_logout"), {"next": address}),
    ):
        client = Client(headers={"referer": address.strip()})
        if "login" not in fields:
            client.force_login(user)
        answer = client.post(path, fields)
        assert answer.status_code == 302, path
        assert where_a_browser_goes(answer.headers["Location"]) == HERE, path


def test_a_browsers_reading_is_known():
    assert {where_a_browser_goes(address) for address in ELSEWHERE} - {HERE} != set()
    assert where_a_browser_goes("/\\evil.example") == "http://evil.example"
    assert where_a_browser_goes("/you/") == HERE
