"""What a bot thinks a move is worth: the move and its expected points, for analysis and for the bots themselves.

Points are the net points of the deal from the seat's own side, as the policy that weighs expects them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.moves import Knock, Move


@dataclass(frozen=True, slots=True)
class Weighed:
    """One move and the points expected after it."""

    move: Move
    value: float


def best_first(weighed: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """Sorted by value; equal ones stay in the order in which they were weighed."""
    return tuple(sorted(weighed, key=lambda each: -each.value))


def plain(move: Move) -> Move:
    """The move as bots name it: a knock without the arrangement that was chosen to be shown."""
    return Knock(move.card) if isinstance(move, Knock) else move
