"""Getting an account and coming in, as a person does it."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import make_user

pytestmark = pytest.mark.django_db

PAGES = ["account_login", "account_signup", "account_reset_password", "account_request_login_code"]


@pytest.mark.parametrize("name", PAGES)
def test_every_way_in_is_a_page_in_the_house_look(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == 200
    assert 'class="panel account-panel"' in answer.content.decode()


def sign_up(client: Client, **changes: str) -> int:
    fields = {
        "email": "ruth@club.example",
        "display_name": "Ruth  Feld",
        "password1": "a long walk by the river",
        "password2": "a long walk by the river",
    }
    return client.post(reverse("account_signup"), {**fields, **changes}).status_code


def test_signing_up_makes_an_account_with_the_name_as_others_see_it(client: Client) -> None:
    assert sign_up(client) == 302
    user = User.objects.get(email="ruth@club.example")
    assert user.display_name == "Ruth Feld"
    assert client.session["_auth_user_id"] == str(user.pk)
    assert [message.to for message in mail.outbox] == [["ruth@club.example"]]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "tab\tname", "left\u202eright", "zero\u200bwidth"])
def test_a_name_that_cannot_be_shown_safely_is_refused(client: Client, name: str) -> None:
    assert sign_up(client, display_name=name) == 200
    assert not User.objects.exists()


def test_signing_in_takes_the_address_whatever_its_case(client: Client) -> None:
    user = make_user("Ruth")
    fields = {"login": user.email.upper(), "password": "pass word"}
    assert client.post(reverse("account_login"), fields).status_code == 302
    assert client.session["_auth_user_id"] == str(user.pk)


def test_a_wrong_password_is_one_sentence_and_no_session(client: Client) -> None:
    user = make_user("Ruth")
    answer = client.post(reverse("account_login"), {"login": user.email, "password": "guess"})
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session
