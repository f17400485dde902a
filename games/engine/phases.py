"""What is to be done next, and the public log of what was done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from games.engine.cards import Card
from games.engine.moves import Move


class Phase(StrEnum):
    """One list for deals and games. A game in `play` has a deal in one of the deal's phases.

    Game: needs_deal, cut, play, re_entry, over. Deal: upcard (gin's first turn:
    take it or pass), draw, discard (or knock), over.
    """

    NEEDS_DEAL = "needs_deal"
    CUT = "cut"
    PLAY = "play"
    RE_ENTRY = "re_entry"
    UPCARD = "upcard"
    DRAW = "draw"
    DISCARD = "discard"
    OVER = "over"


GamePhase: TypeAlias = Phase
DealPhase: TypeAlias = Phase


@dataclass(frozen=True, slots=True)
class Play:
    """One move as everybody saw it.

    *card* is the card that all could see: taken from the pile or laid away (a
    knock's card is shown when the hands are); None for a draw from the stock, so
    that the log holds nothing that is hidden.
    """

    seat: int
    move: Move
    card: Card | None = None

    @property
    def code(self) -> str:
        return self.move.code
