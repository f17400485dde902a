"""Rulesets: presets, what is refused and why, and the round trip through JSON."""

import json

import pytest

from games.engine.errors import RulesetError, RulesetReason
from games.engine.options import OPTIONS, Family, Option, OptionKind, Scoring
from games.engine.ruleset import PRESETS, TOURNAMENT_PRESETS, Ruleset

KNOCK = PRESETS["knock-rummy"]
GIN = PRESETS["gin"]


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_comes_back_from_json(key):
    text = json.dumps(PRESETS[key].to_json())
    assert Ruleset.from_json(json.loads(text)) == PRESETS[key]


def test_changed_options_come_back_from_json():
    ruleset = PRESETS["rum-knock"].replace(jokers=2, seven_for_all=True, scoring=Scoring.POOL, stake=50)
    data = json.loads(json.dumps(ruleset.to_json()))
    assert data == {
        "preset": "rum-knock",
        "options": {"scoring": "pool", "jokers": 2, "seven_for_all": True, "stake": 50},
    }
    assert Ruleset.from_json(data) == ruleset


@pytest.mark.parametrize(
    ("players", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6)], ids=lambda value: str(value)
)
def test_cards_each_follow_the_number_of_players(players, cards):
    assert KNOCK.hand_size(players) == cards


def test_seven_for_all_is_seven_for_any_number():
    assert [PRESETS["seven-for-all"].hand_size(players) for players in range(2, 6)] == [7, 7, 7, 7]


def test_deals_by_number_or_by_whole_rotations():
    assert KNOCK.deals_planned(4) == 10
    assert KNOCK.replace(rotations=2).deals_planned(4) == 8
    assert PRESETS["knock-pool"].deals_planned(4) is None


@pytest.mark.parametrize(
    ("options", "reason", "at_fault"),
    [
        ({"cards_each": 12}, RulesetReason.TOO_FEW_CARDS, "cards_each"),
        ({"rummy_bonus": -1}, RulesetReason.OUT_OF_RANGE, "rummy_bonus"),
        ({"undercut_penalty": "10"}, RulesetReason.WRONG_TYPE, "undercut_penalty"),
        ({"deals": True}, RulesetReason.WRONG_TYPE, "deals"),
        ({"seven_for_all": 1}, RulesetReason.WRONG_TYPE, "seven_for_all"),
        ({"seven_for_all": True, "cards_each": 8}, RulesetReason.NOT_TOGETHER, "cards_each"),
        ({"jokers": 3}, RulesetReason.OUT_OF_RANGE, "jokers"),
        ({"deals": 0}, RulesetReason.OUT_OF_RANGE, "deals"),
        ({"max_players": 6}, RulesetReason.OUT_OF_RANGE, "max_players"),
        ({"min_players": 4, "max_players": 3}, RulesetReason.OUT_OF_RANGE, "max_players"),
        ({"oklahoma": True}, RulesetReason.NOT_IN_THIS_GAME, "oklahoma"),
        ({"stake": 200}, RulesetReason.NOT_WITH_THIS_SCORING, "stake"),
        ({"scoring": Scoring.HOLLYWOOD}, RulesetReason.NOT_WITH_THIS_SCORING, "scoring"),
        ({"scoring": "pool"}, RulesetReason.WRONG_TYPE, "scoring"),
        ({"colour": "red"}, RulesetReason.UNKNOWN_OPTION, "colour"),
        ({"key": "gin"}, RulesetReason.UNKNOWN_OPTION, "key"),
    ],
)
def test_an_impossible_knock_rummy_is_refused_with_the_reason(options, reason, at_fault):
    with pytest.raises(RulesetError) as caught:
        KNOCK.replace(**options)
    assert (caught.value.reason, caught.value.option) == (reason, at_fault)


@pytest.mark.parametrize(
    ("options", "reason", "at_fault"),
    [
        ({"spade_upcard_doubles": True}, RulesetReason.NOT_TOGETHER, "spade_upcard_doubles"),
        ({"oklahoma": True, "knock_limit": 5}, RulesetReason.NOT_TOGETHER, "knock_limit"),
        ({"knock_limit": None}, RulesetReason.OUT_OF_RANGE, "knock_limit"),
        ({"best_of": 2}, RulesetReason.OUT_OF_RANGE, "best_of"),
        ({"shutout_bonus": 50}, RulesetReason.NOT_TOGETHER, "shutout_bonus"),
        ({"seven_for_all": True}, RulesetReason.NOT_IN_THIS_GAME, "seven_for_all"),
        ({"both_win_bonus": 30}, RulesetReason.NOT_WITH_THIS_SCORING, "both_win_bonus"),
        ({"scoring": Scoring.HOLLYWOOD, "best_of": 3}, RulesetReason.NOT_WITH_THIS_SCORING, "best_of"),
        ({"max_players": 3}, RulesetReason.OUT_OF_RANGE, "max_players"),
        ({"jokers": 2}, RulesetReason.NOT_IN_THIS_GAME, "jokers"),
    ],
)
def test_an_impossible_gin_is_refused_with_the_reason(options, reason, at_fault):
    with pytest.raises(RulesetError) as caught:
        GIN.replace(**options)
    assert (caught.value.reason, caught.value.option) == (reason, at_fault)


@pytest.mark.parametrize(
    ("data", "option"),
    [
        ({}, "preset"),
        ({"preset": "whist"}, "preset"),
        ({"preset": ["gin"]}, "preset"),
        ({"preset": "gin", "options": [1]}, "options"),
        ({"preset": "gin", "options": {"scoring": "whist"}}, "scoring"),
    ],
)
def test_json_that_is_no_ruleset_is_refused(data, option):
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_json(data)
    assert caught.value.option == option


def test_variants_of_knock_rummy_combine():
    ruleset = KNOCK.replace(knock_limit=10, jokers=2, seven_for_all=True, full_turn_first=True)
    assert (ruleset.knock_limit, ruleset.deck_size, ruleset.hand_size(5)) == (10, 54, 7)


def test_twelve_cards_each_are_possible_for_two():
    assert KNOCK.replace(cards_each=12, max_players=2).hand_size(2) == 12


def test_a_form_is_offered_the_options_of_the_game_chosen():
    names = {option.name for option in PRESETS["knock-pool"].options()}
    assert {"stake", "re_entries", "max_reshuffles"} <= names
    assert not names & {"deals", "rotations", "target", "gin_bonus", "oklahoma"}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_bounds_are_enforced_for_every_number(option: Option):
    if option.kind not in (OptionKind.NUMBER, OptionKind.OPTIONAL_NUMBER):
        return
    ruleset = next(
        preset
        for preset in PRESETS.values()
        if preset.family in option.families and preset.scoring in option.scorings
    )
    for value in (option.low - 1, option.high + 1):
        with pytest.raises(RulesetError) as caught:
            ruleset.replace(**{option.name: value})
        assert caught.value.reason in (RulesetReason.OUT_OF_RANGE, RulesetReason.TOO_FEW_CARDS)


def test_tournament_presets_are_presets():
    assert set(TOURNAMENT_PRESETS) <= set(PRESETS)
    assert {PRESETS[key].family for key in TOURNAMENT_PRESETS} >= {Family.KNOCK, Family.GIN}
