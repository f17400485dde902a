"""What round comes next, for whom, and what stands in its way: the one answer that seating, pages and
automation use.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.engine.extra_rounds import ExtraRoundPlan
from tournaments.enums import RoundKind, RoundStatus, TournamentStatus
from tournaments.models import Round, Tournament
from tournaments.queries.history import field_of
from tournaments.queries.ranking import ranked_event


@dataclass(frozen=True, slots=True)
class ComingRound:
    """The coming round. `kind` is None where there is none now, and `obstacle` says why; `field` are sorted
    ids.
    """

    number: int
    kind: RoundKind | None
    field: tuple[int, ...] = ()
    extra: ExtraRoundPlan | None = None
    obstacle: str = ""
    is_all_played: bool = False


def coming_round(tournament: Tournament) -> ComingRound:
    """The round that follows the last one: the next of the format, an extra round for ties that matter, or
    none.
    """
    rounds = list(
        Round.objects.filter(tournament=tournament).order_by("number").only("number", "kind", "status")
    )
    number = rounds[-1].number + 1 if rounds else 1
    obstacle = _obstacle(tournament, rounds)
    if obstacle:
        return ComingRound(number, None, obstacle=obstacle)
    main = sum(round_.status == RoundStatus.COMPLETED and round_.kind != RoundKind.EXTRA for round_ in rounds)
    if main < tournament.format.rounds and not any(_was_played_off(round_) for round_ in rounds):
        return ComingRound(
            number, RoundKind.MAIN, tuple(sorted(entrant.pk for entrant in field_of(tournament)))
        )
    plan = ranked_event(tournament).extra_plan(number - 1)
    if plan.tables:
        field = tuple(sorted(int(entrant) for table in plan.tables for entrant in table.seats))
        return ComingRound(number, RoundKind.EXTRA, field, plan)
    return ComingRound(number, None, obstacle=_("All rounds have been played."), is_all_played=True)


def _was_played_off(round_: Round) -> bool:
    return round_.kind == RoundKind.EXTRA and round_.status == RoundStatus.COMPLETED


def _obstacle(tournament: Tournament, rounds: list[Round]) -> str:
    if tournament.status == TournamentStatus.DRAFT:
        return _("The event is a draft: open it first.")
    if tournament.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        return _("The event is over.")
    if any(round_.is_open for round_ in rounds):
        return _("A round is still open.")
    return ""
