"""The same moment of a deal with the hidden cards changed about: what nobody may see a difference of."""

import random

from games.engine.cards import Card, Hand, cards_of_bits
from games.engine.deal import DealState
from games.engine.game import Board, GameState


def cards_at(state: DealState) -> list[Card]:
    """Every card of the deal, wherever it is; a card that ended the deal face down included."""
    cards = [card for bits in state.hand_bits for card in cards_of_bits(bits)]
    cards += [*state.stock, *state.discards]
    cards += [card for meld in state.table for card in cards_of_bits(meld)]
    if state.result is not None and state.result.discard is not None:
        cards.append(state.result.discard)
    return cards


def hidden_from(state: DealState, seat: int | None) -> list[Card]:
    """The cards that *seat* can't know the place of."""
    hidden = list(state.stock)
    for other, bits in enumerate(state.hand_bits):
        if other != seat:
            hidden += cards_of_bits(bits & ~state.known_bits[other])
    return hidden


def with_hidden_cards_permuted(state: DealState, seat: int | None, rng: random.Random) -> DealState:
    """A deal that looks the same to *seat*: other hands and stock filled anew from the hidden cards."""
    if state.is_over:
        return state
    hidden = hidden_from(state, seat)
    rng.shuffle(hidden)
    stock, rest = tuple(hidden[: len(state.stock)]), hidden[len(state.stock) :]
    hands = []
    for other, bits in enumerate(state.hand_bits):
        if other == seat:
            hands.append(bits)
            continue
        count = (bits & ~state.known_bits[other]).bit_count()
        taken, rest = rest[:count], rest[count:]
        hands.append(state.known_bits[other] | Hand(taken).bits)
    drawn = state.drawn
    if state.turn != seat and drawn is not None and state.banned is None:
        assert state.turn is not None
        drawn = cards_of_bits(hands[state.turn] & ~state.known_bits[state.turn])[0]
    return state.evolve(hand_bits=tuple(hands), stock=stock, drawn=drawn)


def game_with_hidden_cards_permuted(state: GameState, seat: int | None, rng: random.Random) -> GameState:
    boards = []
    for board in state.boards:
        place = board.plan.seats.index(seat) if seat in board.plan.seats else None
        boards.append(Board(board.plan, with_hidden_cards_permuted(board.deal, place, rng)))
    return state.evolve(boards=tuple(boards), seed=rng.randbytes(32))
