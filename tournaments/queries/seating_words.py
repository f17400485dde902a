"""What the seating engine says in codes, as sentences: why a round can't be seated, what a draft costs."""

from collections.abc import Mapping, Sequence
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
    SeatingReason.KEEP_APART: gettext_lazy(
        "Too many are to be kept apart for the number of tables. These can't all sit apart: %(names)s."
    ),
    SeatingReason.TABLE_OVERFULL: gettext_lazy(
        "Too many are to sit at the same table. There is no room for all of these: %(names)s."
    ),
    SeatingReason.LOCKS_CONTRADICT: gettext_lazy("Two wishes for a seat contradict each other: %(names)s."),
    SeatingReason.SEAT_TAKEN: gettext_lazy("Two entrants are to have the same seat: %(names)s."),
    SeatingReason.NO_SUCH_TABLE: gettext_lazy(
        "An entrant is to sit at a table that this round hasn't got: %(names)s."
    ),
    SeatingReason.CONSTRAINTS_CONFLICT: gettext_lazy(
        "The wishes for tables and company of these can't be met together: %(names)s."
    ),
}


def refusal_sentence(error: CannotSeat, names: Sequence[str] = ()) -> str:
    """Why the round can't be seated; `names` are those of the smallest conflicting set, in its order."""
    sentence = str(_REFUSALS.get(error.reason, gettext_lazy("The round can't be seated.")))
    return sentence % {"names": ", ".join(names)}


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
            return (
                ngettext(
                    "%(rematches)d rematch, the fewest possible for %(people)d players in %(rounds)d rounds.",
                    "%(rematches)d rematches, the fewest possible for %(people)d players in %(rounds)d rounds.",
                    numbers["rematches"],
                )
                % numbers
            )
        case Statement.REMATCHES_AT_MOST_ABOVE:
            return _rematches(numbers)
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


def _rematches(numbers: Mapping[str, int]) -> str:
    """Rematches beside those that no seating avoids; where counting proves none, it isn't known whether fewer do."""
    if numbers["bound"]:
        return (
            ngettext(
                "%(rematches)d rematch for %(people)d players in %(rounds)d rounds; %(bound)d can't be avoided.",
                "%(rematches)d rematches for %(people)d players in %(rounds)d rounds; %(bound)d can't be avoided.",
                numbers["rematches"],
            )
            % numbers
        )
    return (
        ngettext(
            "%(rematches)d rematch for %(people)d players in %(rounds)d rounds; a seating with fewer may exist.",
            "%(rematches)d rematches for %(people)d players in %(rounds)d rounds; a seating with fewer may exist.",
            numbers["rematches"],
        )
        % numbers
    )


def change_note(
    before: Mapping[str, Any], after: Mapping[str, Any], broken: Sequence[str] = ()
) -> SeatingNote:
    """What a change by hand did to the seating, from its certificates before and after: rematches, the wishes it broke
    (sentences), whatever is uneven now and wasn't before, and the distance in the standings where it changed.
    """
    by = repeated_meetings(after) - repeated_meetings(before)
    worse = [*broken, *_new_warnings(before, after)]
    parts = [_rematch_change(by, is_even=not worse), *worse, *_distance_change(before, after)]
    return SeatingNote(" ".join(parts), is_warning=by > 0 or bool(worse))


def _rematch_change(by: int, *, is_even: bool) -> str:
    if by < 0:
        return ngettext(
            "Changed. %(n)d repeated meeting fewer.", "Changed. %(n)d repeated meetings fewer.", -by
        ) % {"n": -by}
    if by > 0:
        return ngettext(
            "Changed. %(n)d repeated meeting more.", "Changed. %(n)d repeated meetings more.", by
        ) % {"n": by}
    if is_even:
        return _("Changed. It costs nothing: nobody meets anybody more often than before.")
    return _("Changed. Nobody meets anybody more often than before.")


def _new_warnings(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What is uneven after the change only, rematches aside."""
    known = [(found["statement"], found["numbers"]) for found in before.get("findings", ())]
    return [
        _finding(Statement(found["statement"]), found["numbers"])
        for found in after.get("findings", ())
        if found["statement"] in _WARNINGS - {Statement.REMATCHES_AT_MOST_ABOVE}
        and (found["statement"], found["numbers"]) not in known
    ]


def _distance_change(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    then, now = before.get("distance"), after.get("distance")
    if not now or (then and then["mean_span_x100"] == now["mean_span_x100"]):
        return []
    return [_finding(Statement.SCORE_DISTANCE, now)]


def repeated_meetings(certificate: Mapping[str, Any]) -> int:
    """How many meetings of the event, this draft included, are not first ones; 0 without a certificate."""
    repeats = certificate.get("repeats")
    return int(repeats["coincidences"]) if repeats else 0
