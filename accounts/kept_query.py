"""Queries of the busiest requests, whose SQL Django works out once and not for each request.

Most of what a row costs is the making of the statement: a game by its id takes 0.7 ms, of which 0.1 ms are the
database's and the driver's. A `KeptQuery` is made of an ordinary queryset and gives the models' own objects. It never
decides who may see what, that stands in the queryset; and it never keeps a row.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, TypeAlias, TypeVar

from django.db import connection, models, transaction
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=models.Model)
Asked: TypeAlias = "tuple[KeptQuery[Any], tuple[Any, ...]]"  # a query and its values

# Stand for the values while the statement is made (the next value of a kind for the next mark); no query has one of
# them as a constant of its own.
_MARKS: Final[Mapping[type, Callable[[int], Any]]] = {
    str: lambda number: f"\x01kept query {number}\x01",
    int: lambda number: 982_451_653 + number,
    datetime: lambda number: datetime(1903, 5, 7, 11, 13, number, tzinfo=UTC),
}


@dataclass(frozen=True, slots=True)
class _Compiled:
    """The statement, its parameters (the marks among them are values), and how a row becomes an object."""

    sql: str
    params: tuple[Any, ...]
    locks: bool
    model: Any
    columns: slice
    names: tuple[str, ...]
    converters: tuple[tuple[int, Sequence[Callable[..., Any]], Any], ...]
    related: Sequence[Any]
    annotations: tuple[tuple[str, int], ...]


class KeptQuery(Generic[M]):
    """`build` gives the queryset for values of these `kinds` (str, int, datetime); its lookups use them as they are."""

    def __init__(self, build: Callable[..., models.QuerySet[M]], *kinds: type) -> None:
        self._build = build
        self._marks = tuple(_MARKS[kind](number) for number, kind in enumerate(kinds))
        self._compiled: _Compiled | None = None
        self._lock = threading.Lock()

    def rows(self, *values: Any) -> list[M]:
        """The objects, in the queryset's order. Raises TransactionManagementError where rows are to be locked outside
        of a transaction.
        """
        ahead: list[M] | None = _ahead.answers.pop((self, values), None)
        if ahead is not None:
            return ahead
        with connection.cursor() as cursor:
            self._ask(cursor, values)
            return self._answer(cursor)

    def _ask(self, cursor: Any, values: Sequence[Any]) -> None:
        found = self._compiled or self._kept()
        if found.locks and not connection.in_atomic_block:
            raise transaction.TransactionManagementError("rows are locked inside of transactions only")
        given = dict(zip(self._marks, values, strict=True))
        cursor.execute(found.sql, [given.get(param, param) for param in found.params])

    def _answer(self, cursor: Any) -> list[M]:
        found = self._kept()
        return [self._object(found, list(row)) for row in cursor.fetchall()]

    def get(self, *values: Any) -> M:
        """The object that a unique value names. Raises the model's DoesNotExist."""
        rows = self.rows(*values)
        if not rows:
            raise self._kept().model.DoesNotExist
        return rows[0]

    def _object(self, found: _Compiled, row: list[Any]) -> M:
        for at, converters, expression in found.converters:
            for convert in converters:
                row[at] = convert(row[at], expression, connection)
        made: Any = found.model.from_db(connection.alias, found.names, row[found.columns])
        for populator in found.related:
            populator.populate(row, made)
        for name, at in found.annotations:
            setattr(made, name, row[at])
        kept: M = made
        return kept

    def _kept(self) -> _Compiled:
        with self._lock:
            if self._compiled is None:
                self._compiled = _compiled(self._build(*self._marks), self._marks)
            return self._compiled


@contextmanager
def in_one_go() -> Iterator[None]:
    """The statements inside go to the database in one journey and are worked on in their order; their answers are
    awaited once, at the end. The first error comes out there, like all errors of the database. Only for statements
    whose answers nobody looks at inside: a model's own `save` does.
    """
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def rows_together(*asked: Asked) -> list[list[Any]]:
    """The rows of several queries with their values, in one journey: a later one sees what an earlier one has waited
    for.
    """
    with ExitStack() as cursors:
        open_ones = [cursors.enter_context(connection.cursor()) for _each in asked]
        with in_one_go():
            for (query, values), cursor in zip(asked, open_ones, strict=True):
                query._ask(cursor, values)
        return [query._answer(cursor) for (query, _values), cursor in zip(asked, open_ones, strict=True)]


class _Ahead(threading.local):
    """What this thread has asked ahead and nobody has read yet."""

    def __init__(self) -> None:
        self.answers: dict[Asked, list[Any]] = {}


_ahead = _Ahead()


@contextmanager
def asked_ahead(*asked: Asked) -> Iterator[None]:
    """For a request that is known to need all of these: they go in one journey, and the first `rows` of each with these
    values, inside, has its answer. For requests that write nothing: an answer is as old as the beginning.
    """
    _ahead.answers = dict(zip(asked, rows_together(*asked), strict=True))
    try:
        yield
    finally:
        _ahead.answers = {}


def _compiled(rows: models.QuerySet[Any], marks: tuple[Any, ...]) -> _Compiled:
    """Like Django's ModelIterable up to the first row. Raises ValueError where a value isn't found in the statement."""
    compiler = rows.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    if not set(marks) <= set(params):
        raise ValueError("a value of a kept query must stand in its statement as it is")
    info: Any = compiler.klass_info
    columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    select: Any = compiler.select
    converters = compiler.get_converters([each[0] for each in select[: compiler.col_count]])
    return _Compiled(
        sql=sql,
        params=tuple(params),
        locks=rows.query.select_for_update,
        model=info["model"],
        columns=columns,
        names=tuple(each[0].target.attname for each in select[columns]),
        converters=tuple((at, convs, expression) for at, (convs, expression) in converters.items()),
        related=get_related_populators(info, select, connection.alias),  # type: ignore[call-arg]  # Django 6 has one more
        annotations=tuple(compiler.annotation_col_map.items()),
    )
