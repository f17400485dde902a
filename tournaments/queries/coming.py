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
from tournaments.queries.stages import StageRound


@dataclass(frozen=True, slots=True)
class ComingRound:
    """The coming round. `kind` is None where there is none now, and `obstacle` says why; `field` are sorted
    ids; `extra` or `stage` says who plays with whom an extra round, or who reached a semifinal or the final.
    """

    number: int
    kind: RoundKind | None
    field: tuple[int, ...] = ()
    extra: ExtraRoundPlan | None = None
    stage: StageRound | None = None
    obstacle: str = ""
    is_all_played: bool = False


def coming_round(tournament: Tournament) -> ComingRound:
    """The round that follows the last one: the next of the format, an extra round for ties that matter, or
    a semifinal or final, or none.
    """
    rounds = list(
        Round.objects.filter(tournament=tournament).order_by("number").only("number", "kind", "status")
    )
    number = rounds[-1].number + 1 if rounds else 1
    obstacle = _obstacle(tournament, rounds)
    if obstacle:
        return ComingRound(number, None, obstacle=obstacle)
    main = sum(round_.status == RoundStatus.COMPLETED and round_.kind == RoundKind.MAIN for round_ in rounds)
    if main < tournament.format.rounds and not any(_came_after_main(round_) for round_ in rounds):
        return ComingRound(
            number, RoundKind.MAIN, tuple(sorted(entrant.pk for entrant in field_of(tournament)))
        )
    event = ranked_event(tournament)
    plan = event.extra_plan(number - 1)
    if plan.tables:
        field = tuple(sorted(int(entrant) for table in plan.tables for entrant in table.seats))
        return ComingRound(number, RoundKind.EXTRA, field, plan)
    stage = event.coming_stage(number - 1)
    if stage is not None and len(stage.order) > 1:
        return ComingRound(number, stage.kind, stage.field, stage=stage)
    if stage is not None:
        return ComingRound(number, None, obstacle=_("Nobody is left to play on."), is_all_played=True)
    return ComingRound(number, None, obstacle=_("All rounds have been played."), is_all_played=True)


def is_main_over(tournament: Tournament) -> bool:
    """Whether no round is left for somebody new: extra rounds, semifinals and finals are for those who reached them."""
    rounds = Round.objects.filter(tournament=tournament).exclude(status=RoundStatus.CANCELLED)
    played = rounds.filter(kind=RoundKind.MAIN, status=RoundStatus.COMPLETED).count()
    return played >= tournament.format.rounds or rounds.exclude(kind=RoundKind.MAIN).exists()


def _came_after_main(round_: Round) -> bool:
    return round_.kind != RoundKind.MAIN and round_.status == RoundStatus.COMPLETED


def _obstacle(tournament: Tournament, rounds: list[Round]) -> str:
    if tournament.status == TournamentStatus.DRAFT:
        return _("The event is a draft: open it first.")
    if tournament.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        return _("The event is over.")
    if any(round_.is_open for round_ in rounds):
        return _("A round is still open.")
    return ""
