"""The twelve headers of reliability 8.8 on the answer of every address, for a visitor without and one with an account,
under the settings that production adds for HTTPS.
"""

import logging
import re

import pytest
from django.http import HttpResponse

from tests.secrecy.routes import all_routes
from tests.secrecy.test_matrix import ask

pytestmark = pytest.mark.django_db

FIXED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains; preload",
}
# The only two places with a looser policy: scripts that aren't ours (config.middleware).
LOOSER = ("admin:", "swagger", "redoc")
# The library's page opens windows; it shows nothing of anybody.
OPENS_WINDOWS = {"swagger": "unsafe-none"}
# These are the same for everybody and look at no session; as is the answer to a method that an address hasn't.
OF_NOBODY = {"schema", "swagger", "redoc", "healthz", "readyz", "set_language"}
INSIDE = (b"Traceback", b"SECRET_KEY", b"DATABASES", b"site-packages")


@pytest.fixture
def like_production(settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
    settings.SECURE_HSTS_SECONDS = 31536000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = True
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def faults(answer, *, looser=False, signed_in=False):
    """What is missing of the twelve."""
    found = [name for name, value in FIXED.items() if answer.headers.get(name) != value]
    policy = answer.headers.get("Content-Security-Policy", "")
    found += ["policy"] if "default-src 'none'" not in policy or ("unsafe" in policy and not looser) else []
    found += [] if "frame-ancestors 'none'" in policy else ["frames"]
    features = answer.headers.get("Permissions-Policy", "")
    found += [] if features and re.fullmatch(r"(?:[a-z-]+=\(\)(?:, |$))+", features) else ["features"]
    kept = {word.strip() for word in answer.headers.get("Cache-Control", "").split(",")}
    varies = {word.strip() for word in answer.headers.get("Vary", "").split(",")}
    if signed_in and not ({"private", "no-store"} <= kept and {"Cookie", "Authorization"} <= varies):
        found.append("kept by others")
    for name, cookie in answer.cookies.items():
        closed = cookie["httponly"] or name == "django_language"
        if not (cookie["secure"] and cookie["samesite"] == "Lax" and closed):
            found.append(f"cookie {name}")
    found += [name for name in ("Server", "X-Powered-By") if name in answer.headers]
    return found + [word.decode() for word in INSIDE if answer.status_code >= 400 and word in answer.content]


@pytest.mark.parametrize("role", ["anonymous", "director", "superuser"])
def test_every_address_has_all_twelve(world, client_of, like_production, role):
    client, wrong = client_of(role), {}
    client.defaults["HTTP_X_FORWARDED_PROTO"] = "https"
    for route in all_routes():
        if route.name in ("account_logout", "admin:logout") or (
            route.name.startswith("admin:") != (role == "superuser")
        ):
            continue
        answer = ask(client, "GET", route.path(world.ours))
        if answer.headers.get("Cross-Origin-Opener-Policy") == OPENS_WINDOWS.get(route.name):
            answer.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        found = faults(
            answer,
            looser=route.name.startswith(LOOSER),
            signed_in=role != "anonymous" and route.name not in OF_NOBODY and answer.status_code != 405,
        )
        if found:
            wrong[route.name] = (answer.status_code, found)
    assert wrong == {}


def test_what_is_missing_is_noticed():
    bare = HttpResponse(status=500, content="Traceback in site-packages with SECRET_KEY and DATABASES")
    bare["Server"] = bare["X-Powered-By"] = "x"
    bare.set_cookie("session", "x")
    found = faults(bare, signed_in=True)
    assert found == [
        *FIXED, "policy", "frames", "features", "kept by others", "cookie session", "Server", "X-Powered-By",
        *(word.decode() for word in INSIDE),
    ]  # fmt: skip


class SharedCache:
    """A proxy that keeps what it may (RFC 9111) and gives it to whoever asks in the same way."""

    def __init__(self) -> None:
        self.kept = {}

    def keep(self, path, asked, answer):
        """Whether the answer was kept."""
        said = {word.strip().lower() for word in answer.headers.get("Cache-Control", "").split(",")}
        varies = sorted(word.strip() for word in answer.headers.get("Vary", "").split(",") if word.strip())
        may = not {"no-store", "private"} & said and "*" not in varies and "Authorization" not in asked
        if may and answer.status_code in (200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501):
            self.kept[path, tuple((name, asked.get(name, "")) for name in varies)] = answer.content
            return True
        return False

    def given(self, path, asked):
        """What somebody else would be given for this address."""
        return [
            content
            for (kept, varied), content in self.kept.items()
            if kept == path and all(asked.get(name, "") == value for name, value in varied)
        ]


def test_a_shared_cache_keeps_nothing_that_belongs_to_somebody(world, client_of):
    """T7: of games, events and the API, for those who sit at a table, by account or by a guest's link."""
    cache, kept = SharedCache(), []
    for role in ("player", "guest"):
        client = client_of(role)
        asked = {"Cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())}
        for route in all_routes():
            if not route.pattern.startswith(("g/", "t/", "api/v1/", "you/")) or "what" in route.parts:
                continue
            path = route.path(world.ours)
            answer = ask(client, "GET", path)
            # that an address takes no GET is said before anybody is looked at
            if answer.status_code != 405 and cache.keep(path, asked, answer):
                kept.append(f"{route.name} {role}")
    assert [name for name in kept if not name.startswith(tuple(OF_NOBODY))] == []


def test_a_cache_that_is_not_told_would_give_it_to_the_next():
    cache, mine = SharedCache(), {"Cookie": "sessionid=mine"}
    assert cache.keep("/g/1/", mine, HttpResponse("my hand"))
    assert cache.given("/g/1/", {"Cookie": "sessionid=another"}) == [b"my hand"]
    varied = HttpResponse("my hand", headers={"Vary": "Cookie"})
    assert SharedCache().keep("/g/1/", mine, varied)
    private = HttpResponse("my hand", headers={"Cache-Control": "private, no-store"})
    assert not SharedCache().keep("/g/1/", mine, private)
