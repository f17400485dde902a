"""Ties that matter and how they are played off at tables (docs/standings.md, "Extra rounds")."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.engine.paper import RULES, after, bot, event, people, placed, tables, tie, withdrawn
from tournaments.engine.extra_rounds import (
    AfterCap,
    Boundary,
    BoundaryKind,
    Ending,
    ExtraRules,
    PlayLength,
    StageKind,
    Tie,
    boundaries_of,
    plan_extra_round,
    resolve,
    ties_that_matter,
)
from tournaments.engine.extra_stages import split_into_tables, table_sizes
from tournaments.engine.metrics import TiebreakOptions
from tournaments.engine.ranking import TieOrder
from tournaments.engine.results import Reason, StandingsError

# ------------------------------------------------ ties that matter


def test_a_tie_for_first_matters_and_one_for_third_does_not():
    rows = event("ABCDE", "1 A 9 B 9 C -3 D -3 E -12").standings(1)
    assert ties_that_matter(rows, [1]) == (Tie(1, ("A", "B"), ("A", "B"), (Boundary(1),)),)


@pytest.mark.parametrize(
    ("line", "crossed"),
    [(1, False), (2, True), (3, True), (4, False)],  # B, C, D share places 2 to 4
)
def test_which_lines_a_tie_for_two_to_four_crosses(line, crossed):
    rows = event("ABCDE", "1 A 9 B 1 C 1 D 1 E -12").standings(1)
    assert bool(ties_that_matter(rows, [line])) is crossed


def test_boundaries_of_an_event():
    """Prizes 50, 30, 30, 10: lines below 1, below 3 and below 4, not between the equal ones."""
    found = boundaries_of(podium=True, cut=8, promoted=2, relegated_from=11, prizes=(50, 30, 30, 10))
    assert [(line.kind.value, line.place) for line in found] == [
        ("title", 1),
        ("podium", 1),
        ("podium", 2),
        ("podium", 3),
        ("cut", 8),
        ("promotion", 2),
        ("promotion", 10),
        ("prize", 1),
        ("prize", 3),
        ("prize", 4),
    ]


def test_a_boundary_above_the_first_place_is_refused():
    with pytest.raises(StandingsError) as error:
        Boundary(0, BoundaryKind.CUT)
    assert error.value.reason is Reason.BOUNDARY_PLACE


LOT = TiebreakOptions(lot_seed="night 7")


def test_a_lot_after_the_extra_round_doesnt_come_before_it():
    """The chain ends in a lot: ties that matter are played off all the same, only the others are drawn."""
    rows = event("ABCDE", "1 A 9 B 9 C -3 D -3 E -12", "extra_round", "lot", options=LOT).standings(1)
    assert sorted(row.place for row in rows) == [1, 2, 3, 4, 5]
    assert ties_that_matter(rows, [1]) == (Tie(1, ("A", "B"), ("A", "B"), (Boundary(1),)),)


def test_after_a_shared_extra_round_the_lot_of_the_chain_decides():
    level = TieOrder((("A", "B"),))
    given = event("ABC", "1 A 9 B 9 C -18", "extra_round", "lot", options=LOT, extra_orders=(level,))
    rows = given.standings(2)
    assert (ties_that_matter(rows, [1]), sorted(row.place for row in rows)) == ((), [1, 2, 3])


def test_bots_are_in_no_tie_and_the_withdrawn_dont_play():
    rows = event((*people("AB"), bot("X"), withdrawn("W", 1)), "1 A 0 B 0 X 0 W 0").standings(1)
    (found,) = ties_that_matter(rows, [1])
    assert (found.members, found.players) == (("A", "B", "W"), ("A", "B"))


# ------------------------------------------------ two to five: one table


def test_sizes_of_the_tables():
    sizes = {players: table_sizes(players) for players in range(2, 14)}
    assert sizes == {
        2: (2,),
        3: (3,),
        4: (4,),
        5: (5,),
        6: (3, 3),
        7: (4, 3),
        8: (4, 4),
        9: (5, 4),
        10: (5, 5),
        11: (4, 4, 3),
        12: (4, 4, 4),
        13: (5, 4, 4),
    }


def test_tables_are_filled_in_a_snake():
    assert split_into_tables("ABCDEFG") == (("A", "D", "E", "G"), ("B", "C", "F"))


@pytest.mark.parametrize("names", ["AB", "ABC", "ABCD", "ABCDE"])
def test_up_to_five_play_at_one_table(names):
    assert after(tie(names)) == (names, [f"table 1: {names}"])


def test_three_for_the_title_are_ordered_by_one_table():
    assert after(tie("ABC"), "5 extra C 20 A 4 B -24") == ("C / A / B", [])


def test_a_tie_at_the_table_below_the_line_stays_shared():
    assert after(tie("ABC"), "5 extra C 20 A -10 B -10") == ("C / AB", [])


def test_a_tie_at_the_table_across_the_line_is_played_again_by_those_two():
    assert after(tie("ABC"), "5 extra C 10 A 10 B -20") == ("AC / B", ["table 2: AC"])


def test_the_repeat_decides():
    assert after(tie("ABC"), "5 extra C 10 A 10 B -20\n6 extra A 3 C -3") == ("A / C / B", [])


def test_the_cap_counts_repeats_and_then_the_place_is_shared():
    level = "5 extra A 0 B 0\n6 extra A 0 B 0\n7 extra A 0 B 0"
    found = resolve(tie("AB"), tables(level), RULES)
    assert (found.order.tiers, found.settled[0].how, found.is_decided) == (
        (("A", "B"),),
        Ending.SHARED,
        True,
    )


def test_after_the_cap_a_lot_from_the_published_seed():
    rules = ExtraRules("night 7", cap=1, after_cap=AfterCap.LOT)
    found = resolve(tie("AB"), tables("5 extra A 0 B 0"), rules)
    again = resolve(tie("BA"), tables("5 extra B 0 A 0"), rules)
    assert (found.order == again.order, len(found.order.tiers), found.settled[0].how) == (
        True,
        2,
        Ending.LOT,
    )


def test_two_lines_across_one_tie():
    """Podium: places 1 to 3 among four; level second and third play on, first and last are settled."""
    played = "5 extra A 9 B 1 C 1 D -11"
    assert after(tie("ABCD", lines=(1, 2, 3)), played) == ("A / BC / D", ["table 2: BC"])


def test_two_new_ties_of_one_table_play_side_by_side():
    played = "5 extra A 5 B 5 C -5 D -5"
    open_tie = tie("ABCD", lines=(1, 3))
    assert after(open_tie, played) == ("AB / CD", ["table 2: AB", "table 2: CD"])
    assert after(open_tie, played + "\n6.1 extra A 1 B -1") == ("A / B / CD", ["table 2: CD"])
    assert after(open_tie, played + "\n6.1 extra A 1 B -1\n6.2 extra C -1 D 1") == ("A / B / D / C", [])


def test_results_that_arent_confirmed_decide_nothing():
    assert after(tie("AB"), "5 extra open A 5 B -5") == ("AB", ["table 1: AB"])


def test_main_rounds_and_tables_with_others_decide_nothing():
    assert after(tie("AB"), "4 A 5 B -5\n5 extra A 5 B 3 C -8") == ("AB", ["table 1: AB"])


# ------------------------------------------------ six and more


def test_six_for_one_place_play_two_tables_and_a_decider():
    six = tie("ABCDEF")
    assert after(six) == ("ABCDEF", ["tables 1: ADE BCF"])
    tables_played = "5.1 extra A 9 D -4 E -5\n5.2 extra F 7 B 0 C -7"
    assert after(six, tables_played) == ("AF / BCDE", ["decider 1: AF"])
    assert after(six, tables_played + "\n6 extra F 2 A -2") == ("F / A / BCDE", [])


def test_one_table_is_still_playing():
    assert after(tie("ABCDEF"), "5.1 extra A 9 D -4 E -5") == ("ABCDEF", ["tables 1: ADE BCF"])


def test_both_winners_of_a_tied_table_go_to_the_decider():
    played = "5.1 extra A 5 D 5 E -10\n5.2 extra F 7 B 0 C -7"
    assert after(tie("ABCDEF"), played) == ("ADF / BCE", ["decider 1: ADF"])


def test_a_level_decider_is_a_new_tie():
    played = "5.1 extra A 9 D -4 E -5\n5.2 extra F 7 B 0 C -7\n6 extra A 0 F 0"
    assert after(tie("ABCDEF"), played) == ("AF / BCDE", ["table 2: AF"])


def test_tables_and_decider_are_one_extra_round_for_the_cap():
    rules = ExtraRules("x", cap=1)
    played = "5.1 extra A 9 D -4 E -5\n5.2 extra F 7 B 0 C -7"
    assert after(tie("ABCDEF"), played, rules) == ("AF / BCDE", ["decider 1: AF"])
    assert after(tie("ABCDEF"), played + "\n6 extra A 0 F 0", rules) == ("AF / BCDE", [])


def test_seven_across_a_cut_are_ranked_per_opponent_and_deal():
    """Places 3 to 9, the cut below 6: four of seven go through.

    Table of 4, four deals: A 48 / 12 = 4, D 12 / 12 = 1, E -24 / 12 = -2, G -36 / 12 = -3.
    Table of 3, three deals: B 30 / 6 = 5, C 0, F -30 / 6 = -5. So B, A, D, C | E, G, F. By raw points E
    would be behind as well, but A ahead of B.
    """
    seven = tie("ABCDEFG", first=3, lines=(6,))
    played = "5.1 extra x4 A 48 D 12 E -24 G -36\n5.2 extra x3 B 30 C 0 F -30"
    assert after(seven, played) == ("B / A / D / C / E / G / F", [])


def test_a_tie_across_the_line_recurses_with_only_those_players():
    """D 12 / 12 = 1 and C 6 / 6 = 1 for places 5 and 6, the line below 5."""
    seven = tie("ABCDEFG", first=3, lines=(5,))
    played = "5.1 extra x4 A 48 D 12 E -24 G -36\n5.2 extra x3 B 30 C 6 F -36"
    assert after(seven, played) == ("B / A / CD / E / G / F", ["table 2: CD"])
    assert after(seven, played + "\n6 extra C 1 D -1") == ("B / A / C / D / E / G / F", [])


def test_twenty_six_for_the_title():
    """Six tables of 5, 5, 4, 4, 4, 4; six winners play two tables of three; their winners the decider: one
    round.
    """
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    many = tie(names)
    (first,) = resolve(many, (), RULES).stages
    assert (first.kind, [len(table) for table in first.tables]) == (StageKind.TABLES, [5, 5, 4, 4, 4, 4])
    text = "".join(
        f"5.{number} extra {table[0]} 9 " + " ".join(f"{who} -1" for who in table[1:]) + "\n"
        for number, table in enumerate(first.tables, 1)
    )
    assert after(many, text)[1] == ["tables 1: ADE BCF"]
    text += "6.1 extra A 1 D 0 E 0\n6.2 extra B 1 C 0 F 0\n"
    assert after(many, text)[1] == ["decider 1: AB"]
    assert after(many, text + "7 extra B 1 A -1")[0][:21] == "B / A / CDEF / GHIJKL"


# ------------------------------------------------ absent, withdrawn, bots, lots


def test_absent_from_the_table_is_last_and_two_absent_share():
    assert after(tie("ABCD"), "5 extra A 0 absent B 5 C -5 D 0 absent") == ("B / C / AD", [])


def test_absent_from_one_of_two_tables_is_last_of_all():
    played = "5.1 extra A 0 absent D 4 E -4\n5.2 extra F 7 B 0 C -7"
    assert after(tie("ABCDEF", lines=(2,)), played)[0].endswith(" / A")


def test_known_absentees_are_left_out_of_the_tables():
    known = tie("ABC")
    assert after(known, absent=("B",)) == ("ABC", ["table 1: AC"])
    assert after(known, "5 extra C 1 A -1", absent=("B",)) == ("C / A / B", [])


def test_the_only_one_present_wins_without_playing():
    found = resolve(tie("ABC"), (), RULES, absent=("A", "C"))
    assert (found.order.tiers, found.settled[0].how) == ((("B",), ("A", "C")), Ending.WALKOVER)


def test_all_absent_share():
    assert after(tie("AB"), absent=("A", "B")) == ("AB", [])


def test_who_gives_up_is_behind_who_plays_on():
    assert after(tie("ABC"), "5 extra A 50 forfeit B -20 C -30") == ("B / C / A", [])


def test_the_withdrawn_come_behind_those_who_play():
    assert after(tie("ABW", gone="W"), "5 extra B 4 A -4") == ("B / A / W", [])


def test_against_a_withdrawn_player_nothing_is_played():
    assert after(tie("AW", gone="W")) == ("A / W", [])


def test_a_bot_that_plays_on_for_a_person_decides_like_the_person():
    (outcome,) = tables("5 extra B 4 A -4")
    by_bot = replace(outcome, seats=tuple(replace(seat, bot_share=Fraction(1)) for seat in outcome.seats))
    assert resolve(tie("AB"), (by_bot,), RULES).order.tiers == (("B",), ("A",))


def test_the_plan_seats_all_groups_side_by_side():
    plan = plan_extra_round([tie("ABC"), tie("FG", first=8, lines=(8,))], (), RULES, 5)
    assert [(t.table_number, t.kind, sorted(t.seats), t.first_place, t.length) for t in plan.tables] == [
        (1, StageKind.TABLE, ["A", "B", "C"], 1, PlayLength.ROTATION),
        (2, StageKind.TABLE, ["F", "G"], 8, PlayLength.ROTATION),
    ]


def test_seats_and_first_dealer_are_drawn_from_the_seed():
    """The same seed draws the same; over many seeds everybody deals first and sits everywhere about equally
    often.
    """
    one = plan_extra_round([tie("ABC")], (), RULES, 5)
    dealers = dict.fromkeys("ABC", 0)
    first_seats = dict.fromkeys("ABC", 0)
    for number in range(900):
        (table,) = plan_extra_round([tie("ABC")], (), ExtraRules(f"seed {number}"), 5).tables
        dealers[table.seats[table.first_dealer]] += 1
        first_seats[table.seats[0]] += 1
    assert one == plan_extra_round([tie("ABC")], (), RULES, 5)
    assert all(240 < count < 360 for count in (*dealers.values(), *first_seats.values()))


def test_one_deal_is_an_option():
    (table,) = plan_extra_round([tie("AB")], (), ExtraRules("x", length=PlayLength.DEAL), 5).tables
    assert table.length is PlayLength.DEAL


def test_nothing_left_to_play_is_an_empty_plan():
    assert plan_extra_round([tie("AB")], tables("5 extra A 1 B -1"), RULES, 6).tables == ()


def test_without_extra_rounds_a_tie_is_shared_or_drawn_at_once():
    shared = after(tie("AB"), "", ExtraRules("x", cap=0))
    drawn = after(tie("AB"), "", ExtraRules("x", cap=0, after_cap=AfterCap.LOT))
    assert (shared, len(drawn[0])) == (("AB", []), len("A / B"))


@pytest.mark.parametrize(
    "options", [{"rng_seed": ""}, {"rng_seed": "x", "cap": -1}, {"rng_seed": "x", "length": PlayLength.GAME}]
)
def test_impossible_rules_are_refused(options):
    with pytest.raises(StandingsError) as error:
        ExtraRules(**options)
    assert error.value.reason is Reason.EXTRA_ROUND_OPTION


def test_a_player_at_two_tables_of_one_extra_round_is_refused():
    with pytest.raises(StandingsError) as error:
        resolve(tie("ABC"), tables("5.1 extra A 1 B -1\n5.2 extra A 1 C -1"), RULES)
    assert error.value.reason is Reason.EXTRA_ROUND_TABLES


def test_the_order_goes_into_the_standings():
    given = event("ABCD", "1 A 5 B 5 C 5 D -15")
    (found,) = ties_that_matter(given.standings(1), [1])
    order = resolve(found, tables("2 extra C 20 A 4 B -24"), RULES).order
    done = event("ABCD", "1 A 5 B 5 C 5 D -15\n2 extra C 20 A 4 B -24", extra_orders=(order,))
    rows = done.standings(2)
    assert (placed(rows), [row.points for row in rows], rows[1].decided_by) == (
        "1 C  2 A  3 B  4 D",
        [5, 5, 5, -15],
        "extra_round",
    )
