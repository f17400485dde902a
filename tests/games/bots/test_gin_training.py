"""What the gin expert learns from: games in plain numbers with notes, fitted nets, the modules written."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from io import StringIO

import numpy as np
import pytest

from games.bots import gin_games, gin_training
from games.bots.gin_board import TRAITS
from games.bots.gin_fitting import fit_held, fit_net
from games.bots.gin_games import TARGET, Study, play_games, utilities
from games.bots.gin_players import BELIEF, EVEN, OUTCOMES, SIMPLE
from games.bots.gin_score import chances_to_win
from games.bots.gin_score import utilities as of_bots
from games.bots.gin_training import WIDTHS, as_arrays, as_known, module_in, modules, played, sense_of
from games.bots.learned_gin import LEARNED

MIND = as_arrays(LEARNED)


def test_a_game_is_played_from_both_seats_and_noted() -> None:
    rows = played((SIMPLE, SIMPLE), MIND, 1.0, 1, 3)
    waits, draws, knocks, turns = (len(features) for features in rows.features)
    assert [features.shape[1] for features in rows.features] == list(WIDTHS)
    # Every turn of the noting player is one row of belief; it ends in a throw, or the deal in its knock.
    assert 0 < turns - waits <= knocks
    assert draws > 0
    assert set(rows.outcomes[3]) == {0}
    assert {EVEN} != set(rows.outcomes[0])
    assert set(rows.held[:, TRAITS + 2]) == {0.0, 1.0}


@pytest.mark.skipif(find_spec("numba") is not None, reason="compiled code keeps its numbers")
def test_a_deal_that_goes_on_is_noted_up_to_a_number_of_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gin_games, "CHOICES", 1)
    rows = played((SIMPLE, SIMPLE), MIND, 1.0, 1, 3)
    waits, draws, _knocks, turns = (len(features) for features in rows.features)
    assert 0 < waits < turns / 2
    assert 0 < draws < turns / 2


def test_equals_win_half_of_the_games_that_both_play_from_both_seats() -> None:
    tally, study = np.zeros(6), Study(gin_training.no_notes(), 0, False, 0.0, 0.0)
    even, nobody = np.full((TARGET + 1, TARGET + 1), 0.5), np.zeros(2, np.int64)
    players, told = np.array([SIMPLE, SIMPLE]), np.array([-1.0, -1.0])
    play_games(players, (MIND, MIND), even, nobody, told, 0, 2, 1, study, tally)
    games, won, deals, points, squares, pairs = tally
    assert (games, won, points, squares, pairs) == (4, 2, 0, 0.5, 2)
    assert deals > 8


def test_the_score_counts_in_the_kernel_as_for_the_bot() -> None:
    table = chances_to_win(LEARNED.points, LEARNED.usual)
    for own, other in ((0, 0), (95, 60), (20, 90)):
        found = np.zeros(OUTCOMES)
        utilities(np.array(table), own, other, MIND.points, found)
        assert list(found) == pytest.approx(of_bots(table, 100 - own, 100 - other, LEARNED.points))


def test_a_net_learns_chances_from_what_came() -> None:
    luck = np.random.default_rng(4)
    rows = luck.normal(size=(20_000, 2))
    outcomes = (luck.random(20_000) < 1 / (1 + np.exp(-3 * rows[:, 0]))).astype(np.int64)
    net = as_known(fit_net(rows, outcomes, 2))
    for x, chance in ((-1.0, 0.047), (0.0, 0.5), (1.0, 0.953)):
        assert net.chances((x, 0.3))[1] == pytest.approx(chance, abs=0.05)


def test_held_cards_are_told_by_their_traits() -> None:
    luck = np.random.default_rng(5)
    rows = np.zeros((8000, TRAITS + 3))
    rows[:, 0] = luck.integers(0, 2, 8000)
    rows[:, TRAITS], rows[:, TRAITS + 1] = 30, 10
    rows[:, TRAITS + 2] = luck.random(8000) < np.where(rows[:, 0] > 0, 0.2, 0.4)
    weights = fit_held(rows)
    assert weights[0] == pytest.approx(np.log(0.2 / 0.8) - np.log(0.4 / 0.6), abs=0.15)
    assert list(weights[1:]) == pytest.approx([0.0] * (TRAITS - 1), abs=1e-6)


def test_what_was_learned_is_written_as_modules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [played((SIMPLE, SIMPLE), MIND, 1.0, 1, 3)]
    sense = sense_of(rows, rows)
    believing = fit_net(rows[0].features[3], rows[0].outcomes[3], 2)
    assert believing.inputs.shape[1] == BELIEF
    texts = modules(MIND._replace(quick=sense, believing=believing), np.full(OUTCOMES, 1 / OUTCOMES))
    together = "".join(f"{gin_training.MARK}{name}\n{text}" for name, text in texts.items())
    monkeypatch.setattr(sys, "stdin", StringIO(together))
    gin_training.main(["write", "learned_gin_quick"])
    written = capsys.readouterr().out
    assert written == texts["learned_gin_quick"] == module_in(together, "learned_gin_quick")
    names: dict[str, object] = {}
    exec(written, names)  # noqa: S102 - what was just written
    assert getattr(names["QUICK"], "held") == tuple(round(float(each), 3) for each in sense.held)  # noqa: B009
