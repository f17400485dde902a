"""A single deal that doesn't count: on real cards it is void in the report, online it is taken out of the result.

The record of the cards stays as it was played; the result is a new version with author and reason (corrections.py).
An online deal in play isn't touched: its cards are sealed, and the rules alone end it.
"""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.queries.settlement import ReportedDeal, SettledDeal, settled_deals
from tournaments.enums import ResultStatus, TableMode
from tournaments.errors import ReasonMissing, WrongStatus
from tournaments.models import Table, TableGame, TableResult
from tournaments.queries.table_rules import table_ruleset
from tournaments.queries.table_scores import Score
from tournaments.services.corrections import correct_result, write_correction
from tournaments.services.locks import locked_for_director
from tournaments.services.reports import deal_from_json, scores_of_deals
from tournaments.services.scores import stored_scores


def scores_without(table: Table, number: int) -> tuple[Score, ...]:
    """The scores of an online table as they are without its scored deal `number` (from 1). Raises WrongStatus."""
    players = table.seats.count()
    ruleset = table_ruleset(table.round.tournament, table.round, table)
    link = TableGame.objects.filter(table=table).select_related("game").first()
    deals = settled_deals(link.game) if link is not None else []
    _require_planned(None if link is None else link.game.ruleset.deals_planned(players))
    if not 1 <= number <= len(deals):
        raise WrongStatus(_("There is no such deal."))
    if len(deals) == 1:
        raise WrongStatus(_("It is the only deal. Put the totals right, or cancel the round."))
    left: list[SettledDeal] = [deal for at, deal in enumerate(deals, 1) if at != number]
    confirmed = table.results.filter(status=ResultStatus.CONFIRMED).first()
    shares = stored_scores(confirmed) if confirmed is not None else []
    fresh = scores_of_deals(ruleset, left, players)
    return tuple(
        replace(score, bot_moves=share.bot_moves, moves=share.moves)
        for score, share in zip(fresh, shares, strict=True)
    )


def _require_planned(deals: int | None) -> None:
    """Raises WrongStatus where the number of deals isn't given: without a deal the game would have gone on."""
    if deals is None:
        raise WrongStatus(
            _(
                "In this game the score decides how long is played, so no deal can be taken out. Put the totals right."
            )
        )


@transaction.atomic
def void_deal(*, table: Table, number: int, reason: str, actor: User | None) -> TableResult:
    """Make a scored deal of a table with a confirmed result void; what it paid no longer counts.

    Raises NotAllowed, ReasonMissing, and WrongStatus where the table has no result yet, where only totals are known,
    or in games in which the score decides how long is played.
    """
    locked_for_director(table.round.tournament_id, actor)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    if not reason.strip():
        raise ReasonMissing
    confirmed = table.results.filter(status=ResultStatus.CONFIRMED).first()
    if confirmed is None:
        raise WrongStatus(_("There is no confirmed result that could be corrected."), status=table.status)
    if table.mode == TableMode.ONLINE:
        return write_correction(
            table=table, scores=scores_without(table, number), reason=reason, actor=actor, deals=None
        )
    deals = [deal_from_json(deal) for deal in confirmed.deals_json or ()]
    if not 1 <= number <= len(deals) or deals[number - 1].knocker is None:
        raise WrongStatus(_("Only the totals of this table are known. Put them right."))
    players = table.seats.count()
    ruleset = table_ruleset(table.round.tournament, table.round, table, players)
    _require_planned(ruleset.deals_planned(players))
    deals[number - 1] = ReportedDeal(None)
    return correct_result(table=table, reason=reason, actor=actor, deals=deals)
