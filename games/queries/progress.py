"""How far games are: finished deals and totals so far, when something last happened. No card, and no replay.

For lists of many tables: three queries whatever their number.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from games.models import Deal, Game, MoveRecord


@dataclass(frozen=True, slots=True)
class GameProgress:
    """Where a game stands. `totals` are net points over finished deals, in seat order; `deals_won` likewise.

    `last_news` is the time of the last move, or of the start.
    """

    game_id: int
    deals_finished: int
    deal_number: int
    totals: tuple[int, ...]
    last_news: datetime | None


def progress_of(games: Iterable[Game]) -> dict[int, GameProgress]:
    """Progress by game id."""
    by_id = {game.pk: game for game in games}
    totals = {game.pk: [0] * game.seat_count for game in by_id.values()}
    finished = dict.fromkeys(by_id, 0)
    deals = Deal.objects.filter(game__in=by_id, ended_at__isnull=False).order_by("game_id", "number")
    for game_id, result in deals.values_list("game_id", "result_json"):
        if result is not None and result["counts"]:
            finished[game_id] += 1
            for seat, net in enumerate(result["net"]):
                totals[game_id][seat] += net
    news = dict(
        MoveRecord.objects.filter(game__in=by_id)
        .order_by()
        .values_list("game_id")
        .annotate(last=Max("created_at"))
    )
    return {
        pk: GameProgress(
            pk, finished[pk], game.deal_number, tuple(totals[pk]), news.get(pk) or game.started_at
        )
        for pk, game in by_id.items()
    }
