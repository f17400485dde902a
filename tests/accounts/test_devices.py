"""Where one is signed in: listed, and ended from elsewhere, by oneself or by who runs the site."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from knox.models import AuthToken

from accounts.models import User
from tests.factories import make_user

pytestmark = pytest.mark.django_db
PASSWORD = "pass word"


def device_of(user: User, browser: str) -> Client:
    client = Client(headers={"User-Agent": browser})
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    assert is_signed_in(client)
    return client


def is_signed_in(client: Client) -> bool:
    return client.get(reverse("account_email")).status_code == 200


def test_ones_own_sign_ins_are_listed_and_the_others_can_be_ended() -> None:
    user, other = make_user("Ruth"), make_user("Otto")
    phone, laptop, elsewhere = device_of(user, "Phone"), device_of(user, "Laptop"), device_of(other, "Tablet")
    page = laptop.get(reverse("usersessions_list")).content.decode()
    assert [name in page for name in ("Phone", "Laptop", "Tablet")] == [True, True, False]
    laptop.post(reverse("usersessions_list"))
    assert [is_signed_in(client) for client in (phone, laptop, elsewhere)] == [False, True, True]
    assert "Phone" not in laptop.get(reverse("usersessions_list")).content.decode()


@pytest.mark.parametrize("off", [False, True])
def test_who_runs_the_site_ends_all_sign_ins_of_somebody(off: bool) -> None:
    user, other = make_user("Ruth"), make_user("Otto")
    devices, elsewhere = [device_of(user, "Phone"), device_of(user, "Laptop")], device_of(other, "Tablet")
    AuthToken.objects.create(user)
    said = StringIO()
    call_command("sign_out", user.email.upper(), off=off, stdout=said)
    assert said.getvalue() == "Signed out: 2 devices, 1 programs.\n"
    assert [is_signed_in(client) for client in (*devices, elsewhere)] == [False, False, True]
    user.refresh_from_db()
    assert (user.is_active, AuthToken.objects.filter(user=user).exists()) == (not off, False)


def test_an_unknown_address_is_said() -> None:
    with pytest.raises(CommandError, match="No account"):
        call_command("sign_out", "nobody@club.example")
