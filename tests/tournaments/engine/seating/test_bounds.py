"""Lower bounds, checked against what is known and against every plan of a tiny field."""

from itertools import combinations, permutations

import pytest

from tournaments.engine.seating.bounds import RoundSizes, counting_bound, pigeonhole_bound, repeats_bound


@pytest.mark.parametrize(
    ("tables", "rounds", "bound"),
    [
        ((4, 4, 4), 3, 9),
        ((4, 4, 4), 4, 18),
        ((4, 4, 4), 5, 30),
        ((5, 5, 5, 5), 3, 12),
        ((5, 5), 3, 24),
        ((4, 4), 4, 24),
        ((4, 4, 4, 4), 6, 24),
        ((4, 4, 4, 3), 6, 21),
        ((4, 3, 3), 4, 6),
    ],
)
def test_known_minima(tables, rounds, bound):
    people = sum(tables)
    assert repeats_bound([RoundSizes(tables)] * rounds, people) == bound


def test_no_plan_of_six_in_threes_beats_the_bound():
    """6 people, two tables of 3, two rounds: all second rounds are tried."""
    first = [{0, 1, 2}, {3, 4, 5}]
    fewest = min(
        sum(
            len(one & set(table)) * (len(one & set(table)) - 1) // 2
            for one in first
            for table in (order[:3], order[3:])
        )
        for order in permutations(range(6))
    )
    assert fewest == repeats_bound([RoundSizes((3, 3))] * 2, 6) == 2


def test_people_with_a_bye_are_tables_of_one():
    """5 people, one table of 4: the bye changes, so three of four meet again, not all."""
    rounds = [RoundSizes((4,), 1)] * 2
    assert pigeonhole_bound(rounds) == 3
    assert len(list(combinations({1, 2, 3, 4} & {0, 1, 2, 3}, 2))) == 3


def test_counting_counts_all_pairs():
    assert counting_bound([RoundSizes((2,))] * 3, 2) == 3
