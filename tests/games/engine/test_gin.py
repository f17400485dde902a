"""A deal of Gin Rummy: upcard, knock, gin, lay-offs, the dead deal, the variants (docs/rules.md, part B)."""

import pytest

from games.engine.cards import Hand, deck, format_cards
from games.engine.deal import DealState
from games.engine.errors import IllegalMove, IllegalReason
from games.engine.moves import parse_move
from games.engine.phases import Phase
from games.engine.results import DealKind
from games.engine.ruleset import PRESETS
from games.engine.scoring import default_knock_arrangement
from tests.games.engine.playing import SEED, after, dealt

GIN = PRESETS["gin"]

#          melds                          over
# FOUR     A 2 3 S, 5 5 5, 9 T J H        4D               = 4
# ZERO     A 2 3 S, 5 5 5, 9 T J Q H      nothing          = 0
# LOOSE    7 8 9 D                        4 5 S, Q K, 2 2 3: 36, and 27 without the spades laid off
# LOWER    7 8 9 T D, 2 2 2               4 5 S, 3H: 12, and 3 after laying off 4S and 5S
# LEVEL    7 8 9 T D, 2 2 2               4 5 S, 4H: 13, and 4 after laying off 4S and 5S
FOUR = "AS 2S 3S 5C 5D 5H 9H TH JH 4D"
ZERO = "AS 2S 3S 5C 5D 5H 9H TH JH QH"
LOOSE = "4S 5S QC KD 7D 8D 9D 2C 2H 3H"
LOWER = "7D 8D 9D TD 2C 2D 2H 4S 5S 3H"
LEVEL = "7D 8D 9D TD 2C 2D 2H 4S 5S 4H"


def refusal(state: DealState, code: str) -> IllegalReason:
    with pytest.raises(IllegalMove) as caught:
        state.apply(parse_move(code))
    assert parse_move(code) not in state.legal_moves()
    return caught.value.reason


def ready(hand: str, other: str, ruleset=GIN, upcard: str = "8C", drawn: str = "KC") -> DealState:
    """Both passed, seat 0 drew *drawn* and has to discard or knock."""
    return after(dealt(ruleset, [hand, other], upcard, drawn), "pass pass stock")


def test_ten_cards_each_an_upcard_and_a_stock_of_31():
    state = DealState.new(GIN, 2, 0, deck(), SEED)
    assert [len(hand) for hand in state.hands] == [10, 10]
    assert format_cards(state.hands[1]) == format_cards(sorted(deck()[:20:2]))  # the non-dealer first
    assert (state.discards, len(state.stock)) == ((deck()[20],), 31)
    assert (state.turn, state.phase) == (1, Phase.UPCARD)


# --- the first turn


def test_the_upcard_is_offered_to_the_non_dealer_then_to_the_dealer():
    state = dealt(GIN, [FOUR, LOOSE], "8C", "KC")
    assert (state.turn, state.legal_moves().codes) == (0, ("pile", "pass"))
    state = after(state, "pass")
    assert (state.turn, state.phase, state.legal_moves().codes) == (1, Phase.UPCARD, ("pile", "pass"))
    taken = after(state, "pile")
    assert (taken.turn, taken.phase) == (1, Phase.DISCARD)
    assert after(taken, "discard-KD").turn == 0


def test_when_both_pass_the_non_dealer_draws_from_the_stock():
    state = after(dealt(GIN, [FOUR, LOOSE], "8C", "KC"), "pass pass")
    assert (state.turn, state.phase, state.legal_moves().codes) == (0, Phase.DRAW, ("stock",))
    assert refusal(state, "pile") is IllegalReason.MUST_DRAW_STOCK
    state = after(state, "stock discard-KC")
    assert state.legal_moves().codes == ("stock", "pile")


def test_the_stock_is_not_offered_with_the_upcard_and_passing_not_later():
    state = dealt(GIN, [FOUR, LOOSE], "8C", "KC")
    assert refusal(state, "stock") is IllegalReason.WRONG_PHASE
    state = after(state, "pile")
    assert refusal(state, "pass") is IllegalReason.WRONG_PHASE
    assert refusal(after(state, "discard-AS"), "pass") is IllegalReason.WRONG_PHASE


def test_a_card_taken_cannot_be_discarded_in_that_turn():
    state = after(dealt(GIN, [FOUR, LOOSE], "8C", "KC"), "pile")
    assert refusal(state, "discard-8C") is IllegalReason.JUST_TAKEN
    assert refusal(state, "knock-8C") is IllegalReason.JUST_TAKEN


def test_one_may_knock_with_the_upcard_taken():
    state = after(dealt(GIN, [FOUR, LOOSE], "QH", "KC"), "pile knock-4D")
    assert (state.result.kind, state.result.knocker) == (DealKind.GIN, 0)


# --- knock, gin, undercut


def test_a_knock_scores_the_difference_after_the_lay_offs():
    result = after(ready(FOUR, LOOSE), "knock-KC").result
    assert (result.kind, result.knocker, result.winners) == (DealKind.KNOCK, 0, (0,))
    assert result.deadwoods == (4, 27)
    assert format_cards(result.laid_off) == "4S 5S"
    assert (result.points, result.net) == ((23, 0), (23, -23))


def test_gin_scores_all_and_25_with_no_lay_offs():
    result = after(ready(ZERO, LOOSE), "knock-KC").result
    assert (result.kind, result.deadwoods, result.laid_off) == (DealKind.GIN, (0, 36), ())
    assert result.points == (61, 0)


def test_gin_is_never_undercut():
    melded = "6C 7C 8C 9C TD JD QD KD KS KH"
    result = after(ready(ZERO, melded, upcard="2C"), "knock-KC").result
    assert (result.deadwoods, result.points, result.winners) == ((0, 0), (25, 0), (0,))


def test_lower_deadwood_after_the_lay_offs_undercuts():
    result = after(ready(FOUR, LOWER), "knock-KC").result
    assert (result.deadwoods, result.points, result.winners) == ((4, 3), (0, 26), (1,))
    assert result.is_undercut


def test_equal_deadwood_is_an_undercut():
    result = after(ready(FOUR, LEVEL), "knock-KC").result
    assert (result.deadwoods, result.points, result.winners) == ((4, 4), (0, 25), (1,))


def test_ten_may_knock_eleven_may_not():
    #         melds                    over
    # ten     A 2 3 S, 5 5 5, 9 T J H  TD          = 10
    # eleven  A 2 3 4 S, 5 5 5         8H 2D AD    = 11
    assert parse_move("knock-KC") in ready(FOUR.replace("4D", "TD"), LOOSE).legal_moves()
    state = ready("AS 2S 3S 4S 5C 5D 5H 8H 2D AD", "4C 5S QC KD 7D 8D 9D 2C 2H 3H")
    assert refusal(state, "knock-KC") is IllegalReason.KNOCK_TOO_HIGH


def test_the_dealer_may_knock_as_well():
    state = after(dealt(GIN, [LOOSE, FOUR], "8C", "KC KH"), "pass pass stock discard-KC stock knock-KH")
    assert (state.result.knocker, state.result.points) == (1, (0, 23))


def test_ruling_the_opponent_lays_off_in_the_best_way():
    """Both spades fit on A 2 3, but the five is worth more in the set: left are Q 2 2, not Q 2 2 5 5."""
    knocker = "AS 2S 3S 7C 7D 7H 9H TH JH 4D"
    result = after(ready(knocker, "4S 5S 5C 5D KC KD KH 2C 2H QC", drawn="KS"), "knock-KS").result
    assert (format_cards(result.laid_off), result.deadwoods) == ("4S", (4, 14))


# --- the knocker's arrangement
#          as one run and three sixes          or as three of the run and four sixes; over: A 2 4
SIXES = "3C 4C 5C 6C 6D 6H 6S AH 2D 4D"
WITH_SEVEN = "7C 9C JC KD 2S 3H TH QH KH 9S"


def test_ruling_nothing_chosen_the_arrangement_with_the_fewest_places_to_lay_off():
    """Four sixes take no card and the run only 2C; one long run would take 2C and 7C."""
    result = after(ready(SIXES, WITH_SEVEN), "knock-KC").result
    shown = [format_cards(meld.cards) for meld in result.arrangements[0].melds]
    assert sorted(shown) == ["3C 4C 5C", "6C 6D 6H 6S"]
    assert (result.laid_off, result.deadwoods) == ((), (7, 80))


def test_ruling_of_equal_arrangements_the_first_as_sorted_lists():
    """A A over, in each of three ways: on two runs of hearts and spades 20 cards fit, on three fours and one of the
    runs 10, whichever run it is. The hearts are the earlier suit, so the four of hearts lies with the fours.
    """
    shown = default_knock_arrangement(Hand.parse("AC AD 4C 4D 3H 4H 5H 3S 4S 5S"))
    assert [format_cards(meld.cards) for meld in shown.melds] == ["4C 4D 4H", "3S 4S 5S"]


def test_ruling_the_knocker_may_choose_what_to_show():
    result = after(ready(SIXES, WITH_SEVEN), "knock-KC:3C4C5C6C:6D6H6S").result
    assert [format_cards(meld.cards) for meld in result.arrangements[0].melds] == ["3C 4C 5C 6C", "6D 6H 6S"]
    assert (format_cards(result.laid_off), result.deadwoods) == ("7C", (7, 73))


def test_ruling_the_choice_must_allow_the_knock():
    state = ready(SIXES, WITH_SEVEN)
    assert refusal(state, "knock-KC:6C6D6H6S") is IllegalReason.KNOCK_TOO_HIGH  # 12 + 7 over
    assert refusal(state, "knock-KC:") is IllegalReason.KNOCK_TOO_HIGH


def test_shown_melds_must_be_disjoint_melds_of_the_hand():
    state = ready(SIXES, WITH_SEVEN)
    for code in ("3C4C5C6C:6C6D6H", "3C4C", "3C4C5D", "7C6C5C", "3C4C5C:3C4C5C", "QCKC"):
        assert refusal(state, f"knock-KC:{code}") is IllegalReason.BAD_MELDS
    assert refusal(state, "knock-KC:3C4C5CKC") is IllegalReason.BAD_MELDS


def test_the_ways_to_show_the_hand_are_listed_the_default_first():
    moves = ready(SIXES, WITH_SEVEN).legal_moves()
    options = moves.arrangements(parse_move("knock-KC").card)
    assert options[0] == parse_move("knock-KC:3C4C5C:6C6D6H6S")
    assert parse_move("knock-KC:3C4C5C6C:6D6H6S") in options
    assert all(option in moves for option in options)
    assert not any(option in list(moves) for option in options)


def test_a_gin_hand_may_be_shown_as_a_mere_knock():
    """The ruling lets the knocker choose; who shows the queen apart gives up gin and is laid off on."""
    result = after(ready(ZERO, LOOSE), "knock-KC:AS2S3S:5C5D5H:9HTHJH").result
    assert (result.kind, result.deadwoods, result.points) == (DealKind.KNOCK, (10, 27), (17, 0))


# --- the dead deal


def played_down(state: DealState, stock_left: int) -> DealState:
    while len(state.stock) > stock_left:
        state = after(state, "stock")
        if len(state.stock) == stock_left:
            return state
        state = after(state, f"discard-{state.drawn.code}")
    return state


def test_ruling_the_deal_is_dead_when_a_turn_that_left_two_cards_ends_without_a_knock():
    state = played_down(after(dealt(GIN, [LOOSE, FOUR], "8C"), "pass pass"), 2)
    assert (len(state.stock), state.is_over) == (2, False)
    state = after(state, f"discard-{state.drawn.code}")
    assert state.result.kind is DealKind.DEAD
    assert (state.result.points, state.result.knocker, state.result.deadwoods) == ((0, 0), None, ())


def test_a_knock_in_the_turn_that_left_two_cards_counts():
    state = played_down(after(dealt(GIN, [FOUR, LOOSE], "8C"), "pass pass"), 2)
    assert (len(state.stock), state.turn) == (2, 0)
    assert after(state, f"knock-{state.drawn.code}").result.points == (23, 0)


def test_ruling_a_deal_of_so_many_turns_is_dead():
    """Two players who take each other's discards for ever."""
    state = dealt(GIN.replace(max_turns=50), [LOOSE, FOUR], "8C")
    while not state.is_over:
        seat = state.turn
        state = after(state, "pile")
        card = next(c for c in sorted(state.hands[seat], key=lambda c: -c.value) if c is not state.banned)
        state = after(state, f"discard-{card.code}")
    assert (state.turns, state.result.kind, state.result.points) == (50, DealKind.DEAD, (0, 0))


# --- variants


@pytest.mark.parametrize(
    ("upcard", "limit"), [("7C", 7), ("2D", 2), ("AC", 0), ("TC", 10), ("JC", 10), ("KS", 10)]
)
def test_oklahoma_the_upcard_is_the_most_one_may_knock_with_an_ace_means_gin_only(upcard, limit):
    assert dealt("oklahoma", [FOUR, LOOSE], upcard).knock_limit == limit


def test_oklahoma_a_knock_above_the_upcard_is_refused():
    state = ready(FOUR, LOOSE, "oklahoma", upcard="3C")
    assert refusal(state, "knock-KC") is IllegalReason.KNOCK_TOO_HIGH
    state = ready(FOUR, LOOSE, "oklahoma", upcard="AC")
    assert refusal(state, "knock-KC") is IllegalReason.KNOCK_NOT_ALLOWED
    assert parse_move("knock-KC") in ready(ZERO, LOOSE, "oklahoma", upcard="AC").legal_moves()


@pytest.mark.parametrize(("upcard", "points"), [("8S", 46), ("8C", 23)])
def test_oklahoma_a_spade_upcard_doubles_the_deal(upcard, points):
    result = after(ready(FOUR, LOOSE, "oklahoma", upcard=upcard), "knock-KC").result
    assert result.points == (points, 0)
    single = PRESETS["oklahoma"].replace(spade_upcard_doubles=False)
    assert after(ready(FOUR, LOOSE, single, upcard=upcard), "knock-KC").result.points == (23, 0)


def test_straight_gin_is_gin_only():
    state = ready(FOUR, LOOSE, "straight-gin")
    assert refusal(state, "knock-KC") is IllegalReason.KNOCK_NOT_ALLOWED
    assert after(ready(ZERO, LOOSE, "straight-gin"), "knock-KC").result.points == (61, 0)


@pytest.mark.parametrize(("top", "points"), [("8S", 46), ("8C", 23)])
def test_spades_double_when_the_top_face_up_discard_is_a_spade_at_the_knock(top, points):
    result = after(ready(FOUR, LOOSE, "spades-double", upcard=top), "knock-KC").result
    assert result.points == (points, 0)


def test_spades_double_the_knock_card_itself_lies_face_down_and_does_not_count():
    state = ready(FOUR, LOOSE, "spades-double", upcard="8C", drawn="KS")
    assert after(state, "knock-KS").result.points == (23, 0)


def test_without_a_face_up_discard_nothing_is_doubled():
    state = after(dealt("spades-double", [FOUR, LOOSE], "4H"), "pile")
    assert state.discards == ()
    assert after(state, "knock-4D").result.multiplier == 1


def test_ruling_two_spades_double_once():
    both = PRESETS["oklahoma"].replace(spades_double=True)
    assert after(ready(FOUR, LOOSE, both, upcard="8S"), "knock-KC").result.points == (46, 0)


def test_manhattan_and_chicago_change_bonuses_and_limit():
    assert after(ready(ZERO, LOOSE, "manhattan"), "knock-KC").result.points == (56, 0)
    assert after(ready(FOUR, LEVEL, "manhattan"), "knock-KC").result.points == (0, 10)
    assert after(ready(FOUR, LEVEL, "chicago"), "knock-KC").result.points == (0, 20)
    eight = ready(FOUR.replace("4D", "8S"), LOOSE, "chicago")
    assert refusal(eight, "knock-KC") is IllegalReason.KNOCK_TOO_HIGH


def test_big_gin_is_off_unless_the_option_is_on():
    state = ready(ZERO, LOOSE, drawn="KH")
    assert refusal(state, "big-gin") is IllegalReason.NOT_IN_THIS_GAME
    option = GIN.replace(big_gin=True)
    state = ready(ZERO, LOOSE, option, drawn="KH")
    assert "big-gin" in state.legal_moves().codes
    result = after(state, "big-gin").result
    assert (result.kind, result.points, result.discard) == (DealKind.BIG_GIN, (67, 0), None)
    assert len(result.hands[0]) == 11
    assert refusal(ready(ZERO, LOOSE, option), "big-gin") is IllegalReason.KNOCK_TOO_HIGH
