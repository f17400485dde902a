"""What can still be reached, and the title race."""

import pytest

from tests.tournaments.engine.paper import event, people, withdrawn
from tournaments.engine.reach import Reach, still_to_reach
from tournaments.engine.records import DropKind, Drops, DropUnit
from tournaments.engine.results import Reason, StandingsError
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.title_race import title_race

WIN = Scheme(SchemeKind.WIN_LOSS)
# wins: A 3, B 2, C 1, D 0
THREE_ROUNDS = "1.1 A 1 C -1\n1.2 B 1 D -1\n2.1 A 1 D -1\n2.2 B 1 C -1\n3.1 A 1 B -1\n3.2 C 1 D -1"
ROWS = event("ABCD", THREE_ROUNDS, scheme=WIN).standings(3)


def test_one_round_to_go():
    """A 3 to 4, B 2 to 3, C 1 to 2, D 0 to 1. A can be caught by B, never passed by C."""
    assert still_to_reach(ROWS, 1, 0, 1) == [
        Reach("A", 3, 4, 1, 2),
        Reach("B", 2, 3, 1, 3),
        Reach("C", 1, 2, 2, 4),
        Reach("D", 0, 1, 3, 4),
    ]


def test_who_is_through_and_who_is_out():
    reach = {found.entrant: found for found in still_to_reach(ROWS, 1, 0, 1)}
    assert ([reach[who].is_through(2) for who in "ABCD"], [reach[who].is_out(2) for who in "ABCD"]) == (
        [True, False, False, False],
        [False, False, False, True],
    )


def test_nothing_to_come_is_the_table_itself():
    assert [(found.best_place, found.worst_place) for found in still_to_reach(ROWS, 0, 0, 1)] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


def test_dropped_results_limit_what_a_bad_evening_costs():
    """Best two of four: A has 9 and 8 and can't fall below 17; C has 1 and 2, at best 10 + 2."""
    rows = event("AC", "1 A 9 C 1\n2 A 8 C 2\n3 A 0 C 0", drops=Drops(DropKind.BEST, 2)).standings(3)
    found = still_to_reach(rows, 1, 0, 10, Drops(DropKind.BEST, 2))
    assert [(reach.least_points, reach.most_points) for reach in found] == [(17, 19), (3, 12)]


def test_drops_by_games_are_refused():
    with pytest.raises(StandingsError) as error:
        still_to_reach(ROWS, 1, 0, 1, Drops(DropKind.BEST, 2, DropUnit.GAME))
    assert error.value.reason is Reason.SEASON_RULE


def chances(rows, remaining, place=1, seed="x", runs=1000):
    return {found.entrant: found for found in title_race(rows, remaining, [place], seed, runs)}


def test_the_race_is_repeatable_and_depends_on_the_seed():
    first = title_race(ROWS, 2, [1, 2], "night 7", 500)
    assert first == title_race(ROWS, 2, [1, 2], "night 7", 500)
    assert first != title_race(ROWS, 2, [1, 2], "night 8", 500)


def test_hits_of_a_place_sum_to_the_runs_and_the_interval_holds_the_hits():
    found = chances(ROWS, 2)
    assert sum(chance.hits for chance in found.values()) == 1000
    assert all(chance.low <= chance.hits <= chance.high for chance in found.values())


def test_the_leader_has_the_best_chance_and_who_is_out_has_none():
    found = chances(ROWS, 2)
    assert found["A"].hits > found["B"].hits > found["C"].hits
    assert (found["D"].hits, found["D"].low) == (0, 0)


def test_equal_entrants_have_about_equal_chances():
    rows = event("AB", "1 A 0 B 0").standings(1)
    found = chances(rows, 3)
    assert found["A"].low <= 500 <= found["A"].high


def test_more_runs_narrow_the_interval():
    few, many = chances(ROWS, 2, runs=200)["A"], chances(ROWS, 2, runs=3200)["A"]
    assert (many.high - many.low) / 3200 < (few.high - few.low) / 200


def test_with_no_round_to_come_the_standings_speak():
    found = chances(ROWS, 0)
    assert [(found[who].hits, found[who].low, found[who].high) for who in "AB"] == [
        (1000, 1000, 1000),
        (0, 0, 0),
    ]


def test_the_withdrawn_gain_nothing_more():
    """W leads by 3 wins with two rounds to come but has gone; A, B and C can all pass."""
    who = (*people("ABC"), withdrawn("W", 3))
    rows = event(who, "1 W 5 A 1 B 0 C -6").standings(3)
    stays = event("ABCW", "1 W 5 A 1 B 0 C -6").standings(3)
    assert chances(rows, 4)["W"].hits < chances(stays, 4)["W"].hits


@pytest.mark.parametrize(("remaining", "runs"), [(1, 99), (-1, 500)])
def test_impossible_races_are_refused(remaining, runs):
    with pytest.raises(StandingsError) as error:
        title_race(ROWS, remaining, [1], "x", runs)
    assert error.value.reason is Reason.SEASON_RULE
