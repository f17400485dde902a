"""The log says who signed in, who was refused and whose ways in changed, and nothing that opens a door."""

from typing import Any

import pytest
from allauth.account.signals import password_changed
from django.test import Client, RequestFactory
from django.urls import reverse
from structlog.testing import capture_logs

from accounts.models import User
from accounts.sessions import SessionStore
from tests.factories import make_user

pytestmark = pytest.mark.django_db
PASSWORD = "pass word"


def lines_of(client: Client, login: str, password: str) -> list[Any]:
    with capture_logs() as lines:
        client.post(reverse("account_login"), {"login": login, "password": password})
    return [(line["event"], line["user"], line["address"]) for line in lines if "user" in line]


def test_signing_in_and_out_are_lines_with_number_and_address(client: Client) -> None:
    user = make_user("Ruth")
    assert lines_of(client, user.email, PASSWORD) == [("signed in", user.pk, "127.0.0.1")]
    with capture_logs() as lines:
        client.post(reverse("account_logout"))
    assert [(line["event"], line["user"]) for line in lines] == [("signed out", user.pk)]


@pytest.mark.parametrize("known", [True, False])
def test_a_refusal_names_the_account_and_never_what_was_typed(client: Client, known: bool) -> None:
    user = make_user("Ruth")
    tried = user.email.upper() if known else "my-secret@typed.example"
    with capture_logs() as lines:
        client.post(reverse("account_login"), {"login": tried, "password": "wrong secret"})
    refused = [line for line in lines if line["event"] == "sign-in refused"]
    assert {line["user"] for line in refused} == {user.pk if known else None}
    assert "secret" not in str(lines)
    assert user.email not in str(lines).lower()


def test_a_changed_password_is_a_warning() -> None:
    user = make_user("Ruth")
    request = RequestFactory().post("/")
    request.user, request.session = user, SessionStore()
    with capture_logs() as lines:
        password_changed.send(sender=User, request=request, user=user)
    assert lines == [
        {"event": "password changed", "user": user.pk, "address": "127.0.0.1", "log_level": "warning"}
    ]
