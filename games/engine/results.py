"""How a deal ended: the value that scoresheets, standings and pages read.

It is made once, by the rules of the game in question, and knows nothing about
games of several deals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from games.engine.cards import Card, Hand
from games.engine.melds import Arrangement

T = TypeVar("T")


class DealKind(StrEnum):
    """What ended a deal."""

    KNOCK = "knock"
    RUMMY = "rummy"
    GIN = "gin"
    BIG_GIN = "big_gin"
    DROP = "drop"
    TONK = "tonk"
    OUT = "out"
    STOCK_OUT = "stock_out"
    DEAD = "dead"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class DealResult:
    """The end of a deal; every tuple is in seat order.

    `net` are payments and sum to zero; `points` are what each seat writes on the
    scoresheet (Knock Rummy: the same; gin: the winner's points, 0 for the other).
    `deadwoods` are what was compared, after lay-offs where the game has them.
    `seats` took part; in a game some seats may sit a deal out: their deadwood and
    arrangement are None, their hand is empty. A deal without a score (`dead`,
    `void`) has no knocker, no winner and no deadwood.
    """

    kind: DealKind
    seats: tuple[int, ...]
    net: tuple[int, ...]
    points: tuple[int, ...]
    hands: tuple[Hand, ...]
    knocker: int | None = None
    winners: tuple[int, ...] = ()
    deadwoods: tuple[int | None, ...] = ()
    arrangements: tuple[Arrangement | None, ...] = ()
    discard: Card | None = None
    laid_off: tuple[Card, ...] = ()
    multiplier: int = 1
    turns: int = 0

    @property
    def is_scored(self) -> bool:
        """Whether somebody won: dead and void deals have no score."""
        return bool(self.winners)

    @property
    def is_undercut(self) -> bool:
        """Whether the knocker was beaten."""
        return self.knocker is not None and self.knocker not in self.winners

    def in_game(self, seats: tuple[int, ...], players: int) -> DealResult:
        """The same result for a table of *players*, when place i of the deal was played by `seats[i]`."""
        if seats == tuple(range(players)):
            return self
        return replace(
            self,
            seats=tuple(sorted(seats[seat] for seat in self.seats)),
            net=over_seats(self.net, seats, players, 0),
            points=over_seats(self.points, seats, players, 0),
            hands=over_seats(self.hands, seats, players, Hand()),
            knocker=None if self.knocker is None else seats[self.knocker],
            winners=tuple(seats[seat] for seat in self.winners),
            deadwoods=over_seats(self.deadwoods, seats, players, None) if self.deadwoods else (),
            arrangements=over_seats(self.arrangements, seats, players, None) if self.arrangements else (),
        )


def over_seats(values: tuple[T, ...], seats: tuple[int, ...], players: int, absent: T) -> tuple[T, ...]:
    """*values* of the deal's places, laid out over the game's seats."""
    spread = [absent] * players
    for seat, value in zip(seats, values, strict=True):
        spread[seat] = value
    return tuple(spread)
