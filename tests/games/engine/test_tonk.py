"""A deal of Tonk: melds on the table, drop, tonk, the used-up stock (docs/rules.md, part D)."""

import pytest

from games.engine.cards import format_cards, parse_cards
from games.engine.deal import DealState
from games.engine.errors import IllegalMove, IllegalReason
from games.engine.game import GameState
from games.engine.moves import Cut, parse_move
from games.engine.observation import observe
from games.engine.options import Scoring
from games.engine.phases import Phase
from games.engine.results import DealKind
from games.engine.ruleset import PRESETS, TOURNAMENT_PRESETS, Ruleset
from games.engine.shuffling import shuffled_deck
from tests.games.engine.playing import after, dealt

TONK = PRESETS["tonk"]

# LOW    A 2 C, 3 D, 4 H, 6 S        = 16
# SEVENS 7 7 7 and K 9 S             = 40, or 19 with the sevens on the table
# RUN    3 4 5 S, 2 H, QC            = 24, or 12 with the run on the table
LOW = "AC 2C 3D 4H 6S"
SEVENS = "7C 7D 7H KS 9S"
RUN = "3S 4S 5S 2H QC"


def refusal(state: DealState, code: str) -> IllegalReason:
    with pytest.raises(IllegalMove) as caught:
        state.apply(parse_move(code))
    assert parse_move(code) not in state.legal_moves()
    return caught.value.reason


def table_of(state: DealState) -> list[str]:
    return [format_cards(meld) for meld in observe(state, None).table]


def test_tonk_is_scored_like_its_relative():
    assert "tonk" in TOURNAMENT_PRESETS
    assert Ruleset.from_json({"preset": "tonk", "options": {"scoring": "pool"}}).scoring is Scoring.POOL


def test_five_cards_each_for_any_number():
    assert [TONK.hand_size(players) for players in range(2, 6)] == [5, 5, 5, 5]
    state = dealt(TONK, [LOW, SEVENS, RUN], "JD")
    assert ([len(hand) for hand in state.hands], len(state.stock)) == ([5, 5, 5], 36)


def test_a_turn_begins_with_a_draw_or_a_drop():
    state = dealt(TONK, [LOW, SEVENS], "JD", "8D")
    assert state.legal_moves().codes == ("stock", "pile", "drop")
    assert refusal(state, "discard-AC") is IllegalReason.WRONG_PHASE
    assert refusal(state, "knock-AC") is IllegalReason.NOT_IN_THIS_GAME
    state = after(state, "stock")
    assert refusal(state, "drop") is IllegalReason.WRONG_PHASE
    assert refusal(state, "pass") is IllegalReason.NOT_IN_THIS_GAME


def test_melds_are_laid_on_the_table_and_the_turn_goes_on():
    state = after(dealt(TONK, [SEVENS, LOW], "JD", "8D"), "stock spread-7C7D7H")
    assert (state.turn, state.phase, table_of(state)) == (0, Phase.DISCARD, ["7C 7D 7H"])
    state = after(state, "discard-KS")
    assert (state.turn, format_cards(state.hands[0])) == (1, "8D 9S")


def test_any_player_adds_to_any_meld_on_the_table():
    state = dealt(TONK, [RUN, LOW], "JD", "8D 7S")
    state = after(state, "stock spread-3S4S5S discard-QC stock")
    assert refusal(state, "layoff-7S-0") is IllegalReason.BAD_MELDS  # 7S comes after 6S only
    state = after(state, "layoff-6S-0 layoff-7S-0 discard-4H")
    assert table_of(state) == ["3S 4S 5S 6S 7S"]
    assert format_cards(state.hands[1]) == "AC 2C 3D"


def test_what_is_no_meld_or_is_not_held_is_refused():
    state = after(dealt(TONK, [SEVENS, LOW], "JD", "8D"), "stock")
    assert refusal(state, "spread-7C7D9S") is IllegalReason.BAD_MELDS
    assert refusal(state, "spread-7C7D") is IllegalReason.BAD_MELDS
    assert refusal(state, "spread-7C7D7S") is IllegalReason.CARD_NOT_HELD
    assert refusal(state, "layoff-8D-0") is IllegalReason.BAD_MELDS
    assert refusal(state, "layoff-AC-0") is IllegalReason.CARD_NOT_HELD
    assert refusal(state, "discard-AC") is IllegalReason.CARD_NOT_HELD
    over = after(after(state, "discard-KS"), "drop")
    assert refusal(over, "stock") is IllegalReason.DEAL_OVER


def test_a_card_taken_may_be_laid_away_again():
    state = after(dealt(TONK, [SEVENS, LOW], "JD", "8D"), "pile")
    assert parse_move("discard-JD") in state.legal_moves()


def test_the_lowest_hand_that_drops_is_paid_what_the_others_hold():
    result = after(dealt(TONK, [LOW, SEVENS, RUN], "JD"), "drop").result
    assert (result.kind, result.deadwoods, result.net) == (DealKind.DROP, (16, 40, 24), (64, -40, -24))
    assert result.winners == (0,)


def test_a_meld_held_back_counts_against_its_holder():
    assert after(dealt(TONK, [LOW, SEVENS], "JD"), "drop").result.deadwoods == (16, 40)


def test_who_drops_and_is_caught_pays_double():
    result = after(dealt(TONK, [RUN, LOW, SEVENS], "JD"), "drop").result
    assert (result.deadwoods, result.net) == ((24, 16, 40), (-48, 88, -40))
    assert result.is_undercut


def test_a_tie_catches_and_the_catchers_split_the_odd_point_from_the_left():
    hands = ["2S 3S 4C 5D AH", "2H 3H 4D 5C AD", "2D 3C 4S 5H AS", "KC 9H 7D 5S JH"]
    result = after(dealt(TONK, hands, "JD"), "drop").result
    assert result.deadwoods == (15, 15, 15, 41)
    assert result.net == (-30, 36, 35, -41)


def test_out_collects_once_and_tonk_collects_double():
    #   with the five of spades taken: 2 to 6 on the table and the queen thrown, or 2 to 7 on the table
    state = after(dealt(TONK, ["2S 3S 4S 6S QC", LOW.replace("6S", "9D")], "5S", "QD"), "pile")
    out = after(state, "spread-2S3S4S5S6S discard-QC")
    assert (out.result.kind, out.result.net) == (DealKind.OUT, (19, -19))
    state = after(dealt(TONK, ["2S 3S 4S 6S 7S", LOW.replace("6S", "9D")], "5S", "QD"), "pile")
    tonk = after(state, "spread-2S3S4S5S6S7S")
    assert (tonk.result.kind, tonk.result.net, tonk.result.knocker) == (DealKind.TONK, (38, -38), 0)


def test_forty_nine_or_fifty_in_the_cards_dealt_wins_double_at_once():
    for hand in ("KC KD QS JH TS", "KC KD QS JH 9S"):
        state = dealt(TONK, [LOW, hand, RUN.replace("QC", "QD")], "8D")
        assert (state.phase, state.turn, len(state.legal_moves())) == (Phase.OVER, None, 0)
        assert (state.result.kind, state.result.net) == (DealKind.TONK, (-32, 80, -48))


def test_two_tonks_in_the_cards_dealt_make_the_deal_void():
    state = dealt(TONK, ["KC KD QS JH TS", "KS KH QC JD TD"], "8D")
    assert (state.result.kind, state.result.is_scored) == (DealKind.VOID, False)


def test_when_the_stock_is_used_up_the_lowest_hand_is_paid():
    state = dealt(TONK, [LOW, SEVENS], "JD")
    while not state.is_over:
        state = after(state, "stock")
        state = after(state, f"discard-{state.drawn.code}")
    assert (state.result.kind, state.result.knocker, state.result.net) == (
        DealKind.STOCK_OUT,
        None,
        (40, -40),
    )
    assert (state.result.winners, state.result.is_scored) == ((0,), True)


def test_a_game_in_which_the_cards_dealt_decide_goes_on_with_the_next_deal():
    """A tonk is dealt about once in 170 hands; the seed is the first that gives one."""
    seed = next(
        seed
        for seed in (number.to_bytes(32, "big") for number in range(10_000))
        if DealState.new(TONK, 3, 0, shuffled_deck(seed), seed).is_over
    )
    state = GameState.new(TONK, 3).start_deal(seed).apply(Cut(0))
    assert state.phase is Phase.NEEDS_DEAL
    assert (len(state.played), state.ply) == (1, 1)


def test_cards_laid_are_no_longer_known_as_held():
    state = after(dealt(TONK, ["7C 7D KS 9S 2D", LOW], "7H", "8D"), "pile spread-7C7D7H")
    assert observe(state, 1).known[0].bits == 0
    assert state.drawn is None
    assert [play.code for play in observe(state, 1).log] == ["pile", "spread-7C7D7H"]
    assert parse_cards("7H")[0] in observe(state, 1).table[0]
