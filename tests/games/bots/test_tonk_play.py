"""What the bots do at a table of Tonk: lay, add, drop; and whole games to their end."""

import random

import pytest

from games.bots.registry import bot_named
from games.engine.game import GameState
from games.engine.observation import observe
from games.engine.phases import Phase
from games.engine.results import DealKind
from tests.games.engine.playing import ALL_PRESETS, after, dealt

LOW = "AC 2C 3D 4H 4S"
SEVENS = "7C 7D 7H KS 9S"


def chosen(state, name: str = "club") -> str:
    return bot_named(name).choose(observe(state, state.turn), random.Random(1)).code


@pytest.mark.parametrize("name", ["random", "club"])
def test_a_low_hand_is_dropped(name):
    assert chosen(dealt("tonk", [LOW, SEVENS], "JD"), name) == "drop"
    assert chosen(dealt("tonk", [SEVENS, LOW], "JD"), name) != "drop"


@pytest.mark.parametrize("name", ["random", "club"])
def test_melds_are_laid_before_the_discard(name):
    state = after(dealt("tonk", [SEVENS, LOW], "JD", "8D"), "stock")
    assert chosen(state, name) == "spread-7C7D7H"
    assert chosen(after(state, "spread-7C7D7H"), name).startswith("discard-")


def test_a_card_that_fits_the_table_is_taken_and_added():
    laid = after(dealt("tonk", [SEVENS, "KC QC 9H 6H 5S"], "JD", "7S"), "stock spread-7C7D7H")
    assert chosen(after(laid, "discard-KS")) == "stock"
    state = after(laid, "discard-7S")
    assert chosen(state) == "pile"
    assert chosen(after(state, "pile")) == "layoff-7S-0"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_play_tonk_to_its_end(players):
    bots = [bot_named(("club", "random")[seat % 2]) for seat in range(players)]
    rng = random.Random(players)
    state = GameState.new(ALL_PRESETS["tonk"], players)
    while not state.is_over:
        if state.phase is Phase.NEEDS_DEAL:
            state = state.start_deal(rng.randbytes(32))
        state = state.apply(bots[state.turn].choose(observe(state, state.turn), rng))
    kinds = {result.kind for result in state.results}
    assert len(state.results) >= 10
    assert kinds <= {DealKind.DROP, DealKind.OUT, DealKind.TONK, DealKind.STOCK_OUT}
