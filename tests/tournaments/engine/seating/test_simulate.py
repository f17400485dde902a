"""Simulated events with drop-outs, late entries and bots against the independent audit."""

import random

import pytest

from tests.tournaments.engine.seating.events import check_exposure, play
from tournaments.engine.seating import EmptySeats, SeatingMode
from tournaments.engine.seating.simulate import Scenario, Scheme, simulate

# Counting lines makes a search five times slower; the short tests of each part count them.
pytestmark = pytest.mark.uncounted


def scenario(seed, most_players):
    rng = random.Random(seed)
    players = rng.randint(4, most_players)
    return Scenario(
        players,
        rng.randint(1, 7),
        rng.choice([(4, 3, 5, 2), (4, 3, 5, 2), (5, 4, 3, 2), (3, 2, 4), (2, 3)]),
        rng.choice(list(EmptySeats)),
        rng.choice(list(SeatingMode)),
        rng.choice(list(Scheme)),
        rng.randint(0, players // 4),
        rng.randint(0, players // 4),
        seed,
    )


def check(seed, most_players):
    event, report = play(scenario(seed, most_players))
    check_exposure(event)
    assert report.numbers["seats"]["worst"] <= 4


@pytest.mark.parametrize("block", range(6))
def test_simulated_events_are_sound(block):
    for seed in range(block * 25, block * 25 + 25):
        check(seed, 20 if seed % 5 == 0 else 12)


@pytest.mark.proof
@pytest.mark.parametrize("block", range(50))
def test_five_thousand_simulated_events_are_sound(block):
    for seed in range(block * 100, block * 100 + 100):
        check(seed, 200 if seed % 20 == 0 else 60 if seed % 4 == 0 else 20)


def test_the_same_scenario_gives_the_same_event():
    one, other = (list(simulate(Scenario(17, 4, drops=3, late=2, seed=8)))[-1] for _ in range(2))
    assert one == other


def test_net_points_sum_to_zero_at_tables_without_bots():
    *_, event = simulate(Scenario(16, 3))
    for points in event.points:
        assert sum(points.values()) == 0
