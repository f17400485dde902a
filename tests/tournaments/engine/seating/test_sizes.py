"""How a field is divided into tables."""

import pytest

from tournaments.engine.seating import CannotSeat, EmptySeats, SeatingReason, table_sizes


def sizes(n, preference=(4, 3, 5, 2), empty=EmptySeats.MIXED):
    return [table.size for table in table_sizes(n, preference, empty).tables]


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (2, [2]),
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (11, [4, 4, 3]),
        (25, [4, 4, 4, 4, 3, 3, 3]),
    ],
)
def test_mixed_sizes_prefer_four_then_three(n, expected):
    assert sizes(n) == expected


def test_five_may_be_three_and_two_where_fives_are_not_allowed():
    assert sizes(5, (4, 3, 2)) == [3, 2]


def test_no_field_needs_a_bye_with_sizes_two_to_five():
    for n in range(2, 301):
        assert sum(sizes(n)) == n


def test_fives_with_fours():
    assert sizes(23, (5, 4)) == [5, 5, 5, 4, 4]


def test_bots_fill_tables_of_the_first_size_and_are_spread():
    shape = table_sizes(25, (4, 3, 5, 2), EmptySeats.BOTS)
    assert [(table.players, table.bots) for table in shape.tables] == [(4, 0)] * 4 + [(3, 1)] * 3
    few = table_sizes(5, (4, 3, 5, 2), EmptySeats.BOTS)
    assert [(table.players, table.bots) for table in few.tables] == [(3, 1), (2, 2)]


def test_byes_are_what_is_left_over():
    shape = table_sizes(27, (4,), EmptySeats.BYES)
    assert (len(shape.tables), shape.byes) == (6, 3)
    assert table_sizes(17, (2,), EmptySeats.BYES).byes == 1


def test_a_field_too_small_for_one_table_is_mixed_instead_of_all_byes():
    assert sizes(3, (4, 3), EmptySeats.BYES) == [3]


@pytest.mark.parametrize(
    ("n", "preference", "reason"),
    [
        (1, (4, 3), SeatingReason.TOO_FEW_ENTRANTS),
        (11, (5, 4), SeatingReason.NO_TABLE_SIZES),
        (8, (), SeatingReason.BAD_SIZES),
        (8, (4, 4), SeatingReason.BAD_SIZES),
        (8, (6,), SeatingReason.BAD_SIZES),
    ],
)
def test_what_cannot_be_divided_is_refused_with_a_reason(n, preference, reason):
    with pytest.raises(CannotSeat) as refused:
        table_sizes(n, preference)
    assert refused.value.reason is reason
