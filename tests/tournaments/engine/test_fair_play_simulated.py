"""Fair play in events of bots: friends are found, and honest players are let alone, however unequal they are.

The bound that is shown: of honest pairs at most one in a hundred, and of pairs of friends with 200 deals together at
least nine in ten. The short runs are here for every change, the long ones are proofs.
"""

from itertools import permutations
from math import sqrt

import pytest

from tests.tournaments.engine.fair_events import (
    EQUALS,
    EVERYTHING,
    FRIENDS,
    MIXED,
    UNEQUAL,
    Style,
    an_event,
)
from tournaments.engine.fair_play.facts import Sign
from tournaments.engine.fair_play.judging import judge

GIN = ("beginner", "club", "beginner", "club", "beginner", "club")


def shown(deals):
    """The pairs that are worth a look, and how many were compared."""
    judged = judge(deals)
    compared = {frozenset((figure.giver, figure.taker)) for figure in judged.figures}
    return {
        frozenset((each.giver, each.taker)) for each in judged.figures if judged.stands_out(each)
    }, compared


def found_friends(count, levels, style, **game):
    """The shares of friends found, and of the other pairs shown, in so many events with two pairs of friends."""
    friends = {frozenset(pair) for pair in FRIENDS}
    hits = others = compared = 0
    for number in range(count):
        pairs, all_pairs = shown(an_event(f"friends {number}", levels, FRIENDS, style, **game))
        hits += len(pairs & friends)
        others += len(pairs - friends)
        compared += len(all_pairs - friends)
    return hits / (count * len(friends)), others / compared


def honest_pairs(count, levels, **game):
    """How many pairs were shown in so many honest events, and how many compared."""
    results = [shown(an_event(f"honest {number}", levels, **game)) for number in range(count)]
    return sum(len(pairs) for pairs, _ in results), sum(len(compared) for _, compared in results)


@pytest.mark.uncounted
@pytest.mark.parametrize("levels", [EQUALS, MIXED], ids=["equals", "mixed"])
def test_two_pairs_of_friends_are_found_among_eight(levels):
    pairs, _compared = shown(an_event("an evening", levels, FRIENDS, EVERYTHING))
    assert pairs == {frozenset(pair) for pair in FRIENDS}


@pytest.fixture(scope="module")
def honest_evening():
    """Eight people from beginner to expert, everybody with everybody for a hundred deals."""
    return an_event("an honest evening", UNEQUAL, deals=100)


@pytest.mark.uncounted
def test_of_honest_players_nobody_is_shown_however_unequal(honest_evening):
    pairs, compared = shown(honest_evening)
    assert (pairs, len(compared)) == (set(), 28)


@pytest.mark.uncounted
def test_whoever_leaves_strength_out_suspects_honest_people(honest_evening):
    """The control: the same honest event, judged by the share of one's discards that another takes, against the share
    that is usual. Beginners throw good cards to everybody, and strong players see them.
    """
    offers = [offer for deal in honest_evening for offer in deal.offers]
    usual = sum(offer.taken for offer in offers) / len(offers)
    suspected, bound = set(), judge(honest_evening).bound
    for giver, taker in permutations(range(8), 2):
        own = [offer.taken for offer in offers if (offer.giver, offer.taker) == (giver, taker)]
        score = (sum(own) - len(own) * usual - 0.5) / sqrt(len(own) * usual * (1 - usual))
        if score > bound:
            suspected.add((UNEQUAL[giver], UNEQUAL[taker], giver, taker))
    assert {names[:2] for names in suspected} == {("beginner", "strong")}
    assert len(suspected) >= 3


@pytest.mark.proof
@pytest.mark.parametrize("levels", [EQUALS, MIXED], ids=["equals", "mixed"])
def test_nine_of_ten_pairs_of_friends_are_found_after_200_deals(levels):
    """Two times 52 pairs."""
    found, others = found_friends(26, levels, EVERYTHING)
    assert found >= 0.9
    assert others <= 0.01


@pytest.mark.proof
@pytest.mark.parametrize(
    "style",
    [Style(holds_back=True), Style(dumps=True), Style(is_told=True)],
    ids=["never knocks", "keeps deadwood", "feeds a hand it was told of"],
)
def test_each_way_of_helping_is_found_by_itself(style):
    found, others = found_friends(10, EQUALS, style)
    assert found >= 0.9
    assert others <= 0.01


@pytest.mark.proof
def test_in_a_game_of_two_friends_are_found_by_their_other_opponents():
    found, others = found_friends(3, GIN, EVERYTHING, preset="gin", size=2)
    assert found >= 0.9
    assert others <= 0.01


@pytest.mark.proof
@pytest.mark.parametrize("deals", [60, 200])
@pytest.mark.parametrize("levels", [EQUALS, UNEQUAL], ids=["equals", "unequal"])
def test_of_a_hundred_honest_pairs_at_most_one_is_shown(levels, deals):
    """Twenty events of 28 pairs each; void deals may leave a pair with too few."""
    pairs, compared = honest_pairs(20, levels, deals=deals)
    assert 550 <= compared <= 20 * 28
    assert pairs / compared <= 0.01


@pytest.mark.proof
def test_of_honest_pairs_at_gin_neither():
    pairs, compared = honest_pairs(3, GIN, preset="gin", size=2, deals=100)
    assert pairs / compared <= 0.01


@pytest.mark.proof
def test_a_feeder_who_knows_no_more_than_the_table_is_hardly_seen():
    """What can't be seen, said plainly: cards that fit what the friend took openly, and nothing else, are too few."""
    judged = judge(an_event("a mild evening", EQUALS, FRIENDS, Style(feeds=True)))
    signs = {figure.sign for figure in judged.figures if judged.stands_out(figure)}
    assert signs <= {Sign.SERVED, Sign.WASTE}
