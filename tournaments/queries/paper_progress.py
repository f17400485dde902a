"""How far tables on real cards are, from the deals told so far: as the live board shows an online table's deals."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.errors import ReportError
from games.queries.rulesets import Ruleset
from games.queries.settlement import ReportedDeal, SettledDeal, game_net, settle_report
from tournaments.models import PaperDeal, Table, Tournament
from tournaments.queries.scoring import ruleset_of


@dataclass(frozen=True, slots=True)
class PaperProgress:
    """Where a table stands by what was told: `totals` are net points in seat order over `deals` scored deals.

    `last_news` is when the last one was told; `planned` 0 where the score decides.
    """

    deals: int
    planned: int
    totals: tuple[int, ...]
    last_news: datetime


def told_deal(data: dict[str, object]) -> ReportedDeal:
    """A stored deal as the value that is settled."""
    knocker, deadwoods = data["knocker"], data["deadwoods"]
    hands, multiplier = data["hands"], data["multiplier"]
    if not isinstance(deadwoods, list) or not isinstance(hands, list) or not isinstance(multiplier, int):
        raise TypeError("not a reported deal")
    seat = knocker if isinstance(knocker, int) else None
    return ReportedDeal(seat, tuple(deadwoods), tuple(hands), multiplier)


def paper_progress(tables: Sequence[Table], players: dict[int, int]) -> dict[int, PaperProgress]:
    """Progress by table, of those at which a deal was told. `tables` are of one event, `players` how many sit at
    each. At most two queries, whatever their number.
    """
    told: dict[int, list[PaperDeal]] = defaultdict(list)
    if tables:
        for deal in PaperDeal.objects.filter(table__in=[table.pk for table in tables]).order_by("number"):
            told[deal.table_id].append(deal)
    if not told:
        return {}
    tournament = Tournament.objects.get(rounds=tables[0].round_id)
    ruleset = ruleset_of(tournament)
    return {pk: _progress(ruleset, deals, players[pk]) for pk, deals in told.items()}


def _progress(ruleset: Ruleset, deals: Sequence[PaperDeal], players: int) -> PaperProgress:
    settled: list[SettledDeal] = []
    for deal in deals:
        try:
            settled.append(settle_report(ruleset, players, told_deal(deal.deal_json)))
        except ReportError:
            # a chair came or went since it was told: the table's report will say what it was
            continue
    return PaperProgress(
        deals=sum(deal.knocker is not None for deal in settled),
        planned=ruleset.deals_planned(max(2, players)) or 0,
        totals=game_net(ruleset, settled, players),
        last_news=max(deal.told_at for deal in deals),
    )
