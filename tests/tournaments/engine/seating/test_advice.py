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
