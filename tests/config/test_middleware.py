"""The headers that every answer carries (reliability 8.8)."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from pytest_django import Settings

STRICT = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def policy(client: Client, path: str) -> dict[str, str]:
    header = client.get(path)["Content-Security-Policy"]
    return {name: sources for name, _, sources in (part.strip().partition(" ") for part in header.split(";"))}


@pytest.mark.parametrize(
    "path", ["/healthz", "/accounts/login/", "/api/schema", "/no-such-page", "/admin/login/"]
)
@pytest.mark.django_db
def test_every_answer_is_shielded(client: Client, path: str) -> None:
    response = client.get(path)
    assert {name: response.get(name) for name in STRICT} == STRICT
    assert "camera=()" in response["Permissions-Policy"]
    assert "Server" not in response
    assert "X-Powered-By" not in response


@pytest.mark.parametrize("path", ["/accounts/login/", "/no-such-page"])
@pytest.mark.django_db
def test_pages_take_nothing_from_elsewhere_and_run_nothing_inline(client: Client, path: str) -> None:
    found = policy(client, path)
    assert found["default-src"] == "'none'"
    assert (found["script-src"], found["style-src"], found["connect-src"]) == ("'self'", "'self'", "'self'")
    assert (found["frame-ancestors"], found["base-uri"], found["form-action"]) == (
        "'none'",
        "'none'",
        "'self'",
    )


@pytest.mark.django_db
def test_only_the_admin_and_the_api_pages_have_an_exception(client: Client) -> None:
    assert policy(client, "/admin/login/")["script-src"] == "'self' 'unsafe-eval'"
    assert policy(client, "/admin/login/")["default-src"] == "'none'"
    assert policy(client, "/api/docs/swagger")["script-src"] == "'self' 'unsafe-inline'"


@pytest.mark.django_db
def test_what_a_signed_in_person_sees_is_kept_by_nobody(client: Client) -> None:
    client.force_login(get_user_model().objects.create_user("a@example.org", "x", display_name="Ada"))
    response = client.get("/accounts/login/", follow=False)
    assert {"private", "no-store"} <= set(response["Cache-Control"].replace(" ", "").split(","))
    assert {"Cookie", "Authorization"} <= set(response["Vary"].replace(" ", "").split(","))


@pytest.mark.django_db
def test_the_numbers_of_the_process_are_for_staff(client: Client, settings: Settings) -> None:
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "scrape"
    assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer scrape"}).status_code == 200
    staff = get_user_model().objects.create_user("s@example.org", "x", display_name="Sam", is_staff=True)
    client.force_login(staff)
    assert client.get("/metrics").status_code == 200


@pytest.mark.parametrize(("cookie", "theme"), [("dark", "dark"), ("light", "light"), ("x", ""), ("", "")])
def test_the_theme_comes_from_its_cookie(cookie: str, theme: str) -> None:
    from django.test import RequestFactory

    from config.context import page

    request = RequestFactory().get("/")
    request.COOKIES["theme"] = cookie
    assert page(request) == {"theme": theme}


@pytest.mark.parametrize(
    ("path", "secure", "status"),
    [
        ("/api/v1/games/zzzz/", False, 403),
        ("/api/v1/games/zzzz/", True, 404),
        ("/accounts/login/", False, 301),
    ],
)
@pytest.mark.django_db
def test_a_program_without_https_is_refused_and_a_page_redirected(
    client: Client, settings: Settings, path: str, secure: bool, status: int
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.MIDDLEWARE = ["config.middleware.ApiNeedsHttps", *settings.MIDDLEWARE]
    assert client.get(path, secure=secure).status_code == status
