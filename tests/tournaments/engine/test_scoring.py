"""Every scheme with the numbers on paper (docs/standings.md)."""

from fractions import Fraction

import pytest

from tests.tournaments.engine.paper import tables
from tournaments.engine.results import Reason, StandingsError
from tournaments.engine.scoring import (
    Scheme,
    SchemeKind,
    placement_row,
    size_example,
    table_places,
    table_points,
    table_sum_error,
)

F = Fraction


def points(line, kind, **options):
    return table_points(tables(line)[0], Scheme(kind, **options))


def test_net_points_are_the_points():
    assert points("1 A 42  B -12  C -7  D -23", SchemeKind.NET) == (42, -12, -7, -23)


def test_net_per_opponent_pays_a_table_of_three_like_a_table_of_four():
    """Everybody loses 10 a deal to A. Three seats, 6 deals: 120 / (2 x 6) = 10 a time; nominal 4 seats x 8
    deals: x 24.

    Four seats, 8 deals: 240 / (3 x 8) = 10 a time: the same 240.
    """
    three = points("1 x6 A 120  B -60  C -60", SchemeKind.NET_PER_OPPONENT)
    four = points("1 x8 A 240  B -80  C -80  D -80", SchemeKind.NET_PER_OPPONENT)
    assert (three, four) == ((240, -120, -120), (240, -80, -80, -80))


def test_a_nominal_table_of_two():
    """Gin: 30 / (1 x 3) x 1 x 1."""
    got = points("1 x3 A 30  B -30", SchemeKind.NET_PER_OPPONENT, nominal_size=2, nominal_deals=1)
    assert got == (10, -10)


def test_net_per_opponent_is_exact_and_sums_to_zero():
    """10 / (2 x 7) x (3 x 8) = 120/7."""
    got = points("1 x7 A 10  B -3  C -7", SchemeKind.NET_PER_OPPONENT)
    assert (got, sum(got)) == ((F(120, 7), F(-36, 7), -12), 0)


def test_net_per_opponent_doesnt_count_who_never_came():
    """Two played six deals: 60 / (1 x 6) x 24."""
    got = points("1 x6 A 60  B -60  C 0 absent", SchemeKind.NET_PER_OPPONENT)
    assert got == (240, -240, 0)


def test_net_per_opponent_without_a_deal_is_nothing():
    assert points("1 x0 A 0  B 0", SchemeKind.NET_PER_OPPONENT) == (0, 0)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1 A 9  B 4  C 1  D -4  E -10", (60, 48, 36, 24, 12)),
        ("1 A -4  B 9  C 1  D -6", (24, 60, 48, 12)),
        ("1 A 5  B 1  C -6", (60, 36, 12)),
        ("1 A -1  B 1", (12, 60)),
        ("1 A 5  B 5  C -3  D -7", (54, 54, 24, 12)),  # places 1 and 2: (60 + 48) / 2
        ("1 A 9  B -3  C -3  D -3", (60, 28, 28, 28)),  # places 2 to 4: (48 + 24 + 12) / 3
        ("1 A 0  B 0  C 0", (36, 36, 36)),
    ],
)
def test_placement_points_have_fixed_ends(line, expected):
    assert points(line, SchemeKind.PLACEMENT) == expected


def test_a_size_without_a_row_gets_even_steps_between_the_ends():
    """4-3-2-1 for four; three: 4, 2 1/2, 1; five: 4, 3 1/4, 2 1/2, 1 3/4, 1; two: 4, 1."""
    scheme = Scheme(SchemeKind.PLACEMENT, placement=((4, 3, 2, 1),))
    assert [placement_row(scheme, size) for size in (1, 2, 3, 4, 5)] == [
        (4,),
        (4, 1),
        (4, F(5, 2), 1),
        (4, 3, 2, 1),
        (4, F(13, 4), F(5, 2), F(7, 4), 1),
    ]


def test_the_game_says_the_places_of_a_pool():
    """A went out last but one with fewer points than C, who went out first."""
    assert points("1 A -100 @2  B 190 @1  C -90 @3", SchemeKind.PLACEMENT) == (36, 60, 12)


def test_under_deadwood_totals_the_place_is_by_deadwood_whatever_the_game_says():
    outcome = tables("1 A 9 d12 @1  B -9 d4 @2")[0]
    assert table_places(outcome.seats, lower_is_better=True) == (2, 1)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1 A 20  B -20", (1, 0)),
        ("1 A 0  B 0", (F(1, 2), F(1, 2))),
        ("1 A 6  B 6  C 6  D -18", (F(1, 3), F(1, 3), F(1, 3), 0)),
    ],
)
def test_win_or_loss_shares_a_tied_win(line, expected):
    assert points(line, SchemeKind.WIN_LOSS) == expected


def test_deadwood_counts_against_you():
    assert points("1 A 0 d31  B 0 d4  C 0 d12", SchemeKind.DEADWOOD) == (31, 4, 12)


def test_share_of_positive_points_in_hundredths():
    """60 + 30 + 30 = 120 points won at the table."""
    assert points("1 A 10 p60  B 5 p30  C -15 p30", SchemeKind.SHARE) == (50, 25, 25)


def test_share_where_nobody_won_anything_is_even():
    assert points("1 A 0  B 0  C 0", SchemeKind.SHARE) == (F(100, 3),) * 3


def test_given_points_stand():
    assert points("1 A 25 @1  B 33/2 @2", SchemeKind.GIVEN) == (25, F(33, 2))


def test_game_win_bonus_is_shared_by_tied_winners():
    alone = points("1 A 9  B -9", SchemeKind.NET, win_bonus=25)
    tied = points("1 A 3  B 3  C -6", SchemeKind.NET, win_bonus=25)
    assert (alone, tied) == ((34, -9), (F(31, 2), F(31, 2), -6))


def test_cap_on_losses():
    assert points("1 A 70  B -12  C -58", SchemeKind.NET, loss_cap=25) == (70, -12, -25)


def test_cap_on_deadwood():
    assert points("1 A 0 d61  B 0 d4", SchemeKind.DEADWOOD, loss_cap=25) == (25, 4)


def test_who_gives_up_is_behind_who_stays_and_who_never_came_is_last():
    outcome = tables("1 A 50 forfeit  B -20  C 0 absent  D -30")[0]
    assert table_places(outcome.seats) == (3, 1, 4, 2)


def test_a_table_must_sum_to_zero_before_penalties():
    right, wrong = tables("1 A 5 B -5\n1 A 5 B -4")
    scheme = Scheme()
    got = (table_sum_error(right, scheme), table_sum_error(wrong, scheme))
    assert (got, table_sum_error(wrong, Scheme(SchemeKind.DEADWOOD))) == ((None, 1), None)


@pytest.mark.parametrize(
    ("options", "about"),
    [
        ({"nominal_size": 1}, "nominal_size"),
        ({"nominal_deals": 0}, "nominal_deals"),
        ({"win_points": 0}, "win_points"),
        ({"win_bonus": -1}, "win_bonus"),
        ({"kind": SchemeKind.DEADWOOD, "win_bonus": 5}, "win_bonus"),
        ({"loss_cap": 0}, "loss_cap"),
        ({"kind": SchemeKind.PLACEMENT, "loss_cap": 25}, "loss_cap"),
        ({"placement": ()}, "placement"),
        ({"placement": ((1, 2),)}, "placement"),
        ({"placement": ((3, 1), (4, 2))}, "placement"),
    ],
)
def test_impossible_options_are_refused(options, about):
    with pytest.raises(StandingsError) as refused:
        Scheme(**options)
    assert (refused.value.reason, refused.value.about) == (Reason.SCHEME_OPTION, about)


def test_what_mixed_sizes_do_to_a_winner():
    """Who takes 10 from everybody in each of 8 deals: raw net grows with the table, the others don't."""
    raw = size_example(Scheme(SchemeKind.NET))
    fair = size_example(Scheme(SchemeKind.NET_PER_OPPONENT))
    places = size_example(Scheme(SchemeKind.PLACEMENT))
    assert (raw, fair, places) == (
        ((2, 80), (3, 160), (4, 240), (5, 320)),
        ((2, 240), (3, 240), (4, 240), (5, 240)),
        ((2, 60), (3, 60), (4, 60), (5, 60)),
    )
