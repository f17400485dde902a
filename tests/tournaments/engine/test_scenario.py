"""One event from the last main round to the final: a three-way tie for first, a seven-way tie across the
cut to six, a new
tie inside it, a final, and a correction of an old result after the extra rounds."""

from dataclasses import replace

from tests.tournaments.engine.paper import RULES, disqualified, event, placed, tables
from tournaments.engine.boundaries import boundaries_of, ties_that_matter
from tournaments.engine.corrections import Stakes, consequences
from tournaments.engine.cuts import make_cut, stage_tables
from tournaments.engine.extra_rounds import plan_extra_round, resolve
from tournaments.engine.prizes import award_prizes
from tournaments.engine.standings import Cut

# A, B, C end on 20; D to J on 0; K and L on -30
MAIN = """
    1.1  A 20  D 5   K -25  E 0
    1.2  B 12  F -2  G -5   L -5
    1.3  C 8   H 2   I -10  J 0
    2.1  A 0   D -5  G 5    J 0
    2.2  C 12  B 8   I 10   K -5  L -25
    2.3  E 0   F 2   H -2
"""
LINES = boundaries_of(title=True, cut=6)
FIRST_EXTRA = """
    3.1 extra x3  B 9   A 3   C -12
    3.2 extra x4  D 24  G 0   H 0    J -24
    3.3 extra x3  E 6   F 0   I -6
"""
SECOND_EXTRA = "4.1 extra x3  H 3  G 2  F -5"
FINAL = """
    5.1 final  B 5  D 0  E -5
    5.2 final  A 9  C 1  H -10
"""

EVENT = event("ABCDEFGHIJKL", MAIN)
TIES = ties_that_matter(EVENT.standings(2), LINES)


def plan(text, round_number):
    found = plan_extra_round(TIES, tables(text), RULES, round_number)
    return ["".join(sorted(table.seats)) for table in found.tables]


def decided(text):
    orders = tuple(resolve(tie, tables(text), RULES).order for tie in TIES)
    return replace(EVENT, extra_orders=orders)


def test_after_the_main_rounds_two_ties_matter():
    assert placed(EVENT.standings(2)) == ("1 A  1 B  1 C  4 D  4 E  4 F  4 G  4 H  4 I  4 J  11 K  11 L")
    assert [(tie.first_place, "".join(tie.members)) for tie in TIES] == [(1, "ABC"), (4, "DEFGHIJ")]


def test_three_play_at_one_table_beside_the_seven_at_four_and_three():
    assert plan("", 3) == ["ABC", "DGHJ", "EFI"]


def test_the_first_extra_round_leaves_three_level_across_the_cut():
    """Per opponent and deal: D 2, E 1, then F, G, H on 0 for the sixth place, I -1, J -2."""
    assert placed(decided(FIRST_EXTRA).standings(3)) == (
        "1 B  2 A  3 C  4 D  5 E  6 F  6 G  6 H  9 I  10 J  11 K  11 L"
    )
    assert plan(FIRST_EXTRA, 4) == ["FGH"]


def test_the_second_extra_round_makes_the_cut():
    done = decided(FIRST_EXTRA + SECOND_EXTRA)
    rows = done.standings(4)
    assert placed(rows) == "1 B  2 A  3 C  4 D  5 E  6 H  7 G  8 F  9 I  10 J  11 K  11 L"
    assert (plan(FIRST_EXTRA + SECOND_EXTRA, 5), make_cut(rows, 6).qualified) == ([], tuple("BACDEH"))
    assert stage_tables("BACDEH", 3) == (("B", "D", "E"), ("A", "C", "H"))
    assert {row.entrant: row.points for row in rows} == {
        row.entrant: row.points for row in EVENT.standings(2)
    }


def finished():
    done = decided(FIRST_EXTRA + SECOND_EXTRA)
    return replace(
        done,
        results=(*done.results, *tables(FIRST_EXTRA + SECOND_EXTRA + FINAL)),
        cuts=(Cut(4, tuple("BACDEH")),),
    )


def test_the_final_and_its_prizes():
    """Fresh points: A 9, B 5, C 1, D 0, E -5, H -10."""
    rows = finished().standings(5)
    assert placed(rows) == "1 A  2 B  3 C  4 D  5 E  6 H  7 G  8 F  9 I  10 J  11 K  11 L"
    assert [(award.entrant, award.cents) for award in award_prizes(rows, (10_000, 6000))] == [
        ("A", 10_000),
        ("B", 6000),
    ]


def corrected(line):
    (new,) = tables(line)
    before = finished()
    kept = [o for o in before.results if (o.round_number, o.table_number) != (2, new.table_number)]
    return replace(before, results=(*kept, new))


def test_a_correction_outside_the_groups_leaves_the_extra_rounds_alone():
    """K and L had 4 points the other way round."""
    found = consequences(finished(), corrected("2.2 C 12 B 8 I 10 K -9 L -21"), 4, Stakes(LINES))
    assert (found.void_orders, found.new_ties, placed(found.after)[-10:]) == ((), (), "11 L  12 K")


def test_a_correction_inside_the_groups_voids_both_and_shows_the_new_ties():
    """A's and D's results of round 2 were mixed up: A 15, D 5. B and C play for the title again; six for
    two places.
    """
    before = finished()
    after = corrected("2.1 A -5 D 0 G 5 J 0")
    found = consequences(before, after, 4, Stakes(LINES, seated_from={5: 4}))
    assert found.void_orders == before.extra_orders
    assert placed(found.after) == "1 B  1 C  3 A  4 D  5 E  5 F  5 G  5 H  5 I  5 J  11 K  11 L"
    assert [(tie.first_place, "".join(tie.members)) for tie in found.new_ties] == [(1, "BC"), (5, "EFGHIJ")]
    assert (found.qualified_in, found.qualified_out, found.reseated_rounds) == ((), (), (5,))


def test_after_the_final_a_correction_still_finds_the_extra_rounds_of_the_cut():
    found = consequences(finished(), corrected("2.1 A -5 D 0 G 5 J 0"), 5, Stakes(LINES))
    harmless = consequences(finished(), corrected("2.2 C 12 B 8 I 10 K -9 L -21"), 5, Stakes(LINES))
    assert (found.void_orders, harmless.void_orders) == (finished().extra_orders, ())


def test_a_finalist_thrown_out_later_leaves_the_others_order_as_it_was_played():
    """E, one of the seven, is disqualified in the final: G stays ahead of F."""
    entrants = tuple(disqualified("E", 5) if info.entrant == "E" else info for info in finished().entrants)
    rows = replace(finished(), entrants=entrants).standings(5)
    assert placed(rows) == "1 A  2 B  3 C  4 D  5 H  6 G  7 F  8 I  9 J  10 K  10 L  - E"


def test_the_played_final_stands_whatever_is_corrected():
    assert placed(corrected("2.1 A -5 D 0 G 5 J 0").standings(5))[:22] == "1 A  2 B  3 C  4 D  5 "
