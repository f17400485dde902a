"""The signs of fair play on figures that are drawn by hand, where the answer can be worked out on paper."""

from itertools import combinations
from math import isclose, sqrt

from tournaments.engine.fair_play.discards import TOLERANCE, Discards, beyond
from tournaments.engine.fair_play.evidence import Evidence, evidence
from tournaments.engine.fair_play.facts import FairDeal, Figure, Offer, Sign, TurnEnd
from tournaments.engine.fair_play.habits import CARELESS, SELDOMER, Habits
from tournaments.engine.fair_play.judging import ALPHA, LEAST_TOGETHER, judge
from tournaments.engine.fair_play.payments import Payments, flows

ANNA, BEN, CARL, DORA, EVE, FRED = range(1, 7)
A_BOT = -1


def a_deal(people, net, offers=(), ends=(), kind="knock-rummy/2", key=0):
    return FairDeal(key, kind, tuple(people), tuple(net), tuple(offers), tuple(ends))


def numbered(deals):
    return [
        FairDeal(key, deal.kind, deal.people, deal.net, deal.offers, deal.ends)
        for key, deal in enumerate(deals)
    ]


def an_end(person, best, left=None, lap=1, knocked=False, may_knock=True):
    return TurnEnd(person, lap, best, best if left is None else left, may_knock, knocked)


def test_losers_pay_the_winner():
    """8, 20, 15, 31 with a clean knock by the first: +42, -12, -7, -23."""
    assert flows(a_deal([ANNA, BEN, CARL, DORA], [42, -12, -7, -23])) == {
        (BEN, ANNA): 12,
        (CARL, ANNA): 7,
        (DORA, ANNA): 23,
    }


def test_two_winners_share_what_each_loser_pays():
    """12, 5, 5, 29: -17, +21, +20, -24; of Anna's 17 the first winner gets 21 parts in 41."""
    paid = flows(a_deal([ANNA, BEN, CARL, DORA], [-17, 21, 20, -24]))
    assert isclose(paid[ANNA, BEN], 17 * 21 / 41)
    assert isclose(sum(paid.values()), 41)


def a_round_of_two(wins):
    """Deals of two in which everybody meets everybody: `wins[one, other]` are what one wins from the other."""
    deals = []
    for one, other in combinations((ANNA, BEN, CARL, DORA), 2):
        deals += [a_deal([one, other], [net, -net]) for net in wins(one, other)]
    return numbered(deals)


def test_who_pays_everybody_twice_as_much_pays_nobody_too_much():
    """Ben pays each other one 20 in two of four deals and gets 10 in two; all the others pay and get 10."""
    deals = a_round_of_two(lambda one, other: [10, 10, -10, -10] if BEN not in (one, other) else
                           ([20, 20, -10, -10] if other == BEN else [-20, -20, 10, 10]))  # fmt: skip
    figure = Payments(deals).figure(BEN, CARL)
    assert (figure.sign, figure.count, figure.observed) == (Sign.PAYMENTS, 4, 5.0)
    assert isclose(figure.expected, 5.0, abs_tol=0.3)
    assert figure.score < 0


def test_what_one_pays_one_other_alone_is_above_expectation():
    """Anna pays Ben 30 in each deal; everybody else, and both with others, win and lose 10 by turns."""
    deals = a_round_of_two(
        lambda one, other: [-30, -30, -29, -31] * 5 if (one, other) == (ANNA, BEN) else [10, -10] * 10
    )
    payments = Payments(deals)
    there, back = payments.figure(ANNA, BEN), payments.figure(BEN, ANNA)
    assert (there.count, there.observed, back.observed) == (20, 30.0, -30.0)
    assert isclose(there.expected, 0.0, abs_tol=0.01)
    assert there.score > 5
    assert back.score < -5


def test_without_other_opponents_nothing_is_expected():
    deals = numbered([a_deal([ANNA, BEN], [-30, 30])] * 60)
    assert Payments(deals).figure(ANNA, BEN) is None
    assert judge(deals).figures == ()


def offers_of(giver, taker, taken, offered):
    return [Offer(giver, taker, True)] * taken + [Offer(giver, taker, False)] * (offered - taken)


def test_a_beginners_good_cards_are_taken_by_everybody():
    """Half of Anna's discards are taken by each of three, a tenth of everybody else's: nothing between Anna and Ben."""
    offers = []
    for giver in (ANNA, BEN, CARL, DORA):
        for taker in (ANNA, BEN, CARL, DORA):
            if giver != taker:
                offers += offers_of(giver, taker, 50 if giver == ANNA else 10, 100)
    figure = Discards([a_deal([ANNA, BEN], [0, 0], offers)]).figure(ANNA, BEN)
    assert (figure.count, figure.observed) == (100, 0.5)
    assert isclose(figure.expected, 0.5, abs_tol=0.02)
    assert figure.score < 0


def test_cards_for_one_alone_stand_out():
    """Ben takes half of Anna's discards; the others take a tenth of hers, and he a tenth of theirs."""
    offers = []
    for giver in (ANNA, BEN, CARL, DORA):
        for taker in (ANNA, BEN, CARL, DORA):
            if giver != taker:
                offers += offers_of(giver, taker, 50 if (giver, taker) == (ANNA, BEN) else 10, 100)
    found = Discards([a_deal([ANNA, BEN], [0, 0], offers)])
    assert found.figure(ANNA, BEN).expected < 0.12
    assert found.figure(ANNA, BEN).score > 4
    assert found.figure(ANNA, CARL).score < 0
    assert found.figure(CARL, DORA).score < 2


def test_odds_up_to_the_tolerance_are_nobodys_concern():
    """From 10 % twice the odds lead to 2/11 = 18 %: a thousand offers with 17 % taken say nothing."""
    offers = []
    for giver in (ANNA, BEN, CARL, DORA):
        for taker in (ANNA, BEN, CARL, DORA):
            if giver != taker:
                offers += offers_of(giver, taker, 170 if (giver, taker) == (ANNA, BEN) else 100, 1000)
    assert isclose(TOLERANCE, 0.693, abs_tol=0.001)
    assert Discards([a_deal([ANNA, BEN], [0, 0], offers)]).figure(ANNA, BEN).score < 0


def test_few_offers_are_judged_by_the_exact_law():
    """4 of 4 at a share of one half that is known exactly: one chance in 16, which a bell curve passes at 1.53."""
    assert isclose(beyond(4, 4, 0.5, 1.0), 1.534, abs_tol=0.002)
    # 6 of 24 at 3 %: the bell curve would say 6.3 standard errors, the law says 4.0
    assert 3.5 < beyond(6, 24, 0.03, 24 * 0.03 * 0.97) < 4.5


def test_a_share_known_badly_makes_the_same_takings_less_unlikely():
    well, badly = beyond(20, 50, 0.2, 8.0), beyond(20, 50, 0.2, 24.0)
    assert well > badly > 0


def beside(other, knocked, best=12, lap=1, left=None):
    """One deal of Anna with somebody: a turn that she ends with a knock, or doesn't."""
    return a_deal([ANNA, other], [0, 0], ends=[an_end(ANNA, best, left, lap, knocked)])


def test_the_lottery_of_knocks_is_that_of_the_urn():
    """20 like chances, 10 of them with Ben; Anna knocked 10 times, never with Ben. Chance would deal 5 of the 10 to the
    tables with Ben, with the variance of the hypergeometric law: 10 x 1/2 x 1/2 x 10/19.
    """
    deals = [beside(BEN, knocked=False)] * 10 + [beside(CARL, knocked=True)] * 10
    figure = Habits(deals).knocks(ANNA, BEN)
    assert (figure.sign, figure.count, figure.observed, figure.expected) == (Sign.KNOCKS, 10, 0.0, 1.0)
    spread = sqrt(10 / 2 / 2 * 10 / 19)
    assert isclose(figure.score, ((1 - SELDOMER) * 5 - 0 - 0.5) / spread)
    assert Habits(deals).knocks(ANNA, CARL).score < 0


def test_chances_that_arent_alike_are_not_compared():
    """With Ben Anna has 40 points left and never knocks; with Carl 12, and does. That is the cards."""
    deals = [beside(BEN, knocked=False, best=40)] * 10 + [beside(CARL, knocked=True)] * 10
    assert Habits(deals).knocks(ANNA, BEN) is None
    later = [beside(BEN, knocked=False, lap=9)] * 10 + [beside(CARL, knocked=True)] * 10
    assert Habits(later).knocks(ANNA, BEN) is None


def test_a_turn_that_may_not_be_a_knock_is_no_chance():
    deals = [a_deal([ANNA, BEN], [0, 0], ends=[an_end(ANNA, 12, may_knock=False)])] * 10
    deals += [beside(BEN, knocked=True), beside(CARL, knocked=True), beside(CARL, knocked=False)]
    assert Habits(deals).knocks(ANNA, BEN).count == 1


def test_points_given_away():
    """With Ben Anna keeps 8 points more than needed in 10 turns, with Carl none in 10; chance would deal 4 to each."""
    deals = [beside(BEN, knocked=False, left=20)] * 10 + [beside(CARL, knocked=False, left=12)] * 10
    figure = Habits(deals).waste(ANNA, BEN)
    assert (figure.sign, figure.count, figure.observed, figure.expected) == (Sign.WASTE, 10, 8.0, 0.0)
    spread = sqrt(10 * 10 / 20 * (10 * 64 - 20 * 16) / 19)
    assert isclose(figure.score, (80 - 40 - CARELESS * 10) / spread)


def test_a_card_for_the_next_in_turn():
    """At a table of three Anna gives 8 points away when Ben is next, none when Carl is; Ben is always there."""
    for_ben = a_deal([ANNA, BEN, CARL], [0, 0, 0], ends=[an_end(ANNA, 12, 20)])
    for_carl = a_deal([ANNA, CARL, BEN], [0, 0, 0], ends=[an_end(ANNA, 12)])
    found = Habits([for_ben] * 10 + [for_carl] * 10)
    figure = found.served(ANNA, BEN)
    assert (figure.sign, figure.count, figure.observed, figure.expected) == (Sign.SERVED, 10, 8.0, 0.0)
    assert figure.score > 3
    assert found.waste(ANNA, BEN) is None
    assert found.served(ANNA, CARL).score < 0


def test_at_a_table_of_two_the_next_is_always_the_other():
    assert (
        Habits([beside(BEN, knocked=False, left=20), beside(CARL, knocked=False)]).served(ANNA, BEN) is None
    )


def meetings(each, people=(ANNA, BEN, CARL, DORA, EVE), net=(10, -10)):
    """Everybody meets everybody for so many deals, winning and losing by turns."""
    deals = []
    for one, other in combinations(people, 2):
        for number in range(each):
            sign = 1 if number % 2 else -1
            deals.append(a_deal([one, other], [sign * net[0], sign * net[1]]))
    return numbered(deals)


def test_nobody_is_compared_before_enough_deals():
    assert judge(meetings(LEAST_TOGETHER - 1)).figures == ()
    found = judge(meetings(LEAST_TOGETHER)).figures
    assert {(figure.giver, figure.taker) for figure in found} == {
        pair for one in combinations((ANNA, BEN, CARL, DORA, EVE), 2) for pair in (one, one[::-1])
    }


def test_three_others_are_needed_to_tell_how_somebody_plays():
    """Of four everybody has two others without the one compared with: too few."""
    assert judge(meetings(100, people=(ANNA, BEN, CARL, DORA))).figures == ()


def test_bots_are_compared_with_but_never_shown():
    found = judge(meetings(60, people=(A_BOT, ANNA, BEN, CARL, DORA))).figures
    people = {person for figure in found for person in (figure.giver, figure.taker)}
    assert people == {ANNA, BEN, CARL, DORA}


def test_the_bound_follows_the_number_of_figures():
    """20 figures (payments of five people, both ways): each may err with 1 % / 20, which is 3.29 standard errors."""
    judged = judge(meetings(60))
    assert len(judged.figures) == 20
    assert ALPHA == 0.01
    assert isclose(judged.bound, 3.2905, abs_tol=0.001)
    assert not judged.stands_out(Figure(Sign.PAYMENTS, ANNA, BEN, 60, 0, 0, judged.bound))
    assert judged.stands_out(Figure(Sign.PAYMENTS, ANNA, BEN, 60, 0, 0, judged.bound + 0.01))


def test_what_two_do_together_isnt_held_against_a_third():
    """Anna gives away 8 points a turn whenever Ben is there, and Carl happens to sit at most of these tables."""
    people = (ANNA, BEN, CARL, DORA, EVE, FRED)
    deals = []
    for table in combinations(people, 3):
        for number in range(300 if set(table) == {ANNA, BEN, CARL} else 20):
            left = 20 if {ANNA, BEN} <= set(table) else 12 + number % 2
            ends = [an_end(person, 12, left if person == ANNA else 12) for person in table]
            deals.append(a_deal(table, [0, 0, 0], ends=ends, kind="knock-rummy/3"))
    deals = numbered(deals)
    judged = judge(deals)
    shown = {(each.giver, each.taker, each.sign) for each in judged.figures if judged.stands_out(each)}
    assert {pair[:2] for pair in shown} == {(ANNA, BEN)}
    at_once = Habits(deals).waste(ANNA, CARL)
    assert at_once.score > judged.bound


def test_the_deals_behind_a_figure_come_by_what_they_show():
    ends = [an_end(ANNA, 12, 20, lap=1), an_end(ANNA, 12, lap=2)]
    one = a_deal([ANNA, BEN], [-5, 5], [Offer(ANNA, BEN, True)] * 2, ends, key=1)
    other = a_deal([ANNA, BEN], [-30, 30], [Offer(ANNA, BEN, True), Offer(BEN, ANNA, True)], key=2)
    usual = [beside(CARL, knocked=True, lap=1)] * 3
    found = evidence([one, other, *usual], ANNA, BEN, Sign.PAYMENTS)
    assert found == (Evidence(2, 30.0, 1, 0, 0), Evidence(1, 5.0, 2, 1, 8))
    assert [each.key for each in evidence([one, other, *usual], ANNA, BEN, Sign.DISCARDS)] == [1, 2]
    assert [each.key for each in evidence([one, other, *usual], ANNA, BEN, Sign.KNOCKS)] == [1, 2]
