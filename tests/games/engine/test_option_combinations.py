"""Any combination of options that a ruleset accepts makes a deal and a game that hold together; any other is refused
with an option that was changed. Combinations are drawn from the table of options itself, so that a new option is tried
with all the others from its first day.
"""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.errors import RulesetError
from games.engine.notation import format_record, parse_record
from games.engine.observation import observe
from games.engine.options import OPTION, PLAYERS, SCORINGS, Option, OptionKind
from games.engine.ruleset import PRESETS, Ruleset
from tests.games.engine.playing import choose_greedily, play_game
from tests.games.engine.test_properties import check_cards, check_legality, check_result, fresh_deal

# So that a game is short; all the rest is as drawn.
SHORT = {"deals": 2, "rotations": 1, "max_deals": 3, "tie_deals": 1, "max_turns": 120, "max_void_deals": 2}
CALM = {"deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": True, "database": None}


def values_of(ruleset: Ruleset, option: Option) -> st.SearchStrategy:
    """Values that the option may have, its preset's among them."""
    own = st.just(getattr(ruleset, option.name))
    if option.kind is OptionKind.YES_NO:
        return st.booleans()
    if option.kind is OptionKind.CHOICE:
        return st.sampled_from(SCORINGS[ruleset.family])
    if option.allowed:
        return st.sampled_from(option.allowed)
    near = st.integers(option.low, min(option.high, option.low + 60))
    numbers = own | near if option.name in SHORT else own | near | st.integers(option.low, option.high)
    return numbers | st.none() if option.kind is OptionKind.OPTIONAL_NUMBER else numbers


@st.composite
def wishes(draw) -> tuple[Ruleset, dict[str, object]]:
    """A preset and some options changed, of those that this game has with its way of scoring."""
    preset = draw(st.sampled_from(list(PRESETS.values())))
    names = [option.name for option in preset.options() if not option.name.endswith("_players")]
    chosen = draw(st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=6))
    return preset, {name: draw(values_of(preset, OPTION[name])) for name in chosen}


def accepted(preset: Ruleset, wish: dict[str, object]) -> Ruleset | None:
    """The ruleset, or None where it was refused; the refusal names an option."""
    at_fault = ""
    try:
        return preset.replace(**wish)
    except RulesetError as error:
        at_fault = error.option
    assert at_fault in OPTION
    return None


def shortened(ruleset: Ruleset) -> Ruleset:
    known = {option.name for option in ruleset.options()}
    return ruleset.replace(**{name: value for name, value in SHORT.items() if name in known})


def check_deal(ruleset: Ruleset, rng: random.Random) -> None:
    players = rng.randint(2, min(PLAYERS[ruleset.family][1], ruleset.max_players))
    state = fresh_deal(ruleset, players, rng)
    while not state.is_over:
        check_cards(state)
        if rng.random() < 0.05:
            check_legality(state)
        check_result(state)
        state = state.apply(choose_greedily(observe(state, state.turn), rng, 0.3))
    check_cards(state)
    check_result(state)


def check_game(ruleset: Ruleset, rng: random.Random) -> None:
    """A game's totals and net points sum to zero, and its record gives the same game again."""
    players = rng.randint(ruleset.min_players, ruleset.max_players)
    state, record = play_game(ruleset, players, rng, 0.8, greedy=True)
    assert state.result is not None
    assert sum(state.result.totals) == 0
    assert sorted(state.result.places)[0] == 1
    assert {seat for seat, place in enumerate(state.result.places) if place == 1} == set(state.result.winners)
    again = parse_record(format_record(record))
    assert again == record
    assert again.replay() == state


def check(preset: Ruleset, wish: dict[str, object], seed: int) -> None:
    ruleset = accepted(preset, wish)
    if ruleset is None:
        return
    assert Ruleset.from_json(json.loads(json.dumps(ruleset.to_json()))) == ruleset
    rng = random.Random(seed)
    check_deal(shortened(ruleset), rng)
    check_game(shortened(ruleset), rng)


@settings(max_examples=200, **CALM)
@given(wishes(), st.integers(0, 2**32))
def test_options_make_a_sound_game_or_are_refused(wanted, seed):
    check(*wanted, seed)


@pytest.mark.proof
@settings(max_examples=3_000, **CALM)
@given(wishes(), st.integers(0, 2**32))
def test_options_make_a_sound_game_or_are_refused_for_longer(wanted, seed):
    check(*wanted, seed)


def test_most_combinations_are_tried_and_some_are_refused():
    """The draw is worth something: it finds rulesets of every family and refusals."""
    found, refused = set(), set()

    @settings(max_examples=300, **CALM)
    @given(wishes())
    def collect(wanted):
        ruleset = accepted(*wanted)
        (found if ruleset else refused).add(wanted[0].family)

    collect()
    assert found == {ruleset.family for ruleset in PRESETS.values()}
    assert refused
