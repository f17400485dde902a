"""The order of play: every preset is measured, and only the options of a deal matter."""

import json

import pytest
from django.core.management import call_command

from games.bots.first_seat import games_to_measure, points_by_order
from games.engine.options import Family
from games.engine.ruleset import PRESETS
from games.queries.first_seat import FILE, order_of_play


def test_every_game_is_measured():
    assert set(json.loads(FILE.read_text())["games"]) == {
        f"{key}/{players}" for key, players in games_to_measure()
    }
    for ruleset in PRESETS.values():
        players = 2 if ruleset.family is Family.GIN else ruleset.min_players
        found = order_of_play(ruleset, players)
        assert found is not None
        assert len(found.points) == players
        assert sum(found.points) == pytest.approx(0.0, abs=0.05)


def test_options_of_the_deal_count_and_no_others():
    standard, pool = PRESETS["knock-rummy"], PRESETS["knock-pool"]
    assert order_of_play(standard, 4) == order_of_play(pool, 4) == order_of_play(standard.replace(deals=3), 4)
    assert order_of_play(standard, 4) != order_of_play(PRESETS["full-turn-first"], 4)
    assert order_of_play(standard.replace(rummy_bonus=0), 4) is None  # another game, never measured
    assert order_of_play(PRESETS["partnership"], 4) is None


def test_it_is_an_advantage_to_knock_first():
    for players in (2, 3, 4, 5):
        order = points_by_order("knock-rummy", players, 300)
        assert order[0].mean > order[-1].mean


def test_a_run_that_was_stopped_goes_on(tmp_path, capsys):
    path = tmp_path / "seats.json"
    call_command("first_seat", "--deals", "2", "--file", str(path))
    whole = json.loads(path.read_text())
    del whole["games"]["gin/2"]
    whole["games"]["tonk/2"] = [[1.5, 0.5], [-1.5, 0.5]]
    path.write_text(json.dumps(whole))
    call_command("first_seat", "--deals", "2", "--file", str(path))
    again = json.loads(path.read_text())
    assert set(again["games"]) == set(whole["games"]) | {"gin/2"}
    assert again["games"]["tonk/2"] == [[1.5, 0.5], [-1.5, 0.5]]
    assert "gin/2" in capsys.readouterr().out
