"""Ratings: what must hold for every table of two to five, and how sure they become."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.ratings import Rating, rate_table, win_chance

PLACES = st.lists(st.integers(1, 5), min_size=2, max_size=5)
RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(1, 8.3), st.integers(0, 50))
CLOSE = 1e-9


@given(PLACES, RATINGS)
def test_for_equals_a_better_place_never_gets_less_and_equals_get_the_same(places, before):
    """Among them 1, 1, 3, 4, 5, at which another model gave the third more than the tied winners."""
    after = rate_table([before] * len(places), places)
    for one, mine in zip(after, places, strict=True):
        for other, theirs in zip(after, places, strict=True):
            if mine == theirs:
                assert one.mu == pytest.approx(other.mu, abs=CLOSE)
            elif mine < theirs:
                assert one.mu > other.mu
            assert one.sigma == pytest.approx(other.sigma, abs=CLOSE)


@given(st.data())
def test_a_better_place_of_ones_own_never_brings_less(data):
    before = data.draw(st.lists(RATINGS, min_size=2, max_size=5))
    places = data.draw(st.lists(st.integers(1, 5), min_size=len(before), max_size=len(before)))
    better = [max(1, places[0] - data.draw(st.integers(0, 4))), *places[1:]]
    assert rate_table(before, better)[0].mu >= rate_table(before, places)[0].mu - CLOSE


@given(RATINGS, RATINGS)
def test_at_a_table_of_two_the_winner_never_falls_and_the_loser_never_rises(one, other):
    winner, loser = rate_table([one, other], [1, 2])
    assert winner.mu >= one.mu
    assert loser.mu <= other.mu


@given(st.lists(RATINGS, min_size=2, max_size=5), st.randoms())
@settings(max_examples=30)
def test_the_order_of_the_seats_changes_nothing(before, rng):
    places = [rng.randint(1, 5) for _ in before]
    order = rng.sample(range(len(before)), len(before))
    straight = rate_table(before, places)
    mixed = rate_table([before[at] for at in order], [places[at] for at in order])
    for number, at in enumerate(order):
        assert mixed[number].mu == pytest.approx(straight[at].mu)
        assert mixed[number].sigma == pytest.approx(straight[at].sigma)


def test_case_48_the_tied_winners_of_five_get_most():
    after = [round(one.mu, 2) for one in rate_table([Rating()] * 5, [1, 1, 3, 4, 5])]
    assert after[0] == after[1]
    assert after == sorted(after, reverse=True)


def test_a_rating_becomes_surer_and_is_shown_from_the_fifth_table():
    pair, shown = [Rating(), Rating()], []
    for _unused in range(5):
        before = pair
        pair = rate_table(pair, [1, 2])
        shown.append(pair[0].is_shown)
        assert pair[0].sigma < before[0].sigma
    assert shown == [False, False, False, False, True]
    assert pair[0].uncertainty < Rating().uncertainty
    assert win_chance(*pair) > 0.5
    assert win_chance(*pair) + win_chance(*pair[::-1]) == pytest.approx(1)


def test_a_newcomer_is_worth_nothing_for_certain_yet():
    assert (Rating().shown, Rating().is_shown) == (0, False)


def test_one_alone_is_left_alone_and_every_seat_needs_a_place():
    assert rate_table([Rating()], [1]) == [Rating()]
    with pytest.raises(ValueError, match="place"):
        rate_table([Rating()], [])
