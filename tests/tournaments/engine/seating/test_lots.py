"""Who sits where in a first round is a fair lot: everybody comes to every seat equally often, and so deals first, at
every table; and everybody meets everybody equally often.
"""

from collections import Counter
from hashlib import sha256
from itertools import combinations

import pytest

from tests.games.engine.test_shuffling import LEVEL, spread_evenly
from tournaments.engine.seating import SeatingEntrant, SeatingMode, next_round, plan

PEOPLE = 8


def first_rounds(how, count):
    """So many first rounds of eight at two tables, each from a seed of its own: entrants by table and seat."""
    for number in range(count):
        seed = int.from_bytes(sha256(f"lot {number}".encode()).digest()[:6], "big")
        if how == "plan":
            tables = plan(range(PEOPLE), 1, (4,), seed=seed).rounds[0].tables
        else:
            field = [SeatingEntrant(who, place=1) for who in range(PEOPLE)]
            tables = next_round(field, [], (4,), mode=SeatingMode.STANDINGS, seed=seed).seating.tables
        yield [table.entrants for table in sorted(tables, key=lambda table: table.number)]


def deviations(rounds):
    """How far places and meetings are from even, in standard deviations."""
    places, meetings = [0] * PEOPLE**2, Counter()
    for tables in rounds:
        for place, who in enumerate(who for table in tables for who in table):
            places[place * PEOPLE + who] += 1
        meetings.update(pair for table in tables for pair in combinations(sorted(table), 2))
    return {
        "places": spread_evenly(places, margins=2),
        "meetings": spread_evenly([meetings[pair] for pair in combinations(range(PEOPLE), 2)]),
    }


@pytest.mark.parametrize(("how", "count"), [("plan", 400), ("standings", 100)])
def test_the_lot_is_even(how, count):
    assert {name: far for name, far in deviations(first_rounds(how, count)).items() if abs(far) > LEVEL} == {}


@pytest.mark.proof
@pytest.mark.parametrize(("how", "count"), [("plan", 100_000), ("standings", 2_000)])
def test_the_lot_is_even_in_many_thousands(how, count):
    assert {name: far for name, far in deviations(first_rounds(how, count)).items() if abs(far) > LEVEL} == {}


def test_a_lot_that_prefers_somebody_is_noticed():
    """Whoever has the lowest number of the first table gets its first seat."""
    unfair = [[sorted(first), second] for first, second in first_rounds("plan", 400)]
    assert abs(deviations(unfair)["places"]) > LEVEL
