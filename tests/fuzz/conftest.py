"""The same world as for secrecy: two events in the middle of an evening."""

import logging
from collections.abc import Iterator

import pytest

from tests.browser.conftest import visit  # noqa: F401 - a fixture, as in the browser tests
from tests.secrecy.conftest import client_of  # noqa: F401 - a fixture, as for secrecy
from tests.secrecy.world import World, make_world


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture
def quiet() -> Iterator[None]:
    """No log: a line for every refused request, kept by pytest with the request, would fill the memory."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
