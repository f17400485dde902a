"""The two health addresses."""

import pytest
from django.test import Client


def test_healthz_needs_no_database() -> None:
    response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_readyz_asks_the_database() -> None:
    response = Client().get("/readyz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
