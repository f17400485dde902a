"""The arena: duplicate deals, honest intervals, tallies that can be continued."""

from __future__ import annotations

import json
import random
from math import inf, sqrt

import pytest

from games.bots.arena import Match, Sum, Tally, play
from games.engine.ruleset import PRESETS

KNOCK = PRESETS["knock-rummy"]


def last(match: Match, sets: int, tally: Tally | None = None) -> Tally:
    *_, final = play(match, sets, tally)
    return final


def test_a_mean_comes_with_its_interval() -> None:
    found = Sum()
    assert (found.mean, found.half_width) == (0.0, inf)
    for value in (1.0, 2.0, 3.0, 6.0):
        found.add(value)
    assert found.mean == 3.0
    assert found.half_width == pytest.approx(1.959964 * sqrt(14 / 3 / 4))


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng, covered = random.Random(1), 0
    for _ in range(1000):
        found = Sum()
        for _ in range(100):
            found.add(rng.gauss(2.0, 5.0))
        covered += abs(found.mean - 2.0) <= found.half_width
    assert 930 <= covered <= 970


def test_equal_bots_come_out_equal_to_the_point_in_duplicate_deals() -> None:
    # Each entry plays the same cards from each seat; with the same policy nothing is left between them.
    tally = last(Match(KNOCK, ("club", "club", "club")), 20)
    assert [entry.points.mean for entry in tally.entries] == [pytest.approx(0.0)] * 3
    assert [entry.points.half_width for entry in tally.entries] == [pytest.approx(0.0, abs=1e-6)] * 3
    assert tally.deals == 60


@pytest.mark.parametrize(("ruleset", "players"), [("knock-rummy", 4), ("gin", 2), ("joker-knock", 3)])
def test_points_sum_to_zero(ruleset: str, players: int) -> None:
    tally = last(Match(PRESETS[ruleset], ("club", *["random"] * (players - 1))), 10)
    assert sum(entry.points.total for entry in tally.entries) == pytest.approx(0.0)
    assert sum(place.total for place in tally.order) == pytest.approx(0.0)
    assert sum(entry.knocks for entry in tally.entries) + tally.unscored == tally.deals == 10 * players


def test_club_beats_random() -> None:
    tally = last(Match(KNOCK, ("club", "random")), 100)
    club = tally.entries[0].points
    assert club.mean - club.half_width > 0


def test_a_tally_can_be_stored_and_continued_without_a_trace() -> None:
    match = Match(KNOCK, ("club", "random"), seed=7)
    whole = last(match, 12)
    half = Tally.from_json(json.loads(json.dumps(last(match, 5).to_json())))
    assert last(match, 12, half) == whole
    assert last(Match(KNOCK, ("club", "random"), seed=8), 12) != whole


@pytest.mark.parametrize(
    ("ruleset", "entries"),
    [
        ("gin", ("club", "gin-simple")),
        ("partnership", ("club",) * 4),
        ("knock-match", ("club", "random", "random")),
    ],
)
def test_whole_games_are_won_by_somebody(ruleset: str, entries: tuple[str, ...]) -> None:
    match = Match(PRESETS[ruleset], entries, whole_games=True)
    tally = last(match, 2)
    sides = 2 if ruleset == "partnership" else 1
    assert sum(entry.wins.total for entry in tally.entries) == pytest.approx(2 * sides)
    assert tally.deals >= 2 * len(entries)
