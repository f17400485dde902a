"""All the ways to show a gin hand, against a listing that tries every subset of cards."""

import random
from itertools import combinations

import pytest

from games.engine.cards import DECK, Hand
from games.engine.melds import deadwood, is_meld
from games.engine.scoring import default_knock_arrangement
from games.engine.showing import arrangements_within, chosen_arrangement


def every_partition(cards: tuple, start: int = 0) -> set[frozenset]:
    """Sets of disjoint melds, found by trying all subsets of the hand as the next meld."""
    melds = [
        frozenset(subset)
        for size in range(3, len(cards) + 1)
        for subset in combinations(cards, size)
        if is_meld(subset)
    ]
    found = {frozenset()}
    for meld in melds:
        found |= {chosen | {meld} for chosen in found if not any(meld & other for other in chosen)}
    return found


def hand(rng: random.Random) -> Hand:
    """Ten cards out of a few ranks, so that melds overlap."""
    low = rng.randrange(9)
    near = [card for card in DECK if low <= card.rank < low + 5]
    return Hand(rng.sample(near, 10))


@pytest.mark.parametrize("seed", range(12))
def test_all_arrangements_are_found_once(seed):
    cards = hand(random.Random(seed))
    shown = arrangements_within(cards.bits, 1000)
    as_sets = [frozenset(frozenset(meld.cards) for meld in each.melds) for each in shown]
    assert len(set(as_sets)) == len(as_sets)
    assert set(as_sets) == every_partition(tuple(cards))


@pytest.mark.parametrize("seed", range(12))
def test_the_default_comes_first_and_the_limit_holds(seed):
    cards = hand(random.Random(seed))
    least = deadwood(cards)
    shown = arrangements_within(cards.bits, least + 9)
    assert {meld.cards for meld in shown[0].melds} == {
        meld.cards for meld in default_knock_arrangement(cards).melds
    }
    assert shown[0].deadwood == least
    assert all(each.deadwood == Hand(each.rest).value <= least + 9 for each in shown)
    assert arrangements_within(cards.bits, least - 1) == ()


@pytest.mark.parametrize("seed", range(12))
def test_what_is_listed_can_be_chosen(seed):
    cards = hand(random.Random(seed))
    for each in arrangements_within(cards.bits, 1000):
        assert chosen_arrangement(cards.bits, tuple(meld.cards for meld in each.melds)) == each
