"""Chance is the same everywhere: golden values."""

from tournaments.engine.seating.dice import Dice, mix

MIXED = 1279773319905506611
ROLLED = [70, 92, 62, 33, 68, 24, 60, 22]
SHUFFLED = [8, 9, 0, 2, 7, 1, 5, 3, 4, 6]


def test_golden_values():
    dice = Dice(1, 24, 5)
    assert mix(1, 24, 5) == MIXED
    assert [dice.below(100) for _ in range(8)] == ROLLED
    assert Dice(-7).shuffled(range(10)) == SHUFFLED


def test_order_of_the_seed_matters():
    assert mix(1, 2) != mix(2, 1)


def test_shuffling_keeps_everybody():
    assert sorted(Dice(3).shuffled(range(50))) == list(range(50))
