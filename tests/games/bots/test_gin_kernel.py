"""Gin in plain numbers is the same gin: melds, readings, features, settlements and decisions agree with the bots."""

from __future__ import annotations

import random

import numpy as np
import pytest

from games.bots import gin_board, gin_kernel, gin_players
from games.bots.danger import welcome
from games.bots.gin_expert import GinExpert
from games.bots.gin_features import Score, around, knocking, outlook, score_of, telling, waiting
from games.bots.gin_reading import acts_of, opponent_of, read
from games.bots.gin_training import as_arrays
from games.bots.learned_gin import LEARNED
from games.bots.references import GinLever, GinSimple
from games.engine.cards import DECK, Card, Hand, cards_of_bits
from games.engine.deal import DealState
from games.engine.melds import best_arrangement, best_discard, deadwood_of_bits, melded_bits
from games.engine.moves import Discard, Knock, Move, Pass, TakePile
from games.engine.observation import Observation, observe
from games.engine.phases import Phase
from games.engine.ruleset import PRESETS
from games.engine.scoring import best_lay_offs, settle_gin

MIND = as_arrays(LEARNED)
POINTS = MIND.points
SHEET = np.zeros(4)


def hands(count: int, number: int, among: int = 52) -> list[int]:
    """Random hands of so many cards, from the first *among* of the deck; the fewer, the more melds."""
    luck = random.Random(number)
    return [sum(1 << index for index in luck.sample(range(among), count)) for _ in range(60)]


@pytest.mark.parametrize("among", [52, 26, 20])
def test_melds_are_those_of_the_engine(among: int) -> None:
    for bits in hands(11, among, among):
        card, left = best_discard(Hand.from_bits(bits))
        assert gin_kernel.best_drop(bits) == (card.index, left)
        assert gin_kernel.least(bits) == deadwood_of_bits(bits)
        assert gin_kernel.melded(bits) == melded_bits(bits)
        banned = card
        card, left = best_discard(Hand.from_bits(bits), banned)
        assert gin_kernel.best_allowed(bits, banned.index) == (card.index, left)


def test_melds_across_suits_are_those_of_the_engine() -> None:
    # Threes and fours of a rank: cards of few ranks in all suits.
    luck = random.Random(5)
    ranks = [index for index in range(52) if index % 13 in (3, 4, 5, 6)]
    for _ in range(60):
        bits = sum(1 << index for index in luck.sample(ranks, 11))
        assert gin_kernel.least(bits) == deadwood_of_bits(bits)
        assert gin_kernel.melded(bits) == melded_bits(bits)


@pytest.mark.parametrize("among", [52, 30])
def test_a_knock_is_settled_as_in_the_engine(among: int) -> None:
    luck = random.Random(among)
    for _ in range(80):
        cards = luck.sample(range(among), 20)
        own, other = (sum(1 << index for index in part) for part in (cards[:10], cards[10:]))
        shown = best_arrangement(Hand.from_bits(own))
        melds = np.array([meld.bits for meld in shown.melds], dtype=np.int64)
        laid = best_lay_offs([meld.bits for meld in shown.melds], other)
        assert gin_board.after_lay_offs(other, melds) == deadwood_of_bits(other & ~laid)
        gained, lost = settle_gin(PRESETS["gin"], shown.melds, shown.rest, Hand.from_bits(other)).points
        assert gin_board.settled(own, other) == gained - lost


def a_deck(number: int) -> list[Card]:
    return random.Random(number).sample(list(DECK), 52)


def both_boards(number: int) -> tuple[DealState, gin_board.Board]:
    """The same deal in the engine and in numbers; seat 0 plays first."""
    cards = a_deck(number)
    state = DealState.new(PRESETS["gin"], 2, 1, cards, bytes(32))
    return state, gin_board.deal(np.array([card.index for card in cards], dtype=np.int64))


def mirrored(board: gin_board.Board, seat: int, phase: Phase, move: Move) -> None:
    """The engine's move made on the board in numbers."""
    if isinstance(move, TakePile):
        gin_board.take(board, seat)
    elif isinstance(move, Pass):
        board.refused[seat] |= 1 << board.pile[0]
    elif isinstance(move, Discard):
        gin_board.throw(board, seat, move.card.index)
    elif phase is Phase.DRAW:
        gin_board.draw(board, seat)


def same_features(view: Observation, board: gin_board.Board) -> None:
    """Everything the expert goes by, once from the observation and once from the board."""
    seat, kinds = view.seat, ((LEARNED.quick, MIND.quick), (LEARNED.patient, MIND.patient))
    assert seat is not None
    for known, sense in kinds:
        seen, reading = read(view, known.held), gin_board.read(board, seat, sense.held)
        assert list(reading.held) == pytest.approx(list(seen.chances))
        assert [reading.drawn[card.index] for card in seen.cards] == pytest.approx(list(seen.drawn))
        assert cards_of_bits(int(reading.unseen)) == seen.cards
        about, found = around(view, seen), np.zeros(gin_board.AROUND)
        gin_board.around(board, seat, reading, found, 0)
        assert list(found) == pytest.approx(list(about))
        card = max(view.hand, key=lambda card: card.value)
        bits = view.hand.bits ^ card.bit if len(view.hand) == 11 else view.hand.bits
        thrown = card if len(view.hand) == 11 else None
        x = np.zeros(gin_board.WAITING)
        gin_board.waiting(bits, reading, -1 if thrown is None else thrown.index, x)
        gin_board.around(board, seat, reading, x, 14)
        assert list(x) == pytest.approx(list(waiting(outlook(bits, seen.cards), seen, 10, about, thrown)))
        assert gin_board.welcome(card.index, reading.held) == pytest.approx(welcome(card, seen.chances))
        x = np.zeros(gin_players.BELIEF)
        gin_players.belief_features(board, seat, SHEET, x)
        told = telling(score_of(view), view.turns_done, acts_of(view, opponent_of(view)))
        assert list(x) == pytest.approx(list(told))


def kernel_move(view: Observation, board: gin_board.Board, player: int, quick: float) -> str:
    """What the player in numbers would do, as the code of a move."""
    seat = view.seat
    assert seat is not None
    if view.phase is not Phase.DISCARD:
        takes = gin_players.wants(player, MIND, board, seat, quick, POINTS, 0.0)
        return "pile" if takes else "pass" if view.phase is Phase.UPCARD else "stock"
    banned = -1 if view.banned is None else view.banned.index
    card, knocks = gin_players.ending(player, MIND, board, seat, banned, quick, POINTS, 0.0)
    return f"{'knock' if knocks else 'discard'}-{DECK[card].code}"


@pytest.mark.parametrize(("number", "quick"), [(1, 1.0), (2, 0.0), (3, 0.6)])
def test_the_expert_in_numbers_sees_and_plays_as_the_bot_does(number: int, quick: float) -> None:
    state, board = both_boards(number)
    expert, luck, compared = GinExpert("expert", LEARNED, quick), random.Random(number), 0
    while state.turn is not None and compared < 6:
        seat, view, phase = state.turn, observe(state, state.turn), state.phase
        move: Move
        if seat == 0:
            same_features(view, board)
            move = expert.choose(view, luck)
            if len(view.legal_moves) > 1:
                assert kernel_move(view, board, gin_players.EXPERT, quick) == move.code
            compared += 1
        else:
            move = GinSimple().choose(view, luck)
        mirrored(board, seat, phase, move)
        state = state.apply(move)
    assert compared >= 3


@pytest.mark.parametrize("number", [4, 5])
def test_the_lever_in_numbers_plays_as_the_bot_does(number: int) -> None:
    state, board = both_boards(number)
    luck, compared = random.Random(number), 0
    while state.turn is not None and compared < 8:
        seat, view, phase = state.turn, observe(state, state.turn), state.phase
        move = (GinLever() if seat == 0 else GinSimple()).choose(view, luck)
        if seat == 0 and len(view.legal_moves) > 1:
            assert kernel_move(view, board, gin_players.LEVER, 0.0) == move.code
            compared += 1
        mirrored(board, seat, phase, move)
        state = state.apply(move)
    assert compared >= 3


def test_the_simple_player_in_numbers_throws_what_the_bot_may_throw() -> None:
    state, board = both_boards(6)
    luck = random.Random(6)
    while state.turn is not None:
        seat, view, phase = state.turn, observe(state, state.turn), state.phase
        move = GinSimple().choose(view, luck)
        if phase is Phase.DISCARD:
            other = kernel_move(view, board, gin_players.SIMPLE, 0.0)
            card = Card.from_code(other.partition("-")[2])
            assert isinstance(move, Discard | Knock)
            assert other.startswith("knock") == isinstance(move, Knock)
            assert deadwood_of_bits(view.hand.bits ^ card.bit) == deadwood_of_bits(
                view.hand.bits ^ move.card.bit
            )
        elif len(view.legal_moves) > 1:
            assert kernel_move(view, board, gin_players.SIMPLE, 0.0) == move.code
        mirrored(board, seat, phase, move)
        state = state.apply(move)


def test_a_knock_is_judged_by_the_same_numbers() -> None:
    state, board = both_boards(7)
    view, reading = observe(state, 0), gin_board.read(board, 0, MIND.quick.held)
    hand = Hand(
        Card.from_code(code) for code in ["AC", "AD", "AH", "5S", "6S", "7S", "8S", "KC", "2D", "3H"]
    ).bits
    seen, x = read(view, LEARNED.quick.held), np.zeros(gin_board.KNOCKING)
    gin_board.knocking(hand, 15, reading, x)
    gin_board.around(board, 0, reading, x, 5)
    assert list(x) == pytest.approx(list(knocking(hand, 15, seen, around(view, seen))))


def test_outcomes_are_told_apart_by_their_points() -> None:
    assert [gin_players.outcome_of(points) for points in POINTS] == list(range(gin_players.OUTCOMES))
    assert gin_players.outcome_of(0) == gin_players.EVEN


def test_the_sheet_is_read_from_the_seats_side() -> None:
    state, _ = both_boards(8)
    assert score_of(observe(state, 0)) == Score()
