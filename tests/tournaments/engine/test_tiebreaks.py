"""Tiebreaks 1 to 16 (docs/standings.md, "Tiebreaks"), each with its numbers on paper. Head-to-head has its
own file.
"""

from fractions import Fraction

import pytest

from tests.tournaments.engine.paper import bot, event, people, placed, tables, values, withdrawn
from tournaments.engine.lots import lot_number
from tournaments.engine.metrics import SharedWin, TiebreakOptions
from tournaments.engine.ranking import TieOrder
from tournaments.engine.results import Bye, ByeValue, PenaltyEntry, Reason, StandingsError
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.tiebreaks import PRESETS, REGISTRY, check_chain, full_chain

F = Fraction

# A and B are level on points after three rounds: A 30 + 0 - 10, B 5 + 5 + 10.
LEVEL = """
    1   A 30  B 5   C -35
    2   A 0   B 5   C -5
    3   A -10 B 10  C 0
"""


def test_1_total_points_first_even_if_not_named():
    rows = event("ABC", "1 A 5 B -7 C 2").standings(1)
    assert (placed(rows), rows[0].criteria[0].key) == ("1 A  2 C  3 B", "points")


def test_1_wins_may_come_before_points():
    """B won two tables, A one; A has more points."""
    text = "1 A 50 B -25 C -25\n2 B 1 A 0 C -1\n3 B 1 A 0 C -1"
    assert placed(event("ABC", text, "games_won", "points").standings(3)) == "1 B  2 A  3 C"


def test_2_number_of_tables_won():
    """A won table 1; B tables 2 and 3."""
    rows = event("ABC", LEVEL, "games_won").standings(3)
    assert (placed(rows), values(rows, "games_won")) == ("1 B  2 A  3 C", {"B": 2, "A": 1, "C": 0})


@pytest.mark.parametrize(("shared", "each"), [(SharedWin.SPLIT, F(1, 2)), (SharedWin.ZERO, 0)])
def test_2_a_shared_win_is_split_or_nothing(shared, each):
    rows = event("ABC", "1 A 6 B 6 C -12", "games_won", options=TiebreakOptions(shared_win=shared)).standings(
        1
    )
    assert values(rows, "games_won") == {"A": each, "B": each, "C": 0}


def test_3_countback_of_second_places():
    """A: 1st, 3rd, 3rd. B: 1st, 2nd, 4th. Level on points and on wins; B has the second place."""
    text = "1 A 30 C 0 D -10 E -20\n2 C 9 D 8 A -5 E -12\n3 C 9 D 8 A -5 E -12\n" + (
        "1.2 B 25 F 0 G -10 H -15\n2.2 F 9 B 5 G 0 H -14\n3.2 F 9 G 8 H -7 B -10"
    )
    rows = event("ABCDEFGH", text, "countback").standings(3)
    got = [(row.entrant, row.points, row.value("countback")) for row in rows if row.entrant in "AB"]
    assert got == [("B", 20, (1, 1, 0, 1)), ("A", 20, (1, 0, 2, 0))]


def test_4_average_place_with_shared_places_averaged():
    """Round 1: A first. Round 2: A and B share 2 and 3 = 2 1/2 each. A (1 + 5/2) / 2 = 7/4, B (3 + 5/2) / 2
    = 11/4.
    """
    rows = event("ABC", "1 A 9 C 0 B -9\n2 C 8 A -4 B -4", "average_place").standings(2)
    assert values(rows, "average_place") == {"A": F(7, 4), "C": F(3, 2), "B": F(11, 4)}


def test_5_share_of_the_table():
    """A 30/60 + 10/40 = 3/4; B 20/60 + 20/40 = 5/6; C 10/60 + 10/40 = 5/12."""
    rows = event("ABC", "1 A 0 p30 B 0 p20 C 0 p10\n2 A 0 p10 B 0 p20 C 0 p10", "table_share").standings(2)
    assert (placed(rows), values(rows, "table_share")) == (
        "1 B  2 A  3 C",
        {"B": F(5, 6), "A": F(3, 4), "C": F(5, 12)},
    )


def test_6_spread_to_the_best_opponent():
    """A: 30 - 5, 0 - 5, -10 - 10 = 0. B: 5 - 30, 5 - 0, 10 - 0 = -10. C: -35 - 30, -5 - 5, 0 - 10 = -85."""
    rows = event("ABC", LEVEL, "spread_best").standings(3)
    assert (placed(rows), values(rows, "spread_best")) == ("1 A  2 B  3 C", {"A": 0, "B": -10, "C": -85})


def test_6_spread_to_the_mean():
    """Placement points 60-36-12: means 36, so A +24 - 24 and so on; with bots left out of the mean."""
    text = "1 A 9 B 0 C -9\n2 B 9 C 0 A -9"
    rows = event("ABC", text, "spread_mean", scheme=Scheme(SchemeKind.PLACEMENT)).standings(2)
    assert values(rows, "spread_mean") == {"B": 24, "A": 0, "C": -24}


def test_7_best_single_game_then_the_next():
    """A 30, 0, -10 against B 10, 5, 5: A's best is better. C against D: both 20 at best, then 3 against 1;
    E 5 against F 3.
    """
    rows = event("ABC", LEVEL, "best_game").standings(3)
    text = "1 C 20 E -20\n1 D 20 F -20\n2 C 3 E -3\n2 D 1 F -1\n3 C -5 E 5\n3 D -3 F 3"
    next_best = event("CDEF", text, "best_game").standings(3)
    assert (placed(rows), values(rows, "best_game")["B"], placed(next_best)) == (
        "1 A  2 B  3 C",
        (10, 5, 5),
        "1 C  2 D  3 E  4 F",
    )


def test_9_opponents_strength_counts_each_opponent_seat():
    """Win points. A met B, C, D (round 1) and B (round 2): four opponent seats, B twice.

    Averages a game: A (1 + 0) / 2 = 1/2, B (0 + 1) / 2 = 1/2, C 0 / 1, D (0 + 1) / 2 = 1/2, E 0.
    A: (B 1/2 + C 0 + D 1/2 + B 1/2) / 4 = 3/8. D: (A 1/2 + B 1/2 + C 0 + E 0) / 4 = 1/4.
    C: (A + B + D) / 3 = 1/2, E: D 1/2; both without a win, so they share a place.
    """
    text = "1 A 9 B -1 C -3 D -5\n2 A -2 B 2\n2 D 4 E -4"
    rows = event("ABCDE", text, "opponents", scheme=Scheme(SchemeKind.WIN_LOSS)).standings(2)
    got = values(rows, "opponents")
    assert (placed(rows), got["A"], got["B"], got["D"]) == (
        "1 A  1 B  3 D  4 C  4 E",
        F(3, 8),
        F(3, 8),
        F(1, 4),
    )


def test_9_withdrawn_opponents_count_with_their_games_and_bots_never():
    """W won its only game (average 1) and left; the bot X won everything. A's opponents are W and B: (1 +
    0) / 2.
    """
    who = (*people("AB"), withdrawn("W", 2), bot("X"))
    text = "1 W 5 A -5\n2 A 1 B -1 X 9"
    rows = event(who, text, "opponents", scheme=Scheme(SchemeKind.WIN_LOSS)).standings(2)
    assert values(rows, "opponents")["A"] == F(1, 2)


def test_9_floor_for_weak_opponents():
    """B lost its only game: average 0, counted as 1/3."""
    rows = event(
        "AB",
        "1 A 5 B -5",
        "opponents",
        scheme=Scheme(SchemeKind.WIN_LOSS),
        options=TiebreakOptions(strength_floor=F(1, 3)),
    ).standings(1)
    assert values(rows, "opponents") == {"A": F(1, 3), "B": 1}


def test_10_cumulative_score_favours_early_points():
    """Running totals. A: 30, 30, 20 = 80. B: 5, 10, 20 = 35. C: -35, -40, -40 = -115."""
    rows = event("ABC", LEVEL, "cumulative").standings(3)
    assert (placed(rows), values(rows, "cumulative")) == (
        "1 A  2 B  3 C",
        {"A": 80, "B": 35, "C": -115},
    )


def test_11_fewest_penalties():
    """A was warned once and had a penalty lifted; B got a bonus: that is none."""
    marks = (
        PenaltyEntry(1, "A", 0),
        PenaltyEntry(2, "A", -50, cancelled=True),
        PenaltyEntry(2, "B", 3),
        PenaltyEntry(3, "C", -3),
    )
    rows = event("ABC", "1 A 3 B 0 C -3", "penalties", penalties=marks).standings(3)
    assert (placed(rows), values(rows, "penalties")) == ("1 B  2 A  3 C", {"B": 0, "A": 1, "C": 1})


def test_12_later_result_wins():
    """Last round: B 10, A -10."""
    rows = event("ABC", LEVEL, "later_result").standings(3)
    assert (placed(rows), values(rows, "later_result")["A"]) == ("1 B  2 A  3 C", (-10, 0, 30))


def test_12_later_result_looks_at_the_round_before_if_the_last_was_level():
    text = "1 A 1 C -1\n1 B 7 D -7\n2 A 8 C -8\n2 B 2 D -2\n3 A 5 C -5\n3 B 5 D -5"
    assert placed(event("ABCD", text, "later_result").standings(3)) == "1 A  2 B  3 D  4 C"


def test_13_seeding_low_number_first_and_the_unseeded_last():
    who = (*people("BA", seeded=True), *people("C"))
    rows = event(who, "1 A 0 B 0 C 0", "seeding").standings(1)
    assert (placed(rows), values(rows, "seeding")) == ("1 B  2 A  3 C", {"B": 1, "A": 2, "C": 3})


def test_14_extra_round_orders_exactly_the_group_that_played_it():
    text = "1 A 5 B 5 C 5 D -15"
    played = TieOrder((("C",), ("A", "B")))
    rows = event("ABCD", text, extra_orders=(played,)).standings(1)
    assert (placed(rows), rows[0].decided_by, rows[2].decided_by) == (
        "1 C  2 A  2 B  4 D",
        "extra_round",
        "shared",
    )


def test_14_an_extra_round_of_another_group_decides_nothing():
    text = "1 A 5 B 5 C -10"
    assert placed(event("ABC", text, extra_orders=(TieOrder((("B",), ("A",), ("C",))),)).standings(1)) == (
        "1 A  1 B  3 C"
    )


def test_15_lot_from_the_published_seed():
    """SHA-256 of "club night|standings|A" begins with the bytes that make A's lot; anyone can check."""
    options = TiebreakOptions(lot_seed="club night")
    rows = event("ABC", "1 A 0 B 0 C 0", "lot", options=options).standings(1)
    expected = sorted("ABC", key=lambda who: lot_number("club night", "standings", who))
    assert ([row.entrant for row in rows], [row.place for row in rows]) == (expected, [1, 2, 3])


def test_15_the_lot_is_a_plain_hash():
    """printf "seed|standings|7" | sha256sum: the first 16 hex digits are the lot of entrant 7."""
    assert f"{lot_number('seed', 'standings', 7):016x}" == "8e2c02ec70bc3a05"


def test_16_shared_place_is_competition_ranking():
    assert placed(event("ABCD", "1 A 5 B 5 C 0 D -10", "shared").standings(1)) == "1 A  1 B  3 C  4 D"


def test_deals_won_and_fewest_undercuts():
    text = "1 A 5 w3 u2  B 5 w3 u1  C 5 w4 u4  D -15"
    rows = event("ABCD", text, "deals_won", "fewest_undercuts").standings(1)
    assert (placed(rows), rows[1].decided_by, rows[2].decided_by) == (
        "1 C  2 B  3 A  4 D",
        "deals_won",
        "fewest_undercuts",
    )


def test_low_scores_turn_the_criteria_round():
    """Deadwood totals 20 each: A's best game is 5, B's 8; low is good, so A is ahead. In the last round B
    was lower.
    """
    text = "1 A 0 d5  C 0 d30\n1 B 0 d12  D 0 d30\n2 A 0 d15  C 0 d1\n2 B 0 d8  D 0 d0"
    low = Scheme(SchemeKind.DEADWOOD)
    best = event("ABCD", text, "best_game", scheme=low).standings(2)
    later = event("ABCD", text, "later_result", scheme=low).standings(2)
    assert (placed(best), placed(later)) == ("1 A  2 B  3 D  4 C", "1 B  2 A  3 D  4 C")


@pytest.mark.parametrize("low", [False, True])
def test_who_runs_out_of_games_first_is_behind(low):
    """A and B have the same best game; B has no other (a bye made the points level)."""
    scheme = Scheme(SchemeKind.DEADWOOD if low else SchemeKind.NET)
    bye = Bye(2, "B", ByeValue.FIXED, 0)
    rows = event(
        "ABC", "1 A 5 d5  C 0 d9\n1.2 B 5 d5\n2 A 0  C 0 d9", "best_game", scheme=scheme, byes=(bye,)
    ).standings(2)
    assert placed(rows) == "1 A  2 B  3 C"


def test_byes_give_points_and_no_wins_places_or_best_games():
    byes = (Bye(2, "A", ByeValue.FIXED, 7),)
    rows = event("AB", "1 A 5 B -5\n2 B 0", "games_won", "average_place", "best_game", byes=byes).standings(2)
    first = rows[0]
    assert (
        first.points,
        first.value("games_won"),
        first.value("average_place"),
        first.value("best_game"),
    ) == (
        12,
        (1,),
        (1,),
        (5,),
    )


@pytest.mark.parametrize(
    "key",
    ["games_won", "countback", "average_place", "table_share", "spread_best", "spread_mean", "opponents"],
)
def test_a_bots_result_never_breaks_a_tie_between_people(key):
    """A and B sat at like tables with a bot each; one bot did well, the other badly."""
    who = (*people("ABCD"), bot("X"), bot("Y"))
    text = "1 A 10 p10 C -20 X {} p{}\n1 B 10 p10 D -20 Y {} p{}"
    for good, bad in [(40, 0), (0, 40)]:
        rows = event(who, text.format(good, good, bad, bad), key).standings(1)
        assert placed([row for row in rows if row.place]) == "1 A  1 B  3 C  3 D"


def test_every_tiebreak_of_the_list_is_there_with_its_treatments():
    numbers = sorted({tiebreak.number for tiebreak in REGISTRY.values()} - {0})
    assert (numbers, {key: tiebreak.key for key, tiebreak in REGISTRY.items()}) == (
        list(range(1, 17)),
        {key: key for key in REGISTRY},
    )


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_presets_are_valid_chains(name):
    chain = full_chain(PRESETS[name], Scheme(), TiebreakOptions())
    assert [t.key for t in chain if t.key != "place_at_cut"] == list(PRESETS[name])


@pytest.mark.parametrize(
    ("keys", "reason", "about"),
    [
        ((), Reason.CHAIN_EMPTY, None),
        (("points", "luck"), Reason.UNKNOWN_TIEBREAK, "luck"),
        (("points", "games_won", "points"), Reason.DUPLICATE_TIEBREAK, "points"),
        (("extra_round", "points"), Reason.NOT_LAST, "extra_round"),
        (("shared", "lot"), Reason.NOT_LAST, "shared"),
        (("points", "lot"), Reason.LOT_NEEDS_SEED, "lot"),
        (tuple(sorted(REGISTRY))[:11], Reason.CHAIN_TOO_LONG, 11),
    ],
)
def test_senseless_chains_are_refused(keys, reason, about):
    with pytest.raises(StandingsError) as refused:
        check_chain(keys, Scheme(), TiebreakOptions())
    assert (refused.value.reason, refused.value.about) == (reason, about)


def test_table_shares_need_scores_that_are_good_when_high():
    with pytest.raises(StandingsError) as refused:
        check_chain(("table_share",), Scheme(SchemeKind.DEADWOOD), TiebreakOptions())
    assert refused.value.reason is Reason.SHARE_NEEDS_POSITIVE


def test_ten_criteria_are_allowed_and_the_tie_is_decided_by_the_last():
    keys = (
        "points",
        "games_won",
        "countback",
        "average_place",
        "spread_best",
        "head_to_head",
        "opponents",
        "cumulative",
        "deals_won",
        "seeding",
    )
    rows = event(people("BA", seeded=True), "1 A 0 B 0", *keys).standings(1)
    assert (placed(rows), rows[1].decided_by) == ("1 B  2 A", "seeding")


def test_extra_round_tables_enter_no_other_criterion():
    """The extra round's 99 points, deals and win change neither points nor tiebreaks."""
    text = "1 A 5 w1  B 5 w1  C -10"
    with_extra = text + "\n2 extra A -99  B 99 w5"
    keys = ("games_won", "deals_won", "best_game", "cumulative")
    assert event("ABC", with_extra, *keys).standings(2) == event("ABC", text, *keys).standings(2)


def test_the_helper_reads_what_is_written():
    table = tables("2.7 x8 A 5 w2 u1  B -5 forfeit")[0]
    assert (table.round_number, table.table_number, table.deals, table.seats[0].deals_won) == (2, 7, 8, 2)
