"""Somebody with the database changes one byte anywhere in the records of an event: the audit finds it (T30).

Which record, which column and which byte is drawn. `NOT_BOUND` says of each column that isn't drawn from why a change
there is none of what was played, who won, or who did what.
"""

# ruff: noqa: S608 - statements are made of this file's own names
import json
import random
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, models, transaction

from games.models import Deal, HiddenDeal, MoveRecord
from tests.audit.test_hundred_corruptions import sql, whole_audit
from tests.tournaments.evenings import an_event, play_round
from tournaments.models import AuditRow, SeatScore, Standing, TableResult, TableSeat, Tournament

pytestmark = pytest.mark.django_db

USUAL, PROOF = 20, 500
BOUND: tuple[type[models.Model], ...] = (
    MoveRecord, Deal, HiddenDeal, TableSeat, TableResult, SeatScore, Standing, AuditRow,
)  # fmt: skip
NOT_BOUND = {
    "*.created_at": "when a row was written; of an act it is sealed",
    "*.id": "a row's own number",
    "Deal.ended_at": "when it ended; that it ended is compared",
    "MoveRecord.actor": "an account may be removed, and its moves stay",
    "MoveRecord.key": "a sender's own mark, of use while the request may be sent again",
    "MoveRecord.due_at": "a deadline that was met; one that wasn't is compared",
    "AuditRow.actor": "an account may be removed; the name that it had is sealed",
    "TableSeat.name": "how a person is called, which may be corrected",
    "TableSeat.bot_level": "how strong a bot was",
    "TableSeat.team_member": "which of a team sat there, 0 where there are no teams",
    "TableResult.entered_by": "an account may be removed; its act is sealed",
    "TableResult.confirmed_by": "an account may be removed; its act is sealed",
    "TableResult.confirmed_at": "when it was confirmed; the act is sealed",
    "TableResult.reported_seat": "who reported; the act is sealed",
    "TableResult.reason": "of a correction; its act is sealed",
    "TableResult.deals_json": "how a table on paper came to its totals",
}


def columns() -> list[tuple[type[models.Model], Any]]:
    """Everything that is bound, column by column."""
    return [
        (model, field)
        for model in BOUND
        for field in model._meta.concrete_fields
        if not {f"{model.__name__}.{field.name}", f"*.{field.name}"} & (set(NOT_BOUND) - {"*.created_at"})
        and (field.name != "created_at" or model is AuditRow)
    ]


def flipped(value: Any, rng: random.Random) -> Any:
    """The value with one byte, digit or letter changed; what is JSON stays JSON."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(3))
    if isinstance(value, bytes | memoryview):
        held = bytearray(value)
        held[rng.randrange(len(held))] ^= 1 << rng.randrange(8)
        return bytes(held)
    if isinstance(value, datetime):
        return value + timedelta(microseconds=1)
    if isinstance(value, str):
        at = rng.randrange(len(value))
        return (
            value[:at] + rng.choice([c for c in "0123456789ABCDEFabcdef" if c != value[at]]) + value[at + 1 :]
        )
    return _flipped_json(json.dumps(value), rng)


def _flipped_json(text: str, rng: random.Random) -> Any:
    while True:
        try:
            changed = json.loads(flipped(text, rng))
        except ValueError:
            continue
        if changed != json.loads(text):
            return changed


def change_one_byte(rng: random.Random) -> str:
    """Change one byte of one row's column; where it was."""
    while True:
        model, field = rng.choice(columns())
        rows = model._default_manager.order_by("pk").exclude(**{f"{field.name}__isnull": True})
        number = rng.randrange(rows.count() or 1)
        row = rows[number : number + 1].first()
        value = getattr(row, field.attname) if row is not None else None
        if value in (None, "", b"", {}, []):
            continue
        new = flipped(value, rng)
        if not (field.primary_key and model._default_manager.filter(pk=new).exists()):  # no row has two keys
            break
    table, column = model._meta.db_table, field.column
    with connection.cursor() as cursor:
        sent = json.dumps(new) if isinstance(field, models.JSONField) else new
        cursor.execute(f"UPDATE {table} SET {column} = %s WHERE {model._meta.pk.column} = %s", [sent, row.pk])
    return f"{table}.{column} of {row.pk}: {value!r:.80} -> {new!r:.80}"


def constraints_off() -> None:
    """Who has the database has its rules, too: triggers, checks and keys are gone until the rollback."""
    sql()
    with connection.cursor() as cursor:
        for model in BOUND:
            table = model._meta.db_table
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            for name, found in connection.introspection.get_constraints(cursor, table).items():
                if found["check"] or found["foreign_key"] or (found["unique"] and not found["primary_key"]):
                    _drop(cursor, table, name)


def _drop(cursor: Any, table: str, name: str) -> None:
    cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT IF EXISTS "{name}" CASCADE')
    cursor.execute(f'DROP INDEX IF EXISTS "{name}"')


def unfound(tournament: Tournament, tries: int, seed: str) -> list[str]:
    """What was changed and not found."""
    rng, missed = random.Random(seed), []
    for _try in range(tries):
        with transaction.atomic():
            constraints_off()
            where = change_one_byte(rng)
            if whole_audit(tournament) == set():
                missed.append(where)
            transaction.set_rollback(True)
    return missed


@pytest.fixture
def event() -> Tournament:
    tournament = an_event(8, rounds=2)
    play_round(tournament)
    play_round(tournament)
    assert whole_audit(tournament) == set()
    return tournament


def test_twenty_changed_bytes_are_found(event: Tournament) -> None:
    assert unfound(event, USUAL, "twenty") == []


@pytest.mark.proof
def test_five_hundred_changed_bytes_are_found(event: Tournament) -> None:
    assert unfound(event, PROOF, "five hundred") == []
