"""The audit of whole events, for the command, the director's button and the tests: games and tournament
together.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.queries.audit import Violation, audit_game
from tournaments.models import Tournament
from tournaments.queries.invariants import audit_tournament, games_of_event

INVARIANTS = {
    "I1": gettext_lazy("Every card is in one place, after every move"),
    "I2": gettext_lazy("Moves are numbered without a gap"),
    "I3": gettext_lazy("Replaying the moves gives what is stored"),
    "I4": gettext_lazy("Every move was made by whoever was to move"),
    "I5": gettext_lazy("Payments sum to zero"),
    "I6": gettext_lazy("Nobody sits at two tables of a round"),
    "I7": gettext_lazy("Rounds follow one another without a gap"),
    "I8": gettext_lazy("Every table has one confirmed result"),
    "I9": gettext_lazy("Standings follow from the confirmed results"),
    "I10": gettext_lazy("Every accepted move is in the log"),
    "I11": gettext_lazy("A request sent twice has one effect"),
    "I12": gettext_lazy("Nothing that is due is forgotten"),
    "I13": gettext_lazy("What a viewer gets doesn't depend on cards that are hidden from that viewer"),
    "I14": gettext_lazy("No time ran out before its deadline"),
    "I15": gettext_lazy("Every deal is the one that was committed to"),
    "I16": gettext_lazy("The director's acts are complete and unchanged"),
}


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One invariant and what was found: `problems` is empty where it holds."""

    invariant: str
    name: str
    problems: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class AuditReport:
    """An event's audit. `is_clean` is whether every invariant holds."""

    lines: tuple[AuditLine, ...]
    games: int
    sentence: str
    is_clean: bool


def audit_steps(tournament: Tournament) -> Iterator[tuple[str, tuple[Violation, ...]]]:
    """The audit in steps for a progress display: what was looked at, and what is wrong there."""
    yield str(tournament), tuple(audit_tournament(tournament))
    for game in games_of_event(tournament):
        yield str(game), tuple(audit_game(game))


def audit_event(tournament: Tournament) -> AuditReport:
    """Everything that must hold in an event, checked now."""
    steps = list(audit_steps(tournament))
    found = [violation for _what, violations in steps for violation in violations]
    lines = tuple(
        AuditLine(key, str(name), tuple(violation for violation in found if violation.invariant == key))
        for key, name in INVARIANTS.items()
    )
    sentence = (
        _("All is in order.") if not found else _("%(count)d problems were found.") % {"count": len(found)}
    )
    return AuditReport(lines, len(steps) - 1, sentence, not found)
