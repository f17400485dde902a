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
