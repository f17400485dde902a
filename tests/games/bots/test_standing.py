"""What points are worth near the end of a pool or match, and that the expert plays by it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.bots.registry import bot_for_deal
from games.bots.standing import Standing
from games.engine.cards import parse_cards
from games.engine.formats import GameDealKind, Scoresheet
from games.engine.moves import Discard, Knock, Move
from games.engine.observation import Observation, observe
from games.engine.ruleset import PRESETS, Ruleset
from tests.games.engine.playing import after, dealt

POOL, MATCH = PRESETS["knock-pool"], PRESETS["knock-match"]
# Four pictures in two suits and the run made by 5S: the first player would rather play on than knock with 61.
HAND = "TD QD KD QH KH 2S 4S 6S 9S JS"
OTHER = "AC 3C 5C 9C JC 2D 4D 6D 8D 7H"


def seen(ruleset: Ruleset, totals: tuple[int, ...], used: tuple[int, ...] = (0, 0)) -> Observation:
    """The first player's view in its first turn, at these totals and re-entries used."""
    stakes = tuple(ruleset.stake * (1 + each) for each in used)
    sheet = Scoresheet(((0,), (1,)), totals, 5, target=ruleset.target, limits=stakes, re_entries=used)
    deal = after(dealt("knock-rummy", [HAND, OTHER], upcard="AD", stock="5S"), "stock")
    return replace(observe(deal, 0), ruleset=ruleset, sheet=sheet)


def standing(ruleset: Ruleset, totals: tuple[int, ...], used: tuple[int, ...] = (0, 0)) -> Standing:
    found = Standing.of(seen(ruleset, totals, used))
    assert found is not None
    return found


def choice(view: Observation, name: str = "expert") -> Move:
    return bot_for_deal(name, random.Random(1)).choose(view, random.Random(1))


def test_a_pool_is_won_by_the_last_and_nobody_loses_more_than_is_left() -> None:
    # 13 of 200 points are left: 1000 lost are worth no more than these 13, 40 won are 40.
    near = standing(POOL, (-87, 87))
    assert near.left == (13, 187)
    assert near.now == pytest.approx(13 / 200)
    assert near.worth((-1000, 1000)) == pytest.approx(-13)
    assert near.worth((40, -40)) == pytest.approx(40)


def test_beyond_the_end_points_bring_nothing() -> None:
    for ruleset, totals in ((POOL, (74, -74)), (MATCH, (174, -174))):
        ahead = standing(ruleset, totals)
        assert ahead.left[0 if ruleset is MATCH else 1] == 26
        assert ahead.worth((20, -20)) == pytest.approx(20)
        assert ahead.worth((26, -26)) == ahead.worth((90, -90)) == pytest.approx(26)
        assert ahead.worth((-30, 30)) == pytest.approx(-30)


def test_who_may_come_back_is_not_out() -> None:
    """With a re-entry allowed, the other at 8 points still has half of a stake to come, the viewer has not."""
    returning = POOL.replace(re_entries=1)
    before = standing(returning, (92, -92))
    assert before.now == pytest.approx(192 / (192 + 8 + 50))
    assert before.chance((30, -30)) == pytest.approx(222 / (222 + 0.5 * (100 - 22)))
    assert standing(returning, (192, -192), used=(0, 1)).now == pytest.approx(292 / 300)  # no more to come
    assert before.chance((-192, 192)) == 0.0


def test_in_a_match_the_nearest_to_the_target_is_ahead() -> None:
    three = Standing(0, True, (100, 100, 50))
    assert three.now == pytest.approx(1 / 4)
    assert three.chance((0, -50, 50)) == 0.0
    assert three.chance((100, -50, -50)) == 1.0
    assert three.chance((130, -200, 70)) == 1.0  # both reached it: the higher total wins
    assert three.chance((100, -150, 50)) == 0.5


def test_points_are_points_far_from_the_end_and_where_deals_are_counted() -> None:
    view = seen(POOL, (0, 0))
    assert Standing.of(view) is None
    assert Standing.of(replace(seen(POOL, (92, -92)), deal_kind=GameDealKind.EXTRA)) is None
    assert Standing.of(seen(PRESETS["knock-rummy"], (92, -92))) is None
    assert Standing.of(replace(view, sheet=None)) is None
    assert Standing.of(seen(MATCH, (100, -100))) is None


@pytest.mark.parametrize(("ruleset", "totals"), [(POOL, (92, -92)), (MATCH, (192, -192))])
def test_the_expert_knocks_where_a_small_win_ends_the_game(ruleset: Ruleset, totals: tuple[int, int]) -> None:
    far, near = seen(ruleset, (0, 0)), seen(ruleset, totals)
    assert isinstance(choice(far), Discard)
    assert choice(near) == Knock(parse_cards("TD")[0])
    # Without an eye on the score sheet it plays both alike.
    assert choice(near, "expert-each-deal") == choice(far, "expert-each-deal") == choice(far)


def test_a_player_who_may_pay_again_is_no_reason_to_hurry() -> None:
    """The same hand and totals; the other has three more stakes."""
    assert isinstance(choice(seen(POOL.replace(re_entries=3), (92, -92))), Discard)
