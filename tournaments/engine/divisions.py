"""Who plays in which division of the next season: everybody in the one they earned (docs/standings.md, "Seasons").

Divisions are given from the top down. The best of each but the first change places with the last of the one above;
nobody moves over a tie that was not played off unless it is said who of the tied does. Nothing here knows dates.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.engine.boundaries import Tie, boundaries_of, ties_that_matter
from tournaments.engine.results import EntrantId
from tournaments.engine.rows import StandingRow, classified


@dataclass(frozen=True, slots=True)
class Division:
    """A division at a season's end: its table, everybody who belongs to it (in the table or not), how many are to go up
    and down.
    """

    table: tuple[StandingRow, ...]
    members: tuple[EntrantId, ...]
    up: int
    down: int


@dataclass(frozen=True, slots=True)
class OpenTie:
    """A tie across a line of moving: of its members `up` go up and `down` go down, and nobody knows who."""

    members: tuple[EntrantId, ...]
    first_place: int
    up: int
    down: int


@dataclass(frozen=True, slots=True)
class NextDivision:
    """Who is in the division next season: those who stay, and who came from below and from above, best first.
    `ties` are its open ones; the tied stay as long as it isn't said who moves.
    """

    stayed: tuple[EntrantId, ...]
    came_up: tuple[EntrantId, ...]
    came_down: tuple[EntrantId, ...]
    ties: tuple[OpenTie, ...]


def next_divisions(
    divisions: Sequence[Division],
    up: Collection[EntrantId] = (),
    down: Collection[EntrantId] = (),
) -> list[NextDivision]:
    """The divisions of the next season, from the top down. `up` and `down` say who of the tied moves; a tie for which
    they name as many as move is open no more, what they say of others is left out.
    """
    moves = [
        _moves(division, at, len(divisions), frozenset(up), frozenset(down))
        for at, division in enumerate(divisions)
    ]
    found = []
    for at, division in enumerate(divisions):
        goes_up, goes_down, ties = moves[at]
        gone = {*goes_up, *goes_down}
        found.append(
            NextDivision(
                tuple(one for one in _everybody(division) if one not in gone),
                moves[at + 1][0] if at + 1 < len(divisions) else (),
                moves[at - 1][1] if at else (),
                ties,
            )
        )
    return found


Moves = tuple[tuple[EntrantId, ...], tuple[EntrantId, ...], tuple[OpenTie, ...]]


def _moves(
    division: Division,
    at: int,
    count: int,
    chosen_up: frozenset[EntrantId],
    chosen_down: frozenset[EntrantId],
) -> Moves:
    """Who leaves the division upwards and downwards, and the ties that leave it open."""
    rows = classified(division.table)
    up = min(division.up, len(rows)) if at else 0
    down = min(division.down, len(rows) - up) if at + 1 < count else 0
    ties = [_open(tie, len(rows), up, down) for tie in _ties(rows, up, down)]
    tied = {member for tie in ties for member in tie.members}
    goes_up = {row.entrant for row in rows[:up]} - tied
    goes_down = {row.entrant for row in rows[len(rows) - down :]} - tied
    still_open = []
    for tie in ties:
        said_up = chosen_up & set(tie.members)
        said_down = chosen_down & set(tie.members)
        if (len(said_up), len(said_down)) != (tie.up, tie.down) or said_up & said_down:
            still_open.append(tie)
            continue
        goes_up |= said_up
        goes_down |= said_down
    return (
        tuple(row.entrant for row in rows if row.entrant in goes_up),
        tuple(row.entrant for row in rows if row.entrant in goes_down),
        tuple(still_open),
    )


def _ties(rows: Sequence[StandingRow], up: int, down: int) -> tuple[Tie, ...]:
    last_safe = len(rows) - down
    lines = boundaries_of(
        title=False,
        promoted=up or None,
        relegated_from=last_safe + 1 if down and last_safe > 0 else None,
    )
    return ties_that_matter(rows, lines)


def _open(tie: Tie, count: int, up: int, down: int) -> OpenTie:
    size = len(tie.members)
    return OpenTie(
        tie.members,
        tie.first_place,
        min(size, max(0, up - tie.first_place + 1)),
        min(size, max(0, tie.last_place - (count - down))),
    )


def _everybody(division: Division) -> list[EntrantId]:
    """The table in its order, then those who belong to the division and never played."""
    ranked = [row.entrant for row in division.table]
    known = set(ranked)
    return ranked + [one for one in division.members if one not in known]
