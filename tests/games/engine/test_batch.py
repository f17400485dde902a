"""The batch gives the answers of `melds`, hand for hand."""

from __future__ import annotations

import random

import numpy as np
import pytest

from games.engine.batch import best_discards, bits_array, deadwoods
from games.engine.cards import DECK, JOKERS, Hand
from games.engine.melds import best_discard, deadwood


def some_hands(rng: random.Random, count: int, jokers: int) -> list[Hand]:
    """Half of them from few ranks, so that sets of three and four and runs collide."""
    hands = []
    for number in range(count):
        low = rng.randint(0, 9)
        pool = DECK if number % 2 else [card for card in DECK if low <= card.index % 13 < low + 4]
        hands.append(Hand([*rng.sample(pool, rng.randint(1, 12)), *JOKERS[: rng.randint(0, jokers)]]))
    return hands


@pytest.mark.parametrize("jokers", [0, 2])
def test_a_batch_answers_like_single_calls(jokers: int) -> None:
    hands = some_hands(random.Random(jokers), 3000, jokers)
    bits = bits_array(hands)
    assert deadwoods(bits).tolist() == [deadwood(hand) for hand in hands]
    cards, left = best_discards(bits)
    assert list(zip(cards.tolist(), left.tolist(), strict=True)) == [
        (card.index, value) for card, value in map(best_discard, hands)
    ]


def test_shapes_are_kept() -> None:
    hands = some_hands(random.Random(3), 12, 0)
    bits = bits_array(hands).reshape(3, 4)
    assert deadwoods(bits).shape == (3, 4)
    assert best_discards(bits)[0].shape == (3, 4)
    assert deadwoods(bits).ravel().tolist() == [deadwood(hand) for hand in hands]
    assert deadwoods(np.array([], dtype=np.int64)).tolist() == []
    assert deadwoods(np.array([0], dtype=np.int64)).tolist() == [0]


@pytest.mark.proof
def test_a_hundred_thousand_hands_answer_like_single_calls() -> None:
    hands = some_hands(random.Random(9), 100_000, 0)
    bits = bits_array(hands)
    assert deadwoods(bits).tolist() == [deadwood(hand) for hand in hands]
    assert best_discards(bits)[1].tolist() == [best_discard(hand)[1] for hand in hands]
