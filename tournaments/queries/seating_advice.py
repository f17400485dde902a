"""What to know before the rounds are announced: rematches that no seating avoids, byes, tables of two; in sentences.

It reads what the seating engine warns of. Nothing is refused here.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.queries.rulesets import team_size
from tournaments.engine import seating
from tournaments.enums import TournamentStatus
from tournaments.formats import FormatOptions
from tournaments.models import Entrant, Tournament
from tournaments.queries.scoring import ruleset_of


def advice_sentence(advice: seating.Advice) -> str:
    """One warning of the engine as a sentence; players and rounds are known from beside it."""
    numbers = dict(advice.numbers)
    match advice.warning:
        case seating.SeatingWarning.ONE_TABLE:
            return _("Everybody sits at the one table in every round.")
        case seating.SeatingWarning.REMATCHES_CERTAIN:
            return ngettext(
                "Some meet again: without that only %(most_rounds)d round is possible.",
                "Some meet again: without that only %(most_rounds)d rounds are possible.",
                numbers["most_rounds"],
            ) % {"most_rounds": numbers["most_rounds"]}
        case seating.SeatingWarning.BYE_TWICE:
            return _("Somebody has a bye twice.")
        case seating.SeatingWarning.TABLES_OF_TWO:
            count = numbers["tables"]
            return ngettext("%(n)d table of two.", "%(n)d tables of two.", count) % {"n": count}
        case seating.SeatingWarning.FEW_TABLES:
            return ngettext(
                "Some will probably meet again: seatings without that are known for %(most_rounds)d round.",
                "Some will probably meet again: seatings without that are known for up to %(most_rounds)d rounds.",
                numbers["most_rounds"],
            ) % {"most_rounds": numbers["most_rounds"]}


def advice_for(players: int, options: FormatOptions, each: int = 1) -> tuple[str, ...]:
    """The warnings for so many players, or teams of *each*, most serious first; none where they can't be seated at
    all.
    """
    sizes = tuple(size // each for size in options.table_sizes)
    empty = seating.EmptySeats(options.empty_seats.value)
    try:
        found = seating.warnings_for(players, options.rounds, sizes, empty=empty)
    except seating.CannotSeat:
        return ()
    return tuple(advice_sentence(advice) for advice in found)


@dataclass(frozen=True, slots=True)
class SeatingAdvice:
    """The warnings for the players who are in the event now."""

    players: int
    sentences: tuple[str, ...]


def players_now(tournament: Tournament) -> int:
    """How many are in the event now, whether they are here already or not."""
    return Entrant.objects.filter(tournament=tournament).active().count()


def seating_advice(tournament: Tournament) -> SeatingAdvice | None:
    """What a director should know of the rounds planned, for those who are in the event now; only until the first
    round is published, while the number of rounds and the sizes can still be changed. None where there is nothing
    to say. One query.
    """
    if tournament.status not in (TournamentStatus.DRAFT, TournamentStatus.OPEN):
        return None
    players = players_now(tournament)
    sentences = (
        advice_for(players, tournament.format, team_size(ruleset_of(tournament))) if players > 1 else ()
    )
    return SeatingAdvice(players, sentences) if sentences else None
