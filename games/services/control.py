"""What a director or the event does to a game from outside: pause, round clock, cancel, halt. It makes no
move.

Every function takes the game's lock, changes nothing where the wish is fulfilled already, and pokes open
pages.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.enums import GAME_TRANSITIONS, GameStatus
from games.errors import NotPlaying
from games.models import Game
from games.queries.clock import database_now
from games.services.announcing import announce
from games.services.live import poke
from games.services.opened import lock_game, open_game
from games.services.recording import go_on, save


def _change_status(game: Game, status: GameStatus) -> None:
    """Raises NotPlaying where the transition table doesn't have this step."""
    if status not in GAME_TRANSITIONS[GameStatus(game.status)]:
        raise NotPlaying
    game.status = status


def _save(game: Game) -> None:
    game.version += 1
    game.save()
    poke(game.topic, game.version)


def show_anew(*, game: Game) -> None:
    """Poke the table's open pages: something beside the cards changed, such as a message from the desk."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    game.refresh_from_db(fields=["version"])
    poke(game.topic, game.version)


@transaction.atomic
def pause_game(*, game: Game) -> Game:
    """Stop the clocks; no move is accepted until the game is resumed. Raises NotPlaying."""
    row = lock_game(game.pk)
    if row.status != GameStatus.PLAYING:
        raise NotPlaying
    if row.paused_at is None:
        row.paused_at = database_now()
        _save(row)
    return row


@transaction.atomic
def resume_game(*, game: Game) -> Game:
    """Go on: every open deadline moves by the length of the pause. Raises NotPlaying."""
    row = lock_game(game.pk)
    if row.status != GameStatus.PLAYING:
        raise NotPlaying
    if row.paused_at is not None:
        shift_deadlines(row, database_now() - row.paused_at)
        row.paused_at = row.claim_until = None
        _save(row)
    return row


def shift_deadlines(game: Game, by: timedelta) -> None:
    """Move all times that are counted against players, in memory."""
    for name in ("due_at", "turn_started_at", "no_show_at", "closes_at"):
        value: datetime | None = getattr(game, name)
        if value is not None:
            setattr(game, name, value + by)


@transaction.atomic
def close_game_at(*, game: Game, at: datetime | None) -> Game:
    """Set, move or (None) take away the round clock: the deal in play at that time is the last one.

    docs/rules.md, C "Time". A game that is over stays as it is.
    """
    row = lock_game(game.pk)
    if not row.is_over and row.closes_at != at:
        row.closes_at = at
        _save(row)
    return row


@transaction.atomic
def extend_clock(*, game: Game, seconds: int) -> Game:
    """More time before the round clock ends the game. Games without a round clock stay as they are."""
    row = lock_game(game.pk)
    if not row.is_over and row.closes_at is not None:
        row.closes_at += timedelta(seconds=seconds)
        _save(row)
    return row


@transaction.atomic
def finish_game_now(*, game: Game) -> Game:
    """End the round clock now: between deals the game ends here, otherwise with the deal in play."""
    opened = open_game(game.pk)
    opened.require_running()
    opened.game.closes_at = opened.now
    go_on(opened)
    save(opened, reschedule=opened.finished)
    return opened.game


@transaction.atomic
def cancel_game(*, game: Game) -> Game:
    """Give the game up without a result. A cancelled game stays so; raises NotPlaying for a finished one."""
    row = lock_game(game.pk)
    if row.status == GameStatus.CANCELLED:
        return row
    _change_status(row, GameStatus.CANCELLED)
    row.due_at, row.due_kind, row.claim_until, row.turn_seat = None, "", None, None
    row.ended_at, row.paused_at = database_now(), None
    _save(row)
    transaction.on_commit(lambda: announce(row.pk, row.ply, False, True), robust=True)
    return row


@transaction.atomic
def halt_game(*, game: Game, reason: str) -> Game:
    """Take a game out of play until a director has looked. `reason` is for support staff, without cards."""
    row = lock_game(game.pk)
    if row.status == GameStatus.PLAYING:
        _change_status(row, GameStatus.HALTED)
        row.halt_reason, row.paused_at = reason, row.paused_at or database_now()
        _save(row)
    return row


@transaction.atomic
def unhalt_game(*, game: Game) -> Game:
    """Let a halted game go on where it stood; it may be halted again at once. Raises NotPlaying."""
    row = lock_game(game.pk)
    if row.status != GameStatus.HALTED:
        raise NotPlaying
    _change_status(row, GameStatus.PLAYING)
    row.halt_reason = ""
    if row.paused_at is not None:
        shift_deadlines(row, database_now() - row.paused_at)
    row.paused_at = row.claim_until = None
    _save(row)
    return row
