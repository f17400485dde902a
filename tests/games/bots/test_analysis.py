"""Decisions looked at again: the expert's own choice comes first, and only what the seat saw counts."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.bots.analysis import SHOWN, decision, decisions
from games.bots.expert import Expert
from games.bots.playouts import another_world, weigh_by_playing
from games.bots.registry import bot_named
from games.engine.game import GameState
from games.engine.moves import KNOCKS, Move, parse_move
from games.engine.observation import observe
from games.engine.phases import Phase
from games.engine.ruleset import PRESETS
from tests.games.engine.playing import after, dealt

Moves = list[tuple[int, Move]]


def a_deal(preset: str, players: int, number: int, bot: str = "beginner") -> tuple[GameState, Moves]:
    """A deal played by bots: the state when the cut was offered, and the moves."""
    first = state = GameState.new(PRESETS[preset], players).start_deal(bytes([number]) * 32)
    luck, moves = random.Random(number), []
    while state.phase not in (Phase.NEEDS_DEAL, Phase.OVER):
        seat = state.turn
        assert seat is not None
        moves.append((seat, bot_named(bot).choose(observe(state, seat), luck)))
        state = state.apply(moves[-1][1], seat)
    return first, moves


@pytest.mark.parametrize(("preset", "players"), [("knock-rummy", 2), ("knock-rummy", 4), ("joker-knock", 2)])
def test_the_best_is_what_the_expert_would_have_done(preset: str, players: int) -> None:
    expert = bot_named("expert")
    for number in range(6):
        state, moves = a_deal(preset, players, number)
        found = list(decisions(state, moves, random.Random(1)))
        assert len(found) == len(moves)
        for (seat, move), each in zip(moves, found, strict=True):
            if each is not None:
                assert each.best.move == expert.choose(observe(state, seat), random.Random(1))
                assert each.played in [option.move for option in each.options]
                assert each.cost >= 0.0
                assert len(each.options) <= SHOWN + 1
            state = state.apply(move, seat)


def test_the_cut_is_no_decision() -> None:
    state, moves = a_deal("knock-rummy", 3, 1)
    assert next(decisions(state, moves, random.Random(1))) is None


def test_cards_that_the_seat_could_not_see_change_nothing() -> None:
    state, moves = a_deal("knock-rummy", 3, 2)
    for at, (seat, move) in enumerate(moves[:7]):
        board = state.boards[0] if state.boards else None
        if board is not None and state.phase is Phase.PLAY:
            assert board.deal.turn is not None
            other = another_world(board.deal, board.deal.turn, random.Random(at))
            elsewhere = replace(state, boards=(replace(board, deal=other),))
            here, there = (
                decision(each, at, seat, move, Expert(), random.Random(3)) for each in (state, elsewhere)
            )
            assert here == there
        state = state.apply(move, seat)


def test_another_world_keeps_what_the_seat_knows() -> None:
    state = dealt(
        "knock-rummy", ["AC 2C 3C 7D 9H JS KD", "4S 5S 6S 8H TD QC KH", "4C 5C 8D 9D TH JH QS"], upcard="QD"
    )
    state = after(state, "pile discard-JS")
    world = another_world(state, 1, random.Random(4))
    assert world.hand_bits[1] == state.hand_bits[1]
    assert world.known_bits == state.known_bits
    assert all(hand & known == known for hand, known in zip(world.hand_bits, world.known_bits, strict=True))
    assert [hand.bit_count() for hand in world.hand_bits] == [7, 7, 7]
    cards = [card for hand in world.hands for card in hand] + [*world.stock, *world.discards]
    assert sorted(cards) == sorted(state.deck)
    assert world.hand_bits != state.hand_bits


def test_playing_out_sees_that_going_out_wins() -> None:
    # Four jacks and six hearts in a row: with the king laid away the hand is empty.
    own = "JC JD JH JS 2H 3H 4H 5H 6H 7H"
    state = dealt("knock-rummy", [own, "AC 3C 5C 9C TC 2S 4D 6D 8D TD"], upcard="QD", stock="KD")
    state = after(state, "stock")
    moves = [parse_move(code) for code in ("discard-KD", "knock-KD", "discard-JC")]
    weighed = weigh_by_playing(state, moves, random.Random(1), worlds=12)
    assert weighed[0].move == KNOCKS[parse_move("knock-KD").card.index]  # type: ignore[union-attr]
    assert weighed[0].value > 25.0
    assert weigh_by_playing(state, moves, random.Random(1), worlds=12) == weighed
