"""Which seats a person may still take so that they end with all seats within one of each other."""

import pytest

from tournaments.engine.seating.certificate import SEAT_UNITS
from tournaments.engine.seating.round_problem import wishes

ALL = 0b1111


def over(*used: int) -> list[int]:
    """Seats used so often at tables of four, above their share; the fifth seat never had a share."""
    rounds = sum(used)
    return [SEAT_UNITS * times - SEAT_UNITS // 4 * rounds for times in used] + [0]


@pytest.mark.parametrize(
    ("used", "to_come", "allowed"),
    [
        ((1, 0, 0, 0), 6, ALL),  # seven rounds are left to have every seat twice
        ((1, 0, 0, 0), 2, 0b1110),  # three are left, and each other seat must be had once
        ((1, 1, 1, 1), 3, ALL),
        ((2, 1, 1, 0), 3, 0b1110),  # first or last of these: all of them come in the end
        ((2, 1, 1, 0), 0, 0b1000),
        ((2, 2, 1, 2), 0, 0b0100),
        ((2, 2, 0, 0), 3, 0b1100),
        ((3, 1, 0, 0), 3, 0b1110),  # too late for all: any seat that makes good for something
        ((3, 2, 1, 1), 0, 0b1100),
    ],
)
def test_the_seats_with_which_all_can_still_be_had(used, to_come, allowed):
    assert wishes(over(*used), 4, 4, to_come) == allowed


def test_at_a_small_table_only_its_own_seats():
    assert wishes(over(1, 0, 0, 0), 3, 4, 2) == 0b0110
