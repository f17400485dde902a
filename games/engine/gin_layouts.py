"""Who sits where in the forms of gin, who deals, and what a deal is worth to each side.

Two seats, two teams at a table of four, or three players of whom one sits out.
Sides are numbered in the order of their first seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from games.engine.formats import BoardPlan, DealPlan
from games.engine.options import Scoring
from games.engine.results import DealResult
from games.engine.ruleset import Ruleset

HOLLYWOOD_COLUMNS: Final = 3


@dataclass(frozen=True, slots=True)
class Worth:
    """What a deal was worth: the side that won it (None: nobody) and the points of that side."""

    winner: int | None
    points: int

    def by_side(self, sides: int) -> tuple[int, ...]:
        return tuple(self.points if side == self.winner else 0 for side in range(sides))


class Layout(Protocol):
    """The seats of one form of gin. Dealers are game seats."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""

    @property
    def columns(self) -> int:
        """Columns played at once."""

    def plan(self, dealer: int) -> DealPlan:
        """The deal that this seat (or its team) deals."""

    def worth(self, ruleset: Ruleset, results: tuple[DealResult, ...]) -> Worth:
        """What the boards of a deal come to; results are in game seats."""

    def dealer_after(self, ruleset: Ruleset, dealer: int, worth: Worth) -> int:
        """Who deals after a deal that counts; without a loser the deal passes on."""

    def dealer_of_side(self, side: int) -> int:
        """The seat that deals for a side."""


class TwoSeats:
    """Two players; three columns in Hollywood."""

    sides: tuple[tuple[int, ...], ...] = ((0,), (1,))

    def __init__(self, columns: int) -> None:
        self.columns = columns

    def plan(self, dealer: int) -> DealPlan:
        return DealPlan(dealer, 1 - dealer, (BoardPlan((0, 1), dealer),))

    def worth(self, ruleset: Ruleset, results: tuple[DealResult, ...]) -> Worth:  # noqa: ARG002 - the interface
        return _winner_takes(results[0])

    def dealer_after(self, ruleset: Ruleset, dealer: int, worth: Worth) -> int:
        """The loser deals; with the option, the deal alternates."""
        if ruleset.alternate_deal or worth.winner is None:
            return 1 - dealer
        return 1 - worth.winner

    def dealer_of_side(self, side: int) -> int:
        return side


class Partnership:
    """Seats 0 and 2 against 1 and 3; 0 plays 1 and 2 plays 3, each pair with its own deck.

    One team deals at both boards. `dealer` is its seat at the first board.
    """

    sides: tuple[tuple[int, ...], ...] = ((0, 2), (1, 3))
    columns = 1

    def plan(self, dealer: int) -> DealPlan:
        team = dealer % 2
        return DealPlan(team, 1 - team, (BoardPlan((0, 1), team), BoardPlan((2, 3), team)))

    def worth(self, ruleset: Ruleset, results: tuple[DealResult, ...]) -> Worth:
        """Rules.md, B "Partnership": the difference of the teams' points, more where one team won both."""
        totals = [sum(result.points[seat] for result in results for seat in team) for team in self.sides]
        boards_won = [
            sum(any(seat in result.winners for seat in team) for result in results) for team in self.sides
        ]
        for team, won in enumerate(boards_won):
            if won == len(results):
                return Worth(team, totals[team] - totals[1 - team] + ruleset.both_win_bonus)
        if totals[0] == totals[1]:
            return Worth(None, 0)
        ahead = int(totals[1] > totals[0])
        return Worth(ahead, totals[ahead] - totals[1 - ahead])

    def dealer_after(self, ruleset: Ruleset, dealer: int, worth: Worth) -> int:
        """The team behind deals; after a level deal it passes to the other team."""
        if ruleset.alternate_deal or worth.winner is None:
            return 1 - dealer
        return 1 - worth.winner

    def dealer_of_side(self, side: int) -> int:
        return side


class Cutthroat:
    """Three players: the dealer sits out, the player at the dealer's left plays first."""

    sides: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,))
    columns = 1

    def plan(self, dealer: int) -> DealPlan:
        first, second = (dealer + 1) % 3, (dealer + 2) % 3
        return DealPlan(dealer, second, (BoardPlan((first, second), dealer=1),))

    def worth(self, ruleset: Ruleset, results: tuple[DealResult, ...]) -> Worth:  # noqa: ARG002 - the interface
        return _winner_takes(results[0])

    def dealer_after(self, ruleset: Ruleset, dealer: int, worth: Worth) -> int:  # noqa: ARG002 - the interface
        """The loser of a deal deals the next and so sits out."""
        if worth.winner is None:
            return (dealer + 1) % 3
        return 3 - dealer - worth.winner

    def dealer_of_side(self, side: int) -> int:
        return side


_LAYOUTS: Final[dict[Scoring, Layout]] = {
    Scoring.GAME: TwoSeats(1),
    Scoring.HOLLYWOOD: TwoSeats(HOLLYWOOD_COLUMNS),
    Scoring.PARTNERSHIP: Partnership(),
    Scoring.CUTTHROAT: Cutthroat(),
}


def layout_of(ruleset: Ruleset) -> Layout:
    """The layout of a gin ruleset."""
    return _LAYOUTS[ruleset.scoring]


def _winner_takes(result: DealResult) -> Worth:
    if not result.is_scored:
        return Worth(None, 0)
    winner = result.winners[0]
    return Worth(winner, result.points[winner])
