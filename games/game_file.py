"""A finished game as part of an event's file: its seats, its deals with the seeds they came from, its moves.

Only games that are over are ever in a file, since a seed is no secret any more when its deal is over. Times are
UTC, seats count from 0, plies and deals from 1. Players are the file's own numbers; there are no accounts in it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from accounts.names import MAX_NAME_LENGTH
from games.enums import ActorKind, Occupant
from games.plain import many, text, whole

SMALL = 32_767
MOST_DEALS = 2000
MOST_MOVES = 100_000
OCCUPANTS = tuple(Occupant.values)


@dataclass(frozen=True, slots=True)
class SourcePart:
    """The seal of a round: what was committed to before its seats were drawn, and the key once it is known."""

    name: Annotated[str, text(80)]
    commitment: Annotated[str, text(64)]
    key: Annotated[bytes | None, text(64)]
    made_at: datetime


@dataclass(frozen=True, slots=True)
class OccupancyPart:
    """Who played a seat from that ply on."""

    seat: Annotated[int, whole(0, 4)]
    from_ply: Annotated[int, whole(1)]
    occupant: Annotated[str, text(among=OCCUPANTS)]
    bot_level: Annotated[str, text(20)]


@dataclass(frozen=True, slots=True)
class GameSeatPart:
    """A seat; `player` is the number of a player of the file, None for a bot's seat."""

    seat: Annotated[int, whole(0, 4)]
    player: Annotated[int | None, whole(1)]
    name: Annotated[str, text(MAX_NAME_LENGTH)]
    occupant: Annotated[str, text(among=OCCUPANTS)]
    bot_level: Annotated[str, text(20)]


@dataclass(frozen=True, slots=True)
class DealPart:
    """A deal that is over, with the seed that its commitment binds."""

    number: Annotated[int, whole(1, SMALL)]
    kind: Annotated[str, text(10)]
    dealer: Annotated[int, whole(0, 4)]
    first_ply: Annotated[int, whole(1)]
    commitment: Annotated[str, text(64)]
    cut: Annotated[int | None, whole(0, 60)]
    seed: Annotated[bytes, text(128)]
    result: Any
    dealt_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class MovePart:
    """A move: who sat there, what was done, what kind of actor did it."""

    seat: Annotated[int, whole(0, 4)]
    code: Annotated[str, text(80)]
    actor: Annotated[str, text(among=tuple(ActorKind.values))]
    at: datetime


@dataclass(frozen=True, slots=True)
class GamePart:
    """A finished game. `sealed_as` is the id that its commitments name; moves are in the order of their plies."""

    sealed_as: Annotated[str, text(16)]
    label: Annotated[str, text(80)]
    source: Annotated[str, text(80)]
    ruleset: Any
    options: Any
    seats: Annotated[tuple[GameSeatPart, ...], many(5)]
    occupancies: Annotated[tuple[OccupancyPart, ...], many(10_000)]
    deals: Annotated[tuple[DealPart, ...], many(MOST_DEALS)]
    moves: Annotated[tuple[MovePart, ...], many(MOST_MOVES)]
    closed_ply: Annotated[int | None, whole(0)]
    engine_version: Annotated[int, whole(1, SMALL)]
    result: Any
    started_at: datetime | None
    ended_at: datetime | None
