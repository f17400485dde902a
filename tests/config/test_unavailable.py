"""Which failures are "not just now" (503), which are faults (500); and the answers for pages."""

import psycopg
import pytest
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from psycopg import errors
from psycopg_pool import PoolTimeout

from config.unavailable import is_unavailable


def failing(_request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(10)")
    return HttpResponse()


def broken(_request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError("secret")


urlpatterns = [path("failing", failing), path("broken", broken), path("api/v1/broken", broken)]
handler500 = "config.errors.server_error"


@pytest.mark.parametrize(
    "error",
    [
        errors.LockNotAvailable(),
        errors.QueryCanceled(),
        errors.DeadlockDetected(),
        errors.SerializationFailure(),
        errors.DiskFull(),
        errors.TooManyConnections(),
        errors.AdminShutdown(),
        errors.CannotConnectNow(),
        PoolTimeout(),
        psycopg.OperationalError("connection refused"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_passes_is_unavailable(error: Exception) -> None:
    assert is_unavailable(error) is True
    wrapped = OperationalError("wrapped by django")
    wrapped.__cause__ = error
    assert is_unavailable(wrapped) is True


@pytest.mark.parametrize(
    "error",
    [errors.UniqueViolation(), errors.UndefinedTable(), psycopg.ProgrammingError(), ValueError(), None],
    ids=lambda error: type(error).__name__,
)
def test_what_is_a_fault_is_not(error: Exception | None) -> None:
    assert is_unavailable(error) is False


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_page_whose_statement_takes_too_long_is_503() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '20ms'")
    client = Client(raise_request_exception=False)
    response = client.get("/failing")
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert b"Nothing was lost" in response.content


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize("address", ["/broken", "/api/v1/broken"])
def test_a_fault_tells_nothing_of_itself(address: str) -> None:
    response = Client(raise_request_exception=False).get(address)
    assert response.status_code == 500
    assert b"secret" not in response.content
    assert b"Traceback" not in response.content
    assert response["Content-Type"].startswith("application/json") is address.startswith("/api/")


def test_a_failure_before_any_view_is_503_too() -> None:
    """A session that can't be read fails in a middleware, where only handler500 hears of it."""
    from config.errors import server_error

    try:
        raise psycopg.OperationalError("server closed the connection unexpectedly")
    except psycopg.OperationalError:
        response = server_error(RequestFactory().get("/"))
    assert (response.status_code, response["Retry-After"]) == (503, "2")
