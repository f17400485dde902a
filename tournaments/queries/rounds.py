"""Rounds as pages show them: the seating by table and by name, a viewer's own table, the history of rounds.
Drafts are in drafts.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, Q

from accounts.models import User
from accounts.names import sort_key
from tournaments.enums import RoundStatus, TableStatus
from tournaments.models import Bye, Round, Table, TableSeat, Tournament
from tournaments.queries.plans import ExtraNotes
from tournaments.queries.round_words import extra_purpose, round_title
from tournaments.queries.seating_words import SeatingNote, certificate_notes
from tournaments.queries.shown_names import ALL_NAMES, ShownNames
from tournaments.queries.tables import TableLine, table_lines

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in a list. `settled` of `tables` tables have their result (or were cancelled)."""

    round_id: int
    number: int
    title: str
    kind: str
    status: str
    status_label: str
    tables: int
    settled: int
    started_at: datetime | None
    completed_at: datetime | None
    closes_at: datetime | None


@dataclass(frozen=True, slots=True)
class NameLine:
    """Where somebody sits: for the list by name. `table` 0 is a bye; seats count from 1 for people."""

    name: str
    entrant_id: int
    table: int
    seat: int
    is_me: bool


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round with its seating both ways. `purposes` say what each table of an extra round plays for."""

    line: RoundLine
    tables: tuple[TableLine, ...]
    by_name: tuple[NameLine, ...]
    byes: tuple[str, ...]
    notes: tuple[SeatingNote, ...]
    purposes: tuple[tuple[int, str], ...]
    own_table: TableLine | None


def round_lines(tournament: Tournament) -> tuple[RoundLine, ...]:
    """All rounds of the event in order, cancelled ones too. One query."""
    settled = Q(tables__status__in=[TableStatus.CONFIRMED, TableStatus.CANCELLED])
    rounds = Round.objects.filter(tournament=tournament).annotate(
        table_count=Count("tables"), settled_count=Count("tables", filter=settled)
    )
    return tuple(_line(round_) for round_ in rounds.order_by("number"))


def _line(round_: Round) -> RoundLine:
    return RoundLine(
        round_id=round_.pk,
        number=round_.number,
        title=round_title(round_),
        kind=round_.kind,
        status=round_.status,
        status_label=round_.get_status_display(),
        tables=round_.table_count,  # type: ignore[attr-defined]
        settled=round_.settled_count,  # type: ignore[attr-defined]
        started_at=round_.started_at,
        completed_at=round_.completed_at,
        closes_at=round_.closes_at,
    )


def round_page(
    tournament: Tournament,
    number: int,
    user: "User | AnonymousUser | None" = None,
    names: ShownNames = ALL_NAMES,
) -> RoundPage | None:
    """The round of that number, None where there is none. A constant number of queries."""
    lines = [line for line in round_lines(tournament) if line.number == number]
    if not lines:
        return None
    round_ = Round.objects.get(pk=lines[0].round_id)
    tables = table_lines(Table.objects.filter(round=round_).order_by("number"), names)
    user_id = user.pk if user is not None and user.is_authenticated else None
    byes = tuple(
        (names.entrant(entrant, name), entrant)
        for name, entrant in Bye.objects.filter(round=round_)
        .order_by("entrant__sort_key")
        .values_list("entrant__name", "entrant_id")
    )
    notes = ExtraNotes.from_json(round_.extra_json) if round_.extra_json else None
    return RoundPage(
        line=lines[0],
        tables=tables,
        by_name=_by_name(tables, byes, user_id),
        byes=tuple(name for name, _entrant in byes),
        notes=certificate_notes(round_.certificate_json),
        purposes=tuple((note.table, extra_purpose(note, notes)) for note in notes.tables) if notes else (),
        own_table=next((table for table in tables if _sits_at(table, user_id)), None),
    )


def _sits_at(table: TableLine, user_id: int | None) -> bool:
    return user_id is not None and any(seat.player_user_id == user_id for seat in table.seats)


def _by_name(
    tables: Sequence[TableLine], byes: Sequence[tuple[str, int]], user_id: int | None
) -> tuple[NameLine, ...]:
    found = [
        NameLine(
            seat.name,
            seat.entrant_id,
            table.number,
            seat.seat + 1,
            user_id is not None and seat.player_user_id == user_id,
        )
        for table in tables
        for seat in table.seats
        if seat.entrant_id is not None
    ]
    found += [NameLine(name, entrant, 0, 0, False) for name, entrant in byes]
    return tuple(sorted(found, key=lambda line: (sort_key(line.name), line.table, line.seat)))


@dataclass(frozen=True, slots=True)
class OwnTable:
    """Where the viewer sits in a round that is open. `seat` counts from 1."""

    event_public_id: str
    event_name: str
    round_number: int
    round_title: str
    round_status: str
    table_number: int
    table_public_id: str
    table_status: str
    seat: int
    game_public_id: str
    others: tuple[str, ...]


def own_table(user: "User | AnonymousUser", tournament: Tournament) -> OwnTable | None:
    """The viewer's table in the open round, None where there is none."""
    tables = open_tables(user, tournament)
    return tables[0] if tables else None


def open_tables(user: "User | AnonymousUser", tournament: Tournament | None = None) -> tuple[OwnTable, ...]:
    """The viewer's tables in rounds that are open, of one event or of all. Three queries, whatever their
    number.
    """
    if not user.is_authenticated:
        return ()
    chairs = TableSeat.objects.filter(
        round__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING], player__user=user
    )
    if tournament is not None:
        chairs = chairs.filter(round__tournament=tournament)
    found = list(
        chairs.select_related("round__tournament", "table")
        .prefetch_related("table__seats", "table__table_games__game")
        .order_by("round__started_at", "pk")
    )
    return tuple(_own(chair) for chair in found)


def _own(chair: TableSeat) -> OwnTable:
    games = sorted(chair.table.table_games.all(), key=lambda link: link.number)
    return OwnTable(
        event_public_id=chair.round.tournament.public_id,
        event_name=chair.round.tournament.name,
        round_number=chair.round.number,
        round_title=round_title(chair.round),
        round_status=chair.round.status,
        table_number=chair.table.number,
        table_public_id=chair.table.public_id,
        table_status=chair.table.status,
        seat=chair.seat + 1,
        game_public_id=games[-1].game.public_id if games else "",
        others=tuple(seat.name for seat in chair.table.seats.all() if seat.pk != chair.pk),
    )
