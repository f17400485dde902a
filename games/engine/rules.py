"""What the rules of one game must answer, and the acts that all games share.

`DealRules` is the interface behind which the games differ; one module each
implements it (`knock`, `gin`, `tonk`) and `deal` picks the one that the ruleset
names. The functions here move cards between hand, stock and pile and never ask
whether that is legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from games.engine.cards import Card, Hand
from games.engine.errors import IllegalReason
from games.engine.legality import LegalMoves
from games.engine.melds import deadwood_of_bits
from games.engine.moves import Cut, Decline, Move, Reenter
from games.engine.phases import Phase, Play
from games.engine.results import DealKind, DealResult

if TYPE_CHECKING:
    from games.engine.deal import DealState


class DealRules(Protocol):
    """One game's rules for a single deal. All methods are pure; seats are the deal's own, 0..n-1.

    `first_phase` is what the seat at the dealer's left has to do first.
    """

    first_phase: Phase

    def opening(self, state: DealState) -> DealState:
        """The state just dealt; over already where the cards dealt decide the deal."""

    def limit(self, state: DealState) -> int | None:
        """The most deadwood one may knock with in this deal; None is any."""

    def legal(self, state: DealState) -> LegalMoves:
        """The legal moves of the seat to move; asked only while there is one."""

    def objection(self, state: DealState, move: Move) -> IllegalReason | None:
        """Why this move is illegal now, or None. Never builds the other moves."""

    def play(self, state: DealState, move: Move) -> DealState:
        """The state after a move that has no objection."""


# Moves of the game as a whole, never of a deal: in a deal they come at the wrong time.
_GAME_MOVES: Final = (Cut, Reenter, Decline)


def objection_to_foreign(move: Move, game_moves: tuple[type[Move], ...]) -> IllegalReason:
    """The reason for a move that doesn't fit the phase: of this game at another time, or of another game."""
    if isinstance(move, game_moves + _GAME_MOVES):
        return IllegalReason.WRONG_PHASE
    return IllegalReason.NOT_IN_THIS_GAME


def objection_to_card(state: DealState, seat: int, card: Card) -> IllegalReason | None:
    """Why this card can't be laid away: not held, or taken from the pile in this turn."""
    if not state.hand_bits[seat] & card.bit:
        return IllegalReason.CARD_NOT_HELD
    if card is state.banned:
        return IllegalReason.JUST_TAKEN
    return None


def deadwood_without(hand_bits: int, card: Card) -> int:
    """Least deadwood of a hand after one of its cards is laid away."""
    return deadwood_of_bits(hand_bits ^ card.bit)


def draw_stock(state: DealState, seat: int, move: Move, stage: int) -> DealState:
    """The seat holds the top of the stock and has to discard."""
    card = state.stock[0]
    return state.evolve(
        hand_bits=_with(state.hand_bits, seat, state.hand_bits[seat] | card.bit),
        stock=state.stock[1:],
        phase=Phase.DISCARD,
        drawn=card,
        stage=stage,
        log=(*state.log, Play(seat, move)),
    )


def take_pile(state: DealState, seat: int, move: Move, stage: int) -> DealState:
    """The seat holds the top of the pile, known to all, and may not lay it away in this turn."""
    card = state.discards[-1]
    return state.evolve(
        hand_bits=_with(state.hand_bits, seat, state.hand_bits[seat] | card.bit),
        known_bits=_with(state.known_bits, seat, state.known_bits[seat] | card.bit),
        discards=state.discards[:-1],
        phase=Phase.DISCARD,
        drawn=card,
        banned=card,
        stage=stage,
        log=(*state.log, Play(seat, move, card)),
    )


def discard(state: DealState, seat: int, card: Card, move: Move) -> DealState:
    """The card lies face up on the pile and the next seat is to draw; the turn counts as completed."""
    return state.evolve(
        hand_bits=_with(state.hand_bits, seat, state.hand_bits[seat] & ~card.bit),
        known_bits=_with(state.known_bits, seat, state.known_bits[seat] & ~card.bit),
        discards=(*state.discards, card),
        turn=(seat + 1) % state.players,
        phase=Phase.DRAW,
        drawn=None,
        banned=None,
        turns=state.turns + 1,
        log=(*state.log, Play(seat, move, card)),
    )


def finish(state: DealState, result: DealResult, play: Play | None) -> DealState:
    """The deal is over with this result."""
    return state.evolve(
        hand_bits=tuple(hand.bits for hand in result.hands),
        turn=None,
        phase=Phase.OVER,
        drawn=None,
        banned=None,
        result=result,
        log=state.log if play is None else (*state.log, play),
    )


def unscored(state: DealState, kind: DealKind) -> DealState:
    """The deal is over without a score."""
    nothing = (0,) * state.players
    hands = tuple(Hand.from_bits(bits) for bits in state.hand_bits)
    seats = tuple(range(state.players))
    return finish(state, DealResult(kind, seats, nothing, nothing, hands, turns=state.turns), None)


def _with(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
