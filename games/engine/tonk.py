"""The rules of a Tonk deal (docs/rules.md, part D).

Melds are laid on the table and added to, a deal ends when somebody is out of cards,
drops, or the stock is used up. What several deals make together is in `knock_game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.engine.cards import Card, Hand, cards_of_bits, value_of_bits
from games.engine.errors import IllegalReason
from games.engine.legality import LegalMoves
from games.engine.melds import Arrangement, is_meld
from games.engine.moves import (
    DISCARDS,
    DRAW_STOCK,
    DROP,
    TAKE_PILE,
    Discard,
    DrawStock,
    Drop,
    LayOff,
    Move,
    Spread,
    TakePile,
)
from games.engine.phases import Phase, Play
from games.engine.results import DealKind, DealResult
from games.engine.rules import discard, draw_stock, finish, objection_to_foreign, take_pile, unscored
from games.engine.showing import melds_in

if TYPE_CHECKING:
    from games.engine.deal import DealState

# Five pictures and tens, or four of them and a nine: a tonk in the cards dealt.
TONK_IN_HAND: Final = frozenset({49, 50})
DOUBLE: Final = 2

_DRAWS: Final = LegalMoves((DRAW_STOCK, TAKE_PILE, DROP))
_OWN_MOVES: Final = (DrawStock, TakePile, Drop, Discard, Spread, LayOff)


class TonkRules:
    """Draw or drop, lay melds, discard; see `DealRules` for the interface."""

    first_phase = Phase.DRAW

    def opening(self, state: DealState) -> DealState:
        """Who was dealt a tonk wins at once; if more than one was, the deal is void."""
        lucky = [seat for seat in range(state.players) if _value(state, seat) in TONK_IN_HAND]
        if len(lucky) > 1:
            return unscored(state, DealKind.VOID)
        return _settled(state, DealKind.TONK, lucky[0], lucky, None) if lucky else state

    def limit(self, state: DealState) -> int | None:  # noqa: ARG002 - the interface
        return None

    def legal(self, state: DealState) -> LegalMoves:
        if state.phase is Phase.DRAW:
            return _DRAWS
        assert state.turn is not None
        bits = state.hand_bits[state.turn]
        cards = cards_of_bits(bits)
        discards: list[Move] = [DISCARDS[card.index] for card in cards]
        spreads = [Spread(cards_of_bits(meld)) for meld in melds_in(bits)]
        lay_offs = [
            LayOff(card, number)
            for number, meld in enumerate(state.table)
            for card in cards
            if _fits(meld, card)
        ]
        return LegalMoves((*discards, *spreads, *lay_offs))

    def objection(self, state: DealState, move: Move) -> IllegalReason | None:
        if state.turn is None:
            return IllegalReason.DEAL_OVER
        own = (DrawStock, TakePile, Drop) if state.phase is Phase.DRAW else (Discard, Spread, LayOff)
        if not isinstance(move, own):
            return objection_to_foreign(move, _OWN_MOVES)
        held = state.hand_bits[state.turn]
        match move:
            case Discard(card):
                return None if held & card.bit else IllegalReason.CARD_NOT_HELD
            case Spread(cards):
                if any(not held & card.bit for card in cards):
                    return IllegalReason.CARD_NOT_HELD
                return None if is_meld(cards) else IllegalReason.BAD_MELDS
            case LayOff(card, number):
                if not held & card.bit:
                    return IllegalReason.CARD_NOT_HELD
                fits = number < len(state.table) and _fits(state.table[number], card)
                return None if fits else IllegalReason.BAD_MELDS
        return None

    def play(self, state: DealState, move: Move) -> DealState:
        seat = state.turn
        assert seat is not None
        match move:
            case DrawStock():
                return draw_stock(state, seat, move, stage=0)
            case TakePile():
                # Nothing is banned: after laying melds the card taken may be the only one left.
                return take_pile(state, seat, move, stage=0).evolve(banned=None)
            case Drop():
                return _dropped(state, seat)
            case Discard(card):
                return _after_discard(discard(state, seat, card, move), seat)
            case Spread(cards):
                table = (*state.table, Hand(cards).bits)
                return _laid(state, seat, cards, table, move)
            case LayOff(card, number):
                melds = list(state.table)
                melds[number] |= card.bit
                return _laid(state, seat, (card,), tuple(melds), move)
        raise AssertionError(move)


TONK_RULES: Final = TonkRules()


def _value(state: DealState, seat: int) -> int:
    return value_of_bits(state.hand_bits[seat])


def _fits(meld: int, card: Card) -> bool:
    return is_meld((*cards_of_bits(meld), card))


def _laid(
    state: DealState, seat: int, cards: tuple[Card, ...], table: tuple[int, ...], move: Move
) -> DealState:
    """The cards lie on the table; with the last of them it is a tonk."""
    gone = Hand(cards).bits
    play = Play(seat, move, cards[0] if len(cards) == 1 else None)
    state = state.evolve(
        hand_bits=_without(state.hand_bits, seat, gone),
        known_bits=_without(state.known_bits, seat, gone),
        table=table,
        drawn=None if state.drawn in cards else state.drawn,
    )
    if state.hand_bits[seat]:
        return state.evolve(log=(*state.log, play))
    return _settled(state, DealKind.TONK, seat, [seat], play)


def _without(hands: tuple[int, ...], seat: int, gone: int) -> tuple[int, ...]:
    return (*hands[:seat], hands[seat] & ~gone, *hands[seat + 1 :])


def _after_discard(state: DealState, seat: int) -> DealState:
    """Out with the last card; or the stock is used up and the lowest hands win; or the next turn."""
    if not state.hand_bits[seat]:
        return _settled(state, DealKind.OUT, seat, [seat], None)
    if state.turns >= state.ruleset.max_turns:
        return unscored(state, DealKind.VOID)
    if state.stock:
        return state
    values = [_value(state, other) for other in range(state.players)]
    lowest = [other for other, value in enumerate(values) if value == min(values)]
    return _settled(state, DealKind.STOCK_OUT, None, lowest, None)


def _dropped(state: DealState, seat: int) -> DealState:
    """Part D "Drop": the only lowest wins; else the lowest others do, and who dropped pays double."""
    values = [_value(state, other) for other in range(state.players)]
    others = [other for other, value in enumerate(values) if value == min(values) and other != seat]
    return _settled(state, DealKind.DROP, seat, others or [seat], Play(seat, DROP))


def _settled(
    state: DealState, kind: DealKind, ender: int | None, winners: list[int], play: Play | None
) -> DealState:
    """Part D "Settlement": each other player pays the winners what the cards still held are worth.

    Everybody pays double for a tonk, a player who dropped and was caught pays double. Several
    winners split; points left over go one each in turn order from the ender's (or dealer's) left.
    """
    seats = range(state.players)
    values = tuple(_value(state, seat) for seat in seats)
    net = [0] * state.players
    for seat in seats:
        if seat not in winners:
            doubled = kind is DealKind.TONK or seat == ender
            net[seat] = -values[seat] * (DOUBLE if doubled else 1)
    start = state.dealer if ender is None else ender
    in_turn = sorted(winners, key=lambda seat: (seat - start - 1) % state.players)
    share, odd = divmod(-sum(net), len(winners))
    for place, seat in enumerate(in_turn):
        net[seat] = share + (place < odd)
    hands = tuple(Hand.from_bits(bits) for bits in state.hand_bits)
    result = DealResult(
        kind=kind,
        seats=tuple(seats),
        net=tuple(net),
        points=tuple(net),
        hands=hands,
        knocker=ender,
        winners=tuple(sorted(winners)),
        deadwoods=values,
        arrangements=tuple(
            Arrangement((), tuple(hand), value) for hand, value in zip(hands, values, strict=True)
        ),
        turns=state.turns,
    )
    return finish(state, result, play)
