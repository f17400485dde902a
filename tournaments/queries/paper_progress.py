"""How far tables on real cards are, from the deals told so far: as the live board shows an online table's deals."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.errors import ReportError
from games.queries.reported_game import reported_game
from games.queries.rulesets import Ruleset
from games.queries.settlement import ReportedDeal, SettledDeal, settle_report
from tournaments.models import PaperDeal, Round, Table
from tournaments.queries.table_rules import table_ruleset


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
    """A stored deal as the value that is settled; facts that older rows haven't got are absent in them."""
    knocker, deadwoods = data["knocker"], data["deadwoods"]
    hands, multiplier, upcard = data["hands"], data["multiplier"], data.get("upcard", 0)
    if not isinstance(deadwoods, list | tuple) or not isinstance(hands, list | tuple):
        raise TypeError("not a reported deal")
    if not isinstance(multiplier, int) or not isinstance(upcard, int):
        raise TypeError("not a reported deal")
    seat = knocker if isinstance(knocker, int) else None
    big_gin = data.get("big_gin") is True
    return ReportedDeal(seat, tuple(deadwoods), tuple(hands), multiplier, upcard, big_gin)


def paper_progress(tables: Sequence[Table], players: dict[int, int]) -> dict[int, PaperProgress]:
    """Progress by table, of those at which a deal was told. `tables` are of one event, `players` how many sit at
    each. At most two queries, whatever their number.
    """
    told: dict[int, list[PaperDeal]] = defaultdict(list)
    by_id = {table.pk: table for table in tables}
    if tables:
        for deal in PaperDeal.objects.filter(table__in=by_id).order_by("number"):
            told[deal.table_id].append(deal)
    if not told:
        return {}
    rounds = Round.objects.filter(pk__in={by_id[pk].round_id for pk in told}).select_related("tournament")
    round_of = {round_.pk: round_ for round_ in rounds}
    found = {}
    for pk, deals in told.items():
        round_ = round_of[by_id[pk].round_id]
        ruleset = table_ruleset(round_.tournament, round_, by_id[pk], players[pk])
        found[pk] = _progress(ruleset, deals, players[pk])
    return found


def _progress(ruleset: Ruleset, deals: Sequence[PaperDeal], players: int) -> PaperProgress:
    settled: list[SettledDeal] = []
    for deal in deals:
        try:
            found = settle_report(ruleset, players, told_deal(deal.deal_json))
            reported_game(ruleset, players, [*settled, found])
        except ReportError:
            # told after the end, or a chair came or went since: the table's report will say what it was
            continue
        settled.append(found)
    return PaperProgress(
        deals=sum(deal.knocker is not None for deal in settled),
        planned=ruleset.deals_planned(max(2, players)) or 0,
        totals=reported_game(ruleset, players, settled).net if settled else (0,) * players,
        last_news=max(deal.told_at for deal in deals),
    )
