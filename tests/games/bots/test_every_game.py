"""`random` and `club` play every preset with every number of players it allows: legally, and the deals to their end.

Games are cut to a few deals; each deal's result is checked where the game keeps it.
"""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

from games.bots.registry import bot_for_deal
from games.engine.game import GameState
from games.engine.moves import Cut
from games.engine.observation import observe
from games.engine.phases import Phase
from games.engine.ruleset import Ruleset
from tests.games.bots.watching import Watched
from tests.games.engine.playing import ALL_PRESETS, TABLES

DEALS = 2


def of_two_deals(key: str) -> Ruleset:
    """The preset, ended after two deals unless the score ends it before."""
    known = {option.name for option in ALL_PRESETS[key].options()}
    options = {"deals": DEALS, "max_deals": DEALS, "tie_deals": 0, "best_of": 1, "max_void_deals": 1}
    return ALL_PRESETS[key].replace(**{name: value for name, value in options.items() if name in known})


def test_every_preset_and_number_of_players_is_played():
    assert {key for key, _players in TABLES} == set(ALL_PRESETS)
    assert {players for key, players in TABLES if key == "tonk"} == {2, 3, 4, 5}


@pytest.mark.parametrize("name", ["random", "club"])
@pytest.mark.parametrize(("key", "players"), TABLES)
def test_a_bot_plays_every_game_to_its_end(name: str, key: str, players: int) -> None:
    state = GameState.new(of_two_deals(key), players)
    bots = [Watched(bot_for_deal(name, random.Random(seat))) for seat in range(players)]
    rng = random.Random(f"{key} {players}")
    while not state.is_over:
        if state.phase is Phase.NEEDS_DEAL:
            state = state.start_deal(sha256(f"{key} {state.deal_number}".encode()).digest())
        seat = state.turn
        assert seat is not None
        state = state.apply(bots[seat].choose(observe(state, seat), rng), seat)
    assert state.result is not None
    assert sum(state.result.totals) == 0
    assert [played.counts for played in state.played].count(True) <= DEALS
    assert {move.count for bot in bots for move in bot.moves if isinstance(move, Cut)} == {0}
    for played in state.played:
        for result in played.results:
            assert sum(result.net) == 0
            assert result.is_scored == bool(result.winners)
