"""Adding a key: it signs in by itself unless one wants a second factor."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.forms.passkey import AddPasskeyForm
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_a_key_is_a_passkey_unless_that_is_unticked():
    asked = AddPasskeyForm(user=make_user())["passwordless"]
    assert (asked.value(), asked.label) == (True, "Passkey: sign in with it instead of the password")


def test_the_page_to_add_one_uses_the_form():
    user, client = make_user(), Client()
    client.force_login(user)
    client.post(reverse("account_reauthenticate"), {"password": "pass word"})
    page = client.get(reverse("mfa_add_webauthn"))
    assert (page.status_code, type(page.context["form"])) == (200, AddPasskeyForm)
