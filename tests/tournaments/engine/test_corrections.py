"""What a correction would change, before it is saved."""

from dataclasses import replace

from tests.tournaments.engine.paper import RULES, event, placed, tables
from tournaments.engine.boundaries import Boundary, ties_that_matter
from tournaments.engine.corrections import Change, Stakes, consequences
from tournaments.engine.extra_rounds import resolve
from tournaments.engine.standings import Cut

TEXT = """
    1.1  A 10  B 4   C -14
    1.2  D 9   E 1   F -10
    2.1  A 2   D 3   B -5
    2.2  E 6   C 0   F -6
"""
BEFORE = event("ABCDEF", TEXT)  # A 12, D 12, E 7, B -1, C -14, F -16


def corrected(given, text):
    """The event with the written tables in place of those of the same round and number."""
    new = tables(text)
    keys = {(outcome.round_number, outcome.table_number) for outcome in new}
    kept = [o for o in given.results if (o.round_number, o.table_number) not in keys]
    return replace(given, results=(*kept, *new))


def played_off(given, text):
    """The event with its tie for first decided by the written extra round."""
    (tie,) = ties_that_matter(given.standings(2), [1])
    return replace(given, extra_orders=(resolve(tie, tables(text), RULES).order,))


def test_nothing_changed_is_harmless():
    found = consequences(BEFORE, BEFORE, 2, Stakes((Boundary(1),), (500, 200)))
    assert (found.changes, found.is_harmless) == ((), True)


def test_places_points_and_prizes_that_change():
    """D's table was written down wrong: 9 should be 5, E gets 5. D falls to 8, E rises to 11."""
    found = consequences(BEFORE, corrected(BEFORE, "1.2 D 5 E 5 F -10"), 2, Stakes(prizes=(500, 300, 100)))
    assert (placed(found.after), found.changes, found.is_harmless) == (
        "1 A  2 E  3 D  4 B  5 C  6 F",
        (
            Change("A", 1, 1, 12, 12, 400, 500),
            Change("E", 3, 2, 7, 11, 100, 300),
            Change("D", 1, 3, 12, 8, 400, 100),
        ),
        False,
    )


def test_a_correction_of_points_alone_is_harmless():
    found = consequences(BEFORE, corrected(BEFORE, "2.2 E 5 C 1 F -6"), 2)
    assert ([change.entrant for change in found.changes], found.is_harmless) == (["E", "C"], True)


def test_an_extra_round_stays_while_its_group_is_the_same():
    """Two points more for both A and D: still the two of them level, so D's win stands."""
    before = played_off(BEFORE, "3 extra A -5 D 5")
    found = consequences(before, corrected(before, "2.1 A 4 D 5 B -9"), 2, Stakes((Boundary(1),)))
    assert (found.void_orders, found.new_ties, placed(found.after)[:8]) == ((), (), "1 D  2 A")


def test_an_extra_round_is_void_once_its_group_changes():
    """E gets 5 more and comes level: three are tied, the extra round of two says nothing, a new one is
    due.
    """
    before = played_off(BEFORE, "3 extra A -5 D 5")
    found = consequences(before, corrected(before, "2.2 E 11 C -5 F -6"), 2, Stakes((Boundary(1),)))
    assert (found.void_orders, [tie.members for tie in found.new_ties], placed(found.after)[:13]) == (
        before.extra_orders,
        [("A", "D", "E")],
        "1 A  1 D  1 E",
    )


def test_an_extra_round_is_void_where_the_tie_is_gone():
    before = played_off(BEFORE, "3 extra A -5 D 5")
    found = consequences(before, corrected(before, "2.1 A 3 D 2 B -5"), 2, Stakes((Boundary(1),)))
    assert (found.void_orders, found.new_ties, placed(found.after)[:8]) == (
        before.extra_orders,
        (),
        "1 A  2 D",
    )


def test_later_seatings_that_would_have_been_different():
    """Round 2 was seated from the standings after round 1: D and B change places there."""
    stakes = Stakes(seated_from={2: 1})
    found = consequences(BEFORE, corrected(BEFORE, "1.1 A 10 B 9 C -19\n1.2 D 4 E 1 F -5"), 2, stakes)
    same = consequences(BEFORE, corrected(BEFORE, "2.2 E 5 C 1 F -6"), 2, stakes)
    assert (found.reseated_rounds, same.reseated_rounds) == ((2,), ())


def test_a_reseating_function_has_the_last_word():
    """Tables by halves of the standings: B and D change places inside the upper half, so nothing else is
    seated.
    """

    def halves(_round_number, rows):
        names = [row.entrant for row in rows]
        return {frozenset(names[:3]), frozenset(names[3:])}

    other = corrected(BEFORE, "1.1 A 10 B 9 C -19\n1.2 D 4 E 1 F -5")
    with_halves = consequences(BEFORE, other, 2, Stakes(seated_from={2: 1}, reseat=halves))
    without = consequences(BEFORE, other, 2, Stakes(seated_from={2: 1}))
    assert (with_halves.reseated_rounds, without.reseated_rounds) == ((), (2,))


def test_qualifications_that_would_be_different():
    """The final of two was A and D. With E on 15 it would have been E instead of one of them."""
    before = replace(BEFORE, cuts=(Cut(2, ("A", "D")),))
    found = consequences(before, corrected(before, "2.1 A 2 D 1 B -3\n2.2 E 14 C -8 F -6"), 2)
    assert (found.qualified_in, found.qualified_out) == (((2, "E"),), ((2, "D"),))


def test_a_correction_taken_back_leaves_no_trace():
    there = corrected(BEFORE, "1.2 D 5 E 5 F -10")
    back = corrected(there, "1.2 D 9 E 1 F -10")
    found = consequences(BEFORE, back, 2, Stakes((Boundary(1),), (500,), {2: 1}))
    assert (found.changes, found.is_harmless) == ((), True)
