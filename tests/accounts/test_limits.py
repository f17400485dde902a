"""Guessing a password comes to an end, whatever the guesser sends with it, and also while the cache is away (T22)."""

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import make_user

pytestmark = pytest.mark.django_db

WRONG = "a guess"
GUESSES = 5  # wrong ones for an account within five minutes
ALL_GUESSES = 10  # wrong ones from an address within a minute


@pytest.fixture(autouse=True)
def limits(settings: Any) -> Any:
    """As in production; other tests sign in more often than people do."""
    del settings.ACCOUNT_RATE_LIMITS
    caches["default"].clear()
    yield
    caches["default"].clear()


@pytest.fixture
def without_a_cache(settings: Any, tmp_path: Path) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "config.cache.ForgivingRedisCache",
            "LOCATION": f"unix://{tmp_path / 'no.sock'}?db=2",
        }
    }


def guess(client: Client, login: str, password: str = WRONG, **headers: str) -> bool:
    """Whether one was let in."""
    client.post(reverse("account_login"), {"login": login, "password": password}, headers=headers)
    return "_auth_user_id" in client.session


def guess_often(client: Client, user: User) -> None:
    """As from another address each time, as far as headers can say so."""
    for number in range(GUESSES):
        other = f"192.0.2.{number + 1}"
        sent = {"X-Forwarded-For": other, "X-Real-IP": other, "Forwarded": f"for={other}"}
        assert not guess(client, user.email, **sent)


def test_after_five_wrong_guesses_not_even_the_right_password_helps(client: Client) -> None:
    user = make_user("Ruth")
    guess_often(client, user)
    assert not guess(client, user.email, "pass word")


def test_nor_while_the_cache_is_away(client: Client, without_a_cache: None) -> None:
    user = make_user("Ruth")
    guess_often(client, user)
    assert not guess(client, user.email, "pass word")


def test_one_address_guesses_at_ten_accounts_and_no_more(client: Client) -> None:
    user = make_user("Ruth")
    for number in range(ALL_GUESSES):
        sent = {"X-Forwarded-For": f"198.51.100.{number + 1}"}
        assert not guess(client, f"somebody-{number}@club.example", **sent)
    assert not guess(client, user.email, "pass word", **{"X-Forwarded-For": "203.0.113.9"})


def test_without_the_limit_the_sixth_guess_would_be_right(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    user = make_user("Ruth")
    guess_often(client, user)
    assert guess(client, user.email, "pass word")
