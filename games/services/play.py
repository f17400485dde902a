"""A person's part in a game: a move, and the consent to the next deal. The only door for moves of people.

Whatever is wrong with a request, the game is left as it was. Bots, the clock and directors come in by `due`
and `seats` and share the recording path with this module.
"""

from dataclasses import dataclass

from django.db import IntegrityError, transaction

from accounts.models import Player, User
from games.engine.errors import IllegalMove, MoveError
from games.engine.moves import Move, format_move, parse_move
from games.enums import ActorKind, Occupant
from games.errors import (
    BotPlays,
    GamesError,
    KeyReused,
    MalformedMove,
    NotYourSeat,
    StaleMove,
    illegal,
)
from games.models import Deal, Game, GameSeat, MoveRecord
from games.services.opened import OpenGame, open_game
from games.services.quarantine import quarantined
from games.services.recording import go_on, record, save
from games.services.schedule import has_begun_waiting


@dataclass(frozen=True, slots=True)
class MoveAnswer:
    """What is answered for an accepted move: its ply, seat and code. The same for a repeated request."""

    ply: int
    seat: int
    code: str


def play_move(
    *, game: Game, actor: User | Player, code: str, expected_ply: int, key: str | None = None
) -> MoveAnswer:
    """Make a move for the seat of `actor`, who saw the game at `expected_ply`.

    `key` is the request's idempotency key (at most 64 characters): sent again with the same move it gives
    the stored answer. Where two boards are played side by side, moves at the other one don't make a page
    outdated. Raises MalformedMove, NotYourSeat, KeyReused, NotPlaying, StaleMove, BotPlays and
    IllegalMoveError, each with nothing changed. Announces `turn_started` or `game_finished` after commit
    (docs/architecture.md).
    """
    move = _parsed(code)
    try:
        with quarantined(game), transaction.atomic():
            return _played(game, actor, move, expected_ply, key)
    except (NotYourSeat, KeyReused):
        raise
    except (GamesError, IntegrityError) as error:
        if key and MoveRecord.objects.filter(game=game, key=key).exists():
            raise KeyReused from error
        raise


def _played(game: Game, actor: User | Player, move: Move, expected_ply: int, key: str | None) -> MoveAnswer:
    """`play_move` inside of its transaction. Raises IntegrityError for a key that an earlier ply has."""
    opened = open_game(game.pk)
    seat = opened.seat_of(actor)
    stored = _stored_answer(opened, seat, move, expected_ply, key)
    if stored is not None:
        return stored
    _check_turn(opened, seat, expected_ply)
    try:
        entry = record(opened, seat, move, ActorKind.HUMAN, actor_id=_user_id(actor), key=key)
    except IllegalMove as error:
        raise illegal(error.reason) from error
    mark_presence(opened, seat)
    go_on(opened)
    save(opened)
    return MoveAnswer(entry.ply, entry.seat, entry.code)


def _user_id(actor: User | Player) -> int | None:
    """The account to note beside a move; a guest has none."""
    return actor.pk if isinstance(actor, User) else None


def _parsed(code: str) -> Move:
    try:
        return parse_move(code)
    except MoveError as error:
        raise MalformedMove(reason=str(error.reason)) from error


def _stored_answer(
    opened: OpenGame, seat: GameSeat, move: Move, expected_ply: int, key: str | None
) -> MoveAnswer | None:
    """The answer that this key got before, None for a new key. Raises KeyReused for another move's key.

    A move for the ply that comes next can't have been played already; the database keeps its key from being an
    earlier move's.
    """
    if not key or expected_ply == opened.game.ply:
        return None
    rows = MoveRecord.objects.filter(game=opened.game, key=key)
    stored = rows.order_by().values_list("ply", "seat", "code")
    answers = [MoveAnswer(*values) for values in stored]
    if not answers:
        return None
    answer = answers[0]
    is_next = answer.ply == expected_ply + 1 or (_has_two_boards(opened) and answer.ply > expected_ply)
    if not is_next or (answer.seat, answer.code) != (seat.seat, format_move(move)):
        raise KeyReused
    return answer


def _has_two_boards(opened: OpenGame) -> bool:
    return len(opened.state.plan.boards) > 1


def _check_turn(opened: OpenGame, seat: GameSeat, expected_ply: int) -> None:
    if opened.game.ply != expected_ply and not _moved_elsewhere(opened, seat, expected_ply):
        raise StaleMove(opened.game.ply)
    opened.require_running()
    if seat.occupant != Occupant.PLAYER:
        raise BotPlays
    if not opened.state.turns:
        raise illegal("wrong_phase")
    if seat.seat not in opened.state.turns:
        raise illegal("not_your_turn")


def _moved_elsewhere(opened: OpenGame, seat: GameSeat, expected_ply: int) -> bool:
    """Whether all moves since were plays of this deal at the other board, which the seat's own knows nothing
    of.
    """
    board = opened.state.board_of(seat.seat)
    if board is None or not _has_two_boards(opened) or expected_ply > opened.game.ply:
        return False
    if expected_ply < Deal.objects.get(pk=opened.dealt_id).first_ply:
        return False
    since = MoveRecord.objects.filter(game=opened.game, ply__gt=expected_ply)
    return not since.filter(seat__in=board.plan.seats).exists()


def mark_presence(opened: OpenGame, seat: GameSeat) -> bool:
    """Note that the player of the seat has come. Returns whether that is news."""
    if seat.appeared_at is not None:
        return False
    seat.appeared_at = opened.now
    opened.changed_seats.add(seat.seat)
    return True


@transaction.atomic
def ready_for_next(*, game: Game, actor: User | Player) -> bool:
    """The player agrees to the next deal; it is dealt at once when all people at the table do.

    Returns whether the next deal was dealt. Outside the pause between two deals nothing happens. Raises
    NotYourSeat.
    """
    opened = open_game(game.pk)
    seat = opened.seat_of(actor)
    if not has_begun_waiting(opened) or seat.wants_next == opened.game.deal_number:
        return False
    opened.require_running()
    seat.wants_next = opened.game.deal_number
    opened.changed_seats.add(seat.seat)
    mark_presence(opened, seat)
    dealt = opened.game.deal_number
    go_on(opened)
    save(opened)
    return opened.game.deal_number > dealt
