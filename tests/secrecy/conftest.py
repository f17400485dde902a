"""The world that secrecy tests look at, and a clock that stands still while two answers are compared."""

import logging
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.models import DateTimeField, Value
from django.test import Client

from games.queries import states
from games.queries.clock import database_now
from games.views.access import PLACES
from tests.secrecy.world import GUEST_TOKEN, World, make_world


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture
def client_of(world: World) -> Any:
    """A browser for each role; errors become answers, as they do in production."""

    def client(role: str, **options: Any) -> Client:
        made = Client(raise_request_exception=False, **options)
        user = world.people[role]
        if user is not None:
            made.force_login(user)
        elif role == "guest":
            session = made.session
            session[PLACES] = [GUEST_TOKEN]
            session.save()
        return made

    return client


@pytest.fixture
def standing_clock(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    """The database's clock and the time that is signed show the same moment to all pages, and the tokens of their
    forms aren't masked anew.
    """
    real = database_now  # a name of its own, since this module is among those that are patched
    now = real()
    monkeypatch.setattr("django.core.signing.time", SimpleNamespace(time=now.timestamp))
    monkeypatch.setattr("django.middleware.csrf._mask_cipher_secret", lambda secret: secret)
    monkeypatch.setattr("games.queries.seats.ClockTimestamp", lambda: Value(now, DateTimeField()))
    monkeypatch.setattr("games.queries.seats._ROWS._compiled", None)  # a statement of this test alone
    for module in list(sys.modules.values()):
        if getattr(module, "database_now", None) is real:
            monkeypatch.setattr(module, "database_now", lambda: now)


@pytest.fixture(autouse=True)
def forget_states() -> Any:
    """Permuted states never leave their test."""
    yield
    states.cache.clear()


@pytest.fixture
def quiet_log() -> Iterator[None]:
    """No line for every refused request."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
