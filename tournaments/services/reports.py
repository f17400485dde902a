"""Results reported from real cards: deal by deal, settled by the engine, or as final totals that are checked.

A report is a version of the table's result; who confirms it is results.py's. A report that can't have
happened is refused with the place of the error, and nothing is written.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.errors import ReportError
from games.queries.reported_game import reported_game
from games.queries.rulesets import Ruleset, sides_of
from games.queries.settlement import (
    ReportedDeal,
    ReportedPool,
    SettledDeal,
    going_out,
    is_pool,
    pool_places,
    settle_report,
)
from tournaments.enums import ResultSource, ResultStatus, TableMode
from tournaments.errors import BadReport, WrongStatus
from tournaments.models import Table, TableResult
from tournaments.queries.paper_progress import told_deal
from tournaments.queries.table_rules import table_ruleset
from tournaments.queries.table_scores import Score
from tournaments.services.locks import locked_tournament
from tournaments.services.results import open_table, take_report
from tournaments.services.scores import places_of, stored_scores, write_result

MOST_TOTAL = 100_000
MOST_DEALS = 200
# Facts of a deal besides knocker and deadwood; a report's fields have these names.
FACTS = ("upcard", "multiplier", "big_gin")


@transaction.atomic
def report_deals(
    *,
    table: Table,
    deals: Sequence[ReportedDeal],
    actor: User | None,
    seat: int | None = None,
    key: str | None = None,
) -> TableResult:
    """Report a whole table deal by deal. `seat` is who reports, where the caller has checked a table's link.

    A report with a `key` seen before at this table is returned as it was stored: sent twice it counts once.
    Raises BadReport (field `deal-2-seat-1` and the like), NotAllowed, WrongStatus.
    """
    if (known := _known(table, key)) is not None:
        return known
    tournament, table = open_table(table, actor, seat)
    require_paper(table)
    ruleset = table_ruleset(tournament, table.round, table)
    players = table.seats.count()
    settled = settle_reported(ruleset, players, deals)
    before = _proposed(table)
    result = write_result(
        table,
        scores_of_deals(ruleset, settled, players),
        status=ResultStatus.PROPOSED,
        source=ResultSource.REPORT,
        actor=actor,
        seat=reporter_of(table, actor, seat),
        deals=[deal_to_json(deal) for deal in deals],
        key=key,
    )
    return take_report(tournament, table, result, before, actor)


@transaction.atomic
def report_totals(
    *,
    table: Table,
    totals: Sequence[int],
    actor: User | None,
    seat: int | None = None,
    deals_played: int | None = None,
    key: str | None = None,
    out: Sequence[int] = (),
    re_entries: Sequence[int] = (),
) -> TableResult:
    """Report only the final net points in seat order; they sum to zero. Of a pool also when each player went `out` and
    how often each re-entered (`ReportedPool`; nobody where nothing is given). Raises as `report_deals`.
    """
    if (known := _known(table, key)) is not None:
        return known
    tournament, table = open_table(table, actor, seat)
    require_paper(table)
    ruleset = table_ruleset(tournament, table.round, table)
    players = table.seats.count()
    played = deals_played if deals_played is not None else ruleset.deals_planned(players) or 1
    scores = scores_of_report(ruleset, totals, players, played, out=out, re_entries=re_entries)
    before = _proposed(table)
    result = write_result(
        table,
        scores,
        status=ResultStatus.PROPOSED,
        source=ResultSource.REPORT,
        actor=actor,
        seat=reporter_of(table, actor, seat),
        key=key,
    )
    return take_report(tournament, table, result, before, actor)


@transaction.atomic
def report_again(*, table: Table, result: TableResult, actor: User) -> TableResult:
    """Report what a stored version of the table says, as the actor's own. Raises as `report_totals`."""
    scores = stored_scores(result)
    totals = [score.net for score in scores]
    re_entries = [score.re_entries for score in scores]
    ruleset = table_ruleset(table.round.tournament, table.round, table)
    out = (
        going_out(ruleset, totals, re_entries, [score.place for score in scores]) if is_pool(ruleset) else ()
    )
    return report_totals(table=table, totals=totals, actor=actor, out=out, re_entries=re_entries)


def settle_reported(ruleset: Ruleset, players: int, deals: Sequence[ReportedDeal]) -> list[SettledDeal]:
    """Every deal settled, none of them after the end. Raises BadReport with the deal (from 1) and seat (from 1) at
    fault.
    """
    if not 1 <= len(deals) <= MOST_DEALS:
        raise BadReport(_("Report at least one deal."), "deals")
    settled: list[SettledDeal] = []
    for number, deal in enumerate(deals, 1):
        try:
            settled.append(settle_report(ruleset, players, deal))
        except ReportError as error:
            raise BadReport(error.message, error.reason, _where(number, error)) from None
    planned = ruleset.deals_planned(players)
    scored = sum(deal.knocker is not None for deal in settled)
    if planned is not None and scored > planned:
        message = _("This table plays %(planned)d deals, not %(reported)d.")
        raise BadReport(message % {"planned": planned, "reported": scored}, "too_many_deals")
    _check_end(ruleset, players, settled)
    return settled


def _check_end(ruleset: Ruleset, players: int, settled: Sequence[SettledDeal]) -> None:
    """Raises BadReport at the first deal after the game's end."""
    try:
        reported_game(ruleset, players, settled)
    except ReportError as error:
        last = next(
            number
            for number in range(1, len(settled) + 1)
            if reported_game(ruleset, players, settled[:number]).is_over
        )
        raise BadReport(error.message, error.reason, f"deal-{last + 1}") from None


def _where(number: int, error: ReportError) -> str:
    """The field of deal `number` that the error is about."""
    if error.reason in FACTS:
        return f"deal-{number}-{error.reason}"
    return f"deal-{number}" if error.seat is None else f"deal-{number}-seat-{error.seat + 1}"


def scores_of_deals(ruleset: Ruleset, deals: Sequence[SettledDeal], players: int) -> tuple[Score, ...]:
    """The seats' scores of a game of these deals, as the engine has them for a game online."""
    game = reported_game(ruleset, players, deals)
    return tuple(Score(**asdict(figures)) for figures in game.seats)


def scores_of_totals(
    totals: Sequence[int], players: int, deals_played: int, sides: Sequence[Sequence[int]] = ()
) -> tuple[Score, ...]:
    """The seats' scores where only totals are known; partners, where `sides` has any, have their team's. Raises
    BadReport unless they are possible.
    """
    if len(totals) != players:
        raise BadReport(_("Every seat needs a total."), "count")
    for seat, total in enumerate(totals):
        if abs(total) > MOST_TOTAL:
            raise BadReport(_("That total can't be."), "total", f"total-{seat + 1}")
    for side in sides:
        if len({totals[seat] for seat in side}) > 1:
            raise BadReport(_("Partners have one total."), "partners", f"total-{side[0] + 1}")
    if sum(totals) != 0:
        message = _("The totals must sum to 0; these sum to %(sum)d.") % {"sum": sum(totals)}
        raise BadReport(message, "sum")
    if not 0 <= deals_played <= MOST_DEALS:
        raise BadReport(_("That number of deals can't be."), "deals", "deals")
    places = places_of(totals, sides)
    return tuple(
        Score(net=net, place=place, deals_played=deals_played, positive=max(0, net))
        for net, place in zip(totals, places, strict=True)
    )


def scores_of_report(
    ruleset: Ruleset,
    totals: Sequence[int],
    players: int,
    deals_played: int,
    *,
    out: Sequence[int] = (),
    re_entries: Sequence[int] = (),
) -> tuple[Score, ...]:
    """The seats' scores where totals are known and, of a pool, the order of going out, which gives the places there.

    Raises BadReport; its field is `out-2` or `again-2` where that is at fault.
    """
    scores = scores_of_totals(totals, players, deals_played, sides_of(ruleset, players))
    if not is_pool(ruleset):
        return scores
    nobody = (0,) * players
    pool = ReportedPool(tuple(totals), tuple(out) or nobody, tuple(re_entries) or nobody)
    try:
        places = pool_places(ruleset, pool)
    except ReportError as error:
        kind = "again" if error.reason == "re_entries" else "out"
        where = "" if error.seat is None else f"{kind}-{error.seat + 1}"
        raise BadReport(error.message, error.reason, where) from None
    return tuple(
        replace(score, place=place, re_entries=used)
        for score, place, used in zip(scores, places, pool.re_entries, strict=True)
    )


def deal_to_json(deal: ReportedDeal) -> dict[str, Any]:
    """A reported deal as plain values; `deal_from_json` reads it back."""
    return asdict(deal)


def deal_from_json(data: dict[str, Any]) -> ReportedDeal:
    """Read back what `deal_to_json` gave."""
    return told_deal(data)


def require_paper(table: Table) -> None:
    """Raises WrongStatus for a table that is played online."""
    if table.mode != TableMode.PAPER:
        raise WrongStatus(_("This table is played online: its result comes by itself."))


def _known(table: Table, key: str | None) -> TableResult | None:
    """What was stored under this key. The event is locked first, so that the same report twice at once
    waits for itself.
    """
    if not key:
        return None
    locked_tournament(table.round.tournament_id)
    return table.results.filter(key=key).first()


def _proposed(table: Table) -> TableResult | None:
    return table.results.filter(status=ResultStatus.PROPOSED).first()


def reporter_of(table: Table, actor: User | None, seat: int | None) -> int | None:
    """The reporter's own seat (from 0), where there is one."""
    if actor is None:
        return seat
    own = table.seats.filter(player__user=actor).order_by("seat").first()
    return own.seat if own else None
