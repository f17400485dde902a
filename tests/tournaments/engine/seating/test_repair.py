"""Small changes before the round, none during it."""

import pytest

from tournaments.engine.seating import (
    CannotSeat,
    Constraints,
    EmptySeats,
    Occupant,
    RoundSeating,
    SeatingReason,
    occupy,
    plan,
    repair,
    swap,
)


def sizes(repaired):
    return sorted(table.size for table in repaired.seating.tables)


def drawn(n, **more):
    return plan(range(1, n + 1), 1, seed=1, **more).rounds[0]


@pytest.mark.parametrize("n", range(6, 40))
def test_one_drop_or_late_entry_changes_at_most_two_tables(n):
    before = drawn(n)
    left = repair(before, leaving=[1], seed=1)
    came = repair(before, joining=[99], seed=1)
    for repaired, players in ((left, n - 1), (came, n + 1)):
        assert not repaired.redrawn
        assert len(repaired.changed) <= 2
        assert sum(sizes(repaired)) == players
        assert all(size in (2, 3, 4, 5) for size in sizes(repaired))


def test_three_players_left_of_a_short_table_get_company_from_another():
    before = RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]])
    assert sizes(repair(before, leaving=[9], seed=1)) == [3, 3, 4]


def test_a_late_player_takes_the_chair_of_one_who_left():
    before = RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, 8]])
    repaired = repair(before, leaving=[6], joining=[9], seed=1)
    assert repaired.seating == RoundSeating.of([[1, 2, 3, 4], [5, 9, 7, 8]])


def test_a_late_player_takes_a_bots_chair_and_a_bot_that_of_one_who_left():
    before = RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, None]])
    came = repair(before, joining=[9], seed=1, empty=EmptySeats.BOTS)
    assert came.seating == RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, 9]])
    left = repair(before, leaving=[1], seed=1, empty=EmptySeats.BOTS)
    assert left.seating == RoundSeating.of([[None, 2, 3, 4], [5, 6, 7, None]])


def test_somebody_with_a_bye_fills_the_gap():
    before = RoundSeating.of([[1, 2], [3, 4]], byes=[5])
    left = repair(before, sizes=(2,), leaving=[1], seed=1, empty=EmptySeats.BYES)
    assert left.seating == RoundSeating.of([[5, 2], [3, 4]])
    came = repair(before, sizes=(2,), joining=[6], seed=1, empty=EmptySeats.BYES)
    assert came.seating == RoundSeating.of([[1, 2], [3, 4], [5, 6]])


def test_the_repair_avoids_a_rematch_and_people_kept_apart():
    history = [RoundSeating.of([[9, 1, 2, 3], [5, 6, 7, 8]])]
    before = RoundSeating.of([[1, 5, 10], [4, 6, 11], [7, 12, 13]], number=2)
    rules = Constraints.keep_apart((9, 11))
    repaired = repair(before, history, joining=[9], seed=1, constraints=rules)
    table = repaired.seating.table_of(9)
    assert repaired.certificate.repeats.coincidences == 0
    assert 11 not in table.entrants


def test_where_no_small_change_gives_legal_sizes_the_round_is_drawn_again():
    repaired = repair(drawn(8), sizes=(4, 3), joining=[9], seed=1)
    assert (repaired.redrawn, sizes(repaired)) == (True, [3, 3, 3])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"leaving": [77]}, SeatingReason.NOT_SEATED),
        ({"joining": [1]}, SeatingReason.ALREADY_SEATED),
    ],
)
def test_impossible_changes_are_refused(change, reason):
    with pytest.raises(CannotSeat) as refused:
        repair(drawn(8), seed=1, **change)
    assert refused.value.reason is reason


def test_during_the_round_a_chair_changes_hands_and_nobody_moves():
    before = RoundSeating.of([[1, 2, 3, None], [4, 5, 6, 7]])
    filled = occupy(before, 1, 3, Occupant.LATE, 8)
    assert filled.tables[0].entrants == (1, 2, 3, 8)
    assert filled.tables[1] == before.tables[1]
    left = occupy(before, 2, 0, Occupant.BOT)
    assert [seat.entrant for seat in left.tables[1].seats] == [None, 5, 6, 7]
    emptied = occupy(before, 2, 0, Occupant.EMPTY)
    assert (emptied.tables[1].size, len(emptied.tables[1].seats)) == (3, 4)


@pytest.mark.parametrize(
    ("chair", "reason"),
    [
        ((9, 0, Occupant.BOT), SeatingReason.NO_SUCH_TABLE),
        ((1, 4, Occupant.BOT), SeatingReason.NO_SUCH_SEAT),
        ((1, 0, Occupant.STANDBY, 5), SeatingReason.ALREADY_SEATED),
    ],
)
def test_a_chair_that_cannot_be_taken(chair, reason):
    with pytest.raises(CannotSeat) as refused:
        occupy(RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, 8]]), *chair)
    assert refused.value.reason is reason


def test_swap_exchanges_two_people_and_nothing_else():
    before = RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, 8]], byes=[9])
    assert swap(before, 2, 7) == RoundSeating.of([[1, 7, 3, 4], [5, 6, 2, 8]], byes=[9])
    assert swap(before, 2, 9) == RoundSeating.of([[1, 9, 3, 4], [5, 6, 7, 8]], byes=[2])
