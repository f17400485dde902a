"""Tables for the read models' tests: a game in memory, seen by one seat, without a database."""

from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import Player
from games.engine.game import GameState
from games.engine.observation import observe
from games.enums import GameStatus, Occupant
from games.models import Game, GameSeat
from games.queries.table import Scene
from games.queries.table_words import Names

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
PEOPLE = ("Ines Keller", "Marek Novák", "Ruth Okafor", "Bot Elm", "Luca Ferri")


def scene(state: GameState, me: int | None = 0, *, turn_seconds: float = 0.0, **fields: Any) -> Scene:
    """The scene of `state` for seat `me`, the turn `turn_seconds` old. Seat 3 is a bot's."""
    names = PEOPLE[: state.players]
    game = Game(
        pk=17,
        public_id="abcdefgh23456789",
        preset=state.ruleset.key,
        ruleset_json=state.ruleset.to_json(),
        seat_count=state.players,
        ply=state.ply,
        deal_number=state.deal_number,
        **{"status": GameStatus.PLAYING, "turn_started_at": NOW - timedelta(seconds=turn_seconds), **fields},
    )
    if game.due_at is None:
        game.due_at, game.due_kind = NOW + timedelta(seconds=30), "timeout"
    seats = tuple(_seat(game, seat, name) for seat, name in enumerate(names))
    return Scene(game, seats, observe(state, me), state.played, state.sheet, Names.of(names, me), NOW)


def _seat(game: Game, seat: int, name: str) -> GameSeat:
    bot = name.startswith("Bot")
    return GameSeat(
        game=game,
        seat=seat,
        name=name,
        occupant=Occupant.BOT if bot else Occupant.PLAYER,
        player=None if bot else Player(pk=seat + 1, name=name),
        reserve_ms=100_000,
        appeared_at=NOW,
    )
