"""What the director is told before the rounds are announced."""

from tournaments.engine.seating import EmptySeats, SeatingWarning, most_rounds_without_rematch, warnings_for


def kinds(*args, **more):
    return [advice.warning for advice in warnings_for(*args, **more)]


def test_nothing_to_say_about_a_comfortable_field():
    assert kinds(24, 5) == []


def test_rounds_that_the_field_allows_at_most():
    assert most_rounds_without_rematch(16) == 5
    assert most_rounds_without_rematch(8) == 1
    assert most_rounds_without_rematch(8, (2,)) == 7


def test_one_table_only():
    assert kinds(4, 3) == [SeatingWarning.ONE_TABLE]


def test_byes_that_must_come_twice():
    assert SeatingWarning.BYE_TWICE in kinds(7, 6, (4,), empty=EmptySeats.BYES)


def test_tables_of_two_where_larger_ones_are_liked():
    assert SeatingWarning.TABLES_OF_TWO in kinds(6, 2, (4, 2))


def test_rounds_for_which_no_seating_without_rematch_is_known():
    """20 in fours: counting allows six rounds, known are five. 21 have seven, 24 too."""
    assert kinds(20, 5) == []
    assert kinds(20, 6) == [SeatingWarning.FEW_TABLES]
    (advice,) = warnings_for(18, 6)
    assert advice.numbers == (("most_rounds", 5), ("players", 18), ("rounds", 6))
    assert (kinds(21, 7), kinds(24, 7), kinds(30, 10)) == ([], [], [])


def test_known_rounds_are_those_of_fours_and_threes():
    assert kinds(20, 6, (5, 4)) == [SeatingWarning.REMATCHES_CERTAIN]
    assert kinds(20, 6, (2,)) == []
    assert kinds(23, 6, (4,), empty=EmptySeats.BOTS) == [SeatingWarning.FEW_TABLES]
