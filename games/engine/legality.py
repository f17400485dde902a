"""The legal moves of one seat, as a container: iterate, `in`, `len`, truth.

It holds nothing but the moves or the seat's own hand, from which they are listed when
they are asked for: it may be given to the seat without telling anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from games.engine.cards import Card
from games.engine.moves import Knock, Move


class MoveSource(Protocol):
    """Where moves come from when listing them at once would be wasted work."""

    def moves(self) -> tuple[Move, ...]:
        """Every legal move, in a fixed order; at least one."""

    def has(self, move: object) -> bool:
        """Whether this move is legal, finer forms of the listed ones included."""

    def arrangements(self, card: Card) -> tuple[Knock, ...]:
        """Every way to show the hand when knocking with *card*; the one of least deadwood first."""


class LegalMoves:
    """All legal moves, in a fixed order. Equal to another with the same moves.

    A knock with chosen melds (`knock-7H:...`) is a finer form of the plain knock with
    the same card: `in` accepts it and `arrangements` lists it, iteration gives the
    plain one only, which leaves the choice to the rules.
    """

    __slots__ = ("_moves", "source")

    def __init__(self, moves: tuple[Move, ...] = (), source: MoveSource | None = None) -> None:
        self._moves: tuple[Move, ...] | None = moves if source is None else None
        self.source = source

    @property
    def moves(self) -> tuple[Move, ...]:
        if self._moves is None:
            assert self.source is not None
            self._moves = self.source.moves()
        return self._moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        return self.source is not None or bool(self._moves)

    def __contains__(self, move: object) -> bool:
        return move in self.moves if self.source is None else self.source.has(move)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalMoves) and self.moves == other.moves

    def __hash__(self) -> int:
        return hash(self.moves)

    def __repr__(self) -> str:
        return f"LegalMoves({' '.join(self.codes)})"

    def arrangements(self, card: Card) -> tuple[Knock, ...]:
        """The ways to show the hand when knocking with *card*; `()` where it can't be or isn't a choice."""
        return () if self.source is None else self.source.arrangements(card)

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(move.code for move in self.moves)


NO_MOVES: Final = LegalMoves()
