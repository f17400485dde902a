"""What points are worth at a score: the chance to win a game of gin, and a knock decided by it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.bots.gin_expert import GinExpert
from games.bots.gin_features import Score, score_of
from games.bots.gin_score import FAR, chances_to_win, utilities, worth
from games.bots.learned_gin import LEARNED
from games.bots.registry import bot_for_deal
from games.engine.formats import Column, Scoresheet
from games.engine.observation import Observation, observe
from games.engine.ruleset import PRESETS
from tests.games.engine.playing import after, dealt

TABLE = chances_to_win(LEARNED.points, LEARNED.usual)
# Three aces, eight to ten of clubs, five to seven of spades; with the nine of hearts gone the three is left.
OWN = "AC 8C 9C AD 3H 9H AS 5S 6S 7S"


def in_a_game(view: Observation, own: int, other: int, target: int = 100, columns: int = 1) -> Observation:
    """The same moment at another score; who has points has two boxes."""
    column = Column(points=(own, other), boxes=(2 * (own > 0), 2 * (other > 0)))
    sheet = Scoresheet(((0,), (1,)), (own, other), 3, target=target, columns=(column,) * columns)
    return replace(view, sheet=sheet)


def a_view() -> Observation:
    """Seat 0 passes, the other draws and throws the ten of clubs, which seat 0 takes."""
    other = "2S 2D 4D 4S 8H TD QC KH 6C JC"
    state = dealt("gin", [OWN, other], upcard="QD", stock="KD TC")
    return observe(after(state, "pass pass stock discard-KD stock discard-TC pile"), 0)


def test_the_chance_to_win_is_fair_and_grows_with_the_score() -> None:
    for own in range(1, FAR + 1):
        assert TABLE[own][own] == pytest.approx(0.5)
        assert TABLE[0][own] == 1.0
        assert TABLE[own][40] + TABLE[40][own] == pytest.approx(1.0)
    assert TABLE[10][100] > TABLE[50][100] > TABLE[100][100] > TABLE[100][50] > TABLE[100][10] > 0


def test_the_chance_to_win_of_two_kinds_of_deals_by_hand() -> None:
    # Every deal is worth 60: who needs 50 wins by one, who needs 100 by two before the other's.
    table = chances_to_win((-60.0, 0.0, 60.0), (0.25, 0.5, 0.25))
    assert table[100][100] == pytest.approx(0.5)
    assert table[50][100] == pytest.approx(0.75)
    assert table[100][50] == pytest.approx(0.25)


def test_points_beyond_the_target_are_worth_nothing() -> None:
    found = utilities(TABLE, 10, 100, (-30.0, 0.0, 11.0, 60.0))
    assert found[1] == 0.0
    assert found[2] == found[3] > 0.0
    assert found[0] < 0.0
    # Far behind a big deal counts for more than its share.
    low, high = utilities(TABLE, 100, 10, (11.0, 62.0))
    assert high > 62 / 11 * low


def test_far_from_the_target_points_are_points() -> None:
    view, points, usual = a_view(), LEARNED.points, LEARNED.usual

    def weighed(seen: Observation) -> bool:
        return worth(seen, score_of(seen), points, usual) != points

    assert not weighed(view)  # a bare deal
    assert weighed(in_a_game(view, 30, 20))
    assert not weighed(in_a_game(view, 30, 20, target=250))
    assert weighed(in_a_game(view, 200, 160, target=250))
    assert not weighed(in_a_game(view, 30, 20, columns=3))  # Hollywood


def test_the_sheet_is_read_from_the_seats_side() -> None:
    view = in_a_game(a_view(), 30, 20)
    assert score_of(view) == Score(30, 20, 2, 2)
    assert score_of(replace(view, seat=1)) == Score(20, 30, 2, 2)
    assert score_of(a_view()) == Score()


def test_the_same_hand_is_knocked_to_win_the_game_and_played_on_when_far_behind() -> None:
    # Three points of deadwood in the second turn. A knock now wins little, gin would win 25 and more.
    expert, view = GinExpert("expert", quick=0.5), a_view()
    for own, other, end in ((95, 60, "knock"), (0, 0, "discard"), (0, 95, "discard")):
        move = expert.choose(in_a_game(view, own, other), random.Random(1))
        assert move.code.partition("-")[0] == end


def test_a_knock_is_worth_what_the_score_makes_of_it() -> None:
    expert, view = GinExpert("expert", quick=0.5), a_view()

    def gap(own: int, other: int) -> float:
        """How much better the knock looks than playing on."""
        weighed = expert.weigh(in_a_game(view, own, other))
        return next(each.value for each in weighed if each.move.code == "knock-9H") - max(
            each.value for each in weighed if each.move.code != "knock-9H"
        )

    assert gap(95, 60) > 0 > max(gap(0, 0), gap(0, 95))


def test_the_target_is_the_games() -> None:
    assert PRESETS["gin"].target == FAR


def test_the_reference_without_the_score_plays_for_points() -> None:
    view, plain = a_view(), bot_for_deal("gin-points", random.Random(1))
    moves = {plain.choose(in_a_game(view, *score), random.Random(1)) for score in ((30, 20), (20, 30))}
    assert moves == {plain.choose(view, random.Random(1))}
    assert isinstance(plain, GinExpert)
    assert (
        plain.weigh(in_a_game(view, 95, 60))[0].value
        != GinExpert("expert").weigh(in_a_game(view, 95, 60))[0].value
    )
