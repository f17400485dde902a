"""Standings as people read them: places, reasons, what moved, published against live, and the explanation."""

from fractions import Fraction

import pytest
from django.utils import translation

from games.services.due import play_due
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    deals,
    entrant,
    finish_round,
    paper_round,
    start_next,
)
from tournaments.models import Entrant, Table, Tournament
from tournaments.queries.criteria import Numbers, number_text, place_text
from tournaments.queries.explain import explain_place
from tournaments.queries.standings import live_standings, standings_page
from tournaments.services.entrants import enter_bot, enter_player
from tournaments.services.presence import check_in
from tournaments.services.setup import change_settings

pytestmark = pytest.mark.django_db


def test_before_the_first_round_there_are_no_standings():
    tournament = an_event(4)
    assert standings_page(tournament) is None
    assert live_standings(tournament).lines == ()


def test_places_reasons_and_what_moved():
    tournament = a_paper_event(4, rounds=2, tiebreaks=())
    paper_round(tournament, {"Ada": 30, "Bo": 10, "Cy": 10})
    paper_round(tournament, {"Ada": -30, "Bo": 40, "Cy": 0})
    page = standings_page(tournament)
    assert page is not None
    assert [
        (line.place_text, line.name, line.points_text, line.moved, line.reason) for line in page.lines
    ] == [
        ("1", "Bo", "+50", 1, "Ahead of Cy by “Points”: +50 to +10."),
        ("2", "Cy", "+10", 0, "Behind Bo by “Points”: +10 to +50."),
        ("3", "Ada", "0", -2, "Behind Cy by “Points”: 0 to +10."),
        ("4", "Dee", "−60", 0, "Behind Ada by “Points”: −60 to 0."),
    ]
    assert (page.title, page.version, page.is_provisional) == ("Standings after Round 2", 1, False)
    assert [(choice.number, choice.is_shown) for choice in page.rounds] == [(1, False), (2, True)]


def test_equal_entrants_share_a_place_and_the_next_one_is_left_out():
    """User-demands 40: 1, 2, 2, 4."""
    tournament = a_paper_event(4, rounds=2, tiebreaks=())
    paper_round(tournament, {"Ada": 30, "Bo": 10, "Cy": 10})
    page = standings_page(tournament)
    assert page is not None
    assert [line.place_text for line in page.lines] == ["1", "=2", "=2", "4"]
    assert page.lines[2].reason == "Shares the place with Bo: nothing separates them."
    with translation.override("de"):
        assert place_text(2, shared=True)


def test_earlier_rounds_stay_as_they_were_published():
    """User-demands 34: who comes or goes later doesn't change what was published."""
    tournament = a_paper_event(4, rounds=3)
    paper_round(tournament, {"Ada": 30})
    before = standings_page(tournament, 1)
    enter_player(tournament=tournament, actor=None, name="Late")
    paper_round(tournament)
    assert before is not None
    after = standings_page(tournament, 1)
    assert after is not None
    assert after.lines == before.lines
    assert "Late" in [line.name for line in standings_page(tournament, 2).lines]
    assert standings_page(tournament, 9) is None


def test_who_never_played_isnt_in_the_standings():
    tournament = a_paper_event(4, rounds=2, check_in=True)
    for name in ("Ada", "Bo"):
        check_in(entrant=entrant(tournament, name), actor=None)
    paper_round(tournament, {"Ada": 3})
    page = standings_page(tournament)
    assert page is not None
    assert [line.name for line in page.lines] == ["Ada", "Bo"]


def test_a_bot_entered_in_its_own_right_takes_no_place_and_fillers_arent_listed():
    """docs/rules.md, C: it is listed without a place; bots in empty seats aren't entrants at all."""
    tournament = a_paper_event(2, rounds=1, empty_seats="bots", table_sizes=(4,))
    enter_bot(tournament=tournament, actor=None, level="club", name="Robbie")
    paper_round(tournament, {"Robbie": 50, "Ada": 10, "Bo": 0})
    page = standings_page(tournament)
    assert page is not None
    assert [(line.place, line.name, line.is_bot, line.reason) for line in page.lines] == [
        (None, "Robbie", True, "Bots take no place."),
        (1, "Ada", False, "Ahead of Bo by “Points”: +10 to 0."),
        (2, "Bo", False, "Behind Ada by “Points”: 0 to +10."),
    ]


def test_byes_are_worth_what_the_event_says():
    tournament = a_paper_event(
        5, rounds=1, empty_seats="byes", table_sizes=(4,), bye_value="fixed", bye_points=12
    )
    round_ = paper_round(tournament)
    free = round_.byes.get().entrant.name
    page = standings_page(tournament)
    assert page is not None
    assert {line.name: line.points for line in page.lines}[free] == 12


def test_the_live_view_counts_deals_that_are_finished_and_says_so(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:live"
    tournament = an_event(4, rounds=1)
    change_settings(tournament=tournament, actor=None, ruleset=deals(3))
    round_ = start_next(tournament)
    game = round_.tables.get().table_games.get().game
    while game.deals.filter(ended_at__isnull=False).count() < 1:
        play_due(game_id=game.pk, ply=game.ply, budget=1)
        game.refresh_from_db()
    page = live_standings(tournament)
    assert (page.is_provisional, page.version, standings_page(tournament)) == (True, 0, None)
    first = game.deals.order_by("number").first().result_json["net"]
    assert sorted(line.points for line in page.lines) == sorted(first)
    finish_round(round_)
    published = standings_page(tournament)
    assert published is not None
    assert [line.points for line in live_standings(tournament).lines] == [
        line.points for line in published.lines
    ]


@pytest.mark.parametrize("scheme", ["net", "net_per_opponent", "placement", "win_loss", "share"])
def test_every_scheme_gives_standings(scheme):
    tournament = a_paper_event(7, rounds=1, scheme=scheme)
    paper_round(tournament, {"Ada": 30})
    page = standings_page(tournament)
    assert page is not None
    assert len(page.lines) == 7


def test_a_place_is_explained_by_the_chain_with_numbers_and_tables():
    tournament = a_paper_event(4, rounds=2, tiebreaks=("games_won", "deals_won"), boundaries=())
    paper_round(tournament, {"Ada": 30, "Bo": 20, "Cy": 10})
    paper_round(tournament, {"Ada": -10, "Bo": 0, "Cy": -20})
    bo = entrant(tournament, "Bo")
    explained = explain_place(tournament, 2, bo.pk)
    assert explained is not None
    assert (explained.name, explained.place_text, explained.other_name) == ("Bo", "2", "Ada")
    assert [(step.name, step.own, step.theirs, step.outcome_label) for step in explained.steps] == [
        ("Points", "+20", "+20", "level"),
        ("Tables won", "0", "1", "behind"),
    ]
    tables = {table.round.number: table.public_id for table in bo_tables(tournament)}
    assert [(line.round_title, line.table_public_id, line.value_text) for line in explained.points] == [
        ("Round 1", tables[1], "+20"),
        ("Round 2", tables[2], "0"),
    ]
    beside = explain_place(tournament, 2, bo.pk, entrant(tournament, "Dee").pk)
    assert beside is not None
    assert beside.other_name == "Dee"
    assert explain_place(tournament, 2, 12_345) is None


def bo_tables(tournament: Tournament):
    return Table.objects.filter(round__tournament=tournament).select_related("round")


def test_numbers_as_people_write_them():
    assert [number_text(n) for n in (7, -7, 0, Fraction(1, 3), Fraction(-5, 2))] == [
        "7",
        "−7",
        "0",
        "0.33",
        "−2.5",
    ]
    assert number_text(7, signed=True) == "+7"
    net, places = Numbers.of_scheme("net"), Numbers.of_scheme("placement")
    assert (net.points(48), places.points(48)) == ("+48", "48")
    assert net.value("points", None) == ""
    assert net.value("countback", (2, 1, 0, 0, 0)) == "2 · 1 · 0 · 0"
    assert [places.one("spread_best", 5), places.one("head_to_head", 5)] == ["+5", "5"]


@pytest.mark.parametrize("rounds", [1, 3])
def test_standings_cost_the_same_number_of_queries(rounds, django_assert_num_queries):
    tournament = a_paper_event(4, rounds=4)
    for _unused in range(rounds):
        paper_round(tournament)
    with django_assert_num_queries(6 if rounds > 1 else 4):
        standings_page(tournament)
    last = Entrant.objects.filter(tournament=tournament).first()
    with django_assert_num_queries(11):
        explain_place(tournament, rounds, last.pk)
