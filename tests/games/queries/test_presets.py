"""The list of games for forms: every preset has its words, and its options are those that the rules have."""

import pytest

from games.engine.ruleset import PRESETS
from games.errors import OptionError
from games.queries.presets import chosen_ruleset, option_lines, preset_lines
from games.queries.rulesets import is_two_sided, short_ruleset, team_size


def test_every_preset_has_a_name_and_a_line_of_its_own():
    lines = preset_lines()
    assert [line.key for line in lines] == list(PRESETS)
    assert len({line.name for line in lines}) == len({line.line for line in lines}) == len(PRESETS)
    assert all(line.name != line.key and line.line for line in lines)
    assert preset_lines(for_events=True) == lines


@pytest.mark.parametrize("key", list(PRESETS))
def test_options_in_forms_are_the_games_own_with_its_values(key):
    ruleset = PRESETS[key]
    lines = {line.name: line for line in option_lines(ruleset)}
    left_out = {option.name for option in ruleset.options()} - set(lines)
    assert left_out <= {
        "scoring", "min_players", "max_players", "max_turns", "max_void_deals", "max_reshuffles", "max_deals"
    }  # fmt: skip
    assert all(line.label and line.label != name for name, line in lines.items())
    values = {name: getattr(ruleset, name) for name in lines}
    assert chosen_ruleset(key, values) == ruleset
    assert {name for name, line in lines.items() if line.empty} <= {"cards_each", "knock_limit", "rotations"}


def test_another_way_of_scoring_has_other_options():
    pool = chosen_ruleset("rum-knock", {"scoring": "pool", "stake": 50, "deals": 8})
    assert (pool.scoring, pool.stake, pool.knock_limit) == ("pool", 50, 10)
    assert {"stake", "re_entries"} <= {line.name for line in option_lines(pool)}
    assert "scoring" not in {line.name for line in option_lines(PRESETS["gin"])}


@pytest.mark.parametrize(
    ("preset", "options", "option", "words"),
    [
        ("knock-rummy", {"seven_for_all": True, "cards_each": 5}, "cards_each", "Either seven for all"),
        ("gin", {"spade_upcard_doubles": True}, "spade_upcard_doubles", "only where the upcard"),
        ("oklahoma", {"knock_limit": 7}, "knock_limit", "stays 10"),
        ("gin", {"shutout_bonus": 50}, "shutout_bonus", "at least the game bonus"),
        ("gin", {"best_of": 2}, "best_of", "1, 3, 5"),
        ("gin", {"target": 0}, "target", "from 1 to 100000"),
        ("knock-rummy", {"cards_each": 20}, "cards_each", "enough cards"),
        ("gin", {"knock_limit": None}, "knock_limit", "from 0 to 100"),
        ("bridge", {}, "preset", "no such game"),
    ],
)
def test_what_doesnt_go_together_is_said_at_its_option(preset, options, option, words):
    with pytest.raises(OptionError) as caught:
        chosen_ruleset(preset, options)
    assert caught.value.option == option
    assert words in str(caught.value)


def test_teams_and_games_for_two():
    assert {key for key in PRESETS if team_size(PRESETS[key]) == 2} == {"partnership"}
    assert {key for key in PRESETS if is_two_sided(PRESETS[key])} == {
        key for key, ruleset in PRESETS.items() if ruleset.family == "gin"
    }


def test_ties_of_games_with_tables_of_their_own_are_played_by_those_who_are_tied():
    three = short_ruleset(PRESETS["cutthroat"], "game", 2)
    assert (three.scoring, three.min_players, three.max_players, three.target) == ("game", 2, 2, 50)
    assert short_ruleset(PRESETS["hollywood"], "game", 2).scoring == "game"
    team = short_ruleset(PRESETS["partnership"], "game", 4)
    assert (team.scoring, team.target, team.min_players) == ("partnership", 50, 4)
    # tables of three and four only, ten cards each: a tie of five is dealt the usual six cards, a tie of two ten
    narrow = PRESETS["knock-rummy"].replace(min_players=3, max_players=4, cards_each=10)
    assert short_ruleset(narrow, "rotation", 5).hand_size(5) == 6
    assert short_ruleset(narrow, "rotation", 2).hand_size(2) == 10
