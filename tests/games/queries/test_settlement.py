"""Deals from real cards: the engine settles them, and what can't have happened is refused."""

import pytest

from games.errors import ReportError
from games.queries.rulesets import preset_ruleset
from games.queries.settlement import ReportedDeal, settle_report

KNOCK = preset_ruleset("knock-rummy")
GIN = preset_ruleset("gin")
SPADES_DOUBLE = preset_ruleset("spades-double")


@pytest.mark.parametrize(
    ("deadwoods", "net"),
    [
        ((8, 20, 15, 31), (42, -12, -7, -23)),
        ((12, 5, 30), (-17, 42, -25)),
        ((12, 12, 30), (-10, 28, -18)),
        ((0, 12, 30, 8), (125, -37, -55, -33)),
    ],
)
def test_the_rulebooks_examples(deadwoods, net):
    settled = settle_report(KNOCK, len(deadwoods), ReportedDeal(0, deadwoods))
    assert settled.net == net
    assert settled.undercut == (net[0] < 0)


def test_a_void_deal_gives_nobody_anything():
    settled = settle_report(KNOCK, 3, ReportedDeal(None))
    assert (settled.net, settled.winners, settled.undercut) == ((0, 0, 0), (), False)


@pytest.mark.parametrize(
    ("deadwoods", "net"),
    [((0, 30), (55, -55)), ((5, 20), (15, -15)), ((5, 5), (-25, 25)), ((8, 3), (-30, 30))],
)
def test_gin_from_deadwoods(deadwoods, net):
    """Gin, a knock, an undercut by a tie and one by five (docs/rules.md, B)."""
    assert settle_report(GIN, 2, ReportedDeal(0, deadwoods)).net == net
    doubled = settle_report(SPADES_DOUBLE, 2, ReportedDeal(0, deadwoods, multiplier=2))
    assert doubled.net == tuple(2 * n for n in net)


def test_gin_from_cards_lays_off_for_the_opponent():
    """The knocker shows 2-3-4 of hearts, three eights, three jacks and keeps an ace: 1. The opponent lays the
    five of hearts and the fourth jack off; of K K Q 9 7 7 and two threes 66 is left.
    """
    knocker = "2H 3H 4H 8C 8D 8S JC JD JS AS"
    opponent = "5H JH KC KD QS 9C 7S 7D 3C 3S"
    settled = settle_report(GIN, 2, ReportedDeal(0, hands=(knocker, opponent)))
    assert settled.deadwoods == (1, 10 + 10 + 10 + 9 + 7 + 7 + 3 + 3)
    assert settled.net == (58, -58)


@pytest.mark.parametrize(
    ("deal", "reason", "seat"),
    [
        (ReportedDeal(2, (1, 2)), "knocker", None),
        (ReportedDeal(0, (11, 2)), "knock_limit", 0),
        (ReportedDeal(0, (1, 2), multiplier=3), "multiplier", None),
        (ReportedDeal(0, (1, 2), multiplier=2), "multiplier", None),
        (ReportedDeal(0, ()), "count", None),
        (
            ReportedDeal(0, hands=("JR 2H 3H 4H 5H 6H 7H 8H 9H TH", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC")),
            "cards",
            0,
        ),
    ],
)
def test_what_cant_have_happened_is_refused(deal, reason, seat):
    with pytest.raises(ReportError) as caught:
        settle_report(GIN, 2, deal)
    assert (caught.value.reason, caught.value.seat) == (reason, seat)
