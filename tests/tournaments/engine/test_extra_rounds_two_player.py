"""Extra rounds of two-player games (gin): a duel, all against all, a bracket (docs/standings.md, "Extra
rounds").
"""

from tests.tournaments.engine.paper import after, tables, tie
from tournaments.engine.extra_rounds import ExtraRules, PlayLength, plan_extra_round
from tournaments.engine.extra_stages import bracket_slots

GIN = ExtraRules("night 7", two_player=True)
NAMES = "ABCDEFGH"


def test_two_play_one_game_to_fifty():
    (table,) = plan_extra_round([tie("AB")], (), GIN, 5).tables
    assert (after(tie("AB"), "", GIN)[1], table.length) == (["duel 1: AB"], PlayLength.GAME)
    assert after(tie("AB"), "5 extra B 50 A 20", GIN) == ("B / A", [])


def test_three_play_single_deals_everybody_against_everybody():
    """AB, then AC, then BC, since nobody can sit at two tables of a round. Net: A +5 - 20, B -5 + 12, C +20
    - 12.
    """
    three = tie("ABC")
    played = "5 extra A 5 B -5"
    assert after(three, "", GIN)[1] == ["all_play_all 1: AB"]
    assert after(three, played, GIN)[1] == ["all_play_all 1: AC"]
    played += "\n6 extra A -20 C 20"
    assert after(three, played, GIN)[1] == ["all_play_all 1: BC"]
    assert after(three, played + "\n7 extra B 12 C -12", GIN) == ("C / B / A", [])


def test_four_play_two_tables_at_a_time():
    four = tie("ABCD")
    played = "5.1 extra A 5 B -5\n5.2 extra C 7 D -7"
    assert after(four, "", GIN)[1] == ["all_play_all 1: AB CD"]
    assert after(four, played, GIN)[1] == ["all_play_all 1: AC BD"]
    (table, _) = plan_extra_round([four], tables(played), GIN, 6).tables
    assert table.length is PlayLength.DEAL


def test_level_after_all_against_all_is_a_new_tie():
    """A +5 - 5, B -5 + 5, C +5 - 5: all level, so again from the start; with the line below 2 as well."""
    circle = "5 extra A 5 B -5\n6 extra C 5 A -5\n7 extra B 5 C -5"
    assert after(tie("ABC"), circle, GIN) == ("ABC", ["all_play_all 2: AB"])


def test_two_of_three_level_play_a_duel():
    played = "5 extra A 5 B -5\n6 extra A 5 C -5\n7 extra B 0 C 0"
    assert after(tie("ABC", lines=(1, 2)), played, GIN) == ("A / BC", ["duel 2: BC"])


def test_absent_from_all_against_all_is_last_and_the_games_against_them_dont_count():
    """B won 50 against C, who then stayed away: only A against B counts."""
    played = "5 extra A 1 B -1\n6 extra A 0 C 0 absent\n7 extra B 50 C -50"
    assert after(tie("ABC"), played, GIN)[0] == "A / B / C"


def test_the_bracket_keeps_the_best_two_apart_and_gives_byes_to_the_top():
    assert ["".join(name or "-" for name in bracket_slots(NAMES[:size])) for size in (5, 6, 8)] == [
        "A-DEB-C-",
        "A-DEB-CF",
        "AHDEBGCF",
    ]


def test_five_play_a_bracket():
    five = tie("ABCDE")
    played = "5 extra E 50 D 10"
    assert after(five, "", GIN) == ("ABCDE", ["bracket 1: DE"])
    assert after(five, played, GIN) == ("ABCE / D", ["bracket 1: AE BC"])
    played += "\n6.1 extra A 50 E 2\n6.2 extra C 50 B 49"
    assert after(five, played, GIN) == ("AC / BE / D", ["bracket 1: AC"])
    assert after(five, played + "\n7 extra C 50 A 0", GIN) == ("C / A / BE / D", [])


def test_a_bracket_ends_as_soon_as_no_line_lies_among_those_still_in():
    """Eight for four places: one round of games is enough."""
    played = "5.1 extra A 5 H 0\n5.2 extra D 5 E 0\n5.3 extra B 5 G 0\n5.4 extra C 5 F 0"
    assert after(tie(NAMES, first=3, lines=(6,)), played, GIN) == ("ABCD / EFGH", [])


def test_losers_of_one_bracket_round_across_a_line_play_on_in_the_same_extra_round():
    """Podium line below 3: the losers of the semifinals, B and E, play for third. It is no repeat."""
    played = "5 extra E 50 D 10\n6.1 extra A 50 E 2\n6.2 extra C 50 B 49\n7 extra C 50 A 0"
    assert after(tie("ABCDE", lines=(1, 2, 3)), played, GIN) == ("C / A / BE / D", ["duel 1: BE"])


def test_a_level_bracket_game_is_played_again_and_drawn_after_the_cap():
    played = "5 extra E 0 D 0"
    rules = ExtraRules("x", two_player=True, cap=2)
    assert after(tie("ABCDE"), played, rules)[1] == ["bracket 1: DE"]
    assert len(after(tie("ABCDE"), played + "\n6 extra E 0 D 0", rules)[1][0]) == len("bracket 1: AE BC")


def test_absent_from_a_bracket_game_loses_it_and_is_last():
    played = "5 extra E 0 absent D 0\n6.1 extra A 50 D 2\n6.2 extra C 50 B 49\n7 extra C 50 A 0"
    assert after(tie("ABCDE"), played, GIN) == ("C / A / BD / E", [])


def test_both_absent_from_a_bracket_game_leave_a_bye():
    played = "5 extra E 0 absent D 0 absent\n6 extra C 50 B 49"
    assert after(tie("ABCDE"), played, GIN) == ("AC / B / DE", ["bracket 1: AC"])
