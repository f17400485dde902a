"""Seeds and moves give the states again; a record that isn't a legal game raises."""

import random

import pytest

from games.engine.errors import IllegalMove, IllegalReason, MoveError, SetupError
from games.engine.game import GameState
from games.engine.replay import DealRecord, RecordedDeal, replay_game, replay_steps
from games.engine.ruleset import PRESETS
from tests.games.engine.playing import SEED, after, dealt, play_game

KNOCK = PRESETS["knock-rummy"]


def test_a_game_is_replayed_from_seeds_and_codes():
    state, record = play_game(KNOCK, 4, random.Random(3))
    deals = [RecordedDeal.of(deal.seed, [move.code for move in deal.moves]) for deal in record.deals]
    assert replay_game(KNOCK, 4, deals) == state


def test_a_partnership_needs_to_know_who_moved():
    ruleset = PRESETS["partnership"].replace(max_deals=1)
    state, record = play_game(ruleset, 4, random.Random(3))
    deals = [
        RecordedDeal.of(deal.seed, [move.code for move in deal.moves], deal.seats) for deal in record.deals
    ]
    assert replay_game(ruleset, 4, deals) == state


def test_an_unfinished_game_is_replayed_to_where_it_stands():
    state = GameState.new(KNOCK, 3, 1).start_deal(SEED)
    state = after(state, "cut-5 stock")
    assert replay_game(KNOCK, 3, [RecordedDeal.of(SEED, ["cut-5", "stock"])], first_dealer=1) == state


def test_the_clock_may_be_replayed_at_the_end():
    state, record = play_game(KNOCK, 3, random.Random(9), max_deals=2)
    over = replay_game(KNOCK, 3, record.deals, ended_early=True)
    assert over.result == state.finish_now().result


def test_every_step_can_be_looked_at():
    _, record = play_game(KNOCK, 3, random.Random(9), max_deals=2)
    steps = list(replay_steps(KNOCK, 3, record.deals))
    assert len(steps) == sum(len(deal.moves) + 1 for deal in record.deals)
    plies = [step.ply for step in steps]
    assert plies == sorted(plies)
    assert steps[0].ply == 0


def test_a_record_with_an_illegal_move_raises_what_the_rules_raise():
    with pytest.raises(IllegalMove) as caught:
        replay_game(KNOCK, 3, [RecordedDeal.of(SEED, ["cut-5", "discard-AS"])])
    assert caught.value.reason is IllegalReason.WRONG_PHASE
    with pytest.raises(IllegalMove):
        replay_game(KNOCK, 3, [RecordedDeal.of(SEED, ["cut-5", "stock"], [2, 2])])
    with pytest.raises(SetupError):
        replay_game(KNOCK, 3, [RecordedDeal.of(SEED, []), RecordedDeal.of(SEED, [])])
    with pytest.raises(MoveError):
        RecordedDeal.of(SEED, ["fold"])
    with pytest.raises(ValueError, match="zip"):
        replay_game(KNOCK, 3, [RecordedDeal.of(SEED, ["cut-5", "stock"], [2])])


def test_the_record_of_a_deal_leads_to_the_same_state():
    state = dealt("knock-rummy", ["AS 2S 3S 4S 5H 5D 5C", "6H 7H 8H 9H TC JC QC"], "9D", "KH")
    state = after(state, "stock discard-KH pile")
    assert DealRecord.from_state(state).replay() == state
