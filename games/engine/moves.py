"""The moves of all games: frozen values with stable codes.

A code is a short string without spaces (`stock`, `discard-7H`, `cut-17`) that is
used in URLs, forms, logs and the API. `parse_move` is the one door from outside,
`format_move` its inverse. This module doesn't know whether a move is legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.cards import ALL_CARDS, Card, CardError
from games.engine.errors import MoveError, MoveErrorReason

Cards = tuple[Card, ...]
MAX_CODE_LENGTH: Final = 120


def _melds_code(melds: tuple[Cards, ...] | None) -> str:
    if melds is None:
        return ""
    return ":" + ":".join("".join(card.code for card in meld) for meld in melds)


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top of the stock: `stock`."""

    @property
    def code(self) -> str:
        return "stock"


@dataclass(frozen=True, slots=True)
class TakePile:
    """Take the top of the discard pile, the upcard included: `pile`."""

    @property
    def code(self) -> str:
        return "pile"


@dataclass(frozen=True, slots=True)
class Pass:
    """Don't take the upcard offered: `pass`."""

    @property
    def code(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay one card face up and end the turn: `discard-7H`."""

    card: Card

    @property
    def code(self) -> str:
        return f"discard-{self.card.code}"


@dataclass(frozen=True, slots=True)
class Knock:
    """Lay one card face down and end the deal: `knock-7H`.

    *melds* is the arrangement the knocker chose to show where the game lets it
    matter: `knock-7H:AS2S3S:5C5D5H`. None leaves the choice to the rules; an
    empty tuple (`knock-7H:`) shows no meld at all. The order of the melds and of
    the cards in them says nothing, so both are kept sorted.
    """

    card: Card
    melds: tuple[Cards, ...] | None = None

    def __post_init__(self) -> None:
        if self.melds is not None:
            melds = tuple(sorted(tuple(sorted(meld)) for meld in self.melds))
            object.__setattr__(self, "melds", melds)

    @property
    def code(self) -> str:
        return f"knock-{self.card.code}{_melds_code(self.melds)}"


@dataclass(frozen=True, slots=True)
class BigGin:
    """Show eleven melded cards without a discard: `big-gin`."""

    @property
    def code(self) -> str:
        return "big-gin"


@dataclass(frozen=True, slots=True)
class Cut:
    """Move the top *count* cards of the shuffled deck to the bottom: `cut-17`."""

    count: int

    @property
    def code(self) -> str:
        return f"cut-{self.count}"


@dataclass(frozen=True, slots=True)
class Reenter:
    """Pay for a fresh stake and stay in the pool: `reenter`."""

    @property
    def code(self) -> str:
        return "reenter"


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave the pool: `decline`."""

    @property
    def code(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Spread:
    """Lay a meld on the table: `spread-AS2S3S`."""

    cards: Cards

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))

    @property
    def code(self) -> str:
        return "spread-" + "".join(card.code for card in self.cards)


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add a card to the meld with this number on the table, counted from 0: `layoff-7H-2`."""

    card: Card
    meld: int

    @property
    def code(self) -> str:
        return f"layoff-{self.card.code}-{self.meld}"


@dataclass(frozen=True, slots=True)
class Drop:
    """End the deal at the start of a turn, without drawing: `drop`."""

    @property
    def code(self) -> str:
        return "drop"


Move = (
    DrawStock | TakePile | Pass | Discard | Knock | BigGin | Cut | Reenter | Decline | Spread | LayOff | Drop
)

DRAW_STOCK: Final = DrawStock()
TAKE_PILE: Final = TakePile()
PASS: Final = Pass()
BIG_GIN: Final = BigGin()
REENTER: Final = Reenter()
DECLINE: Final = Decline()
DROP: Final = Drop()
# One object per card, by card index: legal moves are listed without making any.
DISCARDS: Final = tuple(Discard(card) for card in ALL_CARDS)
KNOCKS: Final = tuple(Knock(card) for card in ALL_CARDS)
CUTS: Final = tuple(Cut(count) for count in range(len(ALL_CARDS)))
LARGEST_CUT: Final = len(ALL_CARDS) - 1

_PLAIN: Final[tuple[Move, ...]] = (
    DRAW_STOCK,
    TAKE_PILE,
    PASS,
    BIG_GIN,
    REENTER,
    DECLINE,
    DROP,
)
# Every move whose code has no free part: all but shown melds and what is laid on the table.
SIMPLE_MOVES: Final[tuple[Move, ...]] = (*_PLAIN, *DISCARDS, *KNOCKS, *CUTS)
_BY_CODE: Final[dict[str, Move]] = {move.code: move for move in SIMPLE_MOVES}


def format_move(move: Move) -> str:
    """The code of a move; `parse_move(format_move(move)) == move`."""
    return move.code


def parse_move(code: str) -> Move:
    """The move with this code, legal or not.

    Raises `MoveError`: `unknown_move`, `unknown_card` or `bad_number` (a cut of more
    cards than a deck has, a meld number that isn't a small plain number).
    """
    known = _BY_CODE.get(code)
    if known is not None:
        return known
    if len(code) > MAX_CODE_LENGTH:
        raise MoveError(MoveErrorReason.UNKNOWN_MOVE, code[:MAX_CODE_LENGTH])
    verb, _, rest = code.partition("-")
    match verb:
        case "knock":
            return _parse_knock(code, rest)
        case "spread":
            cards = _parse_meld(code, rest)
            if cards:
                return Spread(cards)
        case "layoff":
            card, _, number = rest.partition("-")
            return LayOff(_parse_card(code, card), _parse_number(code, number))
        case "discard":
            return Discard(_parse_card(code, rest))
        case "cut":
            raise MoveError(MoveErrorReason.BAD_NUMBER, code)
    raise MoveError(MoveErrorReason.UNKNOWN_MOVE, code)


def _parse_knock(code: str, rest: str) -> Knock:
    card, colon, melds = rest.partition(":")
    discard = _parse_card(code, card)
    if not colon:
        return Knock(discard)
    if not melds:
        return Knock(discard, ())
    return Knock(discard, tuple(_parse_meld(code, part) for part in melds.split(":")))


def _parse_meld(code: str, text: str) -> Cards:
    cards = tuple(_parse_card(code, text[at : at + 2]) for at in range(0, len(text), 2))
    if not cards or len(set(cards)) != len(cards):
        raise MoveError(MoveErrorReason.UNKNOWN_MOVE, code)
    return cards


def _parse_card(code: str, text: str) -> Card:
    try:
        return Card.from_code(text)
    except CardError:
        raise MoveError(MoveErrorReason.UNKNOWN_CARD, code) from None


def _parse_number(code: str, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 2 and str(int(text)) == text:
        return int(text)
    raise MoveError(MoveErrorReason.BAD_NUMBER, code)
