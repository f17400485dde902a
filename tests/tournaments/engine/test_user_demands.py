"""Cases 21 to 49 of what users of comparable systems asked for, as far as the engine is concerned.

Cases 24, 27, 28 and 48 are the app's; docs/decisions/standings.md says where they are decided.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.engine.paper import (
    RULES,
    bot,
    disqualified,
    event,
    people,
    placed,
    tables,
    values,
    withdrawn,
)
from tournaments.engine.boundaries import ties_that_matter
from tournaments.engine.corrections import Stakes, consequences
from tournaments.engine.cuts import TieAtCut, make_cut
from tournaments.engine.explain import working
from tournaments.engine.extra_rounds import resolve
from tournaments.engine.league import EventScore, SeasonPoints, SeasonRules, season_table
from tournaments.engine.lots import drawn_order
from tournaments.engine.metrics import TiebreakOptions
from tournaments.engine.records import DropKind, Drops, DropUnit, EntryKind
from tournaments.engine.results import EntrantInfo, EntrantStatus, PenaltyEntry, Reason, StandingsError
from tournaments.engine.rows import classified
from tournaments.engine.scoring import Scheme, SchemeKind, table_points
from tournaments.engine.standings import Cut
from tournaments.engine.what_if import what_if


def test_case_21_an_entrant_added_twice_is_refused():
    with pytest.raises(StandingsError) as error:
        event("ABA", "1 A 1 B -1").standings(1)
    assert error.value.reason is Reason.DUPLICATE_ENTRANT


def test_case_22_dropping_after_round_three_erases_no_history():
    """W played rounds 1 to 3 and left; the replacement R joined in round 4 and isn't in earlier rounds."""
    text = "1 W 6 A -6\n2 W 3 A -3\n3 A 1 W -1\n4 R 2 A -2"
    who = (*people("A"), withdrawn("W", 4), EntrantInfo("R", joined_round=4))
    rows = {row.entrant: row for row in event(who, text).standings(4)}
    assert (rows["W"].points, rows["W"].place, [entry.kind for entry in rows["R"].entries]) == (
        8,
        1,
        [EntryKind.MISSED] * 3 + [EntryKind.TABLE],
    )


def test_case_23_a_removal_in_mid_round_leaves_a_result_for_everybody():
    """The director writes the table's outcome: W gave up, A and B keep theirs, W is last at the table."""
    who = (*people("AB"), withdrawn("W", 1))
    given = event(who, "1 W 5 forfeit A 3 B -8", "games_won", scheme=Scheme(SchemeKind.PLACEMENT))
    assert values(given.standings(1), "points") == {"A": 60, "B": 36, "W": 12}


def test_case_25_recalculation_uses_what_each_table_recorded():
    """Who is withdrawn or replaced today changes no old table: the seats say who played."""
    text = "1 A 5 B -5\n2 A 1 C -1"
    before = {r.entrant: r.entries for r in event("ABC", text).standings(2)}
    today = (*people("AC"), withdrawn("B", 2))
    assert {r.entrant: r.entries for r in event(today, text).standings(2)} == before


def test_case_26_one_definition_of_who_is_counted():
    """Nobody is "20 of 18": the last place is never beyond the number of classified rows."""
    who = (*people("ABC"), bot("X"), disqualified("Z"), withdrawn("W"))
    rows = event(who, "1 A 9 X 8 Z 7 B 6 W 5 C -35").standings(1)
    assert (placed(rows), len(classified(rows)), max(row.place for row in classified(rows))) == (
        "1 A  - X  2 B  3 W  4 C  - Z",
        4,
        4,
    )


def test_case_29_bots_are_marked_in_every_row():
    rows = event((*people("A"), bot("X")), "1 X 1 A -1").standings(1)
    assert [(row.entrant, row.is_bot, row.place) for row in rows] == [("X", True, None), ("A", False, 1)]


def test_case_30_only_confirmed_results_count():
    text = "1 A 1 B -1\n2 open B 50 A -50"
    assert placed(event("AB", text).standings(2)) == "1 A  2 B"


def test_case_31_opponents_are_all_k_minus_1_at_a_table_repeats_counted():
    """A met B, C, D, then B again: four opponent seats, not two opponents."""
    given = event("ABCD", "1 A 3 B 2 C -1 D -4\n2 A 1 B -1", "opponents")
    lines = working(given, given.standings(2), 2, "A", "opponents")
    assert [line.opponent for line in lines] == ["B", "C", "D", "B"]


def test_case_32_head_to_head_reads_main_rounds_only():
    text = "1 A 2 C -2\n1 B 5 D -5\n2 final A 3 B 0 C -3"
    rows = event("ABCD", text, "head_to_head").standings(2)
    assert (placed(rows), values(rows, "head_to_head")["A"]) == ("1 A  1 B  3 C  3 D", None)


def test_case_33_a_dropped_player_is_not_tied_with_a_full_record():
    """W won 3 of 5 and left, A and B won 3 of 6: level on wins, but the head-to-head is A's and B's alone."""
    text = "1 A 1 B -1\n2 B 1 W -1\n3 B 1 C -1\n4 B 1 C -1\n5 A 1 C -1\n6 A 1 C -1\n" + (
        "1.2 W 1 C -1\n3.2 W 1 D -1\n4.2 W 1 D -1\n2.2 D 1 A -1\n3.3 D 1 A -1\n4.3 D 1 A -1\n"
        "5.2 D 1 B -1\n6.2 D 1 B -1\n5.3 D 1 W -1"
    )
    who = (*people("ABCD"), withdrawn("W", 6))
    rows = event(who, text, "head_to_head", scheme=Scheme(SchemeKind.WIN_LOSS)).standings(6)
    assert (placed(rows), values(rows, "head_to_head")["W"]) == ("1 D  2 A  3 B  4 W  5 C", None)


def test_case_34_a_later_drop_changes_no_earlier_standings():
    text = "1 A 5 B -5\n2 B 1 A -1\n3 A 0 B 0"
    before = [event("AB", text).standings(after) for after in (1, 2)]
    later = event((*people("A"), disqualified("B", 3)), text)
    assert [later.standings(after) for after in (1, 2)] == before


def test_case_35_standings_are_after_a_round_and_the_live_view_is_separate():
    text = "1.1 A 5 B -5\n1.2 C 1 D -1\n2.1 B 9 C -9\n2.2 open A 2 D -2"
    closed, live = event("ABCD", text), event("ABCD", text, provisional=True)
    assert (placed(closed.standings(1)), placed(closed.standings(2)), placed(live.standings(2))) == (
        "1 A  2 C  3 D  4 B",
        "1 A  2 B  3 D  4 C",
        "1 A  2 B  3 D  4 C",
    )
    assert [row.points for row in closed.standings(2)] != [row.points for row in live.standings(2)]


def test_case_36_pages_what_ifs_and_corrections_use_the_same_function():
    given = event("ABC", "1 A 5 B 5 C -10", "head_to_head")
    rows = given.standings(1)
    found = consequences(given, given, 1)
    assert (list(what_if(given, (), 1, [1]).standings), list(found.before), list(found.after)) == (
        rows,
        rows,
        rows,
    )


def test_case_37_byes_bring_no_invisible_opponent():
    """Every line of the working is a real opponent, and their mean is the value shown."""
    given = event("ABC", "1 A 4 B -4\n2 B 2 C -2\n3 A 1 C -1", "opponents")
    rows = given.standings(3)
    lines = working(given, rows, 3, "A", "opponents")
    assert ([(line.opponent, line.value) for line in lines], values(rows, "opponents")["A"]) == (
        [("B", -1), ("C", Fraction(-3, 2))],
        Fraction(-5, 4),
    )


def test_case_38_all_games_among_the_tied_count():
    """A won the first meeting by 2, B the second by 6."""
    text = "1 A 1 B -1\n2 B 3 A -3\n3.1 A 2 C -2\n3.2 D 2 B -2"
    rows = event("ABCD", text, "head_to_head").standings(3)
    assert values(rows, "head_to_head") == {"D": None, "B": 2, "A": -2, "C": None}


def test_case_39_lots_are_repeatable():
    assert drawn_order("night 7", "place 1", "ABC") == drawn_order("night 7", "place 1", "CBA")
    one, two = (
        event("ABCDEFGH", "1 A 0 B 0", "lot", options=TiebreakOptions(lot_seed=seed)).standings(1)
        for seed in ("night 7", "night 8")
    )
    assert placed(one) != placed(two)


def test_case_40_a_second_criterion_or_the_same_place():
    text = "1 A 5 w1 B 5 w2 C -10"
    assert placed(event("ABC", text, "shared").standings(1)) == "1 A  1 B  3 C"
    assert placed(event("ABC", text, "deals_won").standings(1)) == "1 B  2 A  3 C"


def test_case_41_drop_first_then_rank_on_what_is_kept():
    """Lowest is best: A 1 + 2 + 7, B 3 + 3 + 3. Over everything B leads 9 to 10; without the worst A leads
    3 to 6.
    """
    text = "1.1 A 0 d1\n1.2 B 0 d3\n2.1 A 0 d2\n2.2 B 0 d3\n3.1 A 0 d7\n3.2 B 0 d3"
    low = Scheme(SchemeKind.DEADWOOD)
    rows = event("AB", text, scheme=low, drops=Drops(DropKind.WORST, 1)).standings(3)
    assert (placed(event("AB", text, scheme=low).standings(3)), placed(rows)) == ("1 B  2 A", "1 A  2 B")
    assert [(row.points, row.counted_rounds, row.dropped_rounds) for row in rows] == [
        (3, (1, 2), (3,)),
        (6, (2, 3), (1,)),
    ]


@pytest.mark.parametrize(("unit", "points"), [(DropUnit.GAME, 17), (DropUnit.ROUND, 23)])
def test_case_42_best_two_of_games_or_of_rounds(unit, points):
    """A's rounds: 9 and 6 in one, 8 in the next, 1 in the last."""
    text = "1.1 A 9 B -9\n1.2 A 6 C -6\n2 A 8 B -8\n3 A 1 C -1"
    rows = event("ABC", text, drops=Drops(DropKind.BEST, 2, unit)).standings(3)
    assert values(rows, "points")["A"] == points


@pytest.mark.parametrize(
    ("rule", "through", "open_tie"),
    [
        (TieAtCut.EXTRA_ROUND, "A", True),
        (TieAtCut.ALL, "ABC", False),
        (TieAtCut.NONE, "A", False),
    ],
)
def test_case_43_a_tie_on_the_last_qualifying_place(rule, through, open_tie):
    cut = make_cut(event("ABCD", "1 A 9 B 0 C 0 D -9").standings(1), 2, rule)
    assert (cut.qualified, cut.open_tie is not None) == (tuple(through), open_tie)


def test_case_44_nobody_advances_over_an_unresolved_tie():
    rows = event("ABCD", "1 A 0 B 0 C 0 D 0").standings(1)
    assert (make_cut(rows, 2).qualified, make_cut(rows, 2).open_tie.members) == ((), tuple("ABCD"))


def test_case_45_a_disqualification_taken_back_leaves_no_trace():
    given = event("ABC", "1 A 5 B 3 C -8")
    out = replace(given, entrants=(*people("AC"), disqualified("B")))
    back = replace(out, entrants=(*people("AC"), replace(disqualified("B"), status=EntrantStatus.ACTIVE)))
    assert (placed(out.standings(1)), back.standings(1)) == ("1 A  2 C  - B", given.standings(1))


def test_case_46_a_correction_previews_and_rebuilds_nothing():
    """B and C were thrown out and D, E played the final; taking it back shows who would have qualified,
    that's all.
    """
    text = "1 A 9 B 8 C 7 D -11 E -13\n2 final D 5 A 1 E -6"
    cuts = (Cut(1, tuple("ADE")),)
    before = event((*people("ADE"), disqualified("B", 1), disqualified("C", 1)), text, cuts=cuts)
    after = replace(before, entrants=people("ABCDE"))
    found = consequences(before, after, 2)
    assert (found.qualified_in, found.qualified_out, after.cuts, placed(found.after)) == (
        ((1, "B"), (1, "C")),
        ((1, "D"), (1, "E")),
        cuts,
        "1 D  2 A  3 E  4 B  5 C",
    )


def test_case_47_a_wrong_last_result_can_be_put_right_after_the_next_phase_began():
    text = "1.1 A 9 B 2 C -11\n1.2 D 4 E 0 F -4"
    wrong = event("ABCDEF", text, cuts=(Cut(1, ("A", "D")),))
    right = replace(wrong, results=(tables("1.1 A 2 B 9 C -11")[0], *wrong.results[1:]))
    found = consequences(wrong, right, 1, Stakes(seated_from={2: 1}))
    assert (found.qualified_in, found.qualified_out, found.reseated_rounds) == (
        ((1, "B"),),
        ((1, "A"),),
        (2,),
    )
    assert consequences(wrong, wrong, 1, Stakes(seated_from={2: 1})).is_harmless


def test_case_49_penalties_are_lines_of_their_own_and_the_tables_sum_to_zero():
    given = event("ABC", "1 A 5 B 3 C -8", penalties=(PenaltyEntry(1, "A", -4), PenaltyEntry(1, "C", 2)))
    rows = given.standings(1)
    charged = [
        (row.entrant, entry.points)
        for row in rows
        for entry in row.entries
        if entry.kind is EntryKind.PENALTY
    ]
    assert (sum(table_points(given.results[0], given.scheme)), sum(row.points for row in rows)) == (0, -2)
    assert sorted(charged) == [("A", -4), ("C", 2)]


def test_one_function_ranks_a_season_too():
    """A season of one event by points is that event's own order."""
    rows = event("ABC", "1 A 5 B 3 C -8").standings(1)
    scores = [EventScore(1, row.entrant, row.place, row.points) for row in rows]
    season = season_table(people("ABC"), scores, SeasonRules(SeasonPoints.BY_POINTS), 1)
    assert [(line.place, line.entrant, line.row.points) for line in season] == [
        (row.place, row.entrant, row.points) for row in rows
    ]


def test_the_tie_of_a_cut_and_its_extra_round_go_together():
    rows = event("ABCD", "1 A 9 B 0 C 0 D -9").standings(1)
    cut_tie = make_cut(rows, 2).open_tie
    (same,) = ties_that_matter(rows, [2])
    played = tables("2 extra C 1 B -1")
    assert resolve(cut_tie, played, RULES).order == resolve(same, played, RULES).order
