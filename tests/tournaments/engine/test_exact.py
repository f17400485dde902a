"""Exact numbers: sums and means without rounding, whole numbers kept whole."""

from fractions import Fraction

import pytest

from tournaments.engine.exact import from_text, mean, ratio, simplest, text, total


def test_a_sum_of_thirds_is_whole():
    assert (total([Fraction(1, 3)] * 3), type(total([Fraction(1, 3)] * 3))) == (1, int)


def test_a_sum_over_several_denominators():
    assert total([1, Fraction(1, 2), Fraction(1, 3), Fraction(-1, 6)]) == Fraction(5, 3)


def test_a_tenth_added_ten_times_is_one():
    """With floats this is 0.9999999999999999."""
    assert total([Fraction(1, 10)] * 10) == 1


def test_mean_and_ratio():
    assert (mean([1, 2, 4]), ratio(6, 3), ratio(-1, 2), ratio(Fraction(1, 2), 2)) == (
        Fraction(7, 3),
        2,
        Fraction(-1, 2),
        Fraction(1, 4),
    )


@pytest.mark.parametrize("value", [0, 7, -3, Fraction(3, 2), Fraction(-22, 7)])
def test_text_can_be_read_back(value):
    assert from_text(text(value)) == value


def test_whole_fractions_become_integers():
    assert (type(simplest(Fraction(4, 2))), type(simplest(Fraction(1, 2)))) == (int, Fraction)


def test_text_that_is_no_number():
    with pytest.raises(ValueError, match="Invalid literal"):
        from_text("half")
