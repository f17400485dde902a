"""Least deadwood, arrangements and discards against known answers and a plain brute force."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path

import pytest

from games.engine.cards import ALL_CARDS, DECK, JOKERS, Card, CardError, CardErrorReason, Hand, format_cards
from games.engine.melds import (
    Arrangement,
    MeldKind,
    best_arrangement,
    best_discard,
    deadwood,
    deadwood_after_discard,
    discard_options,
    is_meld,
)
from tests.games.engine import brute

CASES = json.loads((Path(__file__).parents[2] / "cases" / "hands.json").read_text())
FEW, MANY = 150, 50_000


def codes(hand: Hand) -> frozenset[str]:
    return frozenset(card.code for card in hand)


def random_hand(rng: random.Random) -> Hand:
    """7 to 11 cards with 0 to 2 jokers; half come from few ranks, where sets and runs collide."""
    jokers = rng.choice((0, 0, 1, 2))
    size = rng.randint(7, 11) - jokers
    low = rng.choice((0, rng.randint(0, 8)))
    pool = [card for card in DECK if low <= card.index % 13 < low + 5] if rng.random() < 0.5 else DECK
    return Hand([*rng.sample(pool, size), *rng.sample(JOKERS, jokers)])


def check_arrangement(hand: Hand, arrangement: Arrangement) -> None:
    shown = [card for meld in arrangement.melds for card in meld.cards]
    assert sorted(shown + list(arrangement.rest)) == sorted(hand)
    assert arrangement.deadwood == sum(card.value for card in arrangement.rest)
    for meld in arrangement.melds:
        assert frozenset(card.code for card in meld.cards) in brute.melds(codes(hand))
        assert is_meld(meld.cards)


def check_hand(hand: Hand) -> None:
    """One hand against brute force: deadwood, the melds shown, every discard and the best one."""
    least = brute.deadwood(codes(hand))
    assert deadwood(hand) == least, hand
    arrangement = best_arrangement(hand)
    assert arrangement.deadwood == least, hand
    check_arrangement(hand, arrangement)
    options = [(card, brute.deadwood(codes(hand - card))) for card in hand]
    assert discard_options(hand) == tuple(options), hand
    least_left = min(left for _, left in options)
    natural = [card for card, left in options if left == least_left and not card.is_joker]
    expected = max(natural, key=lambda card: (card.index % 13, card.index)) if natural else max(hand)
    assert best_discard(hand) == (expected, least_left), hand


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["cards"])
def test_known_hands(case: dict[str, int | str]) -> None:
    hand = Hand.parse(str(case["cards"]))
    assert deadwood(hand) == case["deadwood"]
    assert best_arrangement(hand).deadwood == case["deadwood"]
    check_arrangement(hand, best_arrangement(hand))
    if "best_discard_deadwood" in case:
        assert best_discard(hand)[1] == case["best_discard_deadwood"]


@pytest.mark.parametrize("seed", range(10))
def test_random_hands_agree_with_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(FEW // 10):
        check_hand(random_hand(rng))


def test_what_the_best_discard_leaves_is_the_same_by_bits() -> None:
    rng = random.Random(11)
    for jokers in (0, 1, 2):
        for _ in range(500):
            hand = Hand([*rng.sample(DECK, rng.randint(1, 11)), *JOKERS[:jokers]])
            assert deadwood_after_discard(hand.bits) == best_discard(hand)[1], hand


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(4))
def test_two_hundred_thousand_hands_agree_with_brute_force(seed: int) -> None:
    rng = random.Random(1000 + seed)
    for _ in range(MANY):
        hand = random_hand(rng)
        assert deadwood(hand) == brute.deadwood(codes(hand)), hand
        assert best_arrangement(hand).deadwood == deadwood(hand), hand
        assert best_discard(hand)[1] == min(left for _, left in discard_options(hand)), hand
        assert deadwood_after_discard(hand.bits) == best_discard(hand)[1], hand


@pytest.mark.parametrize("size", range(4))
def test_hands_too_small_to_meld(size: int) -> None:
    rng = random.Random(size)
    for _ in range(50):
        hand = Hand(rng.sample(ALL_CARDS, size))
        assert deadwood(hand) == brute.deadwood(codes(hand)), hand


@pytest.mark.parametrize(
    "text",
    [
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS JR JB",  # 12 naturals: one run has room for one joker only
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS JR JB",  # a whole suit: the run must be cut for the jokers
        "5C 5D 5H 5S JR JB",  # a set of four has no room, yet nothing need be left over
        "5C 5D 5H 5S JR",
        "QS KS JR",  # the joker goes below: there is nothing above the king
        "AS 3S JR",
        "AS 4S JR JB",
        "AS 5S JR JB",
        "KC JR JB",  # one natural card and two jokers are a meld
        "JR JB",  # jokers alone are none
        "KC JR",
    ],
)
def test_jokers_at_the_edges(text: str) -> None:
    hand = Hand.parse(text)
    assert deadwood(hand) == brute.deadwood(codes(hand))
    assert best_arrangement(hand).deadwood == deadwood(hand)
    check_arrangement(hand, best_arrangement(hand))


def test_cards_in_any_form_are_a_hand() -> None:
    cards = Hand.parse("5S 6S 7S KH")
    assert deadwood(cards) == deadwood(list(cards)) == deadwood(iter(cards)) == 10
    assert best_arrangement(tuple(cards)) == best_arrangement(cards)
    assert best_discard(list(cards)) == best_discard(cards)
    assert deadwood(()) == 0
    assert best_arrangement(()) == Arrangement((), (), 0)
    with pytest.raises(CardError) as error:
        deadwood(list(cards) * 2)
    assert error.value.reason is CardErrorReason.DUPLICATE_CARD


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        # A run of six is shown whole; runs and sets in the order of their first cards.
        ("3S 4S 5S 6S 7S 8S KC KD KH 2C", ["KC KD KH", "3S 4S 5S 6S 7S 8S"]),
        # 5-6-7 would leave 14, 7-7-7 leaves 11.
        ("5S 6S 7S 7C 7D", ["7C 7D 7S"]),
        # Both leave 4: no set comes before a set.
        ("AS 2S 3S 2C 2D", ["AS 2S 3S"]),
        # Jokers: into the gap, on top, below the king; last in a set.
        ("4S 6S JR", ["4S JR 6S"]),
        ("4S 5S JB", ["4S 5S JB"]),
        ("QS KS JR", ["JR QS KS"]),
        ("9C 9S JR", ["9C 9S JR"]),
        ("2C 3C 9D 9H JR JB", ["2C 3C JR", "9D 9H JB"]),
    ],
)
def test_how_an_arrangement_is_shown(text: str, shown: list[str]) -> None:
    assert [format_cards(meld.cards) for meld in best_arrangement(Hand.parse(text)).melds] == shown


def test_equal_arrangements_are_told_apart_the_same_way_each_time() -> None:
    # 4C 4D 4H 4S with 5S 6S 7S: set of four and run of three, or set of three and run of four, both leave 0.
    arrangement = best_arrangement(Hand.parse("4C 4D 4H 4S 5S 6S 7S"))
    assert [(meld.kind, format_cards(meld.cards)) for meld in arrangement.melds] == [
        (MeldKind.SET, "4C 4D 4H 4S"),
        (MeldKind.RUN, "5S 6S 7S"),
    ]


def test_the_example_that_a_well_known_engine_gets_wrong() -> None:
    # Melding first and throwing the dearest loose card afterwards leaves 11 here.
    card, left = best_discard(Hand.parse("3S 4S 5S 6S 4C 5C 6C 2D 2H 5H 6H"))
    assert (card.code, left) == ("6H", 9)


@pytest.mark.parametrize(
    ("text", "banned", "answer"),
    [
        ("KS QH 2C 2D 2H", None, ("KS", 10)),  # equal: the higher rank
        ("KC KD 2C 2D 2H", None, ("KD", 10)),  # equal rank: the last suit
        ("KC KD 2C 2D 2H", "KD", ("KC", 10)),
        ("KS QH 2C 2D 2H", "KS", ("QH", 10)),
        ("2C 2D 2H 2S", "2S", ("2H", 0)),
        ("2C 2D 2H JR", None, ("2H", 0)),  # a natural card before a joker
        ("3C KD JR", None, ("JR", 13)),  # a joker that fits nowhere
        ("3C KD JR", "JR", ("KD", 18)),
        ("JR JB", None, ("JB", 15)),
        ("AS", None, ("AS", 0)),
    ],
)
def test_which_card_goes(text: str, banned: str | None, answer: tuple[str, int]) -> None:
    card, left = best_discard(Hand.parse(text), Card.from_code(banned) if banned else None)
    assert (card.code, left) == answer


def test_a_banned_card_is_never_thrown_and_the_best_other_one_goes() -> None:
    rng = random.Random(7)
    for _ in range(100):
        hand = random_hand(rng)
        banned = rng.choice(list(hand))
        card, left = best_discard(hand, banned)
        assert card is not banned
        assert left == min(value for other, value in discard_options(hand) if other is not banned)


@pytest.mark.parametrize(("text", "banned"), [("", None), ("AS", "AS"), ("JR", "JR")])
def test_nothing_to_discard_is_an_error(text: str, banned: str | None) -> None:
    with pytest.raises(CardError) as error:
        best_discard(Hand.parse(text), Card.from_code(banned) if banned else None)
    assert error.value.reason is CardErrorReason.CARD_NOT_HELD


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("AS 2S 3S", True),
        ("QS KS AS", False),  # the ace is low only
        ("3S 2S AS", True),
        ("AS 2S 3C", False),
        ("KC AD 2D", False),  # neighbours in the deck, not in a suit
        ("AS 2S", False),
        ("7C 7D 7H 7S", True),
        ("7C 7D 8H", False),
        ("7C 7D 7H JR", True),
        ("7C 7D 7H 7S JR", False),
        ("7C 7D 7H JR JB", False),
        ("7C 7D JR JB", True),
        ("7C JR JB", True),
        ("7C 9C JR", True),
        ("7C TC JR", False),
        ("7C TC JR JB", True),
        ("7C JC JR JB", False),
        ("JR JB", False),
        ("", False),
    ],
)
def test_what_is_a_meld(text: str, answer: bool) -> None:
    assert is_meld(Hand.parse(text)) is answer


def test_all_small_collections_are_melds_exactly_when_the_rulebook_says_so() -> None:
    pool = Hand.parse("AC 2C 3C 4C QC KC 2D 2H 2S 3D JR JB")
    for size in (3, 4, 5):
        for cards in combinations(pool, size):
            text = frozenset(card.code for card in cards)
            assert is_meld(cards) == (text in brute.melds(text)), cards
