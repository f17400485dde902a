"""Which failures are "not just now" (503), which are faults (500); and the answers for pages."""

import contextlib
import threading
import time
from collections.abc import Iterator

import psycopg
import pytest
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from psycopg import errors
from psycopg_pool import ConnectionPool, PoolTimeout
from rest_framework.decorators import api_view

from config.unavailable import is_unavailable, is_worth_another_try


def failing(_request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(10)")
    return HttpResponse()


def broken(_request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError("secret")


class Other:
    """Somebody else's connection to the same database."""

    def __init__(self) -> None:
        self.connection = psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None})
        self.connection.autocommit = False

    def run(self, statement: str) -> None:
        self.connection.execute(statement)


def lock_is_held(other: Other) -> None:
    other.run("LOCK TABLE forced_one")
    with transaction.atomic():
        run("SET LOCAL lock_timeout = '50ms'", "LOCK TABLE forced_one")


def both_wait_for_each_other(other: Other) -> None:
    """Whoever has waited for a second looks for a deadlock and is ended: this one, which waits first. On a machine that
    stands still for a second it is the other one, so it is tried again.
    """
    for _try in range(5):
        other.run("LOCK TABLE forced_two")
        with transaction.atomic():
            run("LOCK TABLE forced_one")
            waiting = threading.Thread(target=wait_later, args=(other,), daemon=True)
            waiting.start()
            run("LOCK TABLE forced_two")
        waiting.join()
        other.connection.rollback()


def wait_later(other: Other) -> None:
    time.sleep(0.3)
    with contextlib.suppress(psycopg.Error):  # its connection may be closed by then, or it is ended itself
        other.run("LOCK TABLE forced_one")


def changed_meanwhile(other: Other) -> None:
    with transaction.atomic():
        run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", "SELECT * FROM forced_one")
        other.run("UPDATE forced_one SET number = 2")
        other.connection.commit()
        run("UPDATE forced_one SET number = 3")


def all_connections_are_taken(_other: Other) -> None:
    conninfo = psycopg.conninfo.make_conninfo(
        **{
            name: value
            for name, value in connection.get_connection_params().items()
            if name in ("host", "port", "user", "password", "dbname") and value
        }
    )
    with ConnectionPool(conninfo, min_size=1, max_size=1, timeout=0.2, open=True) as pool, pool.connection():
        pool.getconn()


def connection_is_ended(_other: Other) -> None:
    run("SELECT pg_terminate_backend(pg_backend_pid())")


def disk_is_full(_other: Other) -> None:
    run("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file'; END $$")


FORCED = (
    lock_is_held, both_wait_for_each_other, changed_meanwhile, all_connections_are_taken, connection_is_ended,
    disk_is_full,
)  # fmt: skip


def run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def forced(_request: HttpRequest, number: int) -> HttpResponse:
    other = Other()
    try:
        FORCED[number](other)
    finally:
        other.connection.close()
    return HttpResponse()


urlpatterns = [
    path("failing", failing),
    path("broken", broken),
    path("api/v1/broken", broken),
    path("forced/<int:number>", forced),
    path("api/v1/forced/<int:number>", api_view(["GET"])(forced)),
]
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


@pytest.mark.parametrize(
    ("error", "worth"),
    [
        (errors.DeadlockDetected(), True),
        (errors.SerializationFailure(), True),
        (errors.TransactionIntegrityConstraintViolation(), False),
        (errors.LockNotAvailable(), False),
        (PoolTimeout(), False),
        (None, False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_stood_in_anothers_way_is_worth_another_try(error: Exception | None, worth: bool) -> None:
    assert is_worth_another_try(error) is worth
    wrapped = OperationalError("wrapped by django")
    wrapped.__cause__ = error
    assert is_worth_another_try(wrapped) is worth


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_page_whose_statement_takes_too_long_is_503() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '20ms'")
    client = Client(raise_request_exception=False)
    response = client.get("/failing")
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert b"Nothing was lost" in response.content


@pytest.fixture
def two_tables(transactional_db: None) -> Iterator[None]:
    run(
        "CREATE TABLE forced_one (number integer)", "CREATE TABLE forced_two (number integer)",
        "INSERT INTO forced_one VALUES (1)",
    )  # fmt: skip
    yield
    connection.close()
    run("DROP TABLE forced_one, forced_two")


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize("where", ["/forced/", "/api/v1/forced/"])
@pytest.mark.parametrize("number", range(len(FORCED)), ids=lambda number: FORCED[number].__name__)
def test_each_failure_is_503_when_it_really_happens(two_tables: None, number: int, where: str) -> None:
    response = Client(raise_request_exception=False).get(f"{where}{number}")
    assert (response.status_code, response["Retry-After"]) == (503, "2")


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
