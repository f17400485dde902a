"""What happens by itself when its time has come: bots move, clocks run out, the next deal begins.

`play_due` is called by hints and by the sweep, as often as they like: what isn't due any more is left
alone, after one cheap look without a lock. Bots get observations and nothing else; a table of bots that
nobody watches plays on in the same transaction, many moves at once.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction

from accounts.kept_query import KeptQuery
from accounts.models import User
from games.bots.registry import bot_named
from games.engine.deal import DealState
from games.engine.melds import best_discard
from games.engine.moves import DECLINE, DRAW_STOCK, PASS, Cut, Discard, Move
from games.engine.observation import observe
from games.engine.phases import Phase
from games.enums import ActorKind, DueKind, GameStatus, Occupant
from games.errors import GameHalted, StaleMove, illegal
from games.models import Game, GameSeat
from games.seeds import bot_rng
from games.services.opened import OpenGame, open_game
from games.services.quarantine import quarantined
from games.services.recording import ACTOR_OF, change_occupant, deal_next, go_on, record, save

# Bots may be this early: the sweep looks once a second, and their pace should be right on average.
BOT_SLACK: Final = timedelta(seconds=0.4)
BUDGET: Final = 200


def play_due(*, game_id: int, ply: int, budget: int = BUDGET) -> int:
    """Do what is due in the game if it still stands at `ply`; return how many moves were made.

    At most `budget` bot moves in one transaction. A game that can't go on is halted, which isn't an error
    here. Announces `turn_started` or `game_finished` after commit.
    """
    standing = _STANDING.rows(game_id, ply)
    if not standing:
        return 0
    try:
        with quarantined(standing[0]), transaction.atomic():
            opened = open_game(game_id)
            if opened.game.ply != ply or not _is_due(opened):
                return 0
            _do_due(opened)
            _play_bots(opened, budget)
            made = opened.game.ply - ply
            save(opened)
            return made
    except GameHalted:
        return 0


_STANDING: Final = KeptQuery(
    lambda pk, ply: Game.objects.filter(pk=pk, ply=ply, status=GameStatus.PLAYING, paused_at=None), int, int
)


def _is_due(opened: OpenGame) -> bool:
    """By the database's clock, read after the lock: whoever came first has moved the deadline."""
    game = opened.game
    if game.status != GameStatus.PLAYING or game.paused_at is not None or game.due_at is None:
        return False
    slack = BOT_SLACK if game.due_kind == DueKind.BOT else timedelta()
    return game.due_at - slack <= opened.now


def _do_due(opened: OpenGame) -> None:
    seat = opened.turn_seat
    match opened.game.due_kind:
        case DueKind.NEXT_DEAL:
            if opened.clock_has_ended:
                go_on(opened)
            else:
                deal_next(opened)
        case DueKind.NO_SHOW if seat is not None and not seat.is_bot_played:
            change_occupant(opened, seat, Occupant.STAND_IN, opened.options.bot_level)
            opened.game.turn_started_at = opened.now
        case DueKind.TIMEOUT | DueKind.CUT | DueKind.RE_ENTRY if seat is not None and not seat.is_bot_played:
            play_absent(opened, seat, ActorKind.TIMEOUT)
    go_on(opened)


def _play_bots(opened: OpenGame, budget: int) -> None:
    """Bots move while it is their turn: once at a table that is watched, up to `budget` times otherwise."""
    if opened.is_paced:
        budget = min(budget, 1 if opened.game.due_kind == DueKind.BOT else 0)
    for _unused in range(budget):
        seat = opened.turn_seat
        if opened.finished or opened.state.phase != Phase.PLAY or seat is None or not seat.is_bot_played:
            return
        bot = bot_named(seat.bot_level)
        rng = bot_rng(opened.label, opened.game.ply + 1)
        move = bot.choose(observe(opened.state, seat.seat), rng)
        record(opened, seat, move, ACTOR_OF[Occupant(seat.occupant)])
        go_on(opened)


def play_for_absent(*, game: Game, director: User, expected_ply: int) -> int:
    """The director ends a turn that nobody plays, as the clock would; returns how many moves were made.

    It is always the move of the rule, since a director sees no hand. Raises NotPlaying, StaleMove, and
    IllegalMoveError where no player is to act. Whether `director` may do it is asked before.
    """
    with quarantined(game), transaction.atomic():
        opened = open_game(game.pk)
        opened.require_running()
        if opened.game.ply != expected_ply:
            raise StaleMove(opened.game.ply)
        seat = opened.turn_seat
        if seat is None or seat.is_bot_played:
            raise illegal("wrong_phase")
        play_absent(opened, seat, ActorKind.DIRECTOR, director.pk)
        go_on(opened)
        save(opened)
        return opened.game.ply - expected_ply


def play_absent(opened: OpenGame, seat: GameSeat, kind: ActorKind, actor_id: int | None = None) -> None:
    """Make the moves of a whole turn for a player who doesn't make them (docs/rules.md, C "Time").

    Uncut deck, no re-entry; otherwise draw from the stock, discard the card drawn, never a knock.
    """
    record(opened, seat, _absent_move(opened, seat), kind, actor_id=actor_id)
    board = opened.state.board_of(seat.seat)
    if seat.seat in opened.state.turns and board is not None and board.deal.phase == Phase.DISCARD:
        record(opened, seat, _absent_move(opened, seat), kind, actor_id=actor_id)


def _absent_move(opened: OpenGame, seat: GameSeat) -> Move:
    state = opened.state
    if state.phase == Phase.CUT:
        return Cut(0)
    if state.phase == Phase.RE_ENTRY:
        return DECLINE
    board = state.board_of(seat.seat)
    if board is None:
        raise ValueError("a seat to act plays at a board")
    return _absent_play(board.deal)


def _absent_play(deal: DealState) -> Move:
    if deal.phase == Phase.UPCARD:
        return PASS
    if deal.phase == Phase.DRAW:
        return DRAW_STOCK
    if deal.drawn is not None and deal.drawn != deal.banned:
        return Discard(deal.drawn)
    # the card was taken from the pile and may not go back: the one that leaves the least deadwood goes
    if deal.turn is None:
        raise ValueError("a deal in play has a seat to move")
    return Discard(best_discard(deal.hands[deal.turn], deal.banned)[0])
