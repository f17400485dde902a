"""Rounds in words: their titles, and what stands on a table of an extra round."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.engine.extra_rounds import BoundaryKind, Tie
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


def tie_sentence(tie: Tie, names: Mapping[int, str]) -> str:
    """Who plays off what: "3 play off for the first place: Ada, Bo, Cy."."""
    people = pgettext("between names", ", ").join(names[int(entrant)] for entrant in tie.members)
    return ngettext(
        "%(count)d plays off %(stake)s: %(names)s.",
        "%(count)d play off %(stake)s: %(names)s.",
        len(tie.members),
    ) % {"count": len(tie.members), "stake": stake_of(tie), "names": people}


def stake_of(tie: Tie) -> str:
    """What the most important line that the tie crosses is about."""
    line = tie.boundaries[0]
    match line.kind:
        case BoundaryKind.TITLE:
            return _("for the first place")
        case BoundaryKind.CUT:
            return _("for a place in the next stage")
        case BoundaryKind.PROMOTION:
            return _("for going up")
        case BoundaryKind.PRIZE:
            return _("for a prize, above place %(place)d") % {"place": line.place + 1}
        case _:
            return _("for place %(place)d") % {"place": line.place}


def extra_purpose(note: ExtraNote, notes: ExtraNotes) -> str:
    """What a table of an extra round plays for: a place, or the places from .. to .."""
    tie = notes.ties[note.tie]
    lines = [line.place for line in tie.boundaries]
    if tie.boundaries[0].kind is BoundaryKind.CUT and note.first_place <= lines[0]:
        return _("for a place in the next stage")
    if lines == [note.first_place]:
        return _("for place %(place)d") % {"place": note.first_place}
    return _("for the places from %(place)d") % {"place": note.first_place}
