"""Deals of Knock Rummy added up: cumulative, match, pool, ties (docs/rules.md, A "Scoring").

The formats see results, not cards, so a deal here is the net points it brought.
"""

from fractions import Fraction

import pytest

from games.engine.cards import Hand
from games.engine.formats import GameDealKind, PlayedDeal
from games.engine.knock_game import KnockFormat
from games.engine.options import Scoring
from games.engine.results import DealKind, DealResult
from games.engine.ruleset import PRESETS

KNOCK = PRESETS["knock-rummy"]
POOL = PRESETS["knock-pool"]
MATCH = PRESETS["knock-match"]


def deal(*net: int) -> DealResult:
    """A clean knock by the seat that gained most. Seats with None sit out."""
    seats = tuple(range(len(net)))
    winner = max(seats, key=lambda seat: net[seat])
    return DealResult(
        DealKind.KNOCK,
        seats,
        net,
        net,
        (Hand(),) * len(net),
        winner,
        (winner,),
        tuple(max(net) - value for value in net),
    )


def void(players: int) -> DealResult:
    seats = tuple(range(players))
    return DealResult(DealKind.VOID, seats, (0,) * players, (0,) * players, (Hand(),) * players)


class Evening:
    """A game of given deals; `over` when nothing follows."""

    def __init__(self, ruleset, players: int) -> None:
        self.format = KnockFormat(ruleset, players)
        self.score, self.plan = self.format.start(0)
        self.played: list[PlayedDeal] = []
        self.deciding: tuple[int, ...] = ()
        self.over = False

    def _follow(self, verdict) -> None:
        self.score, self.deciding = verdict.score, verdict.deciding
        self.plan = verdict.plan or self.plan
        self.over = verdict.plan is None and not verdict.deciding

    def play(self, *results: DealResult) -> "Evening":
        for result in results:
            assert not self.over
            verdict = self.format.settle(self.score, self.plan, (result,))
            self.played.append(
                PlayedDeal(
                    len(self.played) + 1, self.plan, (result,), verdict.counts, verdict.points, verdict.net
                )
            )
            self._follow(verdict)
        return self

    def decide(self, seat: int, stays: bool) -> "Evening":
        self._follow(self.format.decide(self.score, self.plan, seat, stays))
        return self

    @property
    def seats(self) -> tuple[int, ...]:
        return self.plan.seats

    @property
    def result(self):
        return self.format.result(self.score, tuple(self.played))


# --- cumulative


def test_cumulative_ends_after_its_deals_and_the_highest_total_wins():
    evening = Evening(KNOCK.replace(deals=2), 3).play(deal(30, -10, -20), deal(-5, 25, -20))
    assert evening.over
    assert evening.result.totals == (25, 15, -40)
    assert evening.result.places == (1, 2, 3)
    assert evening.result.winners == (0,)


def test_the_deal_passes_clockwise_and_the_player_at_the_dealers_right_cuts():
    evening = Evening(KNOCK, 3)
    assert (evening.plan.dealer, evening.plan.cutter) == (0, 2)
    evening.play(deal(2, -1, -1))
    assert (evening.plan.dealer, evening.plan.cutter) == (1, 0)
    evening.play(deal(2, -1, -1), deal(2, -1, -1))
    assert evening.plan.dealer == 0


def test_whole_rotations_let_every_player_deal_equally_often():
    evening = Evening(KNOCK.replace(rotations=2), 3)
    dealers = []
    while not evening.over:
        dealers.append(evening.plan.dealer)
        evening.play(deal(2, -1, -1))
    assert dealers == [0, 1, 2, 0, 1, 2]


def test_places_other_than_the_first_stay_shared():
    evening = Evening(KNOCK.replace(deals=1), 4).play(deal(30, -10, -10, -10))
    assert evening.over
    assert evening.result.places == (1, 2, 2, 2)


# --- void deals


def test_after_a_void_deal_the_same_dealer_deals_again_and_nothing_counts():
    evening = Evening(KNOCK.replace(deals=1), 3).play(void(3))
    assert (evening.over, evening.plan.dealer, evening.score.counted) == (False, 0, 0)
    assert evening.play(deal(2, -1, -1)).over
    assert [played.counts for played in evening.played] == [False, True]
    assert evening.result.seats[0].deals == 1


def test_ruling_after_five_void_deals_running_the_deal_counts_with_zero_and_passes():
    evening = Evening(KNOCK, 3).play(*[void(3)] * 4)
    assert (evening.plan.dealer, evening.score.counted) == (0, 0)
    evening.play(void(3))
    assert (evening.plan.dealer, evening.score.counted, evening.score.totals) == (1, 1, (0, 0, 0))


def test_a_deal_played_between_breaks_the_run_of_void_deals():
    evening = Evening(KNOCK, 3).play(*[void(3)] * 4, deal(2, -1, -1), *[void(3)] * 4)
    assert evening.score.counted == 1


# --- match


def test_ruling_in_a_match_reaching_the_target_is_enough():
    evening = Evening(MATCH, 2).play(deal(199, -199))
    assert not evening.over
    assert evening.play(deal(1, -1)).over
    assert evening.result.winners == (0,)


def test_ruling_where_two_reach_the_target_in_one_deal_the_higher_total_wins():
    evening = Evening(MATCH, 3).play(deal(190, 195, -385), deal(12, 10, -22))
    assert evening.over
    assert evening.result.totals == (202, 205, -407)
    assert evening.result.places == (2, 1, 3)


def test_a_match_that_does_not_end_is_ended_at_the_cap():
    evening = Evening(MATCH.replace(max_deals=3), 2).play(*[deal(1, -1)] * 3)
    assert evening.over
    assert evening.result.ended_early
    assert evening.result.places == (1, 2)


# --- pool


def test_a_player_whose_net_loss_reaches_the_stake_is_out():
    evening = Evening(POOL, 3).play(deal(99, -99, 0))
    assert evening.seats == (0, 1, 2)
    evening.play(deal(1, -1, 0))
    assert evening.seats == (0, 2)
    assert evening.format.sheet(evening.score).out == (1,)


def test_the_last_one_left_wins():
    evening = Evening(POOL, 3).play(deal(100, -100, 0), deal(-30, 0, 30), deal(130, 0, -130))
    assert evening.over
    assert evening.result.totals == (200, -100, -100)
    assert evening.result.places == (1, 3, 2)


def test_ruling_the_next_dealer_is_the_next_player_left_in():
    evening = Evening(POOL, 4)
    assert evening.plan.dealer == 0
    evening.play(deal(100, -100, 0, 0))
    assert (evening.plan.dealer, evening.plan.cutter, evening.seats) == (2, 0, (0, 2, 3))
    assert evening.plan.boards[0].seats == (0, 2, 3)
    assert evening.plan.boards[0].dealer == 1


def test_ruling_players_out_are_placed_in_reverse_order_and_together_by_net_points():
    evening = Evening(POOL, 5)
    evening.play(deal(220, -100, -120, 0, 0))  # 1 and 2 out together
    evening.play(deal(50, 0, 0, -150, 100))  # 3 out
    evening.play(deal(210, 0, 0, 0, -210))  # 4 out
    assert evening.over
    assert evening.result.places == (1, 4, 5, 3, 2)


def test_players_out_in_one_deal_with_equal_net_points_share_the_place():
    evening = Evening(POOL, 3).play(deal(200, -100, -100))
    assert evening.over
    assert evening.result.places == (1, 2, 2)


def test_ruling_a_pool_past_its_cap_of_deals_is_placed_by_net_points():
    evening = Evening(POOL.replace(max_deals=2), 3).play(deal(10, -5, -5), deal(-2, 12, -10))
    assert evening.over
    assert evening.result.ended_early
    assert evening.result.places == (1, 2, 3)  # 8, 7, -15


def test_ruling_a_re_entry_is_the_players_choice_and_gives_a_fresh_stake():
    evening = Evening(POOL.replace(re_entries=1), 3).play(deal(100, -100, 0))
    assert (evening.deciding, evening.over) == ((1,), False)
    evening.decide(1, stays=True)
    assert evening.seats == (0, 1, 2)
    sheet = evening.format.sheet(evening.score)
    assert (sheet.limits, sheet.re_entries, sheet.totals) == ((100, 200, 100), (0, 1, 0), (100, -100, 0))
    evening.play(deal(50, -99, 49))
    assert evening.seats == (0, 1, 2)  # -199
    evening.play(deal(1, -1, 0))
    assert evening.seats == (0, 2)  # no second re-entry


def test_who_declines_is_out():
    evening = Evening(POOL.replace(re_entries=1), 3).play(deal(100, -100, 0)).decide(1, stays=False)
    assert evening.seats == (0, 2)


def test_ruling_a_loss_past_the_new_stake_needs_another_re_entry():
    evening = Evening(POOL.replace(re_entries=2), 3).play(deal(250, -250, 0))
    assert evening.format.sheet(evening.score).needed == (0, 2, 0)
    evening.decide(1, stays=True)
    assert evening.score.re_entries == (0, 2, 0)


def test_a_loss_that_the_re_entries_left_do_not_cover_puts_out_without_a_question():
    evening = Evening(POOL.replace(re_entries=1), 3).play(deal(250, -250, 0))
    assert (evening.deciding, evening.seats) == ((), (0, 2))


def test_decisions_come_in_turn_order_from_the_dealers_left():
    evening = Evening(POOL.replace(re_entries=1), 4).play(deal(30, -10, -10, -10))
    assert evening.plan.dealer == 1
    evening.play(deal(-140, -140, 310, -30))
    assert evening.deciding == (0, 1)
    evening.decide(0, stays=False)
    assert evening.deciding == (1,)
    evening.decide(1, stays=True)
    assert evening.seats == (1, 2, 3)


def test_when_all_others_decline_the_last_one_left_wins():
    evening = Evening(POOL.replace(re_entries=1), 2).play(deal(100, -100)).decide(1, stays=False)
    assert evening.over
    assert evening.result.places == (1, 2)


# --- ties


def tied_evening(**options) -> Evening:
    return Evening(KNOCK.replace(deals=1, **options), 4).play(deal(20, 20, -20, -20))


def test_ruling_a_tie_for_first_place_is_settled_by_a_deal_of_the_tied_players_only():
    evening = tied_evening()
    assert not evening.over
    assert (evening.plan.kind, evening.seats, evening.plan.dealer) == (GameDealKind.EXTRA, (0, 1), 1)
    evening.play(deal(-7, 7, 0, 0))
    assert evening.over
    assert evening.result.places == (2, 1, 3, 3)


def test_ruling_points_of_an_extra_deal_are_not_added_to_the_totals():
    evening = tied_evening().play(deal(-7, 7, 0, 0))
    assert evening.result.totals == (20, 20, -20, -20)
    assert evening.result.extra_deals == 1
    assert [figures.deals for figures in evening.result.seats] == [1, 1, 1, 1]


def test_ruling_those_still_tied_play_another():
    evening = Evening(KNOCK.replace(deals=1), 4).play(deal(20, 20, 20, -60))
    assert evening.seats == (0, 1, 2)
    evening.play(deal(5, 5, -10, 0))
    assert evening.seats == (0, 1)
    evening.play(deal(1, -1, 0, 0))
    assert evening.over
    assert evening.result.places == (1, 2, 3, 4)


def test_ruling_after_five_extra_deals_the_place_is_shared():
    evening = tied_evening().play(*[deal(0, 0, 0, 0)] * 4)
    assert not evening.over
    evening.play(deal(0, 0, 0, 0))
    assert evening.over
    assert evening.result.places == (1, 1, 3, 3)
    assert evening.result.winners == (0, 1)


def test_ruling_at_tables_of_a_tournament_ties_stay():
    evening = tied_evening(tie_deals=0)
    assert evening.over
    assert evening.result.places == (1, 1, 3, 3)


def test_a_void_extra_deal_is_dealt_again():
    evening = tied_evening().play(void(4))
    assert (evening.over, evening.score.extra_deals, evening.plan.dealer) == (False, 0, 1)


@pytest.mark.parametrize("ruleset", [MATCH.replace(target=20), POOL.replace(max_deals=1)])
def test_ties_in_match_and_capped_pool_are_played_off_too(ruleset):
    evening = Evening(ruleset, 4).play(deal(20, 20, -20, -20))
    assert (evening.plan.kind, evening.seats) == (GameDealKind.EXTRA, (0, 1))


# --- the round clock


def test_an_early_end_divides_by_the_deals_played():
    evening = Evening(KNOCK, 3).play(deal(25, -10, -15), deal(5, -5, 0), deal(-9, 3, 6))
    evening.score = evening.format.close(evening.score)
    result = evening.result
    assert result.ended_early
    assert (result.deals_played, result.deals_planned) == (3, 10)
    assert result.seats[0].net_per_deal == Fraction(7)
    assert result.seats[2].net_per_deal == Fraction(-3)
    assert result.places == (1, 3, 2)


def test_a_pool_closed_while_somebody_decides_is_placed_by_net_points():
    evening = Evening(POOL.replace(re_entries=1), 3).play(deal(110, -120, 10))
    assert evening.deciding == (1,)
    evening.score = evening.format.close(evening.score)
    assert evening.result.places == (1, 3, 2)


# --- figures


def test_the_figures_of_each_seat():
    undercut = DealResult(
        DealKind.KNOCK, (0, 1), (-17, 17), (-17, 17), (Hand(), Hand()), 0, (1,), (12, 5), turns=3
    )
    rummy = DealResult(DealKind.RUMMY, (0, 1), (45, -45), (45, -45), (Hand(), Hand()), 0, (0,), (0, 20))
    evening = Evening(KNOCK.replace(deals=2), 2).play(undercut, rummy)
    first, second = evening.result.seats
    assert (first.net, first.positive_points, first.deals, first.deals_won) == (28, 45, 2, 1)
    assert (first.knocks, first.goings_out, first.undercuts_suffered, first.undercuts_made) == (2, 1, 1, 0)
    assert (second.undercuts_made, second.undercuts_suffered, second.deadwood) == (1, 0, 25)
    assert (first.place, first.games_won, second.games_won) == (1, 1, 0)


def test_scoring_of_the_table_decides_what_the_sheet_shows():
    assert Evening(KNOCK, 2).format.sheet(Evening(KNOCK, 2).score).deals_planned == 10
    assert Evening(MATCH, 2).format.sheet(Evening(MATCH, 2).score).target == 200
    assert Evening(POOL, 2).format.sheet(Evening(POOL, 2).score).limits == (100, 100)
    assert KNOCK.scoring is Scoring.CUMULATIVE
