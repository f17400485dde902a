"""Every address of the site, walked from the resolver, and the table of who gets what there (matrix.txt)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.secrecy.world import OF_ROUTE, ROLES, Side, values_for

MATRIX: Final = Path(__file__).with_name("matrix.txt")
METHODS: Final = ("GET", "POST")
_PART: Final = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True, slots=True)
class Route:
    """An address: its full name (`games:table`), its pattern and the names of its variable parts."""

    name: str
    pattern: str
    parts: tuple[str, ...]
    is_regex: bool

    @property
    def of_game(self) -> bool:
        return self.pattern.startswith("g/") or "/games/" in self.pattern

    def path(self, side: Side, **instead: Any) -> str:
        """The address for a side's ids, some of them replaced."""
        values = values_for(list(self.parts), side, of_game=self.of_game)
        values.update(OF_ROUTE.get(self.name, {}))
        if "object_id" in values and (found := re.match(r"admin/(\w+)/(\w+)/", self.pattern)):
            values["object_id"] = _some_object(*found.groups())
        values.update({name: value for name, value in instead.items() if name in values})
        if self.is_regex:
            return str(reverse(self.name, kwargs=values))
        return "/" + _PART.sub(lambda found: str(values[found.group(1)]), self.pattern)


def _some_object(app: str, model: str) -> object:
    """The key of the newest object of a model, for the admin's pages; 1 where there is none."""
    newest = apps.get_model(app, model)._default_manager.order_by("-pk").first()
    return newest.pk if newest is not None else 1


def all_routes() -> list[Route]:
    return sorted(_walk(get_resolver().url_patterns, "", ""), key=lambda route: (route.name, route.pattern))


def _walk(patterns: list[Any], before: str, spaces: str) -> Iterator[Route]:
    for item in patterns:
        whole = before + str(item.pattern)
        if isinstance(item, URLResolver):
            yield from _walk(
                item.url_patterns, whole, spaces + (f"{item.namespace}:" if item.namespace else "")
            )
        elif isinstance(item, URLPattern):
            is_regex = "(?P<" in whole and not whole.startswith("admin/")
            if whole.startswith("admin/") and "(?P<url>" in whole:
                whole = "admin/<path:url>"
            parts = re.findall(r"\(\?P<(\w+)>", whole) if is_regex else _PART.findall(whole)
            yield Route(spaces + (item.name or whole), whole, tuple(parts), is_regex)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the matrix: what each role gets, by a route's name or a pattern of names."""

    name: str
    method: str
    answers: tuple[str, ...]


def matrix() -> list[Row]:
    """The lines of matrix.txt. Raises ValueError for a line that isn't one."""
    rows = []
    for line in MATRIX.read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        name, method, *answers = words
        if len(answers) == 1:
            answers = answers * len(ROLES)
        elif len(answers) == len(ROLES) - 1:
            answers.append(answers[0])
        if method not in METHODS or len(answers) != len(ROLES):
            raise ValueError(f"not a line of the matrix: {line!r}")
        rows.append(Row(name, method, tuple(answers)))
    return rows


def line(name: str, method: str, answers: list[str]) -> str:
    """A line of matrix.txt, ready to be copied."""
    shown = answers[:1] if len(set(answers)) == 1 else answers
    return " ".join((f"{name:40}", f"{method:6}", *(f"{answer:8}" for answer in shown))).rstrip()


def row_of(rows: list[Row], name: str, method: str) -> Row | None:
    """The first line that fits."""
    return next((row for row in rows if row.method == method and fnmatchcase(name, row.name)), None)


def expected(rows: list[Row], route: Route, method: str, role: str) -> str | None:
    """What the matrix says: a status, `login`, or `any` (below 500); None where the route isn't classified.

    A route with a line for GET and none for POST refuses POST with 405.
    """
    row = row_of(rows, route.name, method)
    if row is not None:
        return row.answers[ROLES.index(role)]
    return "405" if row_of(rows, route.name, "GET" if method == "POST" else "POST") else None
