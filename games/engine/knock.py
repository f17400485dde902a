"""The rules of a Knock Rummy deal (docs/rules.md, part A), with all its variants.

Turns, knocks, reshuffles and the settlement of one deal. What several deals make
together is in `knock_game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.engine.cards import Hand
from games.engine.errors import IllegalReason
from games.engine.hand_moves import HandMoves
from games.engine.legality import LegalMoves
from games.engine.melds import best_arrangement
from games.engine.moves import DRAW_STOCK, TAKE_PILE, Discard, DrawStock, Knock, Move, TakePile
from games.engine.phases import Phase, Play
from games.engine.results import DealKind, DealResult
from games.engine.rules import (
    deadwood_without,
    discard,
    draw_stock,
    finish,
    objection_to_card,
    objection_to_foreign,
    take_pile,
    unscored,
)
from games.engine.scoring import settle
from games.engine.shuffling import reshuffled

if TYPE_CHECKING:
    from games.engine.deal import DealState

_DRAWS: Final = LegalMoves((DRAW_STOCK, TAKE_PILE))
_OWN_MOVES: Final = (DrawStock, TakePile, Discard, Knock)


class KnockRules:
    """Draw, then discard or knock; see `DealRules` for the interface."""

    first_phase = Phase.DRAW

    def opening(self, state: DealState) -> DealState:
        return state

    def limit(self, state: DealState) -> int | None:
        return state.ruleset.knock_limit

    def legal(self, state: DealState) -> LegalMoves:
        if state.phase is Phase.DRAW:
            return _DRAWS
        assert state.turn is not None
        banned = 0 if state.banned is None else state.banned.bit
        hand = state.hand_bits[state.turn]
        limit = state.setup.ruleset.knock_limit
        return LegalMoves(source=HandMoves(hand, banned, limit, may_knock=not _too_early(state)))

    def objection(self, state: DealState, move: Move) -> IllegalReason | None:
        if state.turn is None:
            return IllegalReason.DEAL_OVER
        if state.phase is Phase.DRAW:
            if isinstance(move, (DrawStock, TakePile)):
                return None
            return objection_to_foreign(move, _OWN_MOVES)
        if not isinstance(move, (Discard, Knock)):
            return objection_to_foreign(move, _OWN_MOVES)
        reason = objection_to_card(state, state.turn, move.card)
        if reason is not None or isinstance(move, Discard):
            return reason
        return _objection_to_knock(state, state.turn, move)

    def play(self, state: DealState, move: Move) -> DealState:
        seat = state.turn
        assert seat is not None
        match move:
            case DrawStock():
                return draw_stock(state, seat, move, stage=0)
            case TakePile():
                return take_pile(state, seat, move, stage=0)
            case Discard(card):
                return _after_turn(discard(state, seat, card, move))
            case Knock():
                return _settled(state, seat, move)
        raise AssertionError(move)


KNOCK_RULES: Final = KnockRules()


def _too_early(state: DealState) -> bool:
    """Full turn first: no knock before every player has completed a turn."""
    return state.ruleset.full_turn_first and state.turns < state.players


def _objection_to_knock(state: DealState, seat: int, move: Knock) -> IllegalReason | None:
    if move.melds is not None:
        return IllegalReason.NOT_IN_THIS_GAME
    if _too_early(state):
        return IllegalReason.KNOCK_TOO_EARLY
    limit = state.ruleset.knock_limit
    if limit is None or deadwood_without(state.hand_bits[seat], move.card) <= limit:
        return None
    return IllegalReason.KNOCK_NOT_ALLOWED if limit == 0 else IllegalReason.KNOCK_TOO_HIGH


def _after_turn(state: DealState) -> DealState:
    """Rules.md, A "Empty stock": as soon as a turn ends with an empty stock, the pile becomes the stock.

    The discards go in from the bottom of the pile upwards, without the top one. The deal
    is void when the stock runs out after the last reshuffle allowed, or after `max_turns`.
    """
    if state.turns >= state.ruleset.max_turns:
        return unscored(state, DealKind.VOID)
    if state.stock:
        return state
    if state.reshuffles >= state.ruleset.max_reshuffles:
        return unscored(state, DealKind.VOID)
    turned = state.reshuffles + 1
    return state.evolve(
        stock=reshuffled(state.discards[:-1], state.setup.reshuffle_seed, turned),
        discards=state.discards[-1:],
        reshuffles=turned,
    )


def _settled(state: DealState, knocker: int, move: Knock) -> DealState:
    """Rules.md, A "Settlement": all hands at their least deadwood, no lay-offs."""
    bits = list(state.hand_bits)
    bits[knocker] ^= move.card.bit
    hands = tuple(Hand.from_bits(hand) for hand in bits)
    arrangements = tuple(best_arrangement(hand) for hand in hands)
    deadwoods = tuple(arrangement.deadwood for arrangement in arrangements)
    net = settle(state.ruleset, deadwoods, knocker)
    rummy = deadwoods[knocker] == 0
    result = DealResult(
        kind=DealKind.RUMMY if rummy else DealKind.KNOCK,
        seats=tuple(range(state.players)),
        net=net,
        points=net,
        hands=hands,
        knocker=knocker,
        winners=_winners(deadwoods, knocker, rummy),
        deadwoods=deadwoods,
        arrangements=arrangements,
        discard=move.card,
        turns=state.turns + 1,
    )
    return finish(state, result, Play(knocker, move, move.card))


def _winners(deadwoods: tuple[int, ...], knocker: int, rummy: bool) -> tuple[int, ...]:
    """Rummy and a clean knock: the knocker. Undercut: every opponent with the least deadwood."""
    low = min(deadwoods)
    others = tuple(seat for seat, value in enumerate(deadwoods) if value == low and seat != knocker)
    return others if others and not rummy else (knocker,)
