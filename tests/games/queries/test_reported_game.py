"""Games on real cards: what their deals come to is what the engine says of the same deals played online."""

import random

import pytest

from games.engine.options import Family
from games.engine.ruleset import PRESETS
from games.errors import ReportError
from games.queries.reported_game import GameLine, reported_game
from games.queries.rulesets import preset_ruleset
from games.queries.settlement import ReportedDeal, settle_report, settles_by_deal
from tests.games.engine.playing import play_game

BY_DEAL = [key for key, ruleset in PRESETS.items() if settles_by_deal(ruleset)]
RULES = {
    **{key: PRESETS[key] for key in BY_DEAL},
    "big-gin": preset_ruleset("gin", {"big_gin": True}),
    "short-hollywood": preset_ruleset("hollywood", {"max_deals": 4}),
    "oklahoma-match": preset_ruleset("oklahoma", {"best_of": 3, "spades_double": True}),
}


def told_of(state):
    """The game's deals as a table would tell them."""
    for deal in state.played:
        (result,) = deal.results
        if result.knocker is None:
            yield ReportedDeal(None)
            continue
        own = result.deadwoods[result.knocker]
        # the least value that allowed this knock: what was turned up isn't in the result
        upcard = (2 if own == 1 else max(1, own)) if state.ruleset.oklahoma else 0
        yield ReportedDeal(
            result.knocker,
            tuple(result.deadwoods),
            multiplier=result.multiplier,
            upcard=upcard,
            big_gin=result.kind == "big_gin",
        )


@pytest.mark.parametrize("key", RULES)
def test_a_game_on_real_cards_comes_to_what_it_comes_to_online(key):
    ruleset = RULES[key]
    if ruleset.family is Family.KNOCK:
        ruleset = ruleset.replace(tie_deals=0)
    state, _record = play_game(ruleset, ruleset.min_players, random.Random(key), greedy=True)
    settled = [settle_report(ruleset, ruleset.min_players, deal) for deal in told_of(state)]
    game = reported_game(ruleset, ruleset.min_players, settled)
    assert game.is_over
    assert [(seat.net, seat.place) for seat in game.seats] == [
        (seat.net, seat.place) for seat in state.result.seats
    ]
    assert [(seat.deals_won, seat.undercuts, seat.deadwood, seat.positive) for seat in game.seats] == [
        (seat.deals_won, seat.undercuts_suffered, seat.deadwood, seat.positive_points)
        for seat in state.result.seats
    ]
    with pytest.raises(ReportError) as caught:
        reported_game(ruleset, ruleset.min_players, [*settled, settled[-1]])
    assert caught.value.reason == "game_over"


def settled(ruleset, *deals):
    return [settle_report(ruleset, 2, deal) for deal in deals]


def test_a_game_of_gin_adds_boxes_and_the_bonus_only_at_the_target():
    gin = PRESETS["gin"]
    deals = settled(gin, ReportedDeal(0, (5, 45)), ReportedDeal(1, (45, 5)))
    assert (reported_game(gin, 2, deals).net, reported_game(gin, 2, deals).is_over) == ((0, 0), False)
    deals += settled(gin, ReportedDeal(0, (0, 60)))
    # 40 + 85 = 125 points and 2 boxes against 40 and 1 box, and the game bonus of 100
    game = reported_game(gin, 2, deals)
    assert (game.net, game.is_over, game.lines) == ((125 + 40 + 100 - 60, -205), True, ())


def test_a_match_counts_games_and_begins_the_next_one_anew():
    """Docs/rules.md, B "Match": 25 + 80 = 105 wins a game against nothing: 105 + 2 boxes + the shutout's 200."""
    match = PRESETS["gin-match"]
    game = ReportedDeal(0, (0, 80))
    one = reported_game(match, 2, settled(match, game))
    assert (one.net, one.is_over) == ((105 + 20 + 200, -325), False)
    half = reported_game(match, 2, settled(match, game, ReportedDeal(1, (30, 4))))
    assert half.lines == (GameLine(1, (105, 0), (1, 0), 0), GameLine(2, (0, 26), (0, 1), None))
    won = reported_game(match, 2, settled(match, game, game))
    assert (won.net, won.is_over, [seat.place for seat in won.seats]) == ((650, -650), True, [1, 2])


def test_hollywood_enters_the_first_win_in_one_game_the_second_in_two():
    """Docs/rules.md, B "Hollywood"."""
    hollywood = PRESETS["hollywood"]
    told = ((0, (2, 32)), (0, (1, 21)), (1, (40, 0)), (0, (3, 13)))
    deals = settled(hollywood, *(ReportedDeal(*deal) for deal in told))
    game = reported_game(hollywood, 2, deals)
    assert [line.points for line in game.lines] == [(60, 65), (30, 0), (10, 0)]
    assert [line.boxes for line in game.lines] == [(3, 1), (2, 0), (1, 0)]


def test_oklahoma_limits_the_knock_by_what_was_turned_up_and_a_spade_doubles():
    oklahoma = PRESETS["oklahoma"]
    assert settle_report(oklahoma, 2, ReportedDeal(0, (6, 20), upcard=6)).net == (14, -14)
    assert settle_report(oklahoma, 2, ReportedDeal(0, (6, 20), upcard=6, multiplier=2)).net == (28, -28)
    assert settle_report(oklahoma, 2, ReportedDeal(0, (0, 20), upcard=1)).net == (45, -45)
    for deal, reason in (
        (ReportedDeal(0, (7, 20), upcard=6), "knock_limit"),
        (ReportedDeal(0, (1, 20), upcard=1), "knock_limit"),
        (ReportedDeal(0, (6, 20)), "upcard"),
        (ReportedDeal(0, (6, 20), upcard=11), "upcard"),
        (ReportedDeal(0, (6, 20), upcard=6, big_gin=True), "big_gin"),
    ):
        with pytest.raises(ReportError) as caught:
            settle_report(oklahoma, 2, deal)
        assert caught.value.reason == reason


def test_big_gin_is_shown_with_eleven_cards():
    """A♥ to J♥ is one run of eleven: 31 and the opponent's 8♠ 9♦ = 17 that lie beside melds."""
    big = RULES["big-gin"]
    knocker = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH"
    opponent = "AC 2C 3C 4C KS KD KC 8S 9D 2S"
    deal = ReportedDeal(0, hands=(knocker, opponent), big_gin=True)
    assert settle_report(big, 2, deal).net == (31 + 19, -50)
    for wrong, reason, seat in (
        (ReportedDeal(0, hands=(knocker, opponent)), "hand_size", 0),
        (ReportedDeal(0, (1, 20), big_gin=True), "big_gin", 0),
    ):
        with pytest.raises(ReportError) as caught:
            settle_report(big, 2, wrong)
        assert (caught.value.reason, caught.value.seat) == (reason, seat)


def test_a_game_of_knock_rummy_is_the_sum_of_its_deals():
    knock = PRESETS["knock-rummy"]
    deals = [settle_report(knock, 3, ReportedDeal(0, (12, 5, 30))) for _unused in range(2)]
    game = reported_game(knock, 3, [*deals, settle_report(knock, 3, ReportedDeal(None))])
    assert (game.net, game.is_over, game.seats[0].deals_played) == ((-34, 84, -50), False, 2)
