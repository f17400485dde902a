"""What came of a game: the engine's result with who made the moves. A frozen value, kept with the game as
JSON.

It holds no cards but in `deal_json`. `tournaments` reads results through this module alone.
"""

from dataclasses import asdict, dataclass, fields
from typing import Any

from django.db.models import Count

from games.engine.formats import PlayedDeal
from games.engine.game_result import GameResult, SeatFigures
from games.engine.observation_json import result_json
from games.enums import ActorKind
from games.models import Game, MoveRecord


@dataclass(frozen=True, slots=True)
class SeatShare:
    """Moves of a seat, and how many of them the player didn't make.

    `bot_moves` were made by a bot that played for an absent player, `timeouts` by the clock,
    `director_moves` by the director. A bot's own seat and an autopilot have none of these.
    """

    seat: int
    moves: int
    bot_moves: int
    timeouts: int
    director_moves: int

    @property
    def bot_share(self) -> float:
        """Part of the moves that weren't the player's own, 0 to 1."""
        return (self.bot_moves + self.timeouts + self.director_moves) / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The result of a finished game; `shares` in seat order."""

    result: GameResult
    shares: tuple[SeatShare, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values: the fields of GameResult, and for each seat its figures and its share together."""
        data = asdict(self.result)
        for figures, share in zip(data["seats"], self.shares, strict=True):
            figures.update(asdict(share))
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "GameOutcome":
        """Read back what `to_json` gave."""
        values = {field.name: data[field.name] for field in fields(GameResult)}
        seats = values.pop("seats")
        for name in ("totals", "places", "winners"):
            values[name] = tuple(values[name])
        values["sides"] = tuple(tuple(side) for side in values["sides"])
        figures = tuple(_only(SeatFigures, seat) for seat in seats)
        shares = tuple(_only(SeatShare, seat) for seat in seats)
        return cls(GameResult(**values, seats=figures), shares)


def _only(kind: Any, data: dict[str, Any]) -> Any:
    return kind(**{field.name: data[field.name] for field in fields(kind)})


def outcome_of(game: Game) -> GameOutcome | None:
    """The outcome of a finished game, None before."""
    return None if game.result_json is None else GameOutcome.from_json(game.result_json)


def count_shares(game: Game) -> tuple[SeatShare, ...]:
    """Who made the moves recorded so far, in seat order."""
    counted: dict[tuple[int, str], int] = {
        (seat, kind): number
        for seat, kind, number in MoveRecord.objects.filter(game=game)
        .order_by()
        .values_list("seat", "actor_kind")
        .annotate(number=Count("pk"))
    }
    return tuple(
        SeatShare(
            seat=seat,
            moves=sum(counted.get((seat, kind), 0) for kind in ActorKind.values),
            bot_moves=counted.get((seat, ActorKind.BOT_FOR_PLAYER), 0),
            timeouts=counted.get((seat, ActorKind.TIMEOUT), 0),
            director_moves=counted.get((seat, ActorKind.DIRECTOR), 0),
        )
        for seat in range(game.seat_count)
    )


def deal_json(played: PlayedDeal) -> dict[str, Any]:
    """A finished deal as plain values: what it counted, and one result for each board, all in game seats."""
    return {
        "counts": played.counts,
        "points": list(played.points),
        "net": list(played.net),
        "results": [result_json(result) for result in played.results],
    }
