"""Writes of the busiest requests: their SQL is made once a process, and several go to the database in one journey.

What `KeptQuery` is for reading. The values are prepared by the models' own fields; a model whose `save` does more must
not be written so. Whether a write is allowed is decided by who calls.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection, models
from psycopg.sql import SQL, Identifier

M = TypeVar("M", bound=models.Model)


class _Kept(Generic[M]):
    """A statement for the columns `names` of a model."""

    def __init__(self, model: type[M], names: Sequence[str]) -> None:
        self._model, self._names = model, names

    @cached_property
    def _fields(self) -> tuple[Any, ...]:
        return tuple(self._model._meta.get_field(name) for name in self._names)

    @property
    def _table(self) -> Identifier:
        return Identifier(self._model._meta.db_table)

    def _execute(self, statement: str, row: M, *more: Any) -> None:
        values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in self._fields]
        with connection.cursor() as cursor:
            cursor.execute(statement, [*values, *more])


class KeptInsert(_Kept[M]):
    """Appends a row; the columns not named get what the database gives them. The object doesn't learn its key."""

    def write(self, row: M) -> None:
        self._execute(self._statement, row)

    @cached_property
    def _statement(self) -> str:
        columns = [Identifier(field.column) for field in self._fields]
        return (
            SQL("INSERT INTO {} ({}) VALUES ({})")
            .format(self._table, SQL(", ").join(columns), SQL(", ").join([SQL("%s")] * len(columns)))
            .as_string()
        )


class KeptUpdate(_Kept[M]):
    """Writes the named columns of one row, which the caller has locked."""

    def write(self, row: M) -> None:
        self._execute(self._statement, row, row.pk)

    @cached_property
    def _statement(self) -> str:
        changes = [SQL("{} = %s").format(Identifier(field.column)) for field in self._fields]
        meta: Any = self._model._meta
        return (
            SQL("UPDATE {} SET {} WHERE {} = %s")
            .format(self._table, SQL(", ").join(changes), Identifier(meta.pk.column))
            .as_string()
        )
