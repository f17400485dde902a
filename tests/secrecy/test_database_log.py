"""PostgreSQL's own log of statements that fail names no card and no seed, however they fail (T6): values never stand in
it. With values put into statements by the client, as is Django's default, every one of these lines would hold a deck.
"""

import logging
import os
import re
import traceback
from pathlib import Path

import psycopg
import pytest
import structlog
from django.db import DatabaseError, connection, transaction

from config.embedded.layout import Layout
from config.settings.log import logging_config
from games.engine.cards import DECK, format_cards
from games.models import Deal, HiddenDeal
from tests.chaos.canary import HAND, written
from tests.games.tables import make_game, make_people

pytestmark = pytest.mark.django_db

SEED, CARDS = bytes(range(32)), format_cards(DECK)


@pytest.fixture
def deal() -> Deal:
    return make_game(make_people(2)).deals.get()


@pytest.fixture
def said() -> "Said":
    return Said(Layout(Path(os.environ["DEADWOOD_TEST_DIR"])).logs / "postgres.log")


class Said:
    """What the server writes from now on."""

    def __init__(self, path: Path) -> None:
        self.path, self.begun = path, path.stat().st_size

    def text(self) -> bytes:
        return self.path.read_bytes()[self.begun :]


def twice(deal: Deal) -> None:
    HiddenDeal(deal=deal, seed=SEED, deck=CARDS).save(force_insert=True)


def too_long(deal: Deal) -> None:
    HiddenDeal.objects.filter(deal=deal).update(deck=CARDS * 2)


def not_allowed(deal: Deal) -> None:
    Deal.objects.filter(pk=deal.pk).update(revealed_seed=SEED, result_json={"hands": CARDS.split()})


def takes_too_long(deal: Deal) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '20ms'")
        cursor.execute(
            "SELECT pg_sleep(5) FROM games_hiddendeal WHERE deck <> %s OR seed = %s", [CARDS, SEED]
        )


def too_late(deal: Deal) -> None:
    """In a transaction that has failed already."""
    with connection.cursor() as cursor:
        try:
            cursor.execute("SELECT 1 / 0")
        except DatabaseError:
            cursor.execute("UPDATE games_hiddendeal SET deck = %s WHERE deal_id = %s", [CARDS, deal.pk])


def no_room(deal: Deal) -> None:
    """As a full disk is told: by the server, in the middle of a statement that carries values."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION pg_temp.full_disk(text, bytea) RETURNS text AS"
            " $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file'; END $$"
            " LANGUAGE plpgsql"
        )
        cursor.execute("SELECT pg_temp.full_disk(%s, %s)", [CARDS, SEED])


@pytest.mark.parametrize(
    "fail", [twice, too_long, not_allowed, takes_too_long, too_late, no_room], ids=lambda fail: fail.__name__
)
def test_a_statement_that_fails_leaves_no_value_in_the_servers_log(fail, deal: Deal, said: "Said") -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        fail(deal)
    text = said.text()
    assert re.search(rb"STATEMENT: .*(games_|full_disk)", text), "the failure isn't in the log"
    assert leaked(text) == []


def leaked(text: bytes) -> list[bytes]:
    hex_of_seed = SEED.hex().encode()
    return [mark for mark in (*written(SEED, CARDS), hex_of_seed) if mark in text] + HAND.findall(text)


@pytest.mark.parametrize("json", [True, False], ids=["for a log store", "for a terminal"])
def test_an_error_in_our_own_log_holds_no_row_that_broke_a_rule(deal: Deal, json: bool) -> None:
    """The database's words for it hold the row, and libraries log an error's words and its traceback."""
    settings = logging_config(json=json, level="INFO")
    kind = settings["formatters"]["event"]
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=kind["processors"], foreign_pre_chain=kind["foreign_pre_chain"]
    )
    with pytest.raises(DatabaseError) as caught, transaction.atomic():
        not_allowed(deal)
    error = caught.value
    assert leaked(str(error).encode()) != [], "there is nothing to leave out"
    raised = (type(error), error, error.__traceback__)
    whole = "".join(traceback.format_exception(error))
    told = (("it failed", (), raised), ("it failed: %s", (error,), None), ("%s", (whole,), None))
    for message, values, info in told:
        record = logging.LogRecord("celery", logging.ERROR, __file__, 1, message, values, info)
        line = formatter.format(record)
        assert "games_deal_seed_only_when_over" in line
        assert leaked(line.encode()) == []


def test_values_that_the_client_puts_into_statements_are_found_there(deal: Deal, said: "Said") -> None:
    """The harm with the guard off."""
    parameters = {
        name: value
        for name, value in connection.get_connection_params().items()
        if name in ("conninfo", "host", "user", "password", "dbname", "port")
    }
    statement = "INSERT INTO games_hiddendeal (deal_id, seed, deck) VALUES (NULL, %s, %s)"
    with (
        psycopg.connect(**parameters, cursor_factory=psycopg.ClientCursor) as careless,
        pytest.raises(psycopg.DatabaseError),
    ):
        careless.execute(statement, [SEED, CARDS])
    assert leaked(said.text()) != []
