"""A program's token opens the API while it is in force, and no other does."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from knox.models import AuthToken

from tests.factories import make_user
from tests.games.tables import make_game, make_people

pytestmark = pytest.mark.django_db


def status(token: str) -> int:
    game = make_game(make_people(2))
    return (
        Client()
        .post(
            f"/api/v1/games/{game.public_id}/moves/",
            {},
            content_type="application/json",
            headers={"Authorization": f"Token {token}"},
        )
        .status_code
    )


def test_a_token_is_its_users_and_nothing_like_it_is() -> None:
    _row, token = AuthToken.objects.create(make_user())
    assert status(token) == 404, "known, and no player there"
    for other in (token[:-1] + ("0" if token[-1] != "0" else "1"), token[:8], "dwd_", "ä" * 60):
        assert status(other) == 401


def test_an_ended_token_is_refused_and_gone() -> None:
    row, token = AuthToken.objects.create(make_user())
    AuthToken.objects.filter(pk=row.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    assert status(token) == 401
    assert not AuthToken.objects.exists()


def test_who_was_shut_out_has_no_token() -> None:
    user = make_user()
    _row, token = AuthToken.objects.create(user)
    user.is_active = False
    user.save()
    assert status(token) == 401


def test_a_token_costs_one_query() -> None:
    _row, token = AuthToken.objects.create(make_user())
    AuthToken.objects.create(make_user())
    status(token)
    with CaptureQueriesContext(connection) as asked:
        Client().post("/api/v1/games/unknown/moves/", headers={"Authorization": f"Token {token}"})
    assert sum("knox_authtoken" in each["sql"] for each in asked.captured_queries) == 1
