"""The rules of a Gin Rummy deal (docs/rules.md, part B), with all its variants.

Upcard offers, turns, knocks, the dead deal and the settlement of one deal between
two players. What several deals make together is in `gin_game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from games.engine.cards import Hand, Suit
from games.engine.errors import IllegalReason
from games.engine.hand_moves import HandMoves
from games.engine.legality import LegalMoves
from games.engine.melds import Arrangement, deadwood_of_bits
from games.engine.moves import (
    DRAW_STOCK,
    PASS,
    TAKE_PILE,
    BigGin,
    Discard,
    DrawStock,
    Knock,
    Move,
    Pass,
    TakePile,
)
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
from games.engine.scoring import default_knock_arrangement, settle_gin
from games.engine.showing import chosen_arrangement

if TYPE_CHECKING:
    from games.engine.deal import DealState

T = TypeVar("T")
DEAD_STOCK: Final = 2
# Stages of the first turn: the upcard is offered to the non-dealer, to the dealer, refused by both.
OFFERED_FIRST, OFFERED_DEALER, REFUSED, NORMAL = range(4)

_OFFERS: Final = LegalMoves((TAKE_PILE, PASS))
_DRAWS: Final = LegalMoves((DRAW_STOCK, TAKE_PILE))
_STOCK_ONLY: Final = LegalMoves((DRAW_STOCK,))
_OWN_MOVES: Final = (DrawStock, TakePile, Pass, Discard, Knock, BigGin)


class GinRules:
    """Upcard offers, then draw and discard or knock; see `DealRules` for the interface."""

    first_phase = Phase.UPCARD

    def opening(self, state: DealState) -> DealState:
        return state

    def limit(self, state: DealState) -> int | None:
        return knock_limit(state)

    def legal(self, state: DealState) -> LegalMoves:
        if state.phase is Phase.UPCARD:
            return _OFFERS
        if state.phase is Phase.DRAW:
            return _STOCK_ONLY if state.stage == REFUSED else _DRAWS
        assert state.turn is not None
        banned = 0 if state.banned is None else state.banned.bit
        hand = state.hand_bits[state.turn]
        big_gin = state.setup.ruleset.big_gin
        return LegalMoves(source=HandMoves(hand, banned, knock_limit(state), chooses=True, big_gin=big_gin))

    def objection(self, state: DealState, move: Move) -> IllegalReason | None:
        if state.turn is None:
            return IllegalReason.DEAL_OVER
        if state.phase is Phase.UPCARD:
            allowed = isinstance(move, (TakePile, Pass))
            return None if allowed else objection_to_foreign(move, _OWN_MOVES)
        if state.phase is Phase.DRAW:
            return _objection_to_draw(state, move)
        if isinstance(move, BigGin):
            return _objection_to_big_gin(state, state.turn)
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
            case Pass():
                return _passed(state, seat)
            case DrawStock():
                return draw_stock(state, seat, move, NORMAL)
            case TakePile():
                return take_pile(state, seat, move, NORMAL)
            case Discard(card):
                return _after_turn(discard(state, seat, card, move))
            case Knock() | BigGin():
                return _settled(state, seat, move)
        raise AssertionError(move)


GIN_RULES: Final = GinRules()


def knock_limit(state: DealState) -> int:
    """The most deadwood to knock with: the option, or in Oklahoma the upcard's value (an ace: gin only)."""
    if state.setup.ruleset.oklahoma:
        value = state.setup.upcard.value
        return 0 if value == 1 else value
    limit = state.setup.ruleset.knock_limit
    assert limit is not None, "a gin ruleset has a knock limit"
    return limit


def _is_big_gin(state: DealState, seat: int) -> bool:
    return state.setup.ruleset.big_gin and deadwood_of_bits(state.hand_bits[seat]) == 0


def _objection_to_draw(state: DealState, move: Move) -> IllegalReason | None:
    if isinstance(move, DrawStock):
        return None
    if isinstance(move, TakePile):
        return IllegalReason.MUST_DRAW_STOCK if state.stage == REFUSED else None
    return objection_to_foreign(move, _OWN_MOVES)


def _objection_to_big_gin(state: DealState, seat: int) -> IllegalReason | None:
    if not state.setup.ruleset.big_gin:
        return IllegalReason.NOT_IN_THIS_GAME
    return None if _is_big_gin(state, seat) else IllegalReason.KNOCK_TOO_HIGH


def _objection_to_knock(state: DealState, seat: int, move: Knock) -> IllegalReason | None:
    """Least deadwood decides for a plain knock, that of the chosen arrangement for another."""
    limit = knock_limit(state)
    hand = state.hand_bits[seat]
    too_high = IllegalReason.KNOCK_NOT_ALLOWED if limit == 0 else IllegalReason.KNOCK_TOO_HIGH
    if deadwood_without(hand, move.card) > limit:
        return too_high
    if move.melds is None:
        return None
    shown = chosen_arrangement(hand ^ move.card.bit, move.melds)
    if shown is None:
        return IllegalReason.BAD_MELDS
    return too_high if shown.deadwood > limit else None


def _passed(state: DealState, seat: int) -> DealState:
    """The upcard goes to the dealer; refused by both, the non-dealer draws from the stock."""
    first_refusal = state.stage == OFFERED_FIRST
    return state.evolve(
        turn=1 - seat,
        phase=Phase.UPCARD if first_refusal else Phase.DRAW,
        stage=OFFERED_DEALER if first_refusal else REFUSED,
        log=(*state.log, Play(seat, PASS)),
    )


def _after_turn(state: DealState) -> DealState:
    """Rules.md, B "Dead deal": the last two cards of the stock are never played."""
    if len(state.stock) <= DEAD_STOCK or state.turns >= state.setup.ruleset.max_turns:
        return unscored(state, DealKind.DEAD)
    return state


def _settled(state: DealState, knocker: int, move: Knock | BigGin) -> DealState:
    """Rules.md, B "Settlement of a deal", the opponent laying off in the best way."""
    bits = list(state.hand_bits)
    if isinstance(move, Knock):
        bits[knocker] ^= move.card.bit
    shown = _shown(bits[knocker], move)
    multiplier = _multiplier(state)
    big_gin = isinstance(move, BigGin)
    settlement = settle_gin(
        state.setup.ruleset,
        shown.melds,
        shown.rest,
        Hand.from_bits(bits[1 - knocker]),
        multiplier=multiplier,
        big_gin=big_gin,
    )
    gained, lost = settlement.points
    net = gained - lost
    opponent = settlement.opponent_deadwood
    kind = DealKind.BIG_GIN if big_gin else DealKind.GIN if shown.deadwood == 0 else DealKind.KNOCK
    undercut = kind is DealKind.KNOCK and opponent <= shown.deadwood
    result = DealResult(
        kind=kind,
        seats=(0, 1),
        net=_in_seats(knocker, net, -net),
        points=_in_seats(knocker, gained, lost),
        hands=tuple(Hand.from_bits(hand) for hand in bits),
        knocker=knocker,
        winners=(1 - knocker if undercut else knocker,),
        deadwoods=_in_seats(knocker, shown.deadwood, opponent),
        arrangements=_in_seats(knocker, shown, settlement.opponent_arrangement),
        discard=move.card if isinstance(move, Knock) else None,
        laid_off=settlement.laid_off,
        multiplier=multiplier,
        turns=state.turns + 1,
    )
    card = move.card if isinstance(move, Knock) else None
    return finish(state, result, Play(knocker, move, card))


def _shown(bits: int, move: Knock | BigGin) -> Arrangement:
    """The arrangement the knocker shows: the chosen one, or by the ruling in docs/rules.md, B "Knock"."""
    if isinstance(move, BigGin) or move.melds is None:
        return default_knock_arrangement(Hand.from_bits(bits))
    chosen = chosen_arrangement(bits, move.melds)
    assert chosen is not None, "a knock without objection shows melds of the hand"
    return chosen


def _multiplier(state: DealState) -> int:
    """2 for a deal that a spade doubles, whatever the number of spades that would; else 1."""
    ruleset = state.setup.ruleset
    upcard = ruleset.spade_upcard_doubles and state.setup.upcard.suit is Suit.SPADES
    top = ruleset.spades_double and bool(state.discards) and state.discards[-1].suit is Suit.SPADES
    return 2 if upcard or top else 1


def _in_seats(knocker: int, own: T, other: T) -> tuple[T, T]:
    """The knocker's value and the opponent's, in seat order."""
    return (own, other) if knocker == 0 else (other, own)
