"""The one shape of the API's errors, for the apps' own and for a database that can't answer."""

from typing import Any

import psycopg
import pytest
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import OperationalError
from django.http import Http404
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from config.api.schema import ERROR
from games.errors import NotYourSeat, StaleMove
from tests.factories import make_user
from tests.games.tables import make_game, make_people
from tournaments.errors import NotAllowed


def lock_timeout() -> OperationalError:
    error = OperationalError("canceling statement due to lock timeout")
    error.__cause__ = psycopg.errors.LockNotAvailable("canceling statement due to lock timeout")
    return error


def answer(error: Exception) -> tuple[int, Any, Any]:
    class Failing(APIView):
        authentication_classes = ()
        permission_classes = ()

        def get(self, _request: Request) -> None:
            raise error

    response = Failing.as_view()(APIRequestFactory().get("/api/v1/x"))
    return response.status_code, response.data, response.headers.get("Retry-After")


def test_a_stale_move_is_409_with_the_current_ply() -> None:
    status, body, _ = answer(StaleMove(42))
    assert status == 409
    assert body["type"] == "client_error"
    assert [(error["code"], error["attr"]) for error in body["errors"]] == [("stale", None)]
    assert body["details"] == {"current_ply": 42}


def test_what_django_itself_refuses_is_the_clients_error() -> None:
    """Its limit comes before the parser's, whose 16 KiB the sentence names: the smaller of the two."""
    status, body, _ = answer(RequestDataTooBig())
    assert (status, [(error["code"], error["detail"]) for error in body["errors"]]) == (
        413,
        [("too_large", "The body is larger than 16 KiB.")],
    )
    assert answer(TooManyFieldsSent())[0] == 400


@pytest.mark.django_db
@pytest.mark.parametrize("size", [17_000, 1_200_000])
def test_a_large_body_is_413_whatever_its_size(client: Client, size: int) -> None:
    client.force_login(make_user("Ada"))
    client.raise_request_exception = False
    body = b'{"code": "' + b"a" * size + b'"}'
    game = make_game(make_people(2), is_public=True)
    sent = client.post(f"/api/v1/games/{game.public_id}/moves/", body, content_type="application/json")
    assert (sent.status_code, sent.json()["errors"][0]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(NotYourSeat(), 404, "not_found"), (NotAllowed(), 403, "not_allowed"), (Http404(), 404, "not_found")],
)
def test_errors_without_figures_have_no_details(error: Exception, status: int, code: str) -> None:
    found, body, _ = answer(error)
    assert (found, [entry["code"] for entry in body["errors"]], set(body)) == (
        status,
        [code],
        {"type", "errors"},
    )


def test_a_field_that_is_wrong_is_named() -> None:
    status, body, _ = answer(ValidationError({"expected_ply": ["A number, please."]}))
    assert (status, body) == (
        400,
        {
            "type": "validation_error",
            "errors": [{"code": "invalid", "detail": "A number, please.", "attr": "expected_ply"}],
        },
    )


def test_a_database_that_cant_answer_is_503_with_retry_after() -> None:
    status, body, retry_after = answer(lock_timeout())
    assert (status, retry_after) == (503, "2")
    assert [error["code"] for error in body["errors"]] == ["unavailable"]


def test_a_fault_of_ours_tells_nothing_of_itself() -> None:
    status, body, _ = answer(ZeroDivisionError("hand of seat 2"))
    assert status == 500
    assert "hand" not in str(body)


def test_what_the_api_does_not_have_is_said_in_its_form(client: Client) -> None:
    answer = client.get("/api/v1/nothing/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")
    assert answer.json() == {
        "type": "client_error",
        "errors": [{"code": "not_found", "detail": "Not found.", "attr": None}],
    }
    assert client.get("/nothing/")["Content-Type"].startswith("text/html")


@pytest.mark.django_db
def test_every_operation_names_the_form_of_its_errors() -> None:
    described = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
    operations = [one for path in described["paths"].values() for one in path.values()]
    assert len(operations) > 10
    assert [one["operationId"] for one in operations if one["responses"]["default"] != ERROR] == []
