"""Pools reported from real cards are ranked as the engine ranks one that it has played (docs/rules.md, A "Pool")."""

import pytest

from games.engine.ruleset import PRESETS
from games.errors import ReportError
from games.queries.settlement import ReportedPool, going_out, pool_places
from tests.games.engine.test_knock_game import Evening, deal

POOL = PRESETS["knock-pool"].replace(re_entries=1)


def test_places_are_those_of_the_same_pool_played_online():
    evening = Evening(POOL, 4).play(deal(190, -110, -35, -45)).decide(1, stays=True)
    evening.play(deal(135, -30, -70, -35)).decide(2, stays=False)
    evening.play(deal(-55, 90, 0, -35)).decide(3, stays=False)
    evening.play(deal(85, -85, 0, 0), deal(75, -75, 0, 0))
    assert evening.over
    result = evening.result
    used = tuple(figures.re_entries for figures in result.seats)
    reported = ReportedPool(totals=result.totals, out=(0, 3, 1, 2), re_entries=used)
    assert (result.totals, used) == ((430, -210, -105, -115), (0, 1, 0, 0))
    assert pool_places(POOL, reported) == result.places == (1, 2, 4, 3)
    assert going_out(POOL, result.totals, used, result.places) == reported.out


def test_out_in_one_deal_with_equal_points_is_a_shared_place():
    assert pool_places(POOL, ReportedPool((200, -100, -100), (0, 1, 1), (0, 0, 0))) == (1, 2, 2)


def test_a_pool_that_the_clock_ended_has_several_still_in():
    """Who is out stays behind those in, also behind somebody with fewer points and a second stake."""
    assert pool_places(POOL, ReportedPool((160, -30, -130), (0, 0, 1), (0, 0, 0))) == (1, 2, 3)
    assert pool_places(POOL, ReportedPool((310, -180, -130), (0, 0, 1), (0, 1, 0))) == (1, 2, 3)


@pytest.mark.parametrize(
    ("totals", "out", "re_entries", "reason", "seat"),
    [
        ((100, -100), (0, 1, 0), (0, 0), "count", None),
        ((100, -100), (0, 1), (0, 2), "re_entries", 1),
        ((100, -100), (1, 1), (0, 0), "all_out", 0),
        ((100, -100), (0, 2), (0, 0), "out_gap", 1),
        ((100, -100), (0, 0), (0, 0), "not_out", 1),
        ((99, -99), (0, 1), (0, 0), "still_in", 1),
        ((199, -199), (0, 1), (0, 1), "still_in", 1),
    ],
)
def test_what_cant_have_happened_is_refused_with_who_is_meant(totals, out, re_entries, reason, seat):
    with pytest.raises(ReportError) as caught:
        pool_places(POOL, ReportedPool(totals, out, re_entries))
    assert (caught.value.reason, caught.value.seat) == (reason, seat)
