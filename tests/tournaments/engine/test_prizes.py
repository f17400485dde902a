"""Prizes in cents: pooled and split where places are tied, to the cent."""

import pytest

from tests.tournaments.engine.paper import bot, disqualified, event, people
from tournaments.engine.prizes import OddCents, award_prizes, pool_amounts
from tournaments.engine.results import Reason, StandingsError


def awards(text, amounts, odd=OddCents.ONE_EACH, who="ABCDE"):
    rows = event(who, text).standings(1)
    return {award.entrant: award.cents for award in award_prizes(rows, amounts, odd)}


def test_by_place():
    assert awards("1 A 9 B 5 C 1 D -5 E -10", (5000, 3000, 2000)) == {"A": 5000, "B": 3000, "C": 2000}


def test_two_first_share_the_first_two_prizes():
    assert awards("1 A 9 B 9 C 1 D -5 E -14", (5000, 3000, 2000)) == {"A": 4000, "B": 4000, "C": 2000}


def test_a_tie_across_the_last_prize_shares_it():
    """B, C, D share places 2 to 4: (3000 + 2000 + 0) / 3 = 1666 2/3, the odd two cents to the first two
    listed.
    """
    text = "1 A 9 B 1 C 1 D 1 E -12"
    assert awards(text, (5000, 3000, 2000)) == {"A": 5000, "B": 1667, "C": 1667, "D": 1666}


def test_odd_cents_may_stay_with_the_organiser():
    text = "1 A 9 B 1 C 1 D 1 E -12"
    assert awards(text, (5000, 3000, 2000), OddCents.KEPT) == {"A": 5000, "B": 1666, "C": 1666, "D": 1666}


def test_bots_and_the_disqualified_win_nothing_and_take_no_place():
    who = (*people("AB"), bot("X"), disqualified("Z"))
    assert awards("1 X 50 Z 20 A 5 B -75", (100, 50), who=who) == {"A": 100, "B": 50}


def test_the_award_names_the_places_it_comes_from():
    rows = event("ABC", "1 A 5 B 5 C -10").standings(1)
    assert [(a.entrant, a.first_place, a.last_place) for a in award_prizes(rows, (9, 5))] == [
        ("A", 1, 2),
        ("B", 1, 2),
    ]


@pytest.mark.parametrize(
    ("pool", "shares", "amounts"),
    [
        (10_000, (50, 30, 20), (5000, 3000, 2000)),
        (100, (1, 1, 1), (34, 33, 33)),
        (101, (3, 2, 1), (50, 34, 17)),  # 50.5, 33.67, 16.83: the two largest remainders get the cents
        (0, (1,), (0,)),
    ],
)
def test_shares_of_a_pool_sum_to_the_pool(pool, shares, amounts):
    assert (pool_amounts(pool, shares), sum(amounts)) == (amounts, pool)


@pytest.mark.parametrize(("pool", "shares"), [(-1, (1,)), (5, ()), (5, (0, 0)), (5, (2, -1))])
def test_impossible_pools_are_refused(pool, shares):
    with pytest.raises(StandingsError) as error:
        pool_amounts(pool, shares)
    assert error.value.reason is Reason.PRIZE_AMOUNT


def test_prizes_that_grow_downwards_are_refused():
    with pytest.raises(StandingsError) as error:
        awards("1 A 1 B -1", (10, 20), who="AB")
    assert error.value.reason is Reason.PRIZE_AMOUNT
