"""Guessing a password comes to an end, whatever the guesser sends with it, and also while the cache is away (T22)."""

import statistics
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher, PBKDF2PasswordHasher
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.settings import base
from tests.factories import make_user

pytestmark = pytest.mark.django_db

WRONG = "a guess"
GUESSES = 5  # wrong ones for an account within eight minutes
ALL_GUESSES = 10  # wrong ones from an address within a minute
EVALUATED = 10  # guesses at an account that may be looked at in a quarter of an hour
QUARTER = 15 * 60
PAIRS = 300


@pytest.fixture(autouse=True)
def limits(settings: Any) -> Any:
    """As in production; other tests sign in more often than people do."""
    settings.ACCOUNT_RATE_LIMITS = dict(base.ACCOUNT_RATE_LIMITS)
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


# Ten in a quarter of an hour, from anywhere


def evaluated_in_a_quarter(monkeypatch: pytest.MonkeyPatch, user: User, tries: int) -> int:
    """How many of so many guesses at an account, spread over 15 minutes, each from another address and with other
    headers, were compared with the password.
    """
    compared, now = [], [1_800_000_000.0]
    check = User.check_password
    monkeypatch.setattr(User, "check_password", lambda self, raw: compared.append(raw) or check(self, raw))
    clock = SimpleNamespace(time=lambda: now[0], monotonic=time.monotonic, sleep=time.sleep)
    monkeypatch.setattr("allauth.core.internal.ratelimit.time", clock)
    for number in range(tries):
        now[0] += QUARTER / tries
        address = f"10.{number // 62500}.{number // 250 % 250}.{number % 250 + 1}"
        client = Client(REMOTE_ADDR=address)
        assert not guess(
            client, user.email, f"guess {number}", **{"X-Forwarded-For": f"192.0.2.{number % 250}"}
        )
    return len(set(compared))  # two ways of signing in look at each


def test_of_a_hundred_guesses_from_everywhere_ten_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0 < evaluated_in_a_quarter(monkeypatch, make_user("Ruth"), 100) <= EVALUATED


@pytest.mark.proof
def test_of_a_thousand_guesses_from_everywhere_ten_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0 < evaluated_in_a_quarter(monkeypatch, make_user("Ruth"), 1_000) <= EVALUATED


def test_with_the_librarys_own_limit_it_would_be_more(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    del settings.ACCOUNT_RATE_LIMITS
    assert evaluated_in_a_quarter(monkeypatch, make_user("Ruth"), 100) > EVALUATED


@pytest.mark.django_db(transaction=True)
def test_guesses_sent_at_the_same_moment_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    user, compared = make_user("Ruth"), []
    check = User.check_password
    monkeypatch.setattr(User, "check_password", lambda self, raw: compared.append(raw) or check(self, raw))
    barrier = threading.Barrier(8)

    def run(number: int) -> None:
        try:
            barrier.wait(timeout=20)
            for each in range(3):
                guess(Client(REMOTE_ADDR=f"10.0.{number}.{each}"), user.email, f"guess {number} {each}")
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert 0 < len(set(compared)) <= GUESSES


# An account that exists is answered no sooner and no later than one that doesn't


class Counted(MD5PasswordHasher):
    """Notes each time that a password is worked on, the only part of a sign-in that takes long."""

    worked: list[str] = []

    def encode(self, password: str, salt: str) -> str:
        self.worked.append(password)
        return str(super().encode(password, salt))


class Slow(PBKDF2PasswordHasher):
    iterations = 20_000


def test_an_unknown_account_costs_as_much_work_as_a_known_one(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    settings.PASSWORD_HASHERS = [f"{__name__}.Counted"]
    off = make_user("Off", is_active=False)
    work = []
    for login in (make_user("Ruth").email, off.email, "nobody@club.example"):
        Counted.worked.clear()
        assert not guess(Client(), login, WRONG)
        work.append(list(Counted.worked))
    assert work == [[WRONG, WRONG]] * 3  # by each of the two ways of signing in


@pytest.mark.proof
def test_and_as_much_time(settings: Any) -> None:
    """Of this thread's processor, so that other programs on the machine don't count."""
    settings.ACCOUNT_RATE_LIMITS = False
    settings.PASSWORD_HASHERS = [f"{__name__}.Slow"]
    logins = (make_user("Ruth").email, "nobody@club.example")
    took: dict[str, list[float]] = {login: [] for login in logins}
    for _pair in range(PAIRS):
        for login in logins:
            client = Client()
            began = time.thread_time()
            assert not guess(client, login)
            took[login].append(time.thread_time() - began)
    known, unknown = (statistics.median(took[login]) for login in logins)
    assert abs(known - unknown) < 0.005
