"""Head-to-head (docs/standings.md, "Tiebreaks"): who met, what counts, and when it is skipped."""

from tests.tournaments.engine.paper import event, people, placed, values, withdrawn
from tournaments.engine.scoring import Scheme, SchemeKind


def h2h(who, text, rounds, **more):
    rows = event(who, text, "head_to_head", **more).standings(rounds)
    return placed(rows), values(rows, "head_to_head")


def test_games_in_which_all_the_tied_sat_together():
    """A, B, C end on 10. They met in round 1: C 6, A 4, B -10."""
    text = """
        1    C 6   A 4   B -10
        2.1  A 6   D -6
        2.2  B 20  E -20
        2.3  C 4   F -4
    """
    assert h2h("ABCDEF", text, 2) == (
        "1 C  2 A  3 B  4 F  5 D  6 E",
        {"C": 6, "A": 4, "B": -10, "F": None, "D": None, "E": None},
    )


def test_all_such_games_count_not_only_the_first():
    """A won the first meeting by 4, B the second by 6; both end on 0 behind D."""
    text = """
        1    A 2   B -2
        2    B 3   A -3
        3.1  A 1   C -1
        3.2  B -1  D 1
    """
    assert h2h("ABCD", text, 3) == ("1 D  2 B  3 A  4 C", {"D": None, "B": 1, "A": -1, "C": None})


def test_games_of_some_of_the_tied_are_left_out_once_all_sat_together():
    """A beat B alone in round 2, but all three met in round 1, and only that counts: B, C, A."""
    text = """
        1    B 6   C 0   A -6
        2.1  A 20  B -20
        2.2  C 4   D -4
        3.1  A -4  D 4
        3.2  B 24  E -24
        3.3  C 6   F -6
    """
    assert h2h("ABCDEF", text, 3) == (
        "1 B  2 C  3 A  4 D  5 F  6 E",
        {"B": 6, "C": 0, "A": -6, "D": None, "F": None, "E": None},
    )


def test_pairwise_net_where_every_pair_met_once():
    """A beat B by 4, A beat C by 2, B beat C by 6. A +6, B -4 + 6 = +2, C -2 - 6 = -8; all end on 5."""
    text = """
        1.1  A 2   B -2
        2.1  A 1   C -1
        3.1  B 3   C -3
        4.1  A 2   D -2
        4.2  B 4   E -4
        4.3  C 9   F -9
    """
    assert h2h("ABCDEF", text, 4) == (
        "1 A  2 B  3 C  4 D  5 E  6 F",
        {"A": 6, "B": 2, "C": -8, "D": None, "E": None, "F": None},
    )


def test_skipped_where_pairs_met_unequally_often():
    """A met B twice, C once: no fair comparison."""
    text = "1 A 5 B -5\n2 A 1 B -1\n3 A -1 C 1\n4 B 4 C -4\n5.1 A -5 D 5\n5.2 B 2 E -2\n5.3 C 3 F -3"
    assert h2h("ABC" + "DEF", text, 5)[1] == dict.fromkeys("ABCDEF")


def test_skipped_where_a_pair_never_met():
    text = "1.1 A 5 B -5\n1.2 C 5 D -5\n2.1 B 10 C 0 E -10"
    assert h2h("ABCDE", text, 2) == ("1 A  1 B  1 C  4 D  5 E", dict.fromkeys("ABCDE"))


def test_a_circle_is_never_applied():
    """A beat B by 10, B beat C by 5, C beat A by 3: the sums +7, -5, -2 would put A first, yet C beat A."""
    text = """
        1.1  A 5    B -5
        2.1  B 5/2  C -5/2
        3.1  C 3/2  A -3/2
        4.1  A 1/2  D -1/2
        4.2  B 13/2 E -13/2
        4.3  C 5    F -5
    """
    got, found = h2h("ABCDEF", text, 4)
    assert (got, found["A"]) == ("1 A  1 B  1 C  4 D  5 F  6 E", None)


def test_level_meetings_are_no_circle():
    """All three pairs drew: applied, everybody 0, the tie stays."""
    text = "1 A 0 B 0\n2 B 0 C 0\n3 A 0 C 0"
    assert h2h("ABC", text, 3) == ("1 A  1 B  1 C", {"A": 0, "B": 0, "C": 0})


def test_a_forfeited_meeting_is_none():
    text = "1 A 5 B -5 forfeit\n2.1 A -5 C 5\n2.2 B 5 D -5"
    assert h2h("ABCD", text, 2)[1] == dict.fromkeys("ABCD")


def test_final_games_are_not_read():
    """Each metric declares its rounds; a meeting in a final is no meeting here."""
    text = "1 A 2 C -2\n1 B -4 D 4\n2 final B 3 A -3"
    got, found = h2h("ABCD", text, 2)
    assert (got, found["A"]) == ("1 D  2 A  2 B  4 C", None)


def test_a_withdrawn_player_takes_no_part_and_comes_last_of_a_tie_that_splits():
    """W had the same points when leaving. A and B met; W met nobody of them."""
    who = (*people("ABCD"), withdrawn("W", 2))
    text = "1.1 A 2 B -2\n1.2 W 3 C -3\n2.1 B 5 D -5\n2.2 A 1 C -1"
    assert h2h(who, text, 2) == (
        "1 A  2 B  3 W  4 C  5 D",
        {"A": 2, "B": -2, "W": None, "C": None, "D": None},
    )


def test_a_withdrawn_player_still_shares_a_tie_that_stays():
    who = (*people("ABC"), withdrawn("W", 2))
    text = "1.1 A 0 B 0 C 0\n1.2 W 0 "
    assert h2h(who, text, 1)[0] == "1 A  1 B  1 C  1 W"


def test_points_are_the_schemes():
    """Placement points, not net points, decide between A (60 + 12) and B (12 + 60): level."""
    text = "1 A 50 B -50\n2 A -1 B 1"
    got = h2h("AB", text, 2, scheme=Scheme(SchemeKind.PLACEMENT))
    assert got == ("1 A  1 B", {"A": 72, "B": 72})
