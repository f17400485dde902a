"""Gin deals added up: boxes, bonuses, matches, Hollywood, teams, three players (docs/rules.md, part B).

The format sees results, not cards, so a deal here is who won how many points.
"""

import pytest

from games.engine.cards import Hand
from games.engine.formats import Column, PlayedDeal
from games.engine.gin_game import GinFormat, column_results
from games.engine.results import DealKind, DealResult
from games.engine.ruleset import PRESETS

GIN = PRESETS["gin"]


def won(winner: int, points: int, seats: tuple[int, ...] = (0, 1), players: int = 2) -> DealResult:
    """A knock that scored; in game seats."""
    loser = next(seat for seat in seats if seat != winner)
    net = tuple(points if seat == winner else -points if seat == loser else 0 for seat in range(players))
    scored = tuple(max(0, value) for value in net)
    hands = (Hand(),) * players
    deadwoods = tuple(0 if seat == winner else points if seat == loser else None for seat in range(players))
    return DealResult(DealKind.KNOCK, seats, net, scored, hands, winner, (winner,), deadwoods)


def dead(seats: tuple[int, ...] = (0, 1), players: int = 2) -> DealResult:
    nothing = (0,) * players
    return DealResult(DealKind.DEAD, seats, nothing, nothing, (Hand(),) * players)


class Sitting:
    """A game of given deals; each deal is one result, or a tuple of one for each board."""

    def __init__(self, ruleset, first_dealer: int = 0) -> None:
        self.format = GinFormat(ruleset)
        self.score, self.plan = self.format.start(first_dealer)
        self.played: list[PlayedDeal] = []
        self.over = False

    def play(self, *deals) -> "Sitting":
        for deal in deals:
            assert not self.over
            results = deal if isinstance(deal, tuple) else (deal,)
            verdict = self.format.settle(self.score, self.plan, results)
            self.played.append(
                PlayedDeal(
                    len(self.played) + 1, self.plan, results, verdict.counts, verdict.points, verdict.net
                )
            )
            self.score, self.over = verdict.score, verdict.plan is None
            self.plan = verdict.plan or self.plan
        return self

    def close(self) -> "Sitting":
        self.score, self.over = self.format.close(self.score), True
        return self

    @property
    def sheet(self):
        return self.format.sheet(self.score)

    @property
    def result(self):
        assert self.over
        return self.format.result(self.score, tuple(self.played))


# --- one game


def test_a_game_is_settled_by_points_boxes_and_game_bonus():
    sitting = Sitting(GIN).play(won(0, 60), won(1, 30), won(0, 40))
    #   points 100 : 30, boxes 2 x 20 : 20, game bonus 100: 240 - 50
    assert sitting.over
    assert sitting.result.totals == (190, -190)
    assert sitting.result.winners == (0,)
    assert [figures.boxes for figures in sitting.result.seats] == [2, 1]
    assert [figures.games_won for figures in sitting.result.seats] == [1, 0]


def test_a_game_is_not_over_below_its_target():
    sitting = Sitting(GIN).play(won(0, 99))
    assert not sitting.over
    assert sitting.sheet.totals == (99, 0)
    assert sitting.sheet.columns == (Column((99, 0), (1, 0)),)


def test_a_shutout_doubles_the_game_bonus():
    sitting = Sitting(GIN).play(won(0, 60), won(0, 40))
    assert sitting.result.totals == (340, -340)  # 100 + 40 + 200


def test_ruling_who_reached_the_target_wins_whatever_the_totals():
    ruleset = GIN.replace(game_bonus=0, shutout_bonus=0)
    sitting = Sitting(ruleset).play(*[won(0, 12)] * 8, won(1, 100))
    #   96 + 8 x 20 = 256 : 100 + 20 = 120
    assert sitting.result.totals == (136, -136)
    assert sitting.result.winners == (1,)
    assert sitting.result.places == (2, 1)


def test_targets_of_250_and_500():
    assert not Sitting(PRESETS["gin-250"]).play(won(0, 249)).over
    assert Sitting(PRESETS["gin-250"]).play(won(0, 250)).over
    assert not Sitting(PRESETS["gin-500"]).play(won(0, 499)).over
    assert Sitting(PRESETS["gin-500"]).play(won(0, 500)).over


def test_ruling_a_game_past_sixty_deals_is_placed_by_totals():
    sitting = Sitting(GIN).play(*[won(0, 1), won(1, 2)] * 30)
    assert sitting.over
    assert sitting.result.totals == (-30, 30)  # 30 + 600 : 60 + 600, no game bonus
    assert (sitting.result.places, sitting.result.ended_early) == ((2, 1), True)


def test_ruling_equal_totals_after_sixty_deals_are_a_tie():
    sitting = Sitting(GIN).play(*[won(0, 1), won(1, 1)] * 30)
    assert (sitting.result.places, sitting.result.winners) == ((1, 1), (0, 1))
    assert [figures.games_won for figures in sitting.result.seats] == [0, 0]


# --- who deals


def test_the_loser_of_a_deal_deals_the_next():
    sitting = Sitting(GIN)
    assert (sitting.plan.dealer, sitting.plan.cutter) == (0, 1)
    sitting.play(won(0, 5))
    assert sitting.plan.dealer == 1
    sitting.play(won(0, 5))
    assert sitting.plan.dealer == 1
    sitting.play(won(1, 5))
    assert sitting.plan.dealer == 0


def test_or_the_deal_alternates():
    sitting = Sitting(GIN.replace(alternate_deal=True)).play(won(0, 5), won(0, 5))
    assert sitting.plan.dealer == 0


def test_after_a_dead_deal_the_same_dealer_deals_again():
    sitting = Sitting(GIN).play(dead())
    assert (sitting.plan.dealer, sitting.score.deals) == (0, 0)
    assert not sitting.played[0].counts


def test_ruling_after_five_dead_deals_running_the_deal_passes():
    sitting = Sitting(GIN).play(*[dead()] * 5)
    assert (sitting.plan.dealer, sitting.score.deals) == (1, 1)
    sitting = Sitting(GIN).play(*[dead()] * 4, won(1, 5), *[dead()] * 4)
    assert (sitting.plan.dealer, sitting.score.deals) == (0, 1)


# --- match


def test_ruling_the_loser_of_a_game_deals_in_the_next():
    sitting = Sitting(GIN.replace(best_of=3)).play(won(0, 20), won(1, 100))
    assert not sitting.over
    assert sitting.plan.dealer == 0
    assert (sitting.sheet.totals, sitting.sheet.games_won) == ((0, 0), (0, 1))


@pytest.mark.parametrize(("best_of", "games"), [(1, 1), (3, 2), (5, 3)])
def test_a_match_is_over_when_it_is_decided(best_of, games):
    sitting = Sitting(GIN.replace(best_of=best_of)).play(*[won(1, 100)] * (games - 1))
    assert not sitting.over
    sitting.play(won(1, 100))
    assert sitting.over
    assert sitting.result.totals == (-320 * games, 320 * games)
    assert [figures.games_won for figures in sitting.result.seats] == [0, games]


def test_a_match_is_won_by_games_even_with_less_points():
    sitting = Sitting(GIN.replace(best_of=3)).play(won(0, 500), won(1, 100), won(1, 100))
    assert sitting.result.totals == (720 - 320 - 320, 640 - 720)
    assert sitting.result.winners == (1,)


def test_a_tied_game_counts_for_nobody():
    ruleset = GIN.replace(best_of=3, max_deals=2)
    sitting = Sitting(ruleset).play(won(0, 1), won(1, 1), won(0, 100), won(0, 1), won(1, 1))
    assert sitting.over
    assert sitting.result.winners == (0,)


# --- the round clock


def test_closing_a_game_gives_boxes_but_no_game_bonus():
    sitting = Sitting(GIN).play(won(0, 60), won(1, 30)).close()
    assert sitting.result.totals == (30, -30)
    assert (sitting.result.winners, sitting.result.ended_early) == ((0,), True)


def test_closing_a_match_keeps_the_games_won_and_drops_one_not_begun():
    sitting = Sitting(GIN.replace(best_of=3)).play(won(1, 100)).close()
    assert sitting.result.totals == (-320, 320)
    assert sitting.result.winners == (1,)


def test_closing_before_any_deal_is_a_tie_at_nothing():
    assert Sitting(GIN).close().result.places == (1, 1)


# --- Hollywood


def test_ruling_hollywood_enters_the_nth_win_in_the_first_n_games():
    sitting = Sitting(PRESETS["hollywood"]).play(won(0, 10))
    assert [column.points for column in sitting.sheet.columns] == [(10, 0), (0, 0), (0, 0)]
    sitting.play(won(1, 7))
    assert [column.points for column in sitting.sheet.columns] == [(10, 7), (0, 0), (0, 0)]
    sitting.play(won(0, 20))
    assert [column.points for column in sitting.sheet.columns] == [(30, 7), (20, 0), (0, 0)]
    sitting.play(won(0, 5), won(0, 6))
    assert [column.points for column in sitting.sheet.columns] == [(41, 7), (31, 0), (11, 0)]
    assert [column.boxes for column in sitting.sheet.columns] == [(4, 1), (3, 0), (2, 0)]


def test_ruling_a_game_of_hollywood_that_is_over_takes_no_more():
    sitting = Sitting(PRESETS["hollywood"]).play(won(0, 100), won(1, 50))
    first, second, _ = sitting.sheet.columns
    assert first == Column((100, 0), (1, 0), winner=0, is_over=True)
    assert second == Column((0, 0), (0, 0))
    sitting.play(won(1, 30))
    assert [column.points for column in sitting.sheet.columns] == [(100, 0), (0, 30), (0, 0)]


def test_ruling_hollywood_ends_when_all_three_are_over_each_settled_by_itself():
    sitting = Sitting(PRESETS["hollywood"]).play(won(0, 100), won(1, 10), won(0, 100))
    assert not sitting.over
    sitting.play(won(0, 100))
    assert sitting.over
    #   game 1: 100 + 20 + 200 shutout = 320; game 2: the same; game 3: the same
    assert sitting.result.totals == (960, -960)
    assert [figures.games_won for figures in sitting.result.seats] == [3, 0]


def test_in_hollywood_the_three_results_are_added_up():
    sitting = Sitting(PRESETS["hollywood"].replace(target=20))
    sitting.play(won(0, 20), won(1, 19), won(1, 19), won(1, 90))
    assert sitting.over
    #   0 won game 1 with 20 + 20 + 200; 1 won game 2 (19 + 90, two boxes) and game 3 (90), both shutouts
    assert sitting.result.totals == (240 - 349 - 310, -240 + 349 + 310)
    assert sitting.result.winners == (1,)
    assert [figures.games_won for figures in sitting.result.seats] == [1, 2]


# --- Partnership

TEAMS = PRESETS["partnership"]


def board(number: int, winner: int, points: int) -> DealResult:
    return won(winner, points, ((0, 1), (2, 3))[number], 4)


def no_score(number: int) -> DealResult:
    return dead(((0, 1), (2, 3))[number], 4)


def test_partners_sit_opposite_and_each_plays_an_opponent():
    plan = Sitting(TEAMS).plan
    assert [board.seats for board in plan.boards] == [(0, 1), (2, 3)]
    assert [board.seats[board.dealer] for board in plan.boards] == [0, 2]
    assert Sitting(TEAMS).sheet.sides == ((0, 2), (1, 3))


def test_ruling_the_team_ahead_scores_the_difference():
    sitting = Sitting(TEAMS).play((board(0, 0, 30), board(1, 3, 12)))
    assert sitting.sheet.totals == (18, 0, 18, 0)
    assert sitting.played[0].net == (18, -18, 18, -18)


def test_ruling_a_team_that_wins_both_boards_adds_25():
    sitting = Sitting(TEAMS).play((board(0, 1, 30), board(1, 3, 12)))
    assert sitting.sheet.totals == (0, 67, 0, 67)


def test_a_dead_board_beside_a_scored_one_brings_nothing():
    sitting = Sitting(TEAMS).play((board(0, 1, 30), no_score(1)))
    assert sitting.sheet.totals == (0, 30, 0, 30)


def test_a_level_deal_brings_nothing_and_the_deal_passes():
    sitting = Sitting(TEAMS).play((board(0, 0, 30), board(1, 3, 30)))
    assert (sitting.sheet.totals, sitting.plan.dealer, sitting.score.deals) == ((0, 0, 0, 0), 1, 1)


def test_when_both_boards_are_dead_the_same_team_deals_again():
    sitting = Sitting(TEAMS).play((no_score(0), no_score(1)))
    assert (sitting.plan.dealer, sitting.score.deals) == (0, 0)


def test_the_team_behind_deals_at_both_boards():
    plan = Sitting(TEAMS).play((board(0, 0, 30), board(1, 3, 12))).plan
    assert [board.seats[board.dealer] for board in plan.boards] == [1, 3]


def test_a_partnership_is_won_by_a_team():
    sitting = Sitting(TEAMS).play((board(0, 0, 60), board(1, 2, 15)))
    assert sitting.over
    assert sitting.result.totals == (320, -320, 320, -320)  # 100 + 20 + 200
    assert sitting.result.places == (1, 2, 1, 2)
    assert sitting.result.sides == ((0, 2), (1, 3))
    assert [figures.points for figures in sitting.result.seats] == [60, 0, 15, 0]


# --- three players

THREE = PRESETS["cutthroat"]


def test_ruling_the_dealer_sits_out_and_the_loser_deals_the_next():
    sitting = Sitting(THREE)
    assert (sitting.plan.dealer, sitting.plan.seats, sitting.plan.cutter) == (0, (1, 2), 2)
    assert sitting.plan.boards[0].seats == (1, 2)
    sitting.play(won(2, 10, (1, 2), 3))
    assert (sitting.plan.dealer, sitting.plan.seats) == (1, (0, 2))
    assert sitting.plan.boards[0].seats == (2, 0)  # the player at the dealer's left plays first
    sitting.play(won(0, 10, (2, 0), 3))
    assert sitting.plan.dealer == 2


def test_ruling_three_running_totals_and_boxes_and_game_bonus_against_each_opponent():
    sitting = Sitting(THREE).play(won(2, 40, (1, 2), 3), won(0, 10, (2, 0), 3), won(1, 100, (0, 1), 3))
    assert sitting.over
    #   points 10 : 100 : 40, a box each: 30 : 120 : 60; seat 1 has 100 from each
    assert sitting.result.totals == (-90 - 30 - 100, 90 + 60 + 200, 30 - 60 - 100)
    assert sitting.result.places == (3, 1, 2)
    assert [figures.deals for figures in sitting.result.seats] == [2, 2, 2]


def test_in_cutthroat_a_shutout_counts_against_those_who_scored_in_no_deal():
    sitting = Sitting(THREE).play(won(2, 40, (1, 2), 3), won(2, 60, (2, 0), 3))
    assert sitting.result.totals == (-140 - 200, -140 - 200, 2 * 340)


def test_a_dead_deal_of_three_is_dealt_again_by_the_same_dealer():
    assert Sitting(THREE).play(dead((1, 2), 3)).plan.dealer == 0
    assert Sitting(THREE).play(*[dead((1, 2), 3)] * 5).plan.dealer == 1


def test_every_column_sums_to_zero():
    for column in (Column((100, 40), (3, 2), 0, True), Column((10, 100, 0), (1, 2, 0), 1, True)):
        assert sum(column_results(GIN, column)) == 0
