"""Rounds in words: their titles, and what stands on a table of an extra round."""

from django.utils.translation import gettext as _

from tournaments.enums import RoundKind
from tournaments.models import Round
from tournaments.queries.plans import ExtraNote, ExtraNotes


def round_title(round_: Round) -> str:
    """ "Round 3", "Final", "Extra round 5": numbers count all rounds of the event."""
    return title_of(round_.kind, round_.number)


def title_of(kind: str, number: int) -> str:
    """The title of a round of that kind and number."""
    if kind == RoundKind.EXTRA:
        return _("Extra round %(number)d") % {"number": number}
    if kind == RoundKind.SEMI:
        return _("Semifinal, round %(number)d") % {"number": number}
    if kind == RoundKind.FINAL:
        return _("Final, round %(number)d") % {"number": number}
    return _("Round %(number)d") % {"number": number}


def extra_purpose(note: ExtraNote, notes: ExtraNotes) -> str:
    """What a table of an extra round plays for: a place, or the places from .. to .."""
    tie = notes.ties[note.tie]
    lines = [line.place for line in tie.boundaries]
    if lines == [note.first_place]:
        return _("for place %(place)d") % {"place": note.first_place}
    return _("for the places from %(place)d") % {"place": note.first_place}
