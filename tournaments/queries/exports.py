"""Tables of an event to take away: rows of plain text and numbers, and what keeps a spreadsheet from running them.

No private note and no address of anybody is in them. It writes nothing.
"""

import unicodedata
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import AuditRow, Tournament
from tournaments.queries.audit_log import act_label
from tournaments.queries.entrants import entrant_lines
from tournaments.queries.money import settlement
from tournaments.queries.rounds import round_lines, round_page
from tournaments.queries.standings import standings_page

# What a spreadsheet takes for the beginning of a formula (OWASP, "CSV injection").
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its heads; cells are texts and numbers."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def safe_cell(value: Any) -> Any:
    """The value as a cell that no spreadsheet runs: a text that looks like a formula gets an apostrophe before it,
    also one that begins with spaces, quotes or full-width signs. Numbers stay numbers, also below 0.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int | float):
        return value
    text = str(value)
    bare = unicodedata.normalize("NFKC", text).lstrip(" \"'")
    return f"'{text}" if bare.startswith(FORMULA) else text


def entrants_sheet(tournament: Tournament) -> Sheet:
    """Everybody in the event, in a form that the import reads again."""
    rows = tuple(
        (line.number, line.name, line.group, line.strength, line.status_label)
        for line in entrant_lines(tournament)
    )
    return Sheet("entrants", ("No", "Name", "Club", "Seed", "Status"), rows)


def standings_sheet(tournament: Tournament) -> Sheet:
    """The newest published standings; empty before the first round is over."""
    page = standings_page(tournament)
    if page is None:
        return Sheet("standings", (_("Place"), _("Player"), _("Points")), ())
    heads = (_("Place"), _("Player"), _("Points"), *(column.head for column in page.columns))
    rows = tuple(
        (line.place, line.name, _plain(line.points_text), *map(_plain, line.values)) for line in page.lines
    )
    return Sheet("standings", heads, rows)


def _plain(text: str) -> Any:
    """A number written for people as a number again; any other text as it is."""
    try:
        return float(text.replace("−", "-")) if "." in text else int(text.replace("−", "-"))
    except ValueError:
        return text


def results_sheet(tournament: Tournament) -> Sheet:
    """Every chair of every table with its net points."""
    rows: list[tuple[Any, ...]] = []
    for line in round_lines(tournament):
        page = round_page(tournament, line.number)
        for table in page.tables if page else ():
            for seat in table.seats:
                rows.append(
                    (
                        line.number,
                        table.number,
                        seat.seat + 1,
                        seat.name,
                        seat.points,
                        seat.place,
                        table.status_label,
                    )
                )
    heads = (_("Round"), _("Table"), _("Seat"), _("Player"), _("Net points"), _("Place"), _("Status"))
    return Sheet("results", heads, tuple(rows))


def log_sheet(tournament: Tournament) -> Sheet:
    """The whole chain of acts, oldest first, with the marks by which it can be checked."""
    rows = tuple(
        (
            row.number,
            row.created_at.isoformat(),
            row.actor_name,
            row.action,
            act_label(row.action),
            "; ".join(f"{key}={value}" for key, value in sorted(row.payload_json.items())),
            row.previous_hash,
            row.hash,
        )
        for row in AuditRow.objects.filter(tournament=tournament).order_by("number")
    )
    heads = (_("No"), _("When"), _("Who"), _("Act"), _("What"), _("Details"), _("Mark before"), _("Mark"))
    return Sheet("log", heads, rows)


def settlement_sheet(tournament: Tournament) -> Sheet:
    """Who pays and who gets what, as on the list to print; amounts in whole units with decimals."""
    rows = tuple(
        (
            line.name,
            *(_plain(text) for text in (line.paid_text, line.owed_text, line.prize_text)),
            line.thing,
            _plain(line.balance_text),
        )
        for line in settlement(tournament).lines
    )
    heads = (_("Player"), _("Paid"), _("Owed"), _("Prize"), _("Thing"), _("To settle"))
    return Sheet("settlement", heads, rows)


SHEETS = {
    "settlement": settlement_sheet,
    "entrants": entrants_sheet,
    "standings": standings_sheet,
    "results": results_sheet,
    "log": log_sheet,
}
