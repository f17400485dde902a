"""A role for reports reads what was played and nothing that is hidden: no seed, no deck, no way in (T4)."""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from config.embedded.layout import Layout
from config.embedded.postgres import Postgres
from config.management.commands.reader_role import APPS, HIDDEN, PRIVATE, statements
from tests.games.tables import make_game, make_people

pytestmark = pytest.mark.django_db

ROLE = "reports of the club"


@pytest.fixture(scope="module", autouse=True)
def role() -> Iterator[None]:
    """Made and removed by the server's owner; what it may do goes with each test's transaction."""
    server = Postgres(Layout(Path(os.environ["DEADWOOD_TEST_DIR"])), durable=False)
    with psycopg.connect(server.admin_url, autocommit=True) as owner:
        owner.execute(f'CREATE ROLE "{ROLE}"')
        owner.execute(f'GRANT "{ROLE}" TO deadwood')
        yield
        owner.execute(f'DROP ROLE "{ROLE}"')


@pytest.fixture(autouse=True)
def rights(db: None) -> None:
    """As psql would give them."""
    printed = io.StringIO()
    call_command("reader_role", ROLE, stdout=printed)
    with connection.cursor() as cursor:
        cursor.execute(printed.getvalue(), None)


def may(what: str, table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT has_{what}_privilege(%s, %s, 'SELECT')", [ROLE, connection.ops.quote_name(table)]
        )
        return bool(cursor.fetchone()[0])


def tables() -> list[str]:
    with connection.cursor() as cursor:
        return list(connection.introspection.table_names(cursor))


def test_hidden_tables_and_those_of_others_are_closed() -> None:
    of_ours = {
        model._meta.db_table
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model._meta.label_lower not in HIDDEN
    }
    assert {table for table in tables() if may("any_column", table)} == of_ours & set(tables())
    assert {"games_hiddendeal", "games_hiddensource", "django_session"} & of_ours == set()


def test_every_model_that_is_called_hidden_is_hidden() -> None:
    named = {model._meta.label_lower for model in apps.get_models() if model.__name__.startswith("Hidden")}
    assert named <= set(HIDDEN)
    assert len(named) == 2


def test_nothing_is_written_and_no_private_column_read() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            " AND has_table_privilege(%s, oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')",
            [ROLE],
        )
        assert cursor.fetchall() == []
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.column_privileges"
            " WHERE grantee = %s AND column_name = ANY(%s)",
            [ROLE, list(PRIVATE)],
        )
        assert cursor.fetchall() == []


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT seed FROM games_hiddendeal",
        "SELECT deck FROM games_hiddendeal",
        "SELECT key FROM games_hiddensource",
        "SELECT password FROM accounts_user",
        "SELECT session_data FROM django_session",
        "UPDATE games_moverecord SET code = 'stock'",
    ],
)
def test_who_has_the_role_is_refused(statement: str) -> None:
    make_game(make_people(2))
    with connection.cursor() as cursor:
        cursor.execute(f'SET LOCAL ROLE "{ROLE}"')
        cursor.execute("SELECT count(*) FROM (SELECT public_id, ply FROM games_game) played")
        assert cursor.fetchone() == (1,)
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            cursor.execute(statement)
        cursor.execute("RESET ROLE")


def test_again_it_brings_the_role_up_to_date() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f'GRANT SELECT ON games_hiddendeal TO "{ROLE}"')
        assert may("table", "games_hiddendeal")
        cursor.execute(";".join(statements(ROLE)), None)
    assert not may("any_column", "games_hiddendeal")
