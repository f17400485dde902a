"""The whole game as one value: phases, the cut, plies, seats, the round clock, refusals."""

import random

import pytest

from games.engine.errors import IllegalMove, IllegalReason, SetupError, SetupReason
from games.engine.game import GameDealKind, GameState
from games.engine.moves import DECLINE, REENTER, Cut, parse_move
from games.engine.observation import observe
from games.engine.options import Scoring
from games.engine.phases import Phase
from games.engine.shuffling import reshuffled, shuffled_deck
from tests.games.engine.playing import ALL_PRESETS, SEED, TABLES, after, choose, play_game

KNOCK = ALL_PRESETS["knock-rummy"]


def refusal(state: GameState, code: str, seat: int | None = None) -> IllegalReason:
    with pytest.raises(IllegalMove) as caught:
        state.apply(parse_move(code), seat)
    return caught.value.reason


def finish_deal(state: GameState, rng: random.Random, knock: float = 0.5) -> GameState:
    """Play until the deal in play is settled."""
    played = len(state.played)
    while len(state.played) == played:
        seat = state.turns[0]
        state = state.apply(choose(list(state.legal_moves(seat)), rng, knock), seat)
    return state


def test_a_game_begins_by_needing_a_deal():
    state = GameState.new(KNOCK, 4, first_dealer=2)
    assert (state.phase, state.turn, state.dealer, state.deal_number) == (Phase.NEEDS_DEAL, None, 2, 0)
    assert (state.deal_seats, state.deal_kind, state.deal) == ((0, 1, 2, 3), GameDealKind.NORMAL, None)
    assert (state.totals, state.ply, len(state.legal_moves())) == ((0, 0, 0, 0), 0, 0)


def test_ruling_the_cut_is_a_move_of_the_player_at_the_dealers_right():
    state = GameState.new(KNOCK, 4, first_dealer=2).start_deal(SEED)
    assert (state.phase, state.turn, state.deal_number, state.deal) == (Phase.CUT, 1, 1, None)
    assert state.legal_moves().codes == tuple(f"cut-{count}" for count in range(52))
    assert len(state.legal_moves(2)) == 0
    state = state.apply(Cut(17))
    assert (state.phase, state.ply, state.turn) == (Phase.PLAY, 1, 3)
    assert state.deal.deck == shuffled_deck(SEED, 0, 17)


def test_with_jokers_the_cut_goes_up_to_53():
    state = GameState.new(ALL_PRESETS["joker-knock"], 2).start_deal(SEED)
    assert state.legal_moves().codes[-1] == "cut-53"
    assert refusal(GameState.new(KNOCK, 2).start_deal(SEED), "cut-52") is IllegalReason.CUT_OUT_OF_RANGE


def test_in_gin_the_non_dealer_cuts():
    assert GameState.new(ALL_PRESETS["gin"], 2, first_dealer=1).start_deal(SEED).turn == 0


def test_plies_count_over_the_whole_game():
    state, record = play_game(KNOCK.replace(deals=3, tie_deals=0), 3, random.Random(1))
    assert state.ply == sum(len(deal.moves) for deal in record.deals)
    assert state.deal_number == 3


def test_refusals_of_a_game():
    state = GameState.new(KNOCK, 3)
    assert refusal(state, "stock") is IllegalReason.WRONG_PHASE
    state = state.start_deal(SEED)
    assert refusal(state, "stock") is IllegalReason.WRONG_PHASE
    assert refusal(state, "cut-1", seat=0) is IllegalReason.NOT_YOUR_TURN
    state = state.apply(Cut(0))
    assert refusal(state, "stock", seat=0) is IllegalReason.NOT_YOUR_TURN
    assert refusal(state, "cut-1") is IllegalReason.WRONG_PHASE
    assert refusal(state, "reenter") is IllegalReason.WRONG_PHASE
    over = finish_deal(state, random.Random(2)).finish_now()
    assert refusal(over, "stock") is IllegalReason.GAME_OVER
    assert over.turn is None


def test_a_deal_can_only_begin_when_one_is_needed_and_with_a_seed_of_its_own():
    state = GameState.new(KNOCK, 3)
    for seed in (b"", bytes(31), bytes(33)):
        with pytest.raises(SetupError) as caught:
            state.start_deal(seed)
        assert caught.value.reason is SetupReason.SEED
    with pytest.raises(SetupError) as caught:
        state.start_deal(SEED).start_deal(SEED)
    assert caught.value.reason is SetupReason.PHASE


@pytest.mark.parametrize(
    ("key", "players", "dealer", "reason"),
    [
        ("knock-rummy", 6, 0, SetupReason.PLAYERS),
        ("knock-rummy", 1, 0, SetupReason.PLAYERS),
        ("gin", 3, 0, SetupReason.PLAYERS),
        ("partnership", 2, 0, SetupReason.PLAYERS),
        ("cutthroat", 2, 0, SetupReason.PLAYERS),
        ("knock-rummy", 3, 3, SetupReason.DEALER),
    ],
)
def test_a_table_that_does_not_fit_is_refused(key, players, dealer, reason):
    with pytest.raises(SetupError) as caught:
        GameState.new(ALL_PRESETS[key], players, dealer)
    assert caught.value.reason is reason


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_every_table_plays_a_game_to_its_end(key, players):
    ruleset = ALL_PRESETS[key]
    ruleset = ruleset.replace(**{"deals": 4} if ruleset.scoring is Scoring.CUMULATIVE else {"max_deals": 4})
    state, _ = play_game(ruleset, players, random.Random(f"{key}{players}"))
    assert state.is_over
    assert sum(state.result.totals) == 0
    assert min(state.result.places) == 1
    assert state.result.winners == tuple(seat for seat, place in enumerate(state.result.places) if place == 1)


def test_totals_are_the_sum_of_the_deals():
    state, _ = play_game(KNOCK, 5, random.Random(5))
    normal = [deal for deal in state.played if deal.plan.kind is GameDealKind.NORMAL]
    assert state.totals == tuple(sum(deal.net[seat] for deal in normal) for seat in range(5))


def pool_down_to(players: int) -> GameState:
    """A pool of four, played on until exactly this many are left, in front of their deal."""
    rng = random.Random(3)
    while True:
        state = GameState.new(ALL_PRESETS["knock-pool"].replace(stake=60), 4)
        while len(state.deal_seats) > players and not state.is_over:
            state = finish_deal(state.start_deal(rng.randbytes(32)), rng)
        if len(state.deal_seats) == players and not state.is_over:
            return state


def test_every_seat_is_a_seat_of_the_game_also_where_fewer_play():
    state = pool_down_to(3)
    seats = state.deal_seats
    state = state.start_deal(SEED)
    assert state.turn in seats
    state = state.apply(Cut(3))
    assert state.deal.players == 3
    assert [len(hand) for hand in state.deal.hands] == [7, 7, 7]
    state = finish_deal(state, random.Random(1))
    absent = next(seat for seat in range(4) if seat not in seats)
    result = state.results[-1]
    assert result.seats == seats
    assert (result.deadwoods[absent], len(result.hands[absent]), result.net[absent]) == (None, 0, 0)
    assert result.knocker in seats


def test_a_re_entry_is_a_recorded_move():
    rng = random.Random(11)
    ruleset = ALL_PRESETS["knock-pool"].replace(stake=10, re_entries=3, tie_deals=0)
    state = GameState.new(ruleset, 3)
    while state.phase is not Phase.RE_ENTRY:
        state = state.start_deal(rng.randbytes(32))
        state = finish_deal(state, rng)
    seat, ply = state.turn, state.ply
    assert state.legal_moves().codes == ("reenter", "decline")
    assert refusal(state, "stock") is IllegalReason.WRONG_PHASE
    assert refusal(state, "reenter", seat=(seat + 1) % 3) is IllegalReason.NOT_YOUR_TURN
    stayed = state.apply(REENTER)
    assert stayed.ply == ply + 1
    assert stayed.sheet.re_entries[seat] >= 1
    assert seat not in stayed.sheet.out
    left = state.apply(DECLINE)
    while left.phase is Phase.RE_ENTRY:
        left = left.apply(DECLINE)
    assert seat in left.sheet.out
    assert left.is_over or seat not in left.deal_seats


# --- the round clock


def test_when_the_clock_ends_the_deal_in_play_is_finished_and_then_the_game_ends():
    rng = random.Random(4)
    state = finish_deal(GameState.new(KNOCK, 3).start_deal(SEED).apply(Cut(0)), rng)
    state = state.start_deal(bytes(32)).apply(Cut(0)).finish_now()
    assert state.phase is Phase.PLAY
    state = finish_deal(state, rng)
    assert (state.phase, state.result.deals_played, state.result.ended_early) == (Phase.OVER, 2, True)
    assert (state.result.deals_planned, sum(state.result.totals)) == (10, 0)


def test_between_deals_the_clock_ends_the_game_at_once():
    state = GameState.new(KNOCK, 3).finish_now()
    assert (state.phase, state.result.deals_played, state.result.places) == (Phase.OVER, 0, (1, 1, 1))


def test_ruling_a_deal_whose_cut_was_offered_is_in_play():
    state = GameState.new(KNOCK, 3).start_deal(SEED).finish_now()
    assert state.phase is Phase.CUT
    assert finish_deal(state, random.Random(4)).is_over


def test_ruling_the_clock_allows_no_extra_deal():
    ruleset = KNOCK.replace(deals=1)
    state = GameState.new(ruleset, 2).start_deal(SEED).apply(Cut(0)).finish_now()
    assert finish_deal(state, random.Random(4)).is_over


def test_ending_twice_changes_nothing():
    state = GameState.new(KNOCK, 3).start_deal(SEED).finish_now()
    assert state.finish_now() is state
    over = finish_deal(state, random.Random(4))
    assert over.finish_now() is over


def test_gin_is_ended_by_totals_without_game_bonus():
    rng = random.Random(8)
    state = GameState.new(ALL_PRESETS["gin"], 2)
    while not any(state.totals):
        state = finish_deal(state.start_deal(rng.randbytes(32)), rng, knock=1.0)
    points = state.totals
    winner = int(points[1] > points[0])
    over = state.finish_now()
    assert over.result.totals[winner] == max(points) + 20
    assert over.result.winners == (winner,)


# --- two boards at one table


def partnership() -> GameState:
    return GameState.new(ALL_PRESETS["partnership"], 4, first_dealer=0).start_deal(SEED).apply(Cut(5))


def test_ruling_a_partnership_plays_two_boards_each_with_its_own_deck():
    state = partnership()
    first, second = state.boards
    assert (first.plan.seats, second.plan.seats) == ((0, 1), (2, 3))
    assert first.deal.deck == shuffled_deck(SEED, 0, 5)
    assert second.deal.deck == reshuffled(first.deal.deck, SEED, 1)


def test_both_boards_may_be_played_at_once_and_the_slower_one_is_waited_for():
    state = partnership()
    assert (state.turns, state.turn) == ((1, 3), 1)
    ahead = state.apply(parse_move("pass"), seat=3)
    assert ahead.turns == (1, 2)
    assert ahead.boards[0] == state.boards[0]
    ahead = ahead.apply(parse_move("pass"), 2).apply(parse_move("stock"), 3)
    card = ahead.board_of(3).deal.drawn.code
    ahead = ahead.apply(parse_move(f"discard-{card}"), 3)
    assert ahead.turns == (1, 2)
    assert refusal(ahead, "pass", seat=3) is IllegalReason.NOT_YOUR_TURN
    assert refusal(ahead, "pass", seat=0) is IllegalReason.NOT_YOUR_TURN


def test_the_order_of_moves_between_boards_makes_no_difference():
    state = partnership()
    one = state.apply(parse_move("pass"), 1).apply(parse_move("pass"), 3)
    other = state.apply(parse_move("pass"), 3).apply(parse_move("pass"), 1)
    assert one == other


def test_a_partnership_deal_is_over_when_both_boards_are():
    rng = random.Random(1)
    state = partnership()
    while not state.boards[0].deal.is_over:
        seat = state.boards[0].turn
        state = state.apply(choose(list(state.legal_moves(seat)), rng, 1.0), seat)
    assert (state.phase, len(state.turns), state.played) == (Phase.PLAY, 1, ())
    seen = observe(state, None)
    assert (seen.turn, seen.result, seen.hands) == (state.boards[1].turn, None, ()), (
        "onlookers follow what is played"
    )
    assert seen.others[0].result is not None
    state = finish_deal(state, rng, 1.0)
    seen = observe(state, None)
    assert [view.result.seats for view in (seen, *seen.others)] == [(0, 1), (2, 3)]
    assert len(state.played[0].results) == 2
    assert state.totals[0] == state.totals[2]
    assert state.totals[1] == state.totals[3]


def test_in_cutthroat_the_dealer_sits_out():
    state = GameState.new(ALL_PRESETS["cutthroat"], 3, first_dealer=1).start_deal(SEED)
    assert (state.deal_seats, state.turn) == ((0, 2), 0)
    state = after(state, "cut-0")
    assert state.turn == 2
    assert len(state.legal_moves(1)) == 0
    assert state.board_of(1) is None
