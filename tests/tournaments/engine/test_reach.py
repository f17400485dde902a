"""What can still be reached, and the title race."""

import pytest

from tests.tournaments.engine.paper import event, people, withdrawn
from tournaments.engine.reach import Coming, Reach, still_to_reach
from tournaments.engine.records import DropKind, Drops, DropUnit
from tournaments.engine.results import Reason, StandingsError
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.title_race import StageAhead, title_race

WIN = Scheme(SchemeKind.WIN_LOSS)
# wins: A 3, B 2, C 1, D 0
THREE_ROUNDS = "1.1 A 1 C -1\n1.2 B 1 D -1\n2.1 A 1 D -1\n2.2 B 1 C -1\n3.1 A 1 B -1\n3.2 C 1 D -1"
ROWS = event("ABCD", THREE_ROUNDS, scheme=WIN).standings(3)


def test_one_round_to_go():
    """A 3 to 4, B 2 to 3, C 1 to 2, D 0 to 1. A can be caught by B, never passed by C."""
    assert still_to_reach(ROWS, Coming(1, 0, 1)) == [
        Reach("A", 3, 4, 1, 2),
        Reach("B", 2, 3, 1, 3),
        Reach("C", 1, 2, 2, 4),
        Reach("D", 0, 1, 3, 4),
    ]


def test_who_is_through_and_who_is_out():
    reach = {found.entrant: found for found in still_to_reach(ROWS, Coming(1, 0, 1))}
    assert ([reach[who].is_through(2) for who in "ABCD"], [reach[who].is_out(2) for who in "ABCD"]) == (
        [True, False, False, False],
        [False, False, False, True],
    )


def test_nothing_to_come_is_the_table_itself():
    assert [(found.best_place, found.worst_place) for found in still_to_reach(ROWS, Coming(0))] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


def test_dropped_results_limit_what_a_bad_evening_costs():
    """Best two of four: A has 9 and 8 and can't fall below 17; C has 1 and 2, at best 10 + 2."""
    rows = event("AC", "1 A 9 C 1\n2 A 8 C 2\n3 A 0 C 0", drops=Drops(DropKind.BEST, 2)).standings(3)
    found = still_to_reach(rows, Coming(1, 0, 10, Drops(DropKind.BEST, 2)))
    assert [(reach.least_points, reach.most_points) for reach in found] == [(17, 19), (3, 12)]


def test_where_low_is_good_the_reach_is_turned_round():
    """Deadwood 10 and 40 with one round of 5 to 30 to come: A 15 to 40, B 45 to 70. A is through, B is
    out.
    """
    rows = event("AB", "1 A 0 d10 B 0 d40", scheme=Scheme(SchemeKind.DEADWOOD)).standings(1)
    assert still_to_reach(rows, Coming(1, 5, 30, lower_is_better=True)) == [
        Reach("A", 15, 40, 1, 1),
        Reach("B", 45, 70, 2, 2),
    ]


def test_the_withdrawn_reach_no_more_than_they_have():
    rows = event((*people("A"), withdrawn("W", 1)), "1 W 3 A -3").standings(1)
    assert [(r.entrant, r.least_points, r.most_points) for r in still_to_reach(rows, Coming(2, -1, 5))] == [
        ("W", 3, 3),
        ("A", -5, 7),
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": -1},
        {"rounds": 1, "least": 2, "most": 1},
        {"rounds": 1, "drops": Drops(DropKind.BEST, 2, DropUnit.GAME)},
    ],
)
def test_impossible_rounds_to_come_are_refused(options):
    with pytest.raises(StandingsError) as error:
        Coming(**options)
    assert error.value.reason is Reason.SEASON_RULE


def chances(rows, remaining, place=1, seed="x", runs=1000, **more):
    coming = Coming(remaining, **more)
    return {found.entrant: found for found in title_race(rows, coming, [place], seed, runs)}


def test_the_race_is_repeatable_and_depends_on_the_seed():
    first = title_race(ROWS, Coming(2), [1, 2], "night 7", 500)
    assert first == title_race(ROWS, Coming(2), [1, 2], "night 7", 500)
    assert first != title_race(ROWS, Coming(2), [1, 2], "night 8", 500)


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


def test_drops_make_a_bad_start_forgivable():
    """B lost the first round by far. With the worst round dropped B's chance is far better."""
    rows = event("AB", "1 A 50 B -50\n2 A -5 B 5\n3 A -5 B 5").standings(3)
    drops = Drops(DropKind.WORST, 1)
    dropped = event("AB", "1 A 50 B -50\n2 A -5 B 5\n3 A -5 B 5", drops=drops).standings(3)
    assert chances(dropped, 2, drops=drops)["B"].hits > chances(rows, 2)["B"].hits


def test_where_low_is_good_the_lowest_leads():
    rows = event("AB", "1 A 0 d5 B 0 d40\n2 A 0 d8 B 0 d38", scheme=Scheme(SchemeKind.DEADWOOD)).standings(2)
    found = chances(rows, 1, lower_is_better=True)
    assert found["A"].hits > 900


def test_too_few_runs_are_refused():
    with pytest.raises(StandingsError) as error:
        title_race(ROWS, Coming(1), [1], "x", 99)
    assert error.value.reason is Reason.SEASON_RULE


def test_a_final_to_come_gives_the_title_and_the_cut_stays_that_of_the_main_rounds():
    """A and B go on from zero: the title is open between them, and nobody else has any of it."""
    stages = (StageAhead(size=2, rounds=1),)
    found = title_race(ROWS, Coming(0), [1, 2], "night 7", 400, stages)
    hits = {(chance.entrant, chance.place): chance.hits for chance in found}
    assert [hits[who, 2] for who in "ABCD"] == [400, 400, 0, 0]
    assert (hits["A", 1] + hits["B", 1], hits["C", 1], hits["D", 1]) == (400, 0, 0)
    assert 0 < hits["B", 1] < 400


def test_points_that_are_carried_into_the_final_count():
    """A is ahead by one, and a round brings one at most: B can only draw level, and wins half of that at most."""
    fresh, carried = (
        {
            chance.entrant: chance.hits
            for chance in title_race(ROWS, Coming(0), [1], "night 7", 400, (StageAhead(2, 1, with_points),))
        }
        for with_points in (False, True)
    )
    assert carried["B"] < fresh["B"]
