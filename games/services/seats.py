"""Who plays a seat: presence, the bot that stands in, the player who comes back. It looks at no card."""

from datetime import timedelta
from typing import Final

from django.core.cache import cache
from django.db import transaction

from accounts.models import Player, User
from games.enums import GameStatus, Occupant
from games.errors import SeatsError
from games.models import Game, GameSeat
from games.permissions import held_by
from games.queries.clock import database_now
from games.queries.talk import CAME_SECONDS, HERE_SECONDS, came_key, here_key
from games.services.opened import OpenGame, open_game
from games.services.play import mark_presence
from games.services.recording import change_occupant, go_on, save

WATCH_TIME: Final = timedelta(seconds=75)
WATCH_STEP: Final = timedelta(seconds=15)


def appear(*, game: Game, actor: User | Player) -> bool:
    """The player has come to the table. Returns whether that is news. Raises NotYourSeat.

    Open pages call it again and again, so who has come already is found without the game's lock.
    """
    known = GameSeat.objects.filter(held_by(actor), game=game, appeared_at__isnull=False)
    number = known.values_list("seat", flat=True).first()
    if number is not None:
        _looks_on(game, number)
        return False
    with transaction.atomic():
        opened = open_game(game.pk)
        seat = opened.seat_of(actor)
        _looks_on(game, seat.seat)
        if not mark_presence(opened, seat):
            return False
        save(opened, reschedule=_is_playing(opened) and opened.turn_seat is seat)
        return True


def _looks_on(game: Game, seat: int) -> None:
    """The page of the seat's player is open; the others see when it is no more."""
    cache.set(here_key(game.pk, seat), 1, HERE_SECONDS)
    cache.set(came_key(game.pk, seat), 1, CAME_SECONDS)


def watch(*, game: Game) -> None:
    """Somebody looks at the table: for a while its bots play at a pace that can be followed.

    Without the game's lock, since only the pace hangs on it; a time that is far enough off is left alone.
    """
    until = database_now() + WATCH_TIME
    if game.watched_until is None or game.watched_until < until - WATCH_STEP:
        Game.objects.filter(pk=game.pk, status=GameStatus.PLAYING).update(watched_until=until)


def stand_in(*, game: Game, seat: int) -> None:
    """A bot plays the seat for its player from now on. Raises SeatsError where no player plays it."""
    occupy(game=game, seat=seat, occupant=Occupant.STAND_IN)


@transaction.atomic
def occupy(*, game: Game, seat: int, occupant: Occupant, bot_level: str = "") -> None:
    """Who plays the seat of a player from the next move on; nothing changes where it is so already.

    Raises SeatsError for a bot's own seat, or one that doesn't exist: who a seat belongs to never changes.
    """
    opened = open_game(game.pk)
    if not 0 <= seat < len(opened.seats) or occupant == Occupant.BOT:
        raise SeatsError
    row = opened.seats[seat]
    if row.player_id is None:
        raise SeatsError
    if row.occupant == occupant:
        return
    level = "" if occupant == Occupant.PLAYER else bot_level or opened.options.bot_level
    _hand_over(opened, row, occupant, level)


@transaction.atomic
def take_back_seat(*, game: Game, actor: User | Player) -> bool:
    """ "I'm back": the player plays again, with a whole turn's time. Returns whether a bot had played.

    Raises NotYourSeat.
    """
    opened = open_game(game.pk)
    seat = opened.seat_of(actor)
    came = mark_presence(opened, seat)
    if seat.occupant == Occupant.PLAYER:
        if came:
            save(opened, reschedule=_is_playing(opened) and opened.turn_seat is seat)
        return False
    _hand_over(opened, seat, Occupant.PLAYER, "")
    return True


def _hand_over(opened: OpenGame, seat: GameSeat, occupant: Occupant, bot_level: str) -> None:
    change_occupant(opened, seat, occupant, bot_level)
    concerns_turn = _is_playing(opened) and opened.turn_seat is seat
    if concerns_turn:
        opened.game.turn_started_at = opened.now
    if _is_playing(opened):
        go_on(opened)
    save(opened, reschedule=concerns_turn or bool(opened.moves) or opened.finished)


def _is_playing(opened: OpenGame) -> bool:
    return opened.game.status == GameStatus.PLAYING and opened.game.paused_at is None
