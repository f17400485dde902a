"""A game that is locked and being changed: the unit of work of every service that touches play.

`open_game` takes the only lock there is, the row of the game, and everything is decided after that.
`OpenGame` lives inside one transaction and is never kept. Nothing here knows a rule of rummy.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F

from accounts.kept_query import KeptQuery, rows_together
from accounts.models import Player, User
from games.engine.game import GameState
from games.engine.phases import Phase
from games.enums import GameStatus, Occupant
from games.errors import NotPlaying, NotYourSeat
from games.models import Game, GameSeat, MoveRecord
from games.options import GameOptions
from games.queries import states
from games.queries.clock import ClockTimestamp


@dataclass(slots=True)
class OpenGame:
    """A locked game with its seats, its state and the database's time; changes gather here until they are
    saved.

    `users` are the users behind the seats' players. `deal_id` is the row of the deal dealt last. `finished`
    says that the game ended in this transaction.
    """

    game: Game
    seats: list[GameSeat]
    users: tuple[int | None, ...]
    state: GameState = field(repr=False)
    deal_id: int | None
    now: datetime
    options: GameOptions
    moves: list[MoveRecord] = field(default_factory=list)
    changed_seats: set[int] = field(default_factory=set)
    finished: bool = False

    @property
    def dealt_id(self) -> int:
        """The row of the deal dealt last, where one was dealt."""
        if self.deal_id is None:
            raise ValueError("no deal has been dealt yet")
        return self.deal_id

    @property
    def turn_seat(self) -> GameSeat | None:
        """The seat that is to act. At a table with two boards a bot's before a person's: nobody waits for it."""
        seats = [self.seats[number] for number in self.state.turns]
        return next((seat for seat in seats if seat.is_bot_played), seats[0] if seats else None)

    @property
    def people(self) -> list[GameSeat]:
        """Seats played by their players now, who are still in the game."""
        out = self.state.sheet.out
        return [seat for seat in self.seats if seat.occupant == Occupant.PLAYER and seat.seat not in out]

    @property
    def is_watched(self) -> bool:
        return self.game.watched_until is not None and self.game.watched_until > self.now

    @property
    def is_paced(self) -> bool:
        """Whether bots take their time, since somebody looks on."""
        return self.options.bot_pace_seconds > 0 and (
            self.is_watched or any(seat.occupant == Occupant.PLAYER for seat in self.seats)
        )

    @property
    def clock_has_ended(self) -> bool:
        """Whether the round clock is over (docs/rules.md, C "Time")."""
        return self.game.closes_at is not None and self.game.closes_at <= self.now

    @property
    def is_between_deals(self) -> bool:
        return self.state.phase == Phase.NEEDS_DEAL

    @property
    def label(self) -> str:
        """What names the game to the source of chance."""
        return self.game.label or self.game.public_id

    def in_seconds(self, seconds: float) -> datetime:
        return self.now + timedelta(seconds=seconds)

    def seat_of(self, actor: User | Player) -> GameSeat:
        """The seat of this user, or of a guest who holds the seat's link. Raises NotYourSeat."""
        ids = [seat.player_id for seat in self.seats] if isinstance(actor, Player) else list(self.users)
        if actor.pk is None or actor.pk not in ids:
            raise NotYourSeat
        return self.seats[ids.index(actor.pk)]

    def require_running(self) -> None:
        """Raises NotPlaying where the game waits, is paused, halted or over."""
        if self.game.status != GameStatus.PLAYING or self.game.paused_at is not None:
            raise NotPlaying


def lock_game(game_id: int) -> Game:
    """The game's row, locked until the transaction ends. NO KEY: rows that refer to the game needn't wait."""
    return _LOCKED.get(game_id)


def open_game(game_id: int) -> OpenGame:
    """Lock the game and read what is needed to go on with it. The clock is read when the lock is held.

    Raises Game.DoesNotExist.
    """
    games, seats = rows_together((_LOCKED, (game_id,)), (_SEATS, (game_id,)))
    if not games:
        raise Game.DoesNotExist
    (game,) = games
    loaded = states.load(game)
    users = tuple(seat.user_id for seat in seats)
    return OpenGame(game, [*seats], users, loaded.state, loaded.deal_id, seats[0].now, game.options)


_LOCKED: Final = KeptQuery(lambda pk: Game.objects.select_for_update(no_key=True).filter(pk=pk), int)
_SEATS: Final[KeptQuery[Any]] = KeptQuery(
    lambda pk: (
        GameSeat.objects.filter(game_id=pk)
        .order_by("seat")
        .annotate(now=ClockTimestamp(), user_id=F("player__user_id"))
    ),
    int,
)
