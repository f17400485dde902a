"""A deal of Knock Rummy: turns, knocks, empty stock, settlement, variants (docs/rules.md, part A)."""

import pytest

from games.engine.cards import deck, format_cards, parse_cards
from games.engine.deal import DealState
from games.engine.errors import IllegalMove, IllegalReason, SetupError, SetupReason
from games.engine.moves import parse_move
from games.engine.phases import Phase
from games.engine.results import DealKind
from games.engine.ruleset import PRESETS
from games.engine.shuffling import reshuffled
from tests.games.engine.playing import SEED, after, dealt

KNOCK = PRESETS["knock-rummy"]

#         clubs      diamonds   hearts     spades
# seat 0  5          5 .        5          A 2 3 4      AS-2S-3S-4S and three fives: nothing over
# seat 1  T J Q      .          6 7 8 9    .            two runs: nothing over
# seat 2  2 8 K      4 6 T      .          Q            2 + 8 + 10 + 4 + 6 + 10 + 10 = 50
ALL_MELDED = "AS 2S 3S 4S 5H 5D 5C"
ALSO_MELDED = "6H 7H 8H 9H TC JC QC"
FIFTY = "2C 8C KC 4D 6D TD QS"


def refusal(state, code: str) -> IllegalReason:
    """Why *code* is refused; asking the container gives the same answer, and the state stays as it was."""
    before = repr(state)
    with pytest.raises(IllegalMove) as caught:
        state.apply(parse_move(code))
    assert parse_move(code) not in state.legal_moves()
    assert repr(state) == before
    return caught.value.reason


@pytest.mark.parametrize(("players", "each"), [(2, 10), (3, 7), (4, 7), (5, 6)])
def test_ruling_the_order_of_the_deck_cards_are_dealt_one_at_a_time_from_the_dealers_left(players, each):
    cards = deck()
    state = DealState.new(KNOCK, players, 1, cards, SEED)
    first = (1 + 1) % players
    assert format_cards(state.hands[first]) == format_cards(sorted(cards[: players * each : players]))
    assert [len(hand) for hand in state.hands] == [each] * players
    assert state.discards == (cards[players * each],)
    assert state.stock == cards[players * each + 1 :]
    assert (state.turn, state.phase) == (first, Phase.DRAW)


def test_players_may_be_given_as_a_list():
    assert DealState.new(KNOCK, ["Ann", "Ben", "Cid"], 0, deck(), SEED).players == 3


@pytest.mark.parametrize(
    ("players", "dealer", "cards", "reason"),
    [
        (6, 0, deck(), SetupReason.PLAYERS),
        (1, 0, deck(), SetupReason.PLAYERS),
        (3, 3, deck(), SetupReason.DEALER),
        (3, -1, deck(), SetupReason.DEALER),
        (3, 0, deck()[:51], SetupReason.DECK),
        (3, 0, deck(1), SetupReason.DECK),
        (3, 0, (*deck()[:51], deck()[0]), SetupReason.DECK),
    ],
)
def test_a_deal_that_cannot_be_dealt_is_refused(players, dealer, cards, reason):
    with pytest.raises(SetupError) as caught:
        DealState.new(KNOCK, players, dealer, cards, SEED)
    assert caught.value.reason is reason


def test_a_turn_is_a_draw_and_a_discard():
    state = dealt(KNOCK, [ALL_MELDED, ALSO_MELDED, FIFTY], upcard="9D", stock="KH 2H")
    assert state.legal_moves().codes == ("stock", "pile")
    state = after(state, "stock")
    assert (state.turn, state.phase, state.drawn) == (0, Phase.DISCARD, parse_cards("KH")[0])
    assert parse_cards("KH")[0] in state.hands[0]
    state = after(state, "discard-KH")
    assert (state.turn, state.phase, format_cards(state.discards)) == (1, Phase.DRAW, "9D KH")
    assert format_cards(state.hands[0]) == format_cards(sorted(parse_cards(ALL_MELDED)))


def test_ruling_a_card_taken_from_the_pile_goes_neither_face_up_nor_face_down():
    state = after(dealt(KNOCK, [ALL_MELDED, ALSO_MELDED, FIFTY], upcard="9D", stock="KH 2H"), "pile")
    assert refusal(state, "discard-9D") is IllegalReason.JUST_TAKEN
    assert refusal(state, "knock-9D") is IllegalReason.JUST_TAKEN
    assert len(state.legal_moves()) == 14  # seven cards to discard, seven to knock with


def test_the_card_taken_may_go_in_the_next_turn():
    state = dealt(KNOCK, [FIFTY, ALL_MELDED], upcard="9D", stock="KH 2H JD")
    state = after(state, "pile discard-QS stock discard-KH stock")
    assert parse_move("discard-9D") in state.legal_moves()


def test_a_card_drawn_from_the_stock_may_go_at_once():
    state = after(dealt(KNOCK, [FIFTY, ALL_MELDED], upcard="9D", stock="KH"), "stock")
    assert parse_move("knock-KH") in state.legal_moves()


def test_refusals_name_the_reason():
    state = dealt(KNOCK, [ALL_MELDED, ALSO_MELDED, FIFTY], upcard="9D", stock="KH 2H")
    assert refusal(state, "discard-AS") is IllegalReason.WRONG_PHASE
    assert refusal(state, "knock-AS") is IllegalReason.WRONG_PHASE
    assert refusal(state, "cut-3") is IllegalReason.WRONG_PHASE
    assert refusal(state, "reenter") is IllegalReason.WRONG_PHASE
    assert refusal(state, "pass") is IllegalReason.NOT_IN_THIS_GAME
    assert refusal(state, "big-gin") is IllegalReason.NOT_IN_THIS_GAME
    state = after(state, "stock")
    assert refusal(state, "stock") is IllegalReason.WRONG_PHASE
    assert refusal(state, "pile") is IllegalReason.WRONG_PHASE
    assert refusal(state, "knock-KH:AS2S3S") is IllegalReason.NOT_IN_THIS_GAME
    state = after(state, "knock-KH")
    assert refusal(state, "stock") is IllegalReason.DEAL_OVER


def test_a_card_not_held_is_refused_alike_wherever_it_is():
    """In another hand, in the stock, or on the pile: the answer tells nothing."""
    state = after(dealt(KNOCK, [ALL_MELDED, ALSO_MELDED, FIFTY], upcard="9D", stock="KH 2H"), "stock")
    for code in ("discard-6H", "discard-2H", "discard-9D", "knock-6H", "knock-2H", "discard-JR"):
        assert refusal(state, code) is IllegalReason.CARD_NOT_HELD


def test_anybody_may_knock_in_the_very_first_turn_with_any_deadwood():
    state = after(dealt(KNOCK, [FIFTY, ALL_MELDED], upcard="9D", stock="9S"), "stock knock-2C")
    assert state.result.kind is DealKind.KNOCK
    assert state.result.deadwoods == (57, 0)  # 50 - 2 + 9
    assert (state.turn, state.phase, len(state.legal_moves())) == (None, Phase.OVER, 0)


def test_ruling_deadwood_is_counted_after_the_face_down_discard():
    state = after(dealt(KNOCK, [ALL_MELDED, FIFTY], upcard="9D", stock="KH"), "stock knock-KH")
    assert state.result.deadwoods == (0, 50)
    assert state.result.discard is parse_cards("KH")[0]


def test_clean_knock_collects_the_differences():
    #         melds              over
    # seat 0  A 2 3 H, 4 5 6 S   8D                    = 8, drops the king drawn
    # seat 1  6 7 8 H            T J 4 6 C             = 30
    # seat 2  none               2 8 K C, 4 6 T D, QS  = 50
    state = dealt(KNOCK, ["AH 2H 3H 4S 5S 6S 8D", "6H 7H 8H TC JC 4C 6C", FIFTY], "9H", "KH")
    state = after(state, "stock knock-KH")
    assert state.result.deadwoods == (8, 30, 50)
    assert state.result.net == (64, -22, -42)
    assert state.result.winners == (0,)
    assert not state.result.is_undercut


def test_undercut_the_lowest_collects_from_all_and_the_knocker_pays_ten_on_top():
    state = dealt(KNOCK, ["6H 7H 8H TC JC 4C 6C", "AH 2H 3H 4S 5S 6S 8D", FIFTY], "9H", "KH")
    state = after(state, "stock knock-KH")
    assert state.result.deadwoods == (30, 8, 50)
    assert state.result.net == (-32, 74, -42)
    assert (state.result.kind, state.result.winners) == (DealKind.KNOCK, (1,))
    assert state.result.is_undercut


def test_a_tie_with_the_knocker_is_an_undercut():
    state = dealt(KNOCK, ["AH 2H 3H 4S 5S 6S 8D", "AC 2C 3C 4D 5D 6D 8H"], "9H", "KH")
    state = after(state, "stock knock-KH")
    assert state.result.deadwoods == (8, 8)
    assert state.result.net == (-10, 10)
    assert state.result.winners == (1,)


def test_ruling_opponents_who_tie_split_and_the_odd_point_goes_from_the_knockers_left():
    #            hand                    over
    # seat 0     A 2 3 H, 4 5 6 S        9D       = 9, drops the king drawn
    # seat 1     A 2 3 C, 4 5 6 D        8H       = 8
    # seat 2     A 2 3 D, 4 5 6 H        8S       = 8
    # seat 3     four sevens             T J Q    = 30
    hands = ["AH 2H 3H 4S 5S 6S 9D", "AC 2C 3C 4D 5D 6D 8H", "AD 2D 3D 4H 5H 6H 8S", "7C 7D 7H 7S TC JD QS"]
    state = after(dealt(KNOCK, hands, "9H", "KH"), "stock knock-KH")
    assert state.result.deadwoods == (9, 8, 8, 30)
    assert state.result.net == (-11, 17, 16, -22)  # 11 + 22 split, the odd point to seat 1
    assert state.result.winners == (1, 2)


def test_ruling_rummy_cannot_be_tied():
    state = after(dealt(KNOCK, [ALL_MELDED, ALSO_MELDED, FIFTY], "9D", "KH"), "stock knock-KH")
    assert state.result.kind is DealKind.RUMMY
    assert state.result.deadwoods == (0, 0, 50)
    assert state.result.net == (100, -25, -75)
    assert state.result.winners == (0,)
    assert not state.result.is_undercut


def test_ruling_the_rummy_bonus_is_the_knockers_alone():
    hands = [
        "AH 2H 3H 4S 5S 6S TD",
        ALSO_MELDED.replace("6H 7H 8H 9H", "7D 8D 9D 6D"),
        "KC KD 7S 8C 9S 3C 2C",
    ]
    state = after(dealt(KNOCK, hands, "9H", "KH"), "stock knock-KH")
    assert state.result.deadwoods == (10, 0, 49)
    assert state.result.net == (-20, 69, -49)


def test_ruling_no_lay_offs():
    """The 7S would fit on the knocker's 4-5-6 of spades; it stays deadwood."""
    state = dealt(KNOCK, ["AH 2H 3H 4S 5S 6S 2D", "AC 2C 3C 4D 5D 6D 7S"], "9H", "KH")
    assert after(state, "stock knock-KH").result.deadwoods == (2, 7)


# --- the empty stock: 2 players with 24 cards each leave an upcard and a stock of three
TIGHT = KNOCK.replace(cards_each=24, max_players=2)


def tight(**options) -> DealState:
    return DealState.new(TIGHT.replace(**options), 2, 1, deck(), SEED)


def turns(state: DealState, count: int) -> DealState:
    """This many turns of drawing from the stock and throwing the card drawn."""
    for _ in range(count):
        state = after(state, "stock")
        state = after(state, f"discard-{state.drawn.code}")
    return state


def test_ruling_the_pile_is_turned_as_soon_as_a_turn_ends_with_an_empty_stock():
    state = tight()
    upcard, stock = state.discards[0], state.stock
    state = turns(state, 2)
    assert (len(state.stock), state.reshuffles) == (1, 0)
    state = turns(state, 1)
    assert state.discards == (stock[2],)
    assert state.stock == reshuffled((upcard, stock[0], stock[1]), SEED, 1)
    assert (state.reshuffles, state.turn, state.phase) == (1, 1, Phase.DRAW)


def test_the_k_th_reshuffle_follows_from_the_seed():
    one, two = (turns(tight(), 6) for _ in range(2))
    assert (one.stock, one.reshuffles) == (two.stock, 2)
    other = DealState.new(TIGHT, 2, 1, deck(), bytes(32))
    assert turns(other, 3).stock != turns(tight(), 3).stock


def test_ruling_after_the_last_reshuffle_an_empty_stock_makes_the_deal_void():
    state = turns(tight(), 11)
    assert (state.reshuffles, state.is_over) == (3, False)
    state = turns(state, 1)
    assert state.result.kind is DealKind.VOID
    assert (state.result.net, state.result.knocker, state.result.winners) == ((0, 0), None, ())
    assert not state.result.is_scored


def test_without_reshuffles_the_first_empty_stock_makes_the_deal_void():
    assert turns(tight(max_reshuffles=0), 3).result.kind is DealKind.VOID


def test_a_knock_with_the_last_stock_card_still_counts():
    state = turns(tight(max_reshuffles=0), 2)
    state = after(state, "stock")
    assert after(state, f"knock-{state.drawn.code}").result.kind in (DealKind.KNOCK, DealKind.RUMMY)


def test_a_deal_in_which_everybody_takes_discards_for_ever_ends_at_the_cap_of_turns():
    state = dealt(KNOCK.replace(max_turns=50), [FIFTY, ALL_MELDED], "9D", "KH")
    for _ in range(50):
        state = after(state, "pile")
        card = next(card for card in state.hands[state.turn] if card is not state.banned)
        state = after(state, f"discard-{card.code}")
    assert state.result.kind is DealKind.VOID


# --- variants


def test_rum_knock_needs_ten_at_most_after_the_discard():
    #         hearts    spades   over
    # seat 0  A 2 3     4 5 6    8D and, after the draw, KC or 2C
    state = after(dealt("rum-knock", ["AH 2H 3H 4S 5S 6S 8D", FIFTY], "9H", "2D KH"), "stock")
    assert state.knock_limit == 10
    assert parse_move("knock-2D") in state.legal_moves()  # leaves 8
    assert parse_move("knock-8D") in state.legal_moves()  # leaves 2
    assert refusal(state, "knock-AH") is IllegalReason.KNOCK_TOO_HIGH  # breaks a run
    assert state.legal_moves().codes[-2:] == ("knock-2D", "knock-8D")


@pytest.mark.parametrize(("over", "allowed"), [("TD", True), ("8D 3C", False)])
def test_rum_knock_with_exactly_ten_and_with_eleven(over, allowed):
    hand = f"AH 2H 3H 4S 5S 6S {over}"
    other = " ".join(["2C", "8C", "KC", "4D", "6D", "9C", "QS", "7C"][: len(parse_cards(hand))])
    state = after(dealt("rum-knock", [hand, other], "9H", "KH"), "stock")
    assert (parse_move("knock-KH") in state.legal_moves()) is allowed


def test_ruling_no_knock_rummy_ends_only_by_going_out_and_is_settled_as_rummy():
    state = after(dealt("no-knock", [ALL_MELDED, FIFTY], "9D", "KH"), "stock")
    assert refusal(state, "knock-AS") is IllegalReason.KNOCK_NOT_ALLOWED
    assert [code for code in state.legal_moves().codes if code.startswith("knock")] == ["knock-KH"]
    state = after(state, "knock-KH")
    assert (state.result.kind, state.result.net) == (DealKind.RUMMY, (75, -75))


def test_in_joker_knock_a_joker_stands_for_any_card_and_costs_fifteen():
    #         hearts   spades   others
    # seat 0  A 2 .    4 5 6    JR for the 3H, 7D over
    state = dealt("joker-knock", ["AH 2H JR 4S 5S 6S 7D", "2C 8C KC 4D 6D TD JB"], "9H", "KH")
    state = after(state, "stock knock-KH")
    assert state.result.deadwoods == (7, 30)  # seat 1: 4D-JB-6D, and 2 + 8 + 10 + 10 over


def test_ruling_a_meld_may_hold_several_jokers_and_needs_a_natural_card():
    state = dealt("joker-knock", ["KH JR JB 4S 5S 6S 7D", "2C 8C KC 4D 6D TD QS"], "9H", "KS")
    state = after(state, "stock knock-KS")
    assert state.result.deadwoods[0] == 7
    assert sum(len(meld.cards) for meld in state.result.arrangements[0].melds) == 6


def test_ruling_full_turn_first_nobody_knocks_before_everybody_completed_a_turn():
    state = dealt("full-turn-first", [ALL_MELDED, ALSO_MELDED, FIFTY], "9D", "KH 2H KS 3H")
    for _ in range(3):
        state = after(state, "stock")
        drawn = state.drawn.code
        assert refusal(state, f"knock-{drawn}") is IllegalReason.KNOCK_TOO_EARLY
        assert not any(code.startswith("knock") for code in state.legal_moves().codes)
        state = after(state, f"discard-{drawn}")
    state = after(state, "stock knock-3H")
    assert (state.result.knocker, state.result.kind) == (0, DealKind.RUMMY)
