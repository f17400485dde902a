"""Settlements: the worked examples of docs/rules.md, known cases, and gin lay-offs against brute force."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games.engine.cards import DECK, Card, CardError, CardErrorReason, Hand, format_cards, parse_cards
from games.engine.melds import Arrangement, best_arrangement, deadwood
from games.engine.ruleset import PRESETS
from games.engine.scoring import default_knock_arrangement, settle, settle_gin
from tests.games.engine import brute

CASES = Path(__file__).parents[2] / "cases"
KNOCK = PRESETS["knock-rummy"]
GIN = PRESETS["gin"]


def read(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((CASES / name).read_text())
    return cases


@pytest.mark.parametrize(
    ("deadwoods", "net"),
    [
        ((8, 20, 15, 31), (42, -12, -7, -23)),  # clean knock
        ((12, 5, 30), (-17, 42, -25)),  # undercut: 7 + 10, and 25
        ((12, 12, 30), (-10, 28, -18)),  # tie: the knocker pays 0 + 10
        ((12, 5, 5, 29), (-17, 21, 20, -24)),  # two winners split 41, the odd point to the first
        ((0, 12, 30, 8), (125, -37, -55, -33)),  # rummy
        ((0, 0, 17), (67, -25, -42)),  # rummy, tied at 0
        ((20, 0, 30), (-30, 60, -30)),  # undercut by 0: no rummy bonus
    ],
)
def test_the_worked_examples_of_the_rulebook(deadwoods: tuple[int, ...], net: tuple[int, ...]) -> None:
    assert settle(KNOCK, deadwoods, 0) == net


def test_the_worked_examples_hold_wherever_the_knocker_sits() -> None:
    # The odd point goes to the first winner in turn order from the knocker's left, also past the last seat.
    assert settle(KNOCK, (5, 29, 12, 5), 2) == (20, -24, -17, 21)
    assert settle(KNOCK, (5, 5, 29, 12), 3) == (21, 20, -24, -17)
    assert settle(KNOCK, (29, 12, 5, 5), 1) == (-24, -17, 21, 20)


@pytest.mark.parametrize("case", read("settlements.json"), ids=str)
def test_known_settlements(case: dict[str, Any]) -> None:
    assert list(settle(KNOCK, case["deadwoods"], case["knocker"])) == case["net"]


def test_every_settlement_sums_to_zero_and_nobody_but_a_winner_gains() -> None:
    rng = random.Random(3)
    for _ in range(2000):
        players = rng.randint(2, 5)
        deadwoods = [rng.choice((0, 0, rng.randint(0, 9), rng.randint(0, 100))) for _ in range(players)]
        knocker = rng.randrange(players)
        net = settle(KNOCK, deadwoods, knocker)
        assert sum(net) == 0
        for seat, points in enumerate(net):
            if points > 0:
                assert seat == knocker or deadwoods[seat] == min(deadwoods)


def test_bonus_and_penalty_are_options() -> None:
    other = KNOCK.replace(rummy_bonus=10, undercut_penalty=0)
    assert settle(other, (0, 12), 0) == (22, -22)
    assert settle(other, (12, 12), 0) == (0, 0)


def test_going_out_without_knocking_is_settled_as_rummy() -> None:
    assert settle(PRESETS["no-knock"], (30, 0, 8), 1) == (-55, 88, -33)


@pytest.mark.parametrize("case", read("gin_hands.json"), ids=lambda case: case["opponent"])
def test_known_gin_deals(case: dict[str, Any]) -> None:
    melds = [parse_cards(meld) for meld in case["knocker_melds"]]
    settled = settle_gin(GIN, melds, parse_cards(case["knocker_rest"]), parse_cards(case["opponent"]))
    assert settled.points == (case["points"]["knocker"], case["points"]["opponent"])
    assert settled.opponent_deadwood == case["opponent_deadwood"]
    assert settled.knocker_deadwood == case["knocker_deadwood"]
    shown = [card for meld in settled.opponent_arrangement.melds for card in meld.cards]
    everything = [*shown, *settled.opponent_arrangement.rest, *settled.laid_off]
    assert Hand(everything) == Hand.parse(case["opponent"])


def knock(melds: list[str], rest: str, opponent: str, **options: Any) -> tuple[tuple[int, int], int, str]:
    settled = settle_gin(
        GIN, [parse_cards(meld) for meld in melds], parse_cards(rest), parse_cards(opponent), **options
    )
    return settled.points, settled.opponent_deadwood, format_cards(settled.laid_off)


def test_a_knock_is_worth_the_difference() -> None:
    melds, rest = ["5C 5D 5S", "AC AD AH", "TH JH QH"], "3C"
    assert knock(melds, rest, "9C JC QC KC 4D 7D 4H 7H 4S JS") == ((30, 0), 33, "")


def test_gin_takes_no_lay_offs_and_pays_the_bonus() -> None:
    # 5H would fit on the fives, but after gin nothing is laid off.
    melds = ["5C 5D 5S", "AC AD AH", "TH JH QH KH"]
    assert knock(melds, "", "9C JC QC KC 4D 7D 4H 5H 4S JS") == ((31 + 25, 0), 31, "")


def test_big_gin_pays_its_own_bonus() -> None:
    melds = ["5C 5D 5S", "AC AD AH AS", "TH JH QH KH"]
    points, theirs, _ = knock(melds, "", "9C JC QC KC 4D 7D 4H 5H 4S JS", big_gin=True)
    assert points == (theirs + GIN.big_gin_bonus, 0)


def test_an_equal_count_is_an_undercut() -> None:
    melds, rest = ["5C 5D 5S", "9H TH JH", "2C 2D 2H"], "4C"
    assert knock(melds, rest, "AC 3C AD AH 6S 7S 8S 9S TS JS") == (
        (0, 25 + 1),
        3,
        "",
    )
    assert knock(melds, "3D", "AC 3C AD AH 6S 7S 8S 9S TS JS") == ((0, 25), 3, "")


def test_cards_follow_one_another_onto_a_run() -> None:
    # 9S goes on only after 8S; 5-6-7 grows at both ends.
    melds, rest = ["5S 6S 7S", "KC KD KH"], "2C 3D AC AD"
    assert knock(melds, rest, "4S 8S 9S KS QC QD QH 2H 2D 7C")[1:] == (11, "4S 8S 9S KS")


def test_a_card_in_a_meld_of_ones_own_is_laid_off_only_when_that_is_better() -> None:
    # 8S could go on the run, but 8C 8D 8S is worth more as a set.
    melds, rest = ["5S 6S 7S", "KC KD KH"], "2C 3D AC AD"
    assert knock(melds, rest, "8C 8D 8S 2H 2D QC QD QH JC JD")[1:] == (24, "")


def test_the_multiplier_doubles_the_points() -> None:
    melds, rest = ["5C 5D 5S", "AC AD AH", "TH JH QH"], "3C"
    assert knock(melds, rest, "9C JC QC KC 4D 7D 4H 7H 4S JS", multiplier=2)[0] == (60, 0)


@pytest.mark.parametrize(
    ("melds", "rest", "opponent", "reason"),
    [
        (["5C 5D 6S"], "3C", "9C", CardErrorReason.NOT_A_MELD),
        (["5C 5D 5S", "5S 6S 7S"], "3C", "9C", CardErrorReason.DUPLICATE_CARD),
        (["5C 5D 5S"], "3C", "5C", CardErrorReason.DUPLICATE_CARD),
        (["5C 5D 5S"], "5C", "9C", CardErrorReason.DUPLICATE_CARD),
    ],
)
def test_melds_that_are_none_are_refused(
    melds: list[str], rest: str, opponent: str, reason: CardErrorReason
) -> None:
    with pytest.raises(CardError) as error:
        knock(melds, rest, opponent)
    assert error.value.reason is reason


def meld_rich(rng: random.Random, size: int, without: Hand) -> Hand:
    low = rng.randint(0, 7)
    near = [card for card in DECK if card not in without and low <= card.index % 13 < low + 6]
    far = [card for card in DECK if card not in without and card not in near]
    many = min(len(near), rng.randint(size - 3, size))
    return Hand([*rng.sample(near, many), *rng.sample(far, size - many)])


def check_gin(rng: random.Random) -> None:
    knocker = meld_rich(rng, 10, Hand())
    arrangement = default_knock_arrangement(knocker)
    if not arrangement.melds or not arrangement.rest:
        return
    opponent = meld_rich(rng, 10, knocker)
    shown = [frozenset(card.code for card in meld.cards) for meld in arrangement.melds]
    settled = settle_gin(GIN, arrangement.melds, arrangement.rest, opponent)
    assert settled.opponent_deadwood == brute.after_lay_offs(shown, frozenset(map(str, opponent)))


def test_lay_offs_agree_with_trying_every_order_card_by_card() -> None:
    rng = random.Random(11)
    for _ in range(60):
        check_gin(rng)


@pytest.mark.proof
def test_many_lay_offs_agree_with_trying_every_order_card_by_card() -> None:
    rng = random.Random(12)
    for _ in range(5000):
        check_gin(rng)


def least_open(hand: Hand) -> int:
    """The fewest cards that could be laid off on any arrangement of least deadwood, by brute force."""
    text = frozenset(card.code for card in hand)
    least = brute.deadwood(text)
    total = sum(brute.value(code) for code in text)
    best = 52
    for shown in brute.arrangements(text):
        if total - sum(brute.value(code) for meld in shown for code in meld) == least:
            best = min(best, len(brute.open_cards(shown, text)))
    return best


def open_on(arrangement: Arrangement, hand: Hand) -> int:
    shown = tuple(frozenset(card.code for card in meld.cards) for meld in arrangement.melds)
    return len(brute.open_cards(shown, frozenset(card.code for card in hand)))


def test_the_knocker_shows_the_least_deadwood_with_the_fewest_openings() -> None:
    rng = random.Random(5)
    better_than_the_first = 0
    for _ in range(40):
        hand = meld_rich(rng, 10, Hand())
        arrangement = default_knock_arrangement(hand)
        assert arrangement.deadwood == deadwood(hand)
        assert open_on(arrangement, hand) == least_open(hand)
        better_than_the_first += open_on(arrangement, hand) < open_on(best_arrangement(hand), hand)
    assert better_than_the_first > 0


def test_a_set_of_four_leaves_fewer_openings_than_a_longer_run() -> None:
    # 4C 4D 4H 4S + 5S 6S 7S: 8S to KS fit. 4C 4D 4H + 4S 5S 6S 7S: AS, 2S, 3S fit as well.
    shown = default_knock_arrangement(Hand.parse("4C 4D 4H 4S 5S 6S 7S KC QD 9H"))
    assert [format_cards(meld.cards) for meld in shown.melds] == ["4C 4D 4H 4S", "5S 6S 7S"]


def test_a_hand_without_melds_shows_none() -> None:
    hand = [Card.from_code(code) for code in ("AC", "2D", "3H")]
    assert default_knock_arrangement(hand) == Arrangement((), tuple(hand), 6)
