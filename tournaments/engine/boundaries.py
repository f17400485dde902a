"""Which ties matter: those that cross a boundary the event marked (docs/standings.md, "Extra rounds").

A boundary is a line below a place: the title is the line below 1, a cut to eight the line below 8. A tie
for places a to a + t - 1 crosses the line below p if a <= p < a + t - 1. All other ties stay shared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from tournaments.engine.results import EntrantId, EntrantStatus, Reason, StandingsError, id_key
from tournaments.engine.rows import StandingRow, classified


class BoundaryKind(StrEnum):
    TITLE = "title"
    PODIUM = "podium"
    CUT = "cut"
    PROMOTION = "promotion"
    PRIZE = "prize"
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class Boundary:
    """The line below `place`. Raises StandingsError for a place below 1."""

    place: int
    kind: BoundaryKind = BoundaryKind.MARKED

    def __post_init__(self) -> None:
        if self.place < 1:
            raise StandingsError(Reason.BOUNDARY_PLACE, self.place)


@dataclass(frozen=True, slots=True)
class Tie:
    """Entrants who share places `first_place` onwards across a boundary.

    `members` are all of them in listing order (seeding, then id: the order of seeding into tables),
    `players` those who may play it off: not the withdrawn. `boundaries` are the lines crossed.
    """

    first_place: int
    members: tuple[EntrantId, ...]
    players: tuple[EntrantId, ...]
    boundaries: tuple[Boundary, ...]

    @property
    def last_place(self) -> int:
        return self.first_place + len(self.members) - 1


def boundaries_of(
    *,
    title: bool = True,
    podium: bool = False,
    cut: int | None = None,
    promoted: int | None = None,
    relegated_from: int | None = None,
    prizes: Sequence[int] = (),
) -> tuple[Boundary, ...]:
    """The event's boundaries. `prizes` are amounts by place, best first: a line wherever the amount changes.

    `promoted`: how many go up; `relegated_from`: the first place that goes down.
    """
    lines: list[Boundary] = []
    if title:
        lines.append(Boundary(1, BoundaryKind.TITLE))
    if podium:
        lines += [Boundary(place, BoundaryKind.PODIUM) for place in (1, 2, 3)]
    if cut is not None:
        lines.append(Boundary(cut, BoundaryKind.CUT))
    if promoted is not None:
        lines.append(Boundary(promoted, BoundaryKind.PROMOTION))
    if relegated_from is not None:
        lines.append(Boundary(relegated_from - 1, BoundaryKind.PROMOTION))
    lines += [
        Boundary(place, BoundaryKind.PRIZE)
        for place, (amount, following) in enumerate(pairwise((*prizes, 0)), 1)
        if amount != following
    ]
    return tuple(lines)


def tied_groups(standings: Sequence[StandingRow]) -> list[list[StandingRow]]:
    """The classified rows in groups of those whom nothing has separated yet, from the top.

    A lot that a chain puts after the extra round doesn't come before it: who hasn't played the extra round
    is still tied. Members are in listing order.
    """
    groups: dict[object, list[StandingRow]] = {}
    for row in classified(standings):
        groups.setdefault(_level(row), []).append(row)
    return [sorted(rows, key=_listing) for rows in groups.values()]


def _level(row: StandingRow) -> object:
    keys = [item.key for item in row.criteria]
    played = row.value("extra_round") is not None
    end = len(keys) if played or "extra_round" not in keys else keys.index("extra_round")
    return (row.stage, tuple(item.value for item in row.criteria[:end]))


def _listing(row: StandingRow) -> tuple[bool, int, tuple[int, int, str]]:
    return (row.seeding == 0, row.seeding, id_key(row.entrant))


def ties_that_matter(
    standings: Sequence[StandingRow], boundaries: Sequence[Boundary | int]
) -> tuple[Tie, ...]:
    """The ties that cross a boundary, from the top. A bare number is the line below that place.

    `standings` are those without the extra rounds that are being played; bots and disqualified entrants
    hold no place and are in no tie.
    """
    lines = [line if isinstance(line, Boundary) else Boundary(line) for line in boundaries]
    ties: list[Tie] = []
    for rows in tied_groups(standings):
        first = min(row.place or 0 for row in rows)
        crossed = tuple(line for line in lines if first <= line.place < first + len(rows) - 1)
        if crossed:
            players = tuple(row.entrant for row in rows if row.status is EntrantStatus.ACTIVE)
            ties.append(Tie(first, tuple(row.entrant for row in rows), players, crossed))
    return tuple(ties)
