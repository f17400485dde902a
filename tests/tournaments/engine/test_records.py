"""Byes, missed rounds, penalties and drops: what an entrant's sum is made of."""

from fractions import Fraction

import pytest

from tests.tournaments.engine.paper import event, people, placed
from tournaments.engine.records import DropKind, Drops, DropUnit, EntryKind
from tournaments.engine.results import (
    Bye,
    ByeValue,
    EntrantInfo,
    MissedRule,
    PenaltyEntry,
    Reason,
    SeatResult,
    StandingsError,
    TableOutcome,
)
from tournaments.engine.scoring import Scheme, SchemeKind

F = Fraction
LOW = Scheme(SchemeKind.DEADWOOD)


def row_of(event_input, after, who):
    return next(row for row in event_input.standings(after) if row.entrant == who)


def lines(row):
    """The row's lines: round, kind, points, and an x where it doesn't count."""
    return " ".join(
        f"{entry.round_number}{entry.kind.value[0]}{entry.points}{'' if entry.counted else 'x'}"
        for entry in row.entries
    )


@pytest.mark.parametrize(
    ("bye", "line"),
    [
        (Bye(2, "A", ByeValue.AVERAGE), "1t10 2b6 3t2"),  # (10 + 2) / 2
        (Bye(2, "A", ByeValue.FIXED, 20), "1t10 2b20 3t2"),
        (Bye(2, "A", ByeValue.NONE), "1t10 2b0 3t2"),
    ],
)
def test_what_a_bye_is_worth(bye, line):
    assert lines(row_of(event("ABC", "1 A 10 B -10\n2 B 1 C -1\n3 A 2 C -2", byes=(bye,)), 3, "A")) == line


def test_an_average_bye_is_exact_and_moves_with_later_results():
    given = event("ABC", "1 A 10 B -10\n2 A 5 C -5\n4 A 0 B 0", byes=(Bye(3, "A"),))
    assert [lines(row_of(given, after, "A")) for after in (3, 4)] == ["1t10 2t5 3b15/2", "1t10 2t5 3b5 4t0"]


def test_a_bye_in_the_first_round_is_nothing_until_there_is_a_result():
    given = event("ABC", "1 B 5 C -5\n2 A 8 B -8", byes=(Bye(1, "A"),))
    assert [lines(row_of(given, after, "A")) for after in (1, 2)] == ["1b0", "1b8 2t8"]


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        (MissedRule.ZERO, "1m0 2m0 3t6 4t2"),
        (MissedRule.AVERAGE, "1m4 2m4 3t6 4t2"),  # (6 + 2) / 2
        (MissedRule.LOWEST, "1m-30 2m-7 3t6 4t2"),  # the worst result of rounds 1 and 2
    ],
)
def test_late_entry_and_its_rule_for_missed_rounds(rule, line):
    who = (*people("BC"), EntrantInfo("A", joined_round=3))
    text = "1 B 30 C -30\n2 C 7 B -7\n3 A 6 B -6\n4 A 2 C -2"
    assert lines(row_of(event(who, text, missed=rule), 4, "A")) == line


def test_re_entry_keeps_the_earlier_results():
    """A played round 1, left, and joined again for round 3: round 2 is a missed round under the rule."""
    who = (*people("BC"), EntrantInfo("A", joined_round=3))
    text = "1 A 8 B -8\n2 B 5 C -5\n3 A 2 C -2"
    assert lines(row_of(event(who, text, missed=MissedRule.AVERAGE), 3, "A")) == "1t8 2m5 3t2"


def test_a_round_missed_without_late_entry_is_worth_nothing():
    assert (
        lines(row_of(event("ABC", "1 A 8 B -8\n2 B 5 C -5", missed=MissedRule.AVERAGE), 2, "A")) == "1t8 2m0"
    )


@pytest.mark.parametrize("rule", [MissedRule.ZERO, MissedRule.LOWEST])
def test_where_low_is_good_a_missed_round_is_no_present(rule):
    """Nothing would be the best deadwood of all: the round's worst, 40, is charged."""
    who = (*people("BC"), EntrantInfo("A", joined_round=2))
    text = "1 B 0 d40 C 0 d3\n2 A 0 d6 B 0 d5 C 0 d4"
    given = event(who, text, missed=rule, scheme=LOW)
    assert (lines(row_of(given, 2, "A")), placed(given.standings(2))) == ("1m40 2t6", "1 C  2 B  3 A")


def test_where_low_is_good_a_bye_worth_nothing_is_the_rounds_worst():
    given = event("ABC", "1 A 0 d5 B 0 d30", scheme=LOW, byes=(Bye(1, "C", ByeValue.NONE),))
    assert placed(given.standings(1)) == "1 A  2 B  2 C"


def test_penalties_stand_outside_the_tables_sum():
    marks = (PenaltyEntry(1, "A", -15), PenaltyEntry(1, "B", 5), PenaltyEntry(1, "A", -99, cancelled=True))
    given = event("AB", "1 A 10 B -10", penalties=marks)
    assert [(row.entrant, row.points, lines(row)) for row in given.standings(1)] == [
        ("A", -5, "1t10 1p-15"),
        ("B", -5, "1t-10 1p5"),
    ]


def test_a_penalty_makes_things_worse_where_low_is_good_too():
    given = event("AB", "1 A 0 d10 B 0 d12", scheme=LOW, penalties=(PenaltyEntry(1, "A", -5),))
    assert (placed(given.standings(1)), row_of(given, 1, "A").points) == ("1 B  2 A", 15)


@pytest.mark.parametrize(
    ("drops", "line", "points"),
    [
        (Drops(DropKind.WORST, 1), "1t10 2t-8x 3t4 4t1", 15),
        (Drops(DropKind.WORST, 2), "1t10 2t-8x 3t4 4t1x", 14),
        (Drops(DropKind.WORST, 9), "1t10 2t-8x 3t4x 4t1x", 10),
        (Drops(DropKind.BEST, 2), "1t10 2t-8x 3t4 4t1x", 14),
        (Drops(DropKind.BEST, 9), "1t10 2t-8 3t4 4t1", 7),
    ],
)
def test_drop_worst_and_best_n(drops, line, points):
    row = row_of(event("AB", "1 A 10 B -10\n2 A -8 B 8\n3 A 4 B -4\n4 A 1 B -1", drops=drops), 4, "A")
    assert (lines(row), row.points) == (line, points)


def test_of_equal_results_the_earlier_is_dropped():
    row = row_of(event("AB", "1 A 3 B -3\n2 A 3 B -3", drops=Drops(DropKind.WORST, 1)), 2, "A")
    assert (row.dropped_rounds, row.counted_rounds) == ((1,), (2,))


def test_the_worst_where_low_is_good_is_the_highest():
    row = row_of(
        event("A", "1 A 0 d9\n2 A 0 d30\n3 A 0 d2", scheme=LOW, drops=Drops(DropKind.WORST, 1)), 3, "A"
    )
    assert (lines(row), row.points) == ("1t9 2t30x 3t2", 11)


def test_drops_by_rounds_or_by_games():
    """A sat at two tables of round 1: 9 and -6. Worst round: round 2 (1). Worst game: -6."""
    text = "1.1 A 9 B -9\n1.2 A -6 C 6\n2 A 1 B -1"
    by_round = row_of(event("ABC", text, drops=Drops(DropKind.WORST, 1)), 2, "A")
    by_game = row_of(event("ABC", text, drops=Drops(DropKind.WORST, 1, DropUnit.GAME)), 2, "A")
    assert (lines(by_round), lines(by_game)) == ("1t9 1t-6 2t1x", "1t9 1t-6x 2t1")


def test_a_missed_round_can_be_dropped_and_a_penalty_never():
    row = row_of(
        event(
            "ABC",
            "1 A 9 B -9\n2 B 1 C -1\n3 A 2 C -2",
            drops=Drops(DropKind.WORST, 1),
            penalties=(PenaltyEntry(3, "A", -20),),
        ),
        3,
        "A",
    )
    assert (lines(row), row.points) == ("1t9 2m0x 3t2 3p-20", -9)


def test_tiebreaks_see_the_kept_results():
    """Both won a table. A's win is its worst result (3, then 8 as a second), so it is dropped; B's 6 is
    kept.
    """
    text = "1.1 A 3 C -3\n1.2 B 6 D -6\n2.1 E 9 A 8 F -17\n2.2 G 20 B -20"
    rows = event("ABCDEFG", text, "games_won", drops=Drops(DropKind.WORST, 1)).standings(2)
    found = {row.entrant: (row.points, row.value("games_won")) for row in rows if row.entrant in "AB"}
    assert found == {"A": (8, (0,)), "B": (6, (1,))}


def test_only_confirmed_tables_count_and_void_ones_never():
    text = "1 A 5 B -5\n2 open A 50 B -50\n3 void A 70 B -70"
    given = event("AB", text)
    live = event("AB", text, provisional=True)
    assert (lines(row_of(given, 3, "A")), lines(row_of(live, 3, "A"))) == ("1t5", "1t5 2t50")


def test_kinds_of_entries():
    given = event("AB", "1 A 5 B -5", byes=(Bye(2, "A"),), penalties=(PenaltyEntry(2, "A", -1),))
    kinds = [[entry.kind for entry in row_of(given, 2, who).entries] for who in "AB"]
    assert kinds == [
        [EntryKind.TABLE, EntryKind.BYE, EntryKind.PENALTY],
        [EntryKind.TABLE, EntryKind.MISSED],
    ]


def refused(who, text="1 A 1 B -1", **more):
    with pytest.raises(StandingsError) as error:
        event(who, text, **more).standings(9)
    return error.value.reason, error.value.about


def test_impossible_input_is_refused():
    assert [
        refused("AA"),
        refused("A"),
        refused("AB", "1.1 A 1\n1.1 B 1"),
        refused("AB", byes=(Bye(1, "Z"),)),
        refused("AB", penalties=(PenaltyEntry(1, "Z", 1),)),
        refused("AB", byes=(Bye(1, "A"),)),
        refused("AB", byes=(Bye(2, "A"), Bye(2, "A"))),
    ] == [
        (Reason.DUPLICATE_ENTRANT, None),
        (Reason.UNKNOWN_ENTRANT, "B"),
        (Reason.DUPLICATE_TABLE, (1, 1)),
        (Reason.UNKNOWN_ENTRANT, "Z"),
        (Reason.UNKNOWN_ENTRANT, "Z"),
        (Reason.BYE_AND_SEAT, "A"),
        (Reason.BYE_AND_SEAT, "A"),
    ]


def test_an_impossible_table_is_refused():
    for seats, reason in [
        ((SeatResult("A", 1), SeatResult("A", -1)), Reason.ENTRANT_TWICE_AT_TABLE),
        ((SeatResult("A", 1, deals_won=-1),), Reason.NEGATIVE_COUNT),
    ]:
        with pytest.raises(StandingsError) as error:
            TableOutcome(1, 1, seats)
        assert error.value.reason is reason


def test_dropping_nothing_is_no_rule():
    with pytest.raises(StandingsError) as error:
        Drops(DropKind.WORST, 0)
    assert error.value.reason is Reason.DROP_COUNT
