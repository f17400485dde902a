"""Explain my place: the chain with numbers, two rows side by side, each number line by line."""

from fractions import Fraction

import pytest

from tests.tournaments.engine.paper import bot, disqualified, event, people, withdrawn
from tournaments.engine.exact import mean, total
from tournaments.engine.explain import Line, Standing, explain, tied_before, working
from tournaments.engine.results import Bye, ByeValue, PenaltyEntry
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.standings import Cut

TEXT = """
    1.1  A 10 w2 p10  B 4 w1 p4   C -14 u1
    1.2  D 9 w2 p9    E 1 w1 p1   F -10
    2.1  A 2 w1 p2    D 3 w1 p3   B -5 u2
    2.2  E 6 w3 p6    C 0         F -6 u1
"""
KEYS = ("games_won", "head_to_head", "deals_won")


def rows_of(given, after):
    return {row.entrant: row for row in given.standings(after)}


def test_the_chain_up_to_what_decided():
    """A and D: 12 points, each won one table; in their meeting D had 3, A 2."""
    rows = rows_of(event("ABCDEF", TEXT, *KEYS), 2)
    found = explain(rows["A"], rows["D"])
    assert ([(s.key, s.own, s.theirs, s.standing) for s in found.steps], found.decided_by) == (
        [
            ("points", (12,), (12,), Standing.LEVEL),
            ("games_won", (1,), (2,), Standing.BEHIND),
        ],
        "games_won",
    )


def test_the_other_way_round():
    rows = rows_of(event("ABCDEF", TEXT, "head_to_head"), 2)
    found = explain(rows["D"], rows["A"])
    assert [(s.key, s.own, s.theirs, s.standing) for s in found.steps] == [
        ("points", (12,), (12,), Standing.LEVEL),
        ("head_to_head", (3,), (2,), Standing.AHEAD),
    ]


def test_skipped_criteria_are_shown_as_skipped():
    rows = rows_of(event("ABCD", "1 A 5 B -5\n1 C 5 D -5", "head_to_head", "seeding"), 1)
    found = explain(rows["A"], rows["C"])
    assert ([s.standing.value for s in found.steps], found.decided_by) == (
        ["level", "skipped", "level", "skipped", "skipped"],
        "shared",
    )


def test_rows_without_a_place_say_why():
    who = (*people("ABC"), bot("X"), disqualified("Z"))
    rows = rows_of(event(who, "1 A 1 B 0 C 0 X 0 Z -1", unplaced=frozenset("C")), 1)
    assert [explain(rows["A"], rows[who]).decided_by for who in "XZC"] == [
        "bot",
        "disqualified",
        "not_eligible",
    ]


def test_a_finalist_against_somebody_outside():
    rows = rows_of(event("ABC", "1 A 1 B 0 C -1\n2 final A -9 B 9", cuts=(Cut(1, ("A", "B")),)), 2)
    assert explain(rows["A"], rows["C"]).decided_by == "stage"


def test_points_line_by_line_with_dropped_and_charged_ones():
    given = event(
        "ABCDEF", TEXT, penalties=(PenaltyEntry(2, "A", -3),), byes=(Bye(3, "A", ByeValue.FIXED, 7),)
    )
    lines = working(given, given.standings(3), 3, "A", "points")
    assert lines == (Line(1, 1, 10), Line(2, 1, 2), Line(3, 0, 7), Line(2, 0, -3))


def test_opponents_line_by_line_show_every_opponent_seat():
    """A met B (4 - 5) / 2, C (-14 + 0) / 2, D (9 + 3) / 2 and B again."""
    given = event("ABCDEF", TEXT, "opponents")
    rows = given.standings(2)
    lines = working(given, rows, 2, "A", "opponents")
    assert [(line.round_number, line.opponent, line.value) for line in lines] == [
        (1, "B", Fraction(-1, 2)),
        (1, "C", -7),
        (2, "D", 6),
        (2, "B", Fraction(-1, 2)),
    ]


@pytest.mark.parametrize(
    ("key", "combine"),
    [
        ("points", total),
        ("games_won", total),
        ("average_place", mean),
        ("table_share", total),
        ("spread_best", total),
        ("spread_mean", total),
        ("deals_won", total),
        ("fewest_undercuts", total),
        ("opponents", mean),
        ("cumulative", total),
        ("penalties", total),
        ("head_to_head", total),
    ],
)
def test_the_lines_give_the_value(key, combine):
    """What the page shows line by line is what the standings used, for everybody."""
    given = event("ABCDEF", TEXT, key, penalties=(PenaltyEntry(1, "C", 0), PenaltyEntry(2, "F", -4)))
    rows = given.standings(2)
    for row in rows:
        if row.value(key) is not None:
            lines = working(given, rows, 2, row.entrant, key)
            values = [line.value for line in lines if line.counted]
            assert (combine(values),) == row.value(key)


@pytest.mark.parametrize("key", ["best_game", "later_result", "countback"])
def test_the_lines_of_lists_are_their_parts(key):
    given = event("ABCDEF", TEXT, key)
    rows = given.standings(2)
    lines = {row.entrant: [line.value for line in working(given, rows, 2, row.entrant, key)] for row in rows}
    assert lines["A"] == {"best_game": [10, 2], "later_result": [2, 10], "countback": [1, 2]}[key]


def test_pairwise_head_to_head_shows_each_opponent():
    text = "1 A 2 B -2\n2 A 1 C -1\n3 B 3 C -3\n4.1 A 2 D -2\n4.2 B 4 E -4\n4.3 C 9 F -9"
    given = event("ABCDEF", text, "head_to_head")
    rows = given.standings(4)
    lines = working(given, rows, 4, "A", "head_to_head")
    assert lines == (Line(1, 1, 4, "B"), Line(2, 1, 2, "C"))


def test_after_a_final_a_head_to_head_at_the_cut_is_still_explained():
    """A, B and C were level and met; A went on to the final. B's and C's lines are those of the cut."""
    text = "1.1 A 5 B 2 C -7\n1.2 D 20 E -20\n2.1 B 3 E -3\n2.2 C 12 F -12\n3 final A -1 D 1"
    given = event("ABCDEF", text, "head_to_head", cuts=(Cut(2, ("A", "D")),))
    rows = given.standings(3)
    found = [working(given, rows, 3, who, "head_to_head") for who in "BC"]
    assert ([row.entrant for row in rows], found) == (
        ["D", "A", "B", "C", "F", "E"],
        [(Line(1, 1, 2),), (Line(1, 1, -7),)],
    )


@pytest.mark.parametrize("key", ["head_to_head", "seeding", "extra_round"])
def test_what_has_no_working_has_no_lines(key):
    given = event("AB", "1 A 5 B -5", "head_to_head", "seeding")
    assert working(given, given.standings(1), 1, "A", key) == ()


def test_who_was_tied_when_a_criterion_was_reached():
    given = event(
        (*people("ABC"), withdrawn("W", 1), bot("X")), "1 A 5 w1 B 5 w1 W 5 w1 X 5 C -20", "deals_won"
    )
    rows = given.standings(1)
    assert [tied_before(rows, rows[0], key) for key in ("points", "deals_won", "extra_round")] == [
        ("A", "B", "W", "C"),
        ("A", "B", "W"),
        ("A", "B", "W"),
    ]


def test_working_of_a_final_reads_the_finals_rounds():
    given = event("ABC", "1 A 1 B 0 C -1\n2 final A -9 B 9", cuts=(Cut(1, ("A", "B")),))
    assert working(given, given.standings(2), 2, "A", "points") == (Line(2, 1, -9),)


def test_penalties_where_low_is_good():
    given = event(
        "AB",
        "1 A 0 d9 B 0 d9",
        "penalties",
        scheme=Scheme(SchemeKind.DEADWOOD),
        penalties=(PenaltyEntry(1, "A", -4), PenaltyEntry(1, "A", 4)),
    )
    rows = given.standings(1)
    lines = [working(given, rows, 1, who, "penalties") for who in "AB"]
    assert ([len(found) for found in lines], [row.value("penalties") for row in rows]) == (
        [1, 0],
        [(0,), (1,)],
    )
