"""The live board: every table of the round in play, those that need somebody first."""

from dataclasses import dataclass

from tournaments.enums import RoundStatus, TableMode, TableStatus
from tournaments.models import Round, Table, Tournament
from tournaments.queries.round_words import round_title
from tournaments.queries.shown_names import ALL_NAMES, ShownNames
from tournaments.queries.tables import TableLine, table_lines

QUIET_MINUTES = 5
# A deal with real cards takes longer, and nobody tells it before it is settled.
PAPER_QUIET_MINUTES = 20


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A table on the board; `needs_look` where it is disputed, halted, to be confirmed, or quiet for long."""

    table: TableLine
    needs_look: bool


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """The round in play: its tables in order, how many are settled, how many need a look."""

    round_number: int
    title: str
    lines: tuple[BoardLine, ...]
    settled: int
    needing_look: int


def live_board(tournament: Tournament, names: ShownNames = ALL_NAMES) -> LiveBoard | None:
    """The board of the round that plays, None where none does. A constant number of queries."""
    round_ = Round.objects.filter(tournament=tournament, status=RoundStatus.PLAYING).first()
    if round_ is None:
        return None
    tables = table_lines(Table.objects.filter(round=round_).order_by("number"), names)
    lines = tuple(BoardLine(table, needs_look(table)) for table in tables)
    return LiveBoard(
        round_.number,
        round_title(round_),
        lines,
        sum(table.is_settled for table in tables),
        sum(line.needs_look for line in lines),
    )


def needs_look(table: TableLine) -> bool:
    """Whether a director should look at the table now."""
    return is_quiet(table) or table.is_halted or table.status in (TableStatus.DISPUTED, TableStatus.DECIDED)


def is_quiet(table: TableLine) -> bool:
    """Whether nothing has come from the table for so long that somebody should ask."""
    most = PAPER_QUIET_MINUTES if table.mode == TableMode.PAPER else QUIET_MINUTES
    return table.minutes_quiet is not None and table.minutes_quiet >= most and not table.is_paused
