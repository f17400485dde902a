"""What the stronger bots see in a hand, and that no level is weaker than the one below."""

from __future__ import annotations

import random

import pytest

from games.bots.arena import Match, play
from games.bots.danger import holding, welcome
from games.bots.learned_values import KNOTS, LEARNED, Book, unfold
from games.bots.outlook import candidates, deadwood_after_draws, seen_bits, unseen_bits
from games.bots.references import SCHEDULE, scheduled_threshold
from games.bots.registry import bot_named
from games.engine.cards import DECK, JOKERS, Card, Hand, parse_cards
from games.engine.melds import best_discard
from games.engine.moves import DRAW_STOCK, TAKE_PILE, Discard
from games.engine.observation import observe
from games.engine.ruleset import PRESETS
from tests.games.engine.playing import after, dealt

HANDS = ["AS 2S 3S 4S 5H 5D 5C", "6H 7H 8H 9H TC JC QC", "2C 8C KC 4D 6D TD QS"]


def table():
    return dealt("knock-rummy", HANDS, upcard="9D", stock="KH 2H 3H")


def test_seen_is_the_own_hand_the_pile_and_what_others_took_openly() -> None:
    state = after(table(), "pile discard-AS stock discard-TC")
    view = observe(state, 2)
    assert Hand.from_bits(seen_bits(view)) == Hand.parse(HANDS[2] + " AS TC 9D")
    assert Hand.from_bits(unseen_bits(view)) == Hand(card for card in DECK if not seen_bits(view) & card.bit)


def test_unseen_jokers_are_counted_where_the_game_has_them() -> None:
    state = dealt("joker-knock", ["AS 2S 3S 4S 5H 5D JR", HANDS[1], HANDS[2]], upcard="9D", stock="KH")
    assert [card for card in Hand.from_bits(unseen_bits(observe(state, 0))) if card.is_joker] == [JOKERS[1]]
    assert {card for card in Hand.from_bits(unseen_bits(observe(state, 1))) if card.is_joker} == set(JOKERS)


def test_candidates_leave_out_the_card_that_may_not_go_back() -> None:
    view = observe(after(table(), "pile"), 0)
    assert view.banned is not None
    options = candidates(view, 20)
    assert {card for card, _ in options} == set(view.hand) - {view.banned}
    assert options[0][1] == best_discard(view.hand, view.banned)[1]
    assert [left for _, left in options] == sorted(left for _, left in options)
    assert candidates(view, 2) == options[:2]


def test_a_draw_is_followed_by_the_best_discard() -> None:
    hand = Hand.parse("5S 6S KH")
    found = deadwood_after_draws(hand.bits, Hand.parse("7S 4S 2C KD").bits)
    # In index order 2C, KD, 4S, 7S: the run is made by either end, else the dearest card goes.
    assert found == [13, 21, 0, 0]


def test_what_a_player_took_is_held_and_what_lies_near_the_throws_is_less_likely() -> None:
    state = after(table(), "stock discard-KH pile discard-9H stock discard-QS")
    view = observe(state, 0)
    chances = holding(view, 1)
    by_code = {card.code: chances[card.index] for card in DECK}
    assert by_code["KH"] == 1.0  # taken openly
    assert by_code["AS"] == by_code["9H"] == 0.0  # in my hand, on the pile
    assert 0 < by_code["8H"] < by_code["8C"]  # it threw the nine of hearts
    assert by_code["9C"] == by_code["8H"]
    assert sum(chances) == pytest.approx(7, abs=1.5)


def test_a_card_is_welcome_as_far_as_its_partners_are_held() -> None:
    seven = parse_cards("7S")[0]
    none = [0.0] * 52
    assert welcome(seven, none) == 0.0
    sure = [1.0 if card.code in ("5S", "6S") else 0.0 for card in DECK]
    assert welcome(seven, sure) == 1.0
    half = [0.5 if card.code in ("7C", "7D") else 0.0 for card in DECK]
    assert welcome(seven, half) == 0.25
    ends = [1.0 if card.code in ("QS", "KS") else 0.0 for card in DECK]
    assert welcome(Card.from_code("AS"), ends) == 0.0  # the ace is low only
    assert welcome(JOKERS[0], none) == 1.0


def test_curves_run_straight_between_their_knots() -> None:
    curve = unfold([float(knot * knot) for knot in KNOTS])
    assert [curve[knot] for knot in KNOTS] == [knot * knot for knot in KNOTS]
    assert curve[7] == pytest.approx(25 + 2 / 5 * 75)
    assert curve[110] == pytest.approx(100**2 + 10 * (100**2 - 75**2) / 25)


def test_late_moments_are_those_of_the_last_round_learned() -> None:
    text = " ".join(["0.0"] * len(KNOTS))
    rows = [(number / 10, text, text, text) for number in range(6)]
    book = Book({("standard", 2): rows})
    assert [book.outlook("standard", 2, done).now.back for done in range(9)] == [
        0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.4, 0.5, 0.4,
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_less_deadwood_the_better_a_knock(players: int) -> None:
    for done in range(4 * players):
        knock = LEARNED.outlook("standard", players, done).now.knock
        assert knock[0] > knock[10] > knock[25] > knock[40]


def test_the_schedule_is_followed_on_straight_lines() -> None:
    assert [scheduled_threshold(2, turn) for turn in (1, 2, 3, 5, 8, 11, 30)] == [
        *SCHEDULE[2],
        SCHEDULE[2][-1],
    ]
    assert scheduled_threshold(2, 4) == 58


def test_strong_and_expert_keep_the_cards_that_can_still_grow() -> None:
    # QS, KH and 9D cost alike or less, but 4H-5H-6C-7C wait on many cards: all of them throw a dear loner.
    own = "4H 5H 6C 7C AD 2D KH QS 9S TC"
    state = dealt("rum-knock", [own, "AC 3C 5C 9C JC 2H 4D 6D 8D TD"], upcard="KD", stock="JS")
    for name in ("strong", "expert"):
        move = bot_named(name).choose(observe(after(state, "stock"), 0), random.Random(1))
        assert isinstance(move, Discard)
        assert move.card.code in ("KH", "QS", "TC", "JS")


def test_where_a_knock_wins_the_race_the_expert_takes_any_card_that_lets_it_knock() -> None:
    # The ace lies in no meld, but with it in place of the king 1 + 1 + 2 + 6 are left: Rum Knock allows 10.
    hands = ["4C 5C 6C 7H 7S 7D KD 2H 6S 8S", "AC 3C 9C JC 2D 4D 6D 8D TD QH"]
    ready = dealt("rum-knock", [hands[0].replace("8S", "AD"), hands[1]], upcard="AS", stock="3H")
    assert bot_named("club").choose(observe(ready, 0), random.Random(1)) is DRAW_STOCK
    assert bot_named("expert").choose(observe(ready, 0), random.Random(1)) is TAKE_PILE
    far = dealt("rum-knock", hands, upcard="AS", stock="3H")  # 1 + 2 + 6 + 8
    assert bot_named("expert").choose(observe(far, 0), random.Random(1)) is DRAW_STOCK


@pytest.mark.proof
@pytest.mark.parametrize(("players", "goal"), [(2, 4.3), (3, 3.4), (4, 3.9), (5, 2.3)])
def test_the_expert_reaches_its_goal_against_the_mixed_field(players: int, goal: float) -> None:
    match = Match(PRESETS["knock-rummy"], ("expert", *["field"] * (players - 1)), seed=98)
    *_, tally = play(match, 12000 // players)
    points = tally.entries[0].points
    assert points.mean + points.half_width > goal
