"""The one ranking function: places, who is listed how, "after round r", stages, and what separates
neighbours.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.engine.paper import bot, disqualified, event, people, placed, tables, values, withdrawn
from tournaments.engine.results import EntrantStatus, PenaltyEntry
from tournaments.engine.rows import classified
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.standings import Cut, compute_standings

EVENING = """
    1.1  A 42   B -12  C -7   D -23
    1.2  E 10   F 10   G -5   H -15
    2.1  A -20  E 30   C -5   G -5
    2.2  B 34   F -12  D -3   H -19
"""


def test_an_evening_after_each_round():
    """After 1: A 42, E 10, F 10. After 2: E 40, A 22, B 22, F -2, G -10, C -12, D -26, H -34. Then A and B:
    one win each,
    A beat B 42 to -12 in round 1."""
    given = event("ABCDEFGH", EVENING, "games_won", "head_to_head")
    rows = given.standings(2)
    assert (placed(given.standings(1)), placed(rows), rows[2].decided_by) == (
        "1 A  2 E  2 F  4 G  5 C  6 B  7 H  8 D",
        "1 E  2 A  3 B  4 F  5 G  6 C  7 D  8 H",
        "head_to_head",
    )


def test_before_the_first_round_everybody_shares_the_first_place():
    assert placed(event("AB", "1 A 1 B -1").standings(0)) == "1 A  1 B"


def test_no_entrants_no_rows():
    assert compute_standings([], [], Scheme(), [], 3) == []


def test_who_shares_a_place_is_listed_by_seeding_then_name():
    who = (*people("DC", seeded=True), *people("BA"))
    assert placed(event(who, "1 A 0 B 0 C 0 D 0").standings(1)) == "1 D  1 C  1 A  1 B"


def test_places_after_a_shared_place_are_skipped():
    text = "1 A 5 B 5 C 5 D -5 E -10"
    assert placed(event("ABCDE", text).standings(1)) == "1 A  1 B  1 C  4 D  5 E"


def test_neighbours_say_what_separates_them():
    text = "1 A 5 w2  B 5 w1  C 5 w1  D -15"
    a, b, c, d = event("ABCD", text, "deals_won").standings(1)
    assert [(row.above, row.below) for row in (a, d)] == [
        (None, a.below),
        (d.above, None),
    ]
    assert (a.below.criterion, a.below.other, a.below.own, a.below.theirs) == ("deals_won", "B", (2,), (1,))
    assert (b.decided_by, c.decided_by, c.below.criterion, d.decided_by) == (
        "deals_won",
        "shared",
        "points",
        "points",
    )


def test_bots_are_listed_at_their_points_without_a_place():
    who = (*people("ABC"), bot("X"), bot("Y"))
    rows = event(who, "1.1 X 50 A 5 B -55\n1.2 C 0 Y 0").standings(1)
    assert (placed(rows), [row.is_bot for row in rows]) == (
        "- X  1 A  2 C  - Y  3 B",
        [True, False, False, True, False],
    )


def test_a_bot_is_nobodys_neighbour():
    rows = event((*people("AB"), bot("X")), "1 A 5 X 0 B -5").standings(1)
    assert (rows[0].below.other, rows[1].above, rows[2].above.other) == ("B", None, "A")


def test_a_person_played_by_a_bot_is_a_person():
    given = event("AB", "1 A 5 B -5")
    seats = tuple(replace(seat, bot_share=Fraction(2, 3)) for seat in given.results[0].seats)
    by_bots = replace(given, results=(replace(given.results[0], seats=seats),))
    assert by_bots.standings(1) == given.standings(1)


def test_withdrawn_keep_the_place_of_their_results():
    rows = event((*people("AB"), withdrawn("W", 2)), "1 W 30 A -10 B -20\n2 A 5 B -5").standings(2)
    assert (placed(rows), rows[0].status) == ("1 W  2 A  3 B", EntrantStatus.WITHDRAWN)


def test_disqualified_are_listed_last_without_a_place_and_others_move_up():
    rows = event((*people("AB"), disqualified("Z", 1)), "1 Z 30 A -10 B -20").standings(1)
    assert placed(rows) == "1 A  2 B  - Z"


def test_a_status_holds_from_its_round_on():
    """Standings after round 1 stay what they were when Z is thrown out in round 2."""
    given = event((*people("AB"), disqualified("Z", 2)), "1 Z 30 A -10 B -20\n2 A 5 B -5")
    assert (placed(given.standings(1)), placed(given.standings(2))) == ("1 Z  2 A  3 B", "1 A  2 B  - Z")


def test_results_of_the_disqualified_stay_their_opponents_results():
    rows = event((*people("AB"), disqualified("Z")), "1 Z 30 A -10 B -20", "games_won").standings(1)
    assert values(rows, "points") == {"A": -10, "B": -20, "Z": 30}


def test_unplaced_entrants_come_last_by_points():
    rows = event("ABCD", "1 A 9 B 4 C -5 D -8", unplaced=frozenset("BA")).standings(1)
    assert placed(rows) == "1 C  2 D  - A  - B"


def test_later_rounds_and_penalties_are_not_read():
    text = "1 A 5 B -5\n2 B 50 A -50"
    late = PenaltyEntry(2, "A", -100)
    assert placed(event("AB", text, penalties=(late,)).standings(1)) == "1 A  2 B"


FINAL = """
    1.1  A 40  B 20  C -60
    1.2  D 30  E 10  F -40
    2 final  A -30  B -10  D 5  E 35
"""


@pytest.mark.parametrize(
    ("carried", "expected"),
    [
        (False, "1 E  2 D  3 B  4 A  5 F  6 C"),  # 35, 5, -10, -30
        (True, "1 E  2 D  3 A  3 B  5 F  6 C"),  # 45, 35, 10, 10
    ],
)
def test_a_final_with_fresh_or_carried_points(carried, expected):
    given = event("ABCDEF", FINAL, cuts=(Cut(1, tuple("ABDE"), carried=carried),))
    rows = given.standings(2)
    assert (placed(rows), rows[4].above.criterion, [row.stage for row in rows]) == (
        expected,
        "stage",
        [1, 1, 1, 1, 0, 0],
    )


def test_before_the_final_is_played_the_cut_changes_nothing():
    given = event("ABCDEF", FINAL, cuts=(Cut(1, tuple("ABDE")),))
    assert placed(given.standings(1)) == "1 A  2 D  3 B  4 E  5 F  6 C"


def test_a_finalist_is_ahead_of_everybody_outside_whatever_the_points():
    given = event("ABCDEF", FINAL, cuts=(Cut(1, tuple("ABDE")),))
    last = given.standings(2)[3]
    assert (last.entrant, last.points) == ("A", -30)


def test_semifinals_and_a_final():
    """B and D win the semifinals, D the final; A and E are third and fourth by their semifinal points."""
    text = "1 A 9 B 5 D 1 E -3 F -12\n2.1 final A -2 B 2\n2.2 final D 8 E -8\n3 final D 3 B -3"
    cuts = (Cut(1, tuple("ABDE")), Cut(2, tuple("BD")))
    assert placed(event("ABDEF", text, cuts=cuts).standings(3)) == "1 D  2 B  3 A  4 E  5 F"


def test_level_in_the_final_keeps_the_places_before_it():
    """VEKN: a tie in the final is ranked by the preliminary rounds."""
    text = "1 A 1 B 9 C -10\n2 final A 5 B 5 C -10"
    given = event("ABC", text, cuts=(Cut(1, tuple("ABC"), level_by_place=True),))
    rows = given.standings(2)
    assert (placed(rows), rows[1].decided_by) == ("1 B  2 A  3 C", "place_at_cut")


def test_main_tables_beside_a_final_dont_count_for_finalists():
    text = "1 A 5 B 1 C -6\n2.1 final A -2 B 2\n2.2 C 90"
    assert placed(event("ABC", text, cuts=(Cut(1, ("A", "B")),)).standings(2)) == "1 B  2 A  3 C"


def test_one_definition_of_who_is_counted():
    rows = event((*people("AB"), bot("X"), disqualified("Z")), "1 A 1 B 0 X 0 Z -1").standings(1)
    assert [row.entrant for row in classified(rows)] == ["A", "B"]


def test_positional_signature_of_the_design():
    rows = compute_standings(people("AB"), tables("1 A 1 B -1"), Scheme(SchemeKind.NET), ["points"], 1)
    assert placed(rows) == "1 A  2 B"


def test_numbers_as_ids_are_listed_as_numbers():
    who = [type(people("A")[0])(number) for number in (10, 9, 2)]
    assert [row.entrant for row in compute_standings(who, [], Scheme(), [], 1)] == [2, 9, 10]
