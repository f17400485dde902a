"""What a screen in the hall shows, cut into pages that can be read from its back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournaments.enums import RoundStatus
from tournaments.queries.rounds import NameLine, RoundPage
from tournaments.queries.standings import StandingLine, StandingsPage
from tournaments.queries.tables import TableLine

TABLES_A_PAGE = 6
NAMES_A_PAGE = 36
ROWS_A_PAGE = 10
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """A page: one of `tables`, `names` and `rows` is filled. `number` of `count` of its kind."""

    kind: str
    number: int
    count: int
    tables: tuple[TableLine, ...] = ()
    names: tuple[NameLine, ...] = ()
    rows: tuple[StandingLine, ...] = ()


def _cut(items: Sequence[T], size: int) -> list[tuple[T, ...]]:
    return [tuple(items[at : at + size]) for at in range(0, len(items), size)]


def screen_pages(round_: RoundPage | None, standings: StandingsPage | None) -> tuple[ScreenPage, ...]:
    """While a round is open its seats, by table and by name, and then the standings; later the standings alone."""
    pages: list[ScreenPage] = []
    if round_ is not None and round_.line.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING):
        tables = _cut(round_.tables, TABLES_A_PAGE)
        pages += [ScreenPage("tables", at, len(tables), tables=part) for at, part in enumerate(tables, 1)]
        names = _cut(round_.by_name, NAMES_A_PAGE)
        pages += [ScreenPage("names", at, len(names), names=part) for at, part in enumerate(names, 1)]
    if standings is not None:
        rows = _cut(standings.lines, ROWS_A_PAGE)
        pages += [ScreenPage("standings", at, len(rows), rows=part) for at, part in enumerate(rows, 1)]
    return tuple(pages)
