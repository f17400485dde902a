"""Cases 1 to 20 of what users of comparable systems asked for (docs/decisions/seating.md lists them all).

Cases that are decided outside the seating engine have their place named there.
"""

from itertools import combinations

import pytest

from tournaments.engine.seating import (
    CannotSeat,
    Constraints,
    EmptySeats,
    FixedTable,
    RoundSeating,
    SeatingEntrant,
    SeatingMode,
    SeatingReason,
    SeatingWarning,
    SitOut,
    next_round,
    plan,
    repair,
    swap,
    warnings_for,
)
from tournaments.engine.seating.round_problem import rematch_weight

# Counting lines makes a search five times slower; the short tests of each part count them.
pytestmark = pytest.mark.uncounted


def draw(places, history=(), sizes=(4, 3, 5, 2), mode=SeatingMode.SCORE_GROUPS, **more):
    entrants = [SeatingEntrant(who, place) for who, place in places.items()]
    return next_round(entrants, history, sizes, mode=mode, seed=1, **more)


def in_order(*people):
    return {who: place for place, who in enumerate(people, start=1)}


def test_case_01_a_third_meeting_costs_far_more_than_two_second_ones():
    assert rematch_weight(2, 0) > 2 * rematch_weight(1, 0)
    made = plan(range(10), 4, seed=1)
    assert made.certificate.repeats.most_meetings == 2


def test_case_02_no_rematch_when_a_round_without_one_exists():
    """After A-B, C-D and A-C, B-D only A-D and B-C are new, whatever the standings say."""
    history = [RoundSeating.of([["A", "B"], ["C", "D"]]), RoundSeating.of([["A", "C"], ["B", "D"]], number=2)]
    drawn = draw({"A": 1, "B": 2, "C": 2, "D": 4}, history, (2,))
    assert sorted(sorted(t.entrants) for t in drawn.seating.tables) == [["A", "D"], ["B", "C"]]


def test_case_03_seated_from_the_top_and_the_short_table_from_the_bottom():
    drawn = draw(in_order(*range(1, 12)))
    assert [sorted(t.entrants) for t in drawn.seating.tables] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]]


def test_case_04_the_places_given_are_the_ones_used():
    """A penalty that drops the leader to the last place moves them to the last table."""
    drawn = draw({**in_order(*range(1, 9)), 1: 9})
    assert 1 in drawn.seating.tables[-1].entrants


def test_case_05_only_those_who_play_this_round_count():
    """Eight are registered and four are here: one table, nothing is stuck."""
    away = Constraints(sit_outs=tuple(SitOut(who) for who in (5, 6, 7, 8)))
    drawn = draw(in_order(*range(1, 9)), constraints=away)
    assert [sorted(t.entrants) for t in drawn.seating.tables] == [[1, 2, 3, 4]]
    assert drawn.seating.sitting_out == (5, 6, 7, 8)


def test_case_07_two_people_in_wrong_chairs_are_exchanged_in_one_step():
    before = RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, 8]])
    after = swap(before, 4, 5)
    assert after == RoundSeating.of([[1, 2, 3, 5], [4, 6, 7, 8]])
    assert swap(after, 4, 5) == before


def test_case_08_every_round_uses_its_own_number_and_places():
    first = draw(in_order(*range(1, 9)))
    turned = draw(in_order(*range(8, 0, -1)), [first.seating])
    assert turned.seating.number == 2
    assert 8 in turned.seating.tables[0].entrants


def test_case_09_nobody_sits_twice_in_one_round():
    with pytest.raises(CannotSeat) as refused:
        draw(in_order(1, 2, 3, 4), [RoundSeating.of([[1, 2, 3, 4], [1, 5, 6, 7]])])
    assert refused.value.reason is SeatingReason.BAD_HISTORY


def test_case_10_two_people_kept_apart_at_every_event():
    """1 and 2 lead together in every round and still never share a table."""
    history = []
    for _ in range(4):
        drawn = draw(in_order(*range(1, 13)), history, constraints=Constraints.keep_apart((1, 2)))
        assert 2 not in drawn.seating.table_of(1).entrants
        history.append(drawn.seating)


def test_case_12_a_warning_at_setup_and_never_a_silent_stop():
    warned = warnings_for(8, 4)
    assert [advice.warning for advice in warned] == [SeatingWarning.REMATCHES_CERTAIN]
    assert dict(warned[0].numbers) == {"most_rounds": 1, "players": 8, "rematches": 24, "rounds": 4}
    history = []
    for _ in range(9):
        history.append(draw(in_order(*range(1, 9)), history, (2,)).seating)
    met = [frozenset(pair) for r in history for t in r.tables for pair in combinations(t.entrants, 2)]
    assert len(history) == 9
    assert max(met.count(pair) for pair in met) == 2


def test_case_14_a_field_below_the_minimum_is_refused_with_a_reason():
    with pytest.raises(CannotSeat) as refused:
        draw({"A": 1})
    assert refused.value.reason is SeatingReason.TOO_FEW_ENTRANTS


def test_case_15_people_with_byes_are_no_group_of_their_own():
    """27 in fours, 3 byes: those who had one together aren't seated together in the next rounds."""
    history = []
    for _ in range(4):
        places = in_order(*range(1, 28))
        history.append(draw(places, history, (4,), SeatingMode.RANDOM, empty=EmptySeats.BYES).seating)
    for earlier, round_ in enumerate(history[:-1]):
        for table in history[earlier + 1].tables:
            assert len(set(round_.byes) & set(table.entrants)) <= 1


def test_case_16_a_fixed_table_is_reserved_and_outside_the_order_of_strength():
    """The last in the standings sits at table 1 for good; the leaders' table is 2, table 1 is no top table."""
    rules = Constraints(fixed_tables=(FixedTable(12, 1),))
    drawn = draw(in_order(*range(1, 13)), constraints=rules)
    assert drawn.seating.table_of(12).number == 1
    assert drawn.seating.table_of(1).number == 2


def test_case_18_the_bye_goes_to_the_lowest_without_one():
    history = [RoundSeating.of([["A", "B"], ["C", "D"]], byes=["E"])]
    drawn = draw(in_order("A", "B", "C", "D", "E"), history, (2,), empty=EmptySeats.BYES)
    assert drawn.seating.byes == ("D",)


def test_case_19_drawing_again_keeps_the_number_of_byes():
    one, other = (
        next_round(
            [SeatingEntrant(who, who) for who in range(1, 10)],
            (),
            (2,),
            mode=SeatingMode.RANDOM,
            seed=seed,
            empty=EmptySeats.BYES,
        )
        for seed in (1, 2)
    )
    assert (len(one.seating.byes), len(other.seating.byes)) == (1, 1)


def test_case_20_two_late_arrivals_join_one_common_repair():
    """They are not left alone at a table of their own."""
    before = plan(range(1, 13), 1, seed=1).rounds[0]
    repaired = repair(before, joining=[21, 22], seed=1)
    for late in (21, 22):
        assert len(set(repaired.seating.table_of(late).entrants) - {21, 22}) >= 2
