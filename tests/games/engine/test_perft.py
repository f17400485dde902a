"""The size of the tree of legal moves of fixed deals: a number that notices nearly any change."""

import json

import pytest

from tests.games.engine.golden_records import DEPTH, PERFT, deal_sizes, perft, perft_start
from tests.games.engine.playing import ALL_PRESETS

COUNTS = json.loads(PERFT.read_text())


@pytest.mark.parametrize("table", COUNTS)
def test_the_tree_of_legal_moves_has_its_size(table):
    key, players = table.split()
    assert perft(perft_start(key, int(players)), DEPTH) == COUNTS[table]


def test_every_preset_and_number_of_players_is_counted():
    assert set(COUNTS) == {
        f"{key} {players}" for key, ruleset in ALL_PRESETS.items() for players in deal_sizes(ruleset)
    }
