"""What the seating engine says in codes, as sentences: why a round can't be seated, what a draft costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.engine.seating import CannotSeat, SeatingReason, Statement

_REFUSALS = {
    SeatingReason.TOO_FEW_ENTRANTS: gettext_lazy("At least two entrants are needed for a round."),
    SeatingReason.TOO_MANY_ENTRANTS: gettext_lazy("There are too many entrants for one round."),
    SeatingReason.NO_TABLE_SIZES: gettext_lazy(
        "The entrants can't be divided into tables of the allowed sizes."
    ),
    SeatingReason.KEEP_APART: gettext_lazy("Too many entrants must be kept apart for the number of tables."),
    SeatingReason.TABLE_OVERFULL: gettext_lazy("Too many entrants must sit at the same table."),
    SeatingReason.LOCKS_CONTRADICT: gettext_lazy("Two wishes for seats contradict each other."),
    SeatingReason.SEAT_TAKEN: gettext_lazy("Two entrants must have the same seat."),
    SeatingReason.NO_SUCH_TABLE: gettext_lazy("An entrant must sit at a table that this round hasn't got."),
    SeatingReason.CONSTRAINTS_CONFLICT: gettext_lazy("The wishes for tables and company can't all be met."),
}


def refusal_sentence(error: CannotSeat) -> str:
    """Why the round can't be seated."""
    return str(_REFUSALS.get(error.reason, gettext_lazy("The round can't be seated.")))


@dataclass(frozen=True, slots=True)
class SeatingNote:
    """A sentence on a seating; `is_warning` where something was not reached."""

    text: str
    is_warning: bool


_WARNINGS = {
    Statement.REMATCHES_AT_MOST_ABOVE,
    Statement.SHORT_TABLES_UNEVEN,
    Statement.BYES_UNEVEN,
    Statement.BOT_TABLES_UNEVEN,
    Statement.SEATS_UNEVEN,
}


def certificate_notes(certificate: Mapping[str, Any]) -> tuple[SeatingNote, ...]:
    """The findings of a stored certificate as sentences, in its order; empty for one without findings."""
    return tuple(
        SeatingNote(
            _finding(Statement(found["statement"]), found["numbers"]), found["statement"] in _WARNINGS
        )
        for found in certificate.get("findings", ())
    )


def _finding(statement: Statement, numbers: Mapping[str, int]) -> str:
    match statement:
        case Statement.NO_REMATCHES:
            return _("Nobody meets anybody twice.")
        case Statement.REMATCHES_FEWEST_POSSIBLE:
            return _("There are repeated meetings, but no seating has fewer.")
        case Statement.REMATCHES_AT_MOST_ABOVE:
            return _("There are repeated meetings; a seating with fewer may exist.")
        case Statement.SHORT_TABLES_EVEN:
            return _("Small tables are shared out evenly.")
        case Statement.SHORT_TABLES_UNEVEN:
            return (
                _("Some sit at small tables more often than others (%(least)d to %(most)d times).") % numbers
            )
        case Statement.BYES_EVEN:
            return _("Byes are shared out evenly.")
        case Statement.BYES_UNEVEN:
            return _("Some have more byes than others (%(least)d to %(most)d).") % numbers
        case Statement.BOT_TABLES_EVEN:
            return _("Tables with bots are shared out evenly.")
        case Statement.BOT_TABLES_UNEVEN:
            return _("Some play with bots more often than others (%(least)d to %(most)d times).") % numbers
        case Statement.SEATS_EVEN:
            return _("Everybody has had every seat equally often.")
        case Statement.SEATS_WITHIN_ONE:
            return _("Nobody has had a seat more than once more often than another.")
        case Statement.SEATS_UNEVEN:
            spread = numbers["spread"]
            return ngettext(
                "Somebody has had a seat %(spread)d time more often than another.",
                "Somebody has had a seat %(spread)d times more often than another.",
                spread,
            ) % {"spread": spread}
        case Statement.SCORE_DISTANCE:
            return _("At a table, first and last are %(places)s places apart on average.") % {
                "places": f"{numbers['mean_span_x100'] / 100:.1f}"
            }


def repeated_meetings(certificate: Mapping[str, Any]) -> int | None:
    """How many meetings of the event, this draft included, are not first ones; None without a certificate."""
    repeats = certificate.get("repeats")
    return int(repeats["coincidences"]) if repeats else None
