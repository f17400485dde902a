"""The end of a deal and of a game, written down: results, the seed revealed, the outcome of every seat."""

from games.enums import GameStatus
from games.models import Deal, HiddenDeal, MoveRecord
from games.queries.outcomes import GameOutcome, count_shares, deal_json
from games.services.opened import OpenGame


def settle_deal(opened: OpenGame) -> None:
    """Store the result of the deal that just ended and reveal its seed, which binds nobody any more."""
    seed = HiddenDeal.objects.values_list("seed", flat=True).get(deal_id=opened.dealt_id)
    Deal.objects.filter(pk=opened.dealt_id).update(
        result_json=deal_json(opened.state.played[-1]), revealed_seed=bytes(seed), ended_at=opened.now
    )


def finish(opened: OpenGame) -> None:
    """The game is over: status, result and who made the moves. Nothing is due any more."""
    game = opened.game
    result = opened.state.result
    if result is None:
        raise ValueError("a game that is over has a result")
    MoveRecord.objects.bulk_create(opened.moves)
    opened.moves.clear()
    game.result_json = GameOutcome(result, count_shares(game)).to_json()
    game.status = GameStatus.FINISHED
    game.ended_at, game.paused_at = opened.now, None
    opened.finished = True
