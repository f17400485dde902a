"""Lists of games for pages; two queries, however long the list."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from accounts.models import User
from games.enums import GameStatus, Occupant
from games.models import Game, GameSeat
from games.queries.words import game_name

MOST: Final = 100


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list; `place` is the user's own once it is over, `away` says that a bot plays for the
    user.
    """

    public_id: str
    title: str
    game_name: str
    others: tuple[str, ...]
    status: GameStatus
    status_label: str
    is_over: bool
    is_my_turn: bool
    away: bool
    deal_number: int
    place: int | None
    at: datetime


def my_games(user: User) -> tuple[GameLine, ...]:
    """The latest games in which the user has a seat: those waiting for the user first, finished ones last."""
    seats = GameSeat.objects.filter(player__user=user).select_related("game").order_by("-game_id")[:MOST]
    own = {seat.game_id: seat for seat in seats}
    names: dict[int, list[str]] = {pk: [] for pk in own}
    for pk, number, name in (
        GameSeat.objects.filter(game__in=list(own)).order_by("seat").values_list("game_id", "seat", "name")
    ):
        if number != own[pk].seat:
            names[pk].append(name)
    lines = [_line(seat.game, seat, tuple(names[pk])) for pk, seat in own.items()]
    return tuple(sorted(lines, key=lambda line: (line.is_over, not line.is_my_turn)))


def _line(game: Game, seat: GameSeat, others: tuple[str, ...]) -> GameLine:
    result = game.result_json
    return GameLine(
        public_id=game.public_id,
        title=game.label or game_name(game.preset),
        game_name=game_name(game.preset),
        others=others,
        status=GameStatus(game.status),
        status_label=str(game.get_status_display()),
        is_over=game.is_over,
        is_my_turn=game.status == GameStatus.PLAYING and game.turn_seat == seat.seat,
        away=not game.is_over and seat.occupant == Occupant.STAND_IN,
        deal_number=game.deal_number,
        place=result["places"][seat.seat] if result else None,
        at=game.ended_at or game.started_at or game.created_at,
    )
