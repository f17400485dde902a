"""The designs that are shipped: every plan in full."""

from itertools import combinations

import pytest

from tournaments.engine.seating.designs import STARTERS, design_rounds

KNOWN = [
    (9, 3, 4),
    (15, 3, 7),
    (18, 3, 8),
    (21, 3, 10),
    (16, 4, 5),
    (20, 4, 5),
    (24, 4, 7),
    (28, 4, 9),
    (36, 4, 11),
    (40, 4, 12),
    (48, 4, 15),
    (25, 5, 6),
    (30, 5, 6),
    (32, 4, 10),
]


@pytest.mark.parametrize(("people", "size", "rounds"), KNOWN)
def test_a_design_seats_everybody_in_every_round_and_no_pair_twice(people, size, rounds):
    design = design_rounds(people, size)
    assert len(design) == rounds
    for round_ in design:
        assert sorted(p for table in round_ for p in table) == list(range(people))
        assert {len(table) for table in round_} == {size}
    met = [pair for round_ in design for table in round_ for pair in combinations(sorted(table), 2)]
    assert len(met) == len(set(met))


def test_twenty_two_people_in_fours_and_threes():
    design = design_rounds(22, 4)
    assert [sorted(len(table) for table in round_) for round_ in design] == [[3, 3, 4, 4, 4, 4]] * 6
    met = [pair for round_ in design for table in round_ for pair in combinations(sorted(table), 2)]
    assert len(met) == len(set(met))


def test_every_starter_is_covered_here():
    assert {(s.people, s.size) for s in STARTERS} <= {(n, k) for n, k, _ in KNOWN} | {(22, 4)}


def test_no_design_for_other_fields():
    assert design_rounds(33, 4) == []
