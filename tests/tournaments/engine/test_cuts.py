"""The cut to a final: ties at the line, who may qualify, who sits where."""

import pytest

from tests.tournaments.engine.paper import RULES, bot, disqualified, event, people, placed, tables, withdrawn
from tournaments.engine.boundaries import Boundary, BoundaryKind, ties_that_matter
from tournaments.engine.cuts import StageSeeding, TieAtCut, cut_boundary, make_cut, stage_tables
from tournaments.engine.extra_rounds import resolve
from tournaments.engine.metrics import TiebreakOptions
from tournaments.engine.results import Reason, StandingsError

# A 9, then B, C, D level on 1, then E and F
TIED = event("ABCDEF", "1 A 9 B 1 C 1 D 1 E -5 F -7").standings(1)


def test_a_clear_cut():
    cut = make_cut(TIED, 4)
    assert (cut.qualified, cut.reserves, cut.open_tie) == (tuple("ABCD"), tuple("EF"), None)


def test_a_tie_at_the_line_keeps_the_cut_open():
    cut = make_cut(TIED, 2)
    assert (cut.qualified, cut.open_tie.members, cut.open_tie.boundaries) == (
        ("A",),
        tuple("BCD"),
        (Boundary(2, BoundaryKind.CUT),),
    )


@pytest.mark.parametrize(("rule", "through"), [(TieAtCut.ALL, "ABCD"), (TieAtCut.NONE, "A")])
def test_all_of_the_tied_or_none(rule, through):
    cut = make_cut(TIED, 3, rule)
    assert (cut.qualified, cut.open_tie) == (tuple(through), None)


def test_a_lot_is_repeatable_and_takes_as_many_as_there_are_places():
    cut = make_cut(TIED, 3, TieAtCut.LOT, rng_seed="night 7")
    again = make_cut(TIED, 3, TieAtCut.LOT, rng_seed="night 7")
    assert (cut, len(cut.qualified), cut.qualified[0]) == (again, 3, "A")


def test_after_the_extra_round_the_cut_is_clear():
    open_tie = make_cut(TIED, 2).open_tie
    order = resolve(open_tie, tables("2 extra B -5 C 2 D 3"), RULES).order
    rows = event("ABCDEF", "1 A 9 B 1 C 1 D 1 E -5 F -7", extra_orders=(order,)).standings(2)
    cut = make_cut(rows, 2)
    assert (placed(rows), cut.qualified, cut.reserves) == (
        "1 A  2 D  3 C  4 B  5 E  6 F",
        ("A", "D"),
        tuple("CBEF"),
    )


def test_the_withdrawn_the_disqualified_and_bots_never_qualify():
    who = (*people("ABC"), withdrawn("W"), disqualified("Z"), bot("X"))
    rows = event(who, "1 W 9 Z 8 X 7 A 6 B 5 C -35").standings(1)
    cut = make_cut(rows, 2)
    assert (placed(rows), cut.qualified, cut.reserves, cut_boundary(rows, 2).place) == (
        "1 W  - X  2 A  3 B  4 C  - Z",
        ("A", "B"),
        ("C",),
        3,
    )


def test_the_cut_line_finds_the_same_tie_as_the_cut():
    """W, withdrawn, is first; of A, B, C level behind it one goes through with a cut to one."""
    rows = event((*people("ABC"), withdrawn("W")), "1 W 9 A -3 B -3 C -3").standings(1)
    (tie,) = ties_that_matter(rows, [cut_boundary(rows, 1)])
    assert tie == make_cut(rows, 1).open_tie


def test_a_lot_in_the_chain_lets_nobody_through_before_the_extra_round():
    options = TiebreakOptions(lot_seed="night 7")
    rows = event("ABC", "1 A 9 B -4 C -5\n2 C 1 B 0", "extra_round", "lot", options=options).standings(2)
    assert (sorted(row.place for row in rows), make_cut(rows, 2).open_tie.members) == ([1, 2, 3], ("B", "C"))


def test_a_withdrawn_player_beside_the_last_one_through_leaves_the_cut_clear():
    rows = event((*people("AB"), withdrawn("W")), "1 A 4 W 0 B -4").standings(1)
    level = event((*people("AB"), withdrawn("W")), "1 A 0 W 0 B 0").standings(1)
    assert (make_cut(rows, 1).qualified, make_cut(level, 2).qualified) == (("A",), ("A", "B"))


def test_a_cut_larger_than_the_field_takes_everybody():
    assert (make_cut(TIED, 9).qualified, cut_boundary(TIED, 9).place) == (tuple("ABCDEF"), 6)


@pytest.mark.parametrize(
    ("size", "seeding", "expected"),
    [
        (3, StageSeeding.SNAKE, ("AFG", "BEH", "CD")),
        (4, StageSeeding.SNAKE, ("ADEH", "BCFG")),
        (4, StageSeeding.BLOCKS, ("ABCD", "EFGH")),
        (5, StageSeeding.SNAKE, ("ADEH", "BCFG")),
        (2, StageSeeding.SNAKE, ("AH", "BG", "CF", "DE")),
    ],
)
def test_eight_are_seated_for_semifinals(size, seeding, expected):
    assert tuple("".join(table) for table in stage_tables("ABCDEFGH", size, seeding)) == expected


def test_seven_at_tables_of_four_fill_the_snake_to_four_and_three():
    assert stage_tables("ABCDEFG", 4) == (tuple("ADEG"), tuple("BCF"))


def test_impossible_cuts_are_refused():
    for call, reason in [
        (lambda: make_cut(TIED, 0), Reason.CUT_SIZE),
        (lambda: make_cut(TIED, 2, TieAtCut.LOT), Reason.LOT_NEEDS_SEED),
        (lambda: stage_tables("AB", 1), Reason.CUT_SIZE),
        (lambda: stage_tables("", 4), Reason.CUT_SIZE),
    ]:
        with pytest.raises(StandingsError) as error:
            call()
        assert error.value.reason is reason
