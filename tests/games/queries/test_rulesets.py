"""Rulesets for the app above: presets with options, short ones for extra rounds, refusals as this app's error."""

import pytest

from games.engine.ruleset import PRESETS
from games.errors import OptionError
from games.queries.bots import bot_levels
from games.queries.rulesets import changed_ruleset, preset_names, preset_ruleset, read_ruleset, short_ruleset


def test_presets_with_options_read_back():
    ruleset = preset_ruleset("rum-knock", {"rummy_bonus": 30})
    assert read_ruleset(ruleset.to_json()) == ruleset
    assert (ruleset.key, ruleset.knock_limit, ruleset.rummy_bonus) == ("rum-knock", 10, 30)
    assert set(preset_names()) == set(PRESETS)


@pytest.mark.parametrize(
    ("preset", "options", "option"),
    [("bridge", {}, "preset"), ("gin", {"nonsense": 1}, "nonsense"), ("gin", {"target": -1}, "target")],
)
def test_refusals_name_the_option(preset, options, option):
    with pytest.raises(OptionError) as caught:
        preset_ruleset(preset, options)
    assert caught.value.option == option


def test_options_that_a_game_hasnt_got_are_left_out():
    assert changed_ruleset(preset_ruleset("gin"), tie_deals=0) == preset_ruleset("gin")
    assert changed_ruleset(preset_ruleset("knock-rummy"), tie_deals=0).tie_deals == 0


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("length", ["rotation", "deal", "game"])
def test_every_game_has_a_short_form(preset, length):
    short = short_ruleset(PRESETS[preset], length)
    assert (short.family, short.best_of) == (PRESETS[preset].family, 1)
    assert read_ruleset(short.to_json()) == short


def test_an_extra_round_is_one_rotation_or_one_deal_and_keeps_the_deals_own_options():
    pool = preset_ruleset("knock-pool", {"stake": 50, "jokers": 2})
    assert [short_ruleset(pool, "rotation").deals_planned(n) for n in (2, 5)] == [2, 5]
    single = short_ruleset(pool, "deal")
    assert (single.deals_planned(4), single.jokers, single.tie_deals) == (1, 2, 0)
    assert short_ruleset(preset_ruleset("gin"), "game").target == 50
    assert short_ruleset(preset_ruleset("gin"), "deal").max_deals == 1


def test_bots_are_known_by_their_levels():
    assert {"random", "club"} <= set(bot_levels())
