"""What a password may be: long, of any signs, and nothing that is guessed first."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.factories import make_user


def is_refused(password: str) -> bool:
    try:
        validate_password(password)
    except ValidationError:
        return True
    return False


@pytest.mark.parametrize(
    "password", ["deadwood", "Deadwood2026!", "knock rummy 1", "Gin-Rummy-Club-99", "xxdeadwood"]
)
def test_a_password_of_this_place_is_refused(password: str) -> None:
    assert is_refused(password)


@pytest.mark.parametrize(
    ("password", "refused"),
    [
        ("deadwood under the bridge", False),
        ("8 letters", False),
        ("ηλιος και θάλασσα", False),
        ("x" * 40 + " y" * 40, False),
        ("73920184756392", False),
        ("short 7", True),
        ("12345678", True),
        ("iloveyou1", True),
    ],
)
def test_what_a_password_may_be(password: str, refused: bool) -> None:
    assert is_refused(password) == refused


@pytest.mark.django_db
def test_changing_it_asks_for_the_present_one(client: Client) -> None:
    user = make_user("Ruth")
    client.force_login(user)
    new = "a longer pass phrase 7"
    for old, changed in (("not mine", False), ("pass word", True)):
        sent = {"oldpassword": old, "password1": new, "password2": new}
        client.post(reverse("account_change_password"), sent)
        user.refresh_from_db()
        assert user.check_password(new) == changed
