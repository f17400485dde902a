"""Before the last table ends: who would play off for what."""

from tests.tournaments.engine.paper import event, placed, tables
from tournaments.engine.what_if import what_if

TEXT = """
    1.1  A 10  B 4   C -14
    1.2  D 6   E 0   F -6
    2.1  A -4  D 0   E 4
    2.2 open B 0  C 0  F 0
"""


def test_if_table_two_ends_like_this_three_play_off_for_first():
    """A and D stand on 6. B comes level with 4 + 2."""
    seen = what_if(event("ABCDEF", TEXT), tables("2.2 B 2 C 0 F -2"), 2, [1])
    assert (placed(seen.standings), [tie.members for tie in seen.ties]) == (
        "1 A  1 B  1 D  4 E  5 F  6 C",
        [("A", "B", "D")],
    )


def test_another_ending_leaves_two_or_none():
    two = what_if(event("ABCDEF", TEXT), tables("2.2 B 1 C 0 F -1"), 2, [1])
    none = what_if(event("ABCDEF", TEXT), tables("2.2 B 9 C 0 F -9"), 2, [1])
    assert ([tie.members for tie in two.ties], none.ties) == ([("A", "D")], ())


def test_the_event_itself_is_unchanged():
    given = event("ABCDEF", TEXT)
    before = given.standings(2)
    what_if(given, tables("2.2 B 2 C 0 F -2"), 2, [1])
    assert given.standings(2) == before
