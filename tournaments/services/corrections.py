"""Putting an old result right: a new version with author and reason, standings renewed, played rounds never
rebuilt.

Before saving, `queries.consequences` shows what it would change, from the same numbers.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.queries.settlement import ReportedDeal
from tournaments.enums import ResultSource, ResultStatus, RoundStatus, TableStatus, TournamentStatus
from tournaments.errors import ReasonMissing, WrongStatus
from tournaments.models import Table, TableResult, Tournament
from tournaments.queries.table_rules import table_ruleset
from tournaments.queries.table_scores import Score
from tournaments.services.acts import record_act
from tournaments.services.fees import owe_re_entries
from tournaments.services.locks import announce_change, locked_for_director
from tournaments.services.ratings import rate_again
from tournaments.services.reports import (
    deal_to_json,
    scores_of_deals,
    scores_of_report,
    settle_reported,
)
from tournaments.services.scores import stored_scores, write_result
from tournaments.services.snapshots import refresh_snapshots

# A wrong result can be put right at any time, also when the standings are final.
CORRECTABLE = (TournamentStatus.RUNNING, TournamentStatus.REVIEW, TournamentStatus.FINISHED)


def corrected_scores(
    table: Table,
    *,
    totals: Sequence[int] = (),
    deals: Sequence[ReportedDeal] = (),
    out: Sequence[int] = (),
    re_entries: Sequence[int] = (),
) -> tuple[Score, ...]:
    """The scores that a correction would write, from deals or from totals, of a pool with the order of going out.
    Raises BadReport.
    """
    tournament = table.round.tournament
    players = table.seats.count()
    ruleset = table_ruleset(tournament, table.round, table)
    if deals:
        return scores_of_deals(ruleset, settle_reported(ruleset, players, deals), players)
    confirmed = table.results.filter(status=ResultStatus.CONFIRMED).first()
    kept = stored_scores(confirmed) if confirmed is not None else []
    played = max((score.deals_played for score in kept), default=ruleset.deals_planned(players) or 1)
    fresh = scores_of_report(ruleset, totals, players, played, out=out, re_entries=re_entries)
    if not kept:
        return fresh
    return tuple(
        replace(old, net=new.net, place=new.place, re_entries=new.re_entries)
        for old, new in zip(kept, fresh, strict=True)
    )


@transaction.atomic
def correct_result(
    *,
    table: Table,
    reason: str,
    actor: User | None,
    totals: Sequence[int] = (),
    deals: Sequence[ReportedDeal] = (),
    out: Sequence[int] = (),
    re_entries: Sequence[int] = (),
) -> TableResult:
    """Replace the table's confirmed result. Standings of all rounds it touches get a new version.

    With `totals` the other figures (deals won and so on) stay as they were. Raises NotAllowed, ReasonMissing,
    BadReport, and WrongStatus where the table has no result yet or the event is over.
    """
    locked_for_director(table.round.tournament_id, actor)
    scores = corrected_scores(table, totals=totals, deals=deals, out=out, re_entries=re_entries)
    return write_correction(table=table, scores=scores, reason=reason, actor=actor, deals=deals)


@transaction.atomic
def write_correction(
    *,
    table: Table,
    scores: Sequence[Score],
    reason: str,
    actor: User | None,
    deals: Sequence[ReportedDeal] | None,
) -> TableResult:
    """The same with scores that were worked out already. Raises NotAllowed, ReasonMissing, WrongStatus."""
    tournament = locked_for_director(table.round.tournament_id, actor)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    if not reason.strip():
        raise ReasonMissing
    before = table.results.filter(status=ResultStatus.CONFIRMED).first()
    if tournament.status not in CORRECTABLE or before is None or table.status != TableStatus.CONFIRMED:
        raise WrongStatus(_("There is no confirmed result that could be corrected."), status=table.status)
    result = write_result(
        table,
        scores,
        status=ResultStatus.CONFIRMED,
        source=ResultSource.CORRECTION,
        actor=actor,
        reason=reason.strip(),
        deals=[deal_to_json(deal) for deal in deals or ()] or None,
    )
    _corrected(tournament, table, result, before, actor)
    return result


@transaction.atomic
def undo_correction(*, table: Table, reason: str, actor: User | None) -> TableResult:
    """Bring back the version before the last correction, as a new version. Raises as `correct_result`."""
    tournament = locked_for_director(table.round.tournament_id, actor)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    if not reason.strip():
        raise ReasonMissing
    current = table.results.filter(status=ResultStatus.CONFIRMED, source=ResultSource.CORRECTION).first()
    earlier = table.results.filter(confirmed_at__isnull=False).order_by("-version")
    before = earlier.exclude(pk=current.pk).first() if current else None
    if tournament.status not in CORRECTABLE or current is None or before is None:
        raise WrongStatus(_("There is no correction that could be taken back."))
    result = write_result(
        table,
        stored_scores(before),
        status=ResultStatus.CONFIRMED,
        source=ResultSource.CORRECTION,
        actor=actor,
        reason=reason.strip(),
        deals=before.deals_json,
    )
    _corrected(tournament, table, result, current, actor)
    return result


def _corrected(
    tournament: Tournament, table: Table, result: TableResult, before: TableResult, actor: User | None
) -> None:
    old, new = stored_scores(before), stored_scores(result)
    owe_re_entries(
        tournament, table, [score.re_entries for score in new], before=[score.re_entries for score in old]
    )
    is_over = table.round.status == RoundStatus.COMPLETED
    changed = refresh_snapshots(tournament, since=table.round.number) if is_over else []
    record_act(
        tournament=tournament,
        action="correct_result",
        actor=actor,
        round=table.round.number,
        table=table.number,
        version=result.version,
        before=[score.net for score in old],
        after=[score.net for score in new],
        reason=result.reason,
        standings_changed=changed,
    )
    if tournament.status == TournamentStatus.FINISHED:
        rate_again(tournament_id=tournament.pk)
    announce_change(tournament)
