"""The next round from standings and history."""

from itertools import combinations

import pytest

from tests.tournaments.engine.seating.events import play
from tournaments.engine.seating import (
    CannotSeat,
    Constraints,
    EmptySeats,
    FixedTable,
    Group,
    LockedSeat,
    RoundSeating,
    SeatingEntrant,
    SeatingMode,
    SeatingReason,
    SitOut,
    TableOrder,
    next_round,
)
from tournaments.engine.seating.simulate import Scenario


def field(n):
    """Entrants 1..n, each with their number as place."""
    return [SeatingEntrant(who, who) for who in range(1, n + 1)]


def draw(entrants, history=(), sizes=(4, 3, 5, 2), mode=SeatingMode.SCORE_GROUPS, **more):
    return next_round(entrants, history, sizes, mode=mode, seed=more.pop("seed", 1), **more)


def groups(round_):
    return sorted(sorted(table.entrants) for table in round_.seating.tables)


def test_neighbours_in_the_standings_sit_together():
    assert groups(draw(field(12))) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


def test_the_leaders_sit_at_table_one():
    assert sorted(draw(field(12)).seating.tables[0].entrants) == [1, 2, 3, 4]


def test_fold_puts_one_of_each_quarter_at_a_table_and_balances_them():
    tables = groups(draw(field(16), mode=SeatingMode.FOLD))
    for table in tables:
        assert [(who - 1) // 4 for who in table] == [0, 1, 2, 3]
        assert sum(table) == 34


def test_the_last_round_by_standings_ignores_rematches_but_not_hard_rules():
    history = [RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, 8]])]
    by_standings = SeatingMode.STANDINGS
    assert groups(draw(field(8), history, mode=by_standings)) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    apart = Constraints.keep_apart((1, 2))
    assert groups(draw(field(8), history, mode=by_standings, constraints=apart)) != [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
    ]


def test_the_short_table_goes_to_the_last_first_and_then_to_others():
    first = draw(field(7))
    assert sorted(first.seating.tables[-1].entrants) == [5, 6, 7]
    second = draw(field(7), [first.seating])
    short = next(table for table in second.seating.tables if table.size == 3)
    assert set(short.entrants) <= {1, 2, 3, 4}


def test_the_bye_goes_to_the_last_without_one():
    history = []
    for expected in (9, 8, 7):
        drawn = draw(field(9), history, (2,), empty=EmptySeats.BYES)
        assert drawn.seating.byes == (expected,)
        history.append(drawn.seating)


def test_all_fifteen_pairings_of_six_without_a_rematch():
    """Tables of two: five rounds of six people use every pair once; one greedy step would fail."""
    history = []
    for number in range(1, 6):
        drawn = draw(field(6), history, (2,), seed=number)
        history.append(drawn.seating)
        assert drawn.certificate.repeats.coincidences == 0


def test_history_that_leaves_one_way_out():
    """8 people in pairs after 6 rounds: 1 and 2 are left for each other, and so on."""
    rounds = [
        [[1, 3], [2, 4], [5, 7], [6, 8]],
        [[1, 4], [2, 3], [5, 8], [6, 7]],
        [[1, 5], [2, 6], [3, 7], [4, 8]],
        [[1, 6], [2, 5], [3, 8], [4, 7]],
        [[1, 7], [2, 8], [3, 5], [4, 6]],
        [[1, 8], [2, 7], [3, 6], [4, 5]],
    ]
    history = [RoundSeating.of(tables, number=n) for n, tables in enumerate(rounds, start=1)]
    assert groups(draw(field(8), history, (2,))) == [[1, 2], [3, 4], [5, 6], [7, 8]]


def test_the_fewest_rematches_when_some_are_unavoidable():
    """8 people in two fours: at least 4 pairs meet again, and exactly 4 do."""
    first = RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, 8]])
    drawn = draw(field(8), [first])
    assert (drawn.certificate.repeats.new, drawn.certificate.repeats.new_bound) == (4, 4)


def test_the_order_of_the_entrants_does_not_matter():
    assert draw(field(11)).seating == draw(field(11)[::-1]).seating


def test_equal_places_are_drawn_by_lot():
    level = [SeatingEntrant(who) for who in range(1, 13)]
    assert groups(draw(level, seed=1)) != groups(draw(level, seed=2))


def test_everybody_has_had_every_seat_after_four_rounds():
    history = []
    for _ in range(4):
        history.append(draw(field(40), history, mode=SeatingMode.RANDOM).seating)
    for who in range(1, 41):
        seats = [round_.table_of(who).entrants.index(who) for round_ in history]
        assert sorted(seats) == [0, 1, 2, 3]


def test_club_mates_at_most_two_at_a_table():
    club = Constraints(apart=(Group((1, 2, 3, 4), at_most=2),))
    tables = groups(draw(field(8), constraints=club))
    assert [sum(who <= 4 for who in table) for table in tables] == [2, 2]


def test_a_fixed_table_is_never_given_to_others():
    rules = Constraints(fixed_tables=(FixedTable(12, 1),))
    drawn = draw(field(12), constraints=rules)
    assert drawn.seating.table_of(12).number == 1
    away = draw(field(12), constraints=Constraints((), (FixedTable(12, 1),), (), (SitOut(12),)))
    assert [table.number for table in away.seating.tables] == [2, 3, 4]
    assert away.seating.sitting_out == (12,)


def test_locks_put_people_where_the_director_says():
    rules = Constraints(locks=(LockedSeat(1, 3, 0), LockedSeat(8, 3, 3)))
    table = draw(field(12), constraints=rules).seating.table_of(1)
    assert (table.number, table.entrants[0], table.entrants[3]) == (3, 1, 8)


@pytest.mark.parametrize(
    ("rules", "reason", "conflicting"),
    [
        (Constraints.keep_apart((1, 2, 3), (5, 6)), SeatingReason.KEEP_APART, (1, 2, 3)),
        (Constraints(locks=(LockedSeat(1, 1), LockedSeat(1, 2))), SeatingReason.LOCKS_CONTRADICT, (1,)),
        (Constraints(locks=(LockedSeat(1, 1, 0), LockedSeat(2, 1, 0))), SeatingReason.SEAT_TAKEN, (1, 2)),
        (
            Constraints(locks=tuple(LockedSeat(who, 1) for who in (1, 2, 3, 4, 5))),
            SeatingReason.TABLE_OVERFULL,
            (1, 2, 3, 4, 5),
        ),
        (
            Constraints((Group((1, 2)),), (), (LockedSeat(1, 1), LockedSeat(2, 1))),
            SeatingReason.CONSTRAINTS_CONFLICT,
            (1, 2),
        ),
    ],
)
def test_what_cannot_be_met_names_the_people(rules, reason, conflicting):
    with pytest.raises(CannotSeat) as refused:
        draw(field(8), constraints=rules)
    assert refused.value.reason is reason
    assert tuple(sorted(refused.value.conflicting)) == conflicting


def test_history_with_somebody_twice_in_a_round_is_refused():
    with pytest.raises(CannotSeat) as refused:
        draw(field(8), [RoundSeating.of([[1, 2, 3, 4], [1, 5, 6, 7]])])
    assert (refused.value.reason, refused.value.conflicting) == (SeatingReason.BAD_HISTORY, (1,))


def test_tables_can_change_also_when_seated_by_standings():
    history = []
    for _ in range(3):
        history.append(draw(field(12), history, table_order=TableOrder.VARIED).seating)
    assert len({round_.table_of(1).number for round_ in history}) == 3


def test_a_stronger_field_stays_without_rematch_for_eight_rounds():
    _, report = play(Scenario(48, 8))
    assert report.numbers["repeats"]["coincidences"] == 0
    # at most one in ten has a seat twice more often than another
    people_at = report.numbers["seats"]["people_at"]
    assert len(people_at) <= 3
    assert sum(people_at[2:]) * 10 <= 48


@pytest.mark.proof
@pytest.mark.parametrize("players", [48, 50, 64, 100, 101, 200, 400])
def test_no_avoidable_rematch_and_even_seats_in_large_fields(players):
    for seed in (1, 2, 3):
        _, report = play(Scenario(players, 8, seed=seed))
        assert report.numbers["repeats"]["coincidences"] == 0
        people_at = report.numbers["seats"]["people_at"]
        assert len(people_at) <= 3
        assert sum(people_at[2:]) * 10 <= players


def test_nobody_meets_twice_who_could_have_met_others():
    """Every pair of 16 in fours meets at most once in the first three rounds."""
    event, _ = play(Scenario(16, 3))
    met = [
        pair
        for round_ in event.rounds
        for table in round_.tables
        for pair in combinations(sorted(table.entrants), 2)
    ]
    assert len(met) == len(set(met))
