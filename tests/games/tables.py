"""Games for tests: made through the services, moved on by the database's clock alone.

Time passes by moving the deadlines back (`let_time_pass`), as it would for a clock that can't be set.
"""

from datetime import timedelta
from typing import Any

from django.db.models import F

from accounts.models import User
from games.engine.ruleset import PRESETS, Ruleset
from games.enums import GamePurpose, GameStatus, Occupant
from games.models import Deal, Game, MoveRecord
from games.options import GameOptions
from games.queries.states import load_state
from games.services.create import SeatSpec, create_game, start_game
from games.services.due import play_due
from tests.factories import make_player, make_user

QUICK = GameOptions(deal_pause_seconds=0, cut_seconds=0, bot_pace_seconds=0)


def make_people(count: int) -> list[User]:
    """Users who each have a player."""
    users = [make_user() for _unused in range(count)]
    for user in users:
        make_player(user=user)
    return users


def make_game(
    people: list[User] = [],  # noqa: B006 - never changed
    *,
    bots: int = 0,
    ruleset: Ruleset | str = "knock-rummy",
    options: GameOptions = QUICK,
    occupant: Occupant = Occupant.PLAYER,
    started: bool = True,
    appeared: bool = True,
    level: str = "club",
    **fields: Any,
) -> Game:
    """A game of these people (seats 0, 1, ...) and bots behind them, started unless told otherwise."""
    seats = [
        SeatSpec(
            user.players.get(), user.display_name, occupant, "" if occupant == Occupant.PLAYER else level
        )
        for user in people
    ]
    seats += [SeatSpec(None, f"Bot {number}", Occupant.BOT, level) for number in range(bots)]
    rules = PRESETS[ruleset] if isinstance(ruleset, str) else ruleset
    game = create_game(
        ruleset=rules,
        options=options,
        seats=seats,
        purpose=GamePurpose.PRIVATE,
        label=fields.pop("label", "t"),
        **fields,
    )
    if appeared:
        game.seats.exclude(player=None).update(appeared_at=game.created_at)
    if started:
        start_game(game=game)
        game.refresh_from_db()
    return game


def let_time_pass(game: Game, seconds: float) -> None:
    """Move every deadline of the game into the past by so much; the same as waiting."""
    by = timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(
        due_at=F("due_at") - by,
        turn_started_at=F("turn_started_at") - by,
        no_show_at=F("no_show_at") - by,
        closes_at=F("closes_at") - by,
        claim_until=F("claim_until") - by,
        watched_until=F("watched_until") - by,
    )
    game.refresh_from_db()


def play_what_is_due(game: Game, most: int = 500) -> Game:
    """Do what is due as the sweep would, again and again, until a person is to act or the game is over."""
    for _unused in range(most):
        game.refresh_from_db()
        if game.status != GameStatus.PLAYING or play_due(game_id=game.pk, ply=game.ply) == 0:
            break
    game.refresh_from_db()
    return game


def user_to_act(game: Game) -> User:
    """The person whose turn it is."""
    return game.seats.get(seat=game.turn_seat).player.user


def a_legal_code(game: Game, at: int = 0) -> str:
    """One of the legal moves of the seat to act."""
    return tuple(load_state(game).legal_moves())[at].code


def picture(game: Game) -> tuple[Any, ...]:
    """Everything stored of a game, to compare before and after."""
    return (
        Game.objects.filter(pk=game.pk).values().get(),
        list(game.seats.order_by("seat").values()),
        list(Deal.objects.filter(game=game).order_by("number").values()),
        list(MoveRecord.objects.filter(game=game).order_by("ply").values()),
    )
