"""What the scoring of a whole game must answer, and the values it speaks in.

`GameFormat` is the interface behind which pool, cumulative, match, gin game and so
on differ; `knock_game` and `gin_game` implement it. A format never sees a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from games.engine.game_result import GameResult
from games.engine.results import DealResult


class GameDealKind(StrEnum):
    """A deal of the game proper, or one that only breaks a tie for first place."""

    NORMAL = "normal"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """One deck to be dealt: game seats in the order of the deal's places, and the place of the dealer."""

    seats: tuple[int, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class DealPlan:
    """The deal to come: its dealer and cutter (game seats) and its boards (more than one side by side)."""

    dealer: int
    cutter: int
    boards: tuple[BoardPlan, ...]
    kind: GameDealKind = GameDealKind.NORMAL

    @property
    def seats(self) -> tuple[int, ...]:
        """Every game seat that plays this deal, ascending."""
        return tuple(sorted(seat for board in self.boards for seat in board.seats))


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished deal in the game's own seats; one result for each board.

    `counts` is False for a dead or void deal that the same dealer dealt again. `points`
    is what each seat (a partner: the team) wrote on the scoresheet, `net` the payments.
    """

    number: int
    plan: DealPlan
    results: tuple[DealResult, ...]
    counts: bool
    points: tuple[int, ...]
    net: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a gin scoresheet, by side: points, boxes, and the side that won it."""

    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int | None = None
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """What is written down at the table, all of it public; unused parts are empty.

    `sides` are the seats that score together. Pool: `limits` is the net loss at which a seat
    is out, `out` those who are, `re_entries` how many each has used, `needed` how many
    the next would take. Gin: the columns of the game in play, games won in the match.
    """

    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    deals_counted: int
    deals_planned: int | None = None
    target: int | None = None
    limits: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    re_entries: tuple[int, ...] = ()
    needed: tuple[int, ...] = ()
    columns: tuple[Column, ...] = ()
    games_won: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows: the new score, then seats that must decide, or the next deal, or (neither) the end.

    `counts`, `points` and `net` tell what the deal just settled was worth.
    """

    score: Any
    plan: DealPlan | None
    deciding: tuple[int, ...] = ()
    counts: bool = True
    points: tuple[int, ...] = ()
    net: tuple[int, ...] = ()


class GameFormat(Protocol):
    """How the deals of one game add up, made for its ruleset.

    `score` is the format's own frozen value; seats are the game's.
    """

    def start(self, first_dealer: int) -> tuple[Any, DealPlan]:
        """The score before the first deal, and that deal."""

    def settle(self, score: Any, plan: DealPlan, results: tuple[DealResult, ...]) -> Verdict:
        """What follows from a finished deal; *results* are in game seats, one for each board."""

    def decide(self, score: Any, plan: DealPlan, seat: int, stays: bool) -> Verdict:
        """What follows from a seat's decision to re-enter the pool, or to leave it."""

    def close(self, score: Any) -> Any:
        """The score of a game that ends before its time (docs/rules.md, C "Time")."""

    def result(self, score: Any, played: tuple[PlayedDeal, ...]) -> GameResult:
        """Places and figures of a game that is over."""

    def sheet(self, score: Any) -> Scoresheet:
        """What is written on the scoresheet now."""


def right_of(seat: int, seats: tuple[int, ...], players: int) -> int:
    """The nearest of *seats* going against the turn order from *seat*."""
    return min(seats, key=lambda other: (seat - other - 1) % players)


def left_of(seat: int, seats: tuple[int, ...], players: int) -> int:
    """The nearest of *seats* in turn order after *seat*."""
    return min(seats, key=lambda other: (other - seat - 1) % players)
