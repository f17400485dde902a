"""Ten thousand tables play at once: what is due is found by the index, without looking at the others (G15)."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.services.sweep import BATCH, claim_due, seconds_to_next
from tests.games.tables import QUICK, let_time_pass, make_game

pytestmark = [pytest.mark.django_db, pytest.mark.proof]

TABLES, DUE, OVER = 10_000, 50, 90_000
MILLISECONDS = 5.0


@pytest.fixture
def many() -> Game:
    """One game and its copies: most are over, 50 of those in play are due."""
    game = make_game(bots=2, options=QUICK)
    let_time_pass(game, 60)
    columns = [
        field.column
        for field in Game._meta.concrete_fields
        if field.column not in ("id", "public_id", "due_at", "status", "result_json", "claim_until")
    ]
    names = ", ".join(connection.ops.quote_name(column) for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_game ({names}, public_id, due_at, status, result_json)"  # noqa: S608 - our own names
            f" SELECT {names}, 'many' || n,"
            " CASE WHEN n < %s THEN due_at ELSE clock_timestamp() + n * interval '1 s' END,"
            " CASE WHEN n < %s THEN 'playing' ELSE 'finished' END, '{}' FROM games_game, generate_series(1, %s) n",
            [DUE, TABLES, TABLES + OVER],
        )
        cursor.execute("ANALYZE games_game")
    return game


def plan(sql: str) -> tuple[str, float]:
    """How the database goes about a statement, and in how many milliseconds."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}")
        (told,) = cursor.fetchone()
    told = json.loads(told) if isinstance(told, str) else told
    return json.dumps(told), told[0]["Execution Time"]


def test_the_due_query_reads_the_index_and_takes_milliseconds(
    many: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    with CaptureQueriesContext(connection) as asked:
        due = claim_due()
    assert len(due) == BATCH == DUE
    (sql,) = [query["sql"] for query in asked if "SKIP LOCKED" in query["sql"]]
    Game.objects.update(claim_until=None)
    took = []
    for _again in range(5):
        how, milliseconds = plan(sql)
        took.append(milliseconds)
        assert ("games_game_due" in how, "Seq Scan" in how) == (True, False)
    with capsys.disabled():
        print(f"\n{TABLES} tables, {DUE} due: found and locked in {min(took):.2f} ms")
    assert min(took) <= MILLISECONDS
    assert seconds_to_next() is not None
