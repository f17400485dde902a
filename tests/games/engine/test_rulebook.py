"""The rulebook and the engine say the same: worked examples and default numbers of docs/rules.md."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from games.engine.moves import parse_move
from games.engine.results import DealKind
from games.engine.ruleset import PRESETS
from games.engine.scoring import settle
from tests.games.engine.playing import dealt

TEXT = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()
PARTS = dict(zip("_ABCD", re.split(r"^## [A-D]\. ", TEXT, flags=re.MULTILINE), strict=True))
ROW = re.compile(r"^\| ([\d, ]+) \|(?: ([^|]+) \|)? ([+\-][\d, +\-]+) \| ([^|]+) \|$", re.MULTILINE)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


def rows(part: str) -> list[tuple[tuple[int, ...], tuple[int, ...], str]]:
    return [(numbers(row[1]), numbers(row[3]), row[4]) for row in ROW.finditer(PARTS[part])]


def test_the_rulebook_has_its_examples():
    assert (len(rows("A")), len(rows("D"))) == (7, 5)


@pytest.mark.parametrize(("deadwoods", "net", "why"), rows("A"))
def test_worked_examples_of_knock_rummy(deadwoods, net, why):
    assert settle(PRESETS["knock-rummy"], deadwoods, 0) == net


# Hands of Tonk with the counts of the examples in part D.
TONK_HANDS = {
    16: "AC 2C 3D 4H 6S",
    40: "7C 7D 7H KS 9S",
    24: "3S 4S 5S 2H QC",
    41: "KC 9H 7S 5H JH",
}
FIFTEENS = ("2S 3S 4C 5D AH", "2H 3H 4D 5C AD", "2D 3C 4S 5S AS")


@pytest.mark.parametrize(("counts", "net", "why"), [row for row in rows("D") if 0 not in row[0]])
def test_worked_examples_of_tonk_with_a_drop(counts, net, why):
    fifteens = iter(FIFTEENS)
    hands = [next(fifteens) if count == 15 else TONK_HANDS[count] for count in counts]
    result = dealt("tonk", hands, "JD").apply(parse_move("drop")).result
    assert (result.deadwoods, result.net, result.kind) == (counts, net, DealKind.DROP)


@pytest.mark.parametrize(
    ("part", "sentence", "values"),
    [
        ("A", r"After \*`max_reshuffles` = (\d+)\*", [PRESETS["knock-rummy"].max_reshuffles]),
        ("A", r"After \*(\d+)\* void deals running", [PRESETS["knock-rummy"].max_void_deals]),
        ("A", r"full deadwood plus \*(\d+)\*", [PRESETS["knock-rummy"].rummy_bonus]),
        ("A", r"the knocker pays \*(\d+)\* on top", [PRESETS["knock-rummy"].undercut_penalty]),
        ("A", r"has a stake of \*(\d+)\*", [PRESETS["knock-pool"].stake]),
        ("A", r"past \*(\d+)\* deals ends there", [PRESETS["knock-pool"].max_deals]),
        ("A", r"fixed number of deals, \*(\d+)\*", [PRESETS["knock-rummy"].deals]),
        ("A", r"reach a net total of \*(\d+)\* wins", [PRESETS["knock-match"].target]),
        ("A", r"play another, up to \*(\d+)\*", [PRESETS["knock-rummy"].tie_deals]),
        ("A", r"needs deadwood of at most \*(\d+)\*", [PRESETS["rum-knock"].knock_limit]),
        ("A", r"void as well after \*(\d+)\* turns", [PRESETS["knock-rummy"].max_turns]),
        ("B", r"face-down discard is at most\s+\*(\d+)\*", [PRESETS["gin"].knock_limit]),
        ("B", r"opponent's deadwood \+ \*(\d+)\*; no lay-offs", [PRESETS["gin"].gin_bonus]),
        ("B", r"the difference \+ \*(\d+)\*", [PRESETS["gin"].undercut_bonus]),
        ("B", r"opponent's deadwood \+ \*(\d+)\*, no lay-offs", [PRESETS["gin"].big_gin_bonus]),
        ("B", r"adds \*(\d+)\* for every deal won", [PRESETS["gin"].box_bonus]),
        (
            "B",
            r"game bonus of\s+\*(\d+)\*, \*(\d+)\* if",
            [PRESETS["gin"].game_bonus, PRESETS["gin"].shutout_bonus],
        ),
        ("B", r"runs past \*(\d+)\* deals", [PRESETS["gin"].max_deals]),
        ("B", r"the team adds \*(\d+)\*", [PRESETS["partnership"].both_win_bonus]),
        (
            "B",
            r"Manhattan has gin \*(\d+)\* and undercut \*(\d+)\*; Chicago has knock limit \*(\d+)\* and "
            r"undercut \*(\d+)\*",
            [
                PRESETS["manhattan"].gin_bonus,
                PRESETS["manhattan"].undercut_bonus,
                PRESETS["chicago"].knock_limit,
                PRESETS["chicago"].undercut_bonus,
            ],
        ),
    ],
)
def test_the_numbers_of_the_rulebook_are_the_defaults(part, sentence, values):
    found = re.search(sentence, PARTS[part])
    assert found is not None
    assert [int(number) for number in found.groups()] == values


# Every ruling of part B, by words that stand in it, and the tests that hold it.
RULINGS_OF_GIN = {
    "The knocker may choose it": "test_gin.test_ruling_the_knocker_may_choose_what_to_show",
    "as long as its deadwood allows the knock": "test_gin.test_ruling_the_choice_must_allow_the_knock",
    "on which the fewest other cards of the deck could be laid off": (
        "test_gin.test_ruling_nothing_chosen_the_arrangement_with_the_fewest_places_to_lay_off"
    ),
    "the first when the melds are compared as sorted lists": (
        "test_gin.test_ruling_of_equal_arrangements_the_first_as_sorted_lists"
    ),
    "the least deadwood that any choice gives": "test_gin.test_ruling_the_opponent_lays_off_in_the_best_way",
    "this is the common reading of the rulebook's sentence": (
        "test_gin.test_ruling_the_deal_is_dead_when_a_turn_that_left_two_cards_ends_without_a_knock"
    ),
    "dead deals running the deal passes": "test_gin_game.test_ruling_after_five_dead_deals_running_the_deal_passes",
    "turns is dead as well": "test_gin.test_ruling_a_deal_of_so_many_turns_is_dead",
    "The player who reached the target wins the game": (
        "test_gin_game.test_ruling_who_reached_the_target_wins_whatever_the_totals"
    ),
    "deals ends and is placed by totals": "test_gin_game.test_ruling_a_game_past_sixty_deals_is_placed_by_totals",
    "(equal totals: a tie)": "test_gin_game.test_ruling_equal_totals_after_sixty_deals_are_a_tie",
    "the winner of a game plays first (the loser deals)": (
        "test_gin_game.test_ruling_the_loser_of_a_game_deals_in_the_next"
    ),
    "has won more than half of the games": "test_gin_game.test_a_match_is_over_when_it_is_decided",
    "a tied game counts for nobody": "test_gin_game.test_a_tied_game_counts_for_nobody",
    "games won decide, then the sum of the results": "test_gin_game.test_a_match_is_won_by_games_even_with_less_points",
    "A deal counts twice at most": "test_gin.test_ruling_two_spades_double_once",
    "a player's first winning deal counts in game 1": (
        "test_gin_game.test_ruling_hollywood_enters_the_nth_win_in_the_first_n_games"
    ),
    "a game that is over takes no more points": (
        "test_gin_game.test_ruling_a_game_of_hollywood_that_is_over_takes_no_more"
    ),
    "the sitting ends when all three are over": (
        "test_gin_game.test_ruling_hollywood_ends_when_all_three_are_over_each_settled_by_itself"
    ),
    "The three results are added up": "test_gin_game.test_in_hollywood_the_three_results_are_added_up",
    "the team ahead scores the difference": "test_gin_game.test_ruling_the_team_ahead_scores_the_difference",
    "where both partners win the same deal": "test_gin_game.test_ruling_a_team_that_wins_both_boards_adds_25",
    "Partners sit opposite each other": "test_gin_game.test_partners_sit_opposite_and_each_plays_an_opponent",
    "at its own pace": "test_game.test_both_boards_may_be_played_at_once_and_the_slower_one_is_waited_for",
    "One team deals at both boards": "test_gin_game.test_the_team_behind_deals_at_both_boards",
    "after a level deal the other team": "test_gin_game.test_a_level_deal_brings_nothing_and_the_deal_passes",
    "A dead board beside a scored one brings nothing": (
        "test_gin_game.test_a_dead_board_beside_a_scored_one_brings_nothing"
    ),
    "if both are dead the same team deals again": (
        "test_gin_game.test_when_both_boards_are_dead_the_same_team_deals_again"
    ),
    "The second deck is the first one shuffled again": (
        "test_game.test_ruling_a_partnership_plays_two_boards_each_with_its_own_deck"
    ),
    "The loser of a deal deals the next, and so sits out": (
        "test_gin_game.test_ruling_the_dealer_sits_out_and_the_loser_deals_the_next"
    ),
    "three running totals": (
        "test_gin_game.test_ruling_three_running_totals_and_boxes_and_game_bonus_against_each_opponent"
    ),
    "the shutout bonus against one who scored in no deal": (
        "test_gin_game.test_in_cutthroat_a_shutout_counts_against_those_who_scored_in_no_deal"
    ),
    "The player at the dealer's left plays first": (
        "test_gin_game.test_ruling_the_dealer_sits_out_and_the_loser_deals_the_next"
    ),
    "the deal passes to the left": "test_gin_game.test_a_dead_deal_of_three_is_dealt_again_by_the_same_dealer",
}


@pytest.mark.parametrize(("words", "test"), RULINGS_OF_GIN.items(), ids=lambda value: str(value)[:40])
def test_a_ruling_of_gin_has_its_test(words, test):
    assert words in " ".join(PARTS["B"].split())
    module, _dot, function = test.partition(".")
    assert callable(getattr(import_module(f"tests.games.engine.{module}"), function))


def test_no_ruling_of_gin_is_without_a_test():
    """Each stands before words that are listed above."""
    _before, *rulings = " ".join(PARTS["B"].split()).split("**Ruling")
    assert [ruling for ruling in rulings if not any(words in ruling for words in RULINGS_OF_GIN)] == []
    assert len(rulings) == 9
