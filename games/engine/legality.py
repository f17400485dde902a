"""The legal moves of one seat, as a container: iterate, `in`, `len`, truth.

It holds nothing but the moves and, where the game lets a knocker choose what to
show, that seat's own hand: it may be given to the seat without telling anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from games.engine.cards import Card
from games.engine.moves import Knock, Move


class KnockChoice(Protocol):
    """The ways in which a knocker may arrange the hand."""

    def allows(self, knock: Knock) -> bool:
        """Whether the hand may be shown as this knock says. The card alone is known to be right."""

    def of(self, card: Card) -> tuple[Knock, ...]:
        """Every way to show the hand when knocking with *card*; the one of least deadwood first."""


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """All legal moves, in a fixed order.

    A knock with chosen melds (`knock-7H:...`) is a finer form of the plain knock with
    the same card: `in` accepts it and `arrangements` lists it, iteration gives the
    plain one only, which leaves the choice to the rules.
    """

    moves: tuple[Move, ...] = ()
    choice: KnockChoice | None = None

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __contains__(self, move: object) -> bool:
        if move in self.moves:
            return True
        if self.choice is None or not isinstance(move, Knock) or move.melds is None:
            return False
        return Knock(move.card) in self.moves and self.choice.allows(move)

    def arrangements(self, card: Card) -> tuple[Knock, ...]:
        """The ways to show the hand when knocking with *card*; `()` where it can't be or isn't a choice."""
        if self.choice is None or Knock(card) not in self.moves:
            return ()
        return self.choice.of(card)

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(move.code for move in self.moves)
