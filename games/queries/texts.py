"""The text record of a finished deal (docs: the engine's notation), for download and for disputes."""

from games.engine.moves import parse_move
from games.engine.notation import format_record
from games.engine.replay import DealRecord
from games.models import Deal, Game, MoveRecord
from games.queries.states import state_before


def deal_text(game: Game, number: int) -> str | None:
    """The record of deal `number`, one after the other for a table with two boards; None where it isn't
    over.
    """
    deal = Deal.objects.filter(game=game, number=number, ended_at__isnull=False).first()
    if deal is None:
        return None
    state = state_before(game, deal)
    for seat, code in MoveRecord.objects.filter(deal=deal).order_by("ply").values_list("seat", "code"):
        if len(state.played) == number:
            break
        state = state.apply(parse_move(code), seat)
    return "\n".join(format_record(DealRecord.from_state(board.deal)) for board in state.boards)
