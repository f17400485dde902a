"""Ratings follow finished events: once, in the order of their dates, people only."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import Membership
from tests.factories import A_DAY, make_club
from tests.tournaments.evenings import an_event, enter, paper_round
from tournaments.engine.ratings import Rating, rate_table
from tournaments.enums import ResultStatus
from tournaments.models import RatingChange, TableResult, Tournament
from tournaments.queries.ratings import families, rating_list, ratings_of, unrated_events
from tournaments.season_format import SeasonFormat
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.entrants import enter_bot
from tournaments.services.ratings import rate_event
from tournaments.services.reconcile import reconcile
from tournaments.services.seasons import assign_event, create_season

pytestmark = pytest.mark.django_db


def evening(club, totals, *, rounds=1, day=0, bots=0, **fields):
    """A finished evening at one table; with a bot it takes the last seat and balances."""
    owner = Membership.objects.filter(club=club).earliest("pk").user
    size = len(totals) + bots
    tournament = an_event(
        director=owner, club=club, table_mode="paper", rounds=rounds, extra_round_cap=0, table_sizes=(size,)
    )
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=A_DAY + timedelta(days=day), **fields)
    tournament.refresh_from_db()
    enter(tournament, list(totals))
    for _unused in range(bots):
        enter_bot(tournament=tournament, actor=None, level="club", name="Robbie")
    for _unused in range(rounds):
        paper_round(tournament, totals if bots else dict(list(totals.items())[:-1]))
    begin_review(tournament=tournament, actor=None)
    return finish_tournament(tournament=tournament, actor=None)


def numbers(club):
    """The ratings in force by name, rounded."""
    found = ratings_of(club.players.values_list("pk", flat=True), "knock")
    return {player.name: round(found[player.pk].mu, 6) for player in club.players.all() if player.pk in found}


def by_hand(*tables):
    """The same by the engine alone: each table a dict of places by name."""
    ratings = {}
    for places in tables:
        after = rate_table([ratings.get(name, Rating()) for name in places], list(places.values()))
        ratings.update(zip(places, after, strict=True))
    return {name: round(rating.mu, 6) for name, rating in ratings.items()}


def test_an_event_is_rated_once_however_often_it_is_asked():
    club = make_club()
    event = evening(club, {"Ada": 10, "Bo": -10}, rounds=2)
    assert [rate_event(tournament_id=event.pk) for _ in range(3)] == [True, False, False]
    assert numbers(club) == by_hand({"Ada": 1, "Bo": 2}, {"Ada": 1, "Bo": 2})
    assert RatingChange.objects.count() == 2


def test_a_late_result_is_put_in_where_its_date_is():
    club = make_club()
    later = evening(club, {"Ada": 10, "Bo": -10}, day=7)
    rate_event(tournament_id=later.pk)
    earlier = evening(club, {"Bo": 10, "Cy": 0, "Ada": -10}, day=0)
    rate_event(tournament_id=earlier.pk)
    assert numbers(club) == by_hand({"Bo": 1, "Cy": 2, "Ada": 3}, {"Ada": 1, "Bo": 2})


def test_bots_are_not_rated_and_move_nobody():
    """The bot wins the table with the balance of +20; Ada and Bo are rated as if it weren't there."""
    club = make_club()
    event = evening(club, {"Ada": -5, "Bo": -15}, bots=1)
    rate_event(tournament_id=event.pk)
    assert numbers(club) == by_hand({"Ada": 1, "Bo": 2})


def test_a_seat_that_a_bot_played_for_the_most_part_is_left_out():
    club = make_club()
    event = evening(club, {"Ada": 10, "Bo": 0, "Cy": -10})
    result = TableResult.objects.get(table__round__tournament=event)
    scores = list(result.scores.select_related("entrant"))
    TableResult.objects.filter(pk=result.pk).update(status=ResultStatus.SUPERSEDED)
    result.pk, result._state.adding, result.version = None, True, 2
    result.save()
    for score in scores:
        score.pk, score._state.adding, score.result = None, True, result
        score.moves, score.bot_moves = 9, 5 if score.entrant.name == "Bo" else 4
        score.save()
    rate_event(tournament_id=event.pk)
    assert numbers(club) == by_hand({"Ada": 1, "Cy": 2})


def test_the_sweep_rates_what_is_finished_and_nothing_else():
    club = make_club()
    event = evening(club, {"Ada": 10, "Bo": -10})
    rehearsal = evening(club, {"Ada": 10, "Bo": -10}, is_rehearsal=True)
    running = an_event(2, club=club, director=Membership.objects.get(club=club).user)
    assert unrated_events() == [event.pk]
    reconcile()
    assert unrated_events() == []
    assert [rate_event(tournament_id=other.pk) for other in (rehearsal, running)] == [False, False]


def test_clubs_are_rated_apart():
    one, other = make_club(), make_club()
    for club in (one, other):
        rate_event(tournament_id=evening(club, {"Ada": 10, "Bo": -10}).pk)
    assert numbers(one) == numbers(other) == by_hand({"Ada": 1, "Bo": 2})


def test_the_page_shows_no_number_before_the_fifth_table():
    club = make_club()
    rate_event(tournament_id=evening(club, {"Ada": 10, "Bo": -10}, rounds=4).pk)
    assert [(line.name, line.shown, line.games) for line in rating_list(club, "knock", AnonymousUser())] == [
        ("Ada", None, 4),
        ("Bo", None, 4),
    ]
    rate_event(tournament_id=evening(club, {"Cy": 0, "Bo": 5, "Ada": -5}, day=1).pk)
    found = [
        (line.name, line.shown is not None, line.games)
        for line in rating_list(club, "knock", AnonymousUser())
    ]
    assert found == [("Ada", True, 5), ("Bo", True, 5), ("Cy", False, 1)]
    assert [family.key for family in families(club)] == ["knock"]
    text = Client().get(reverse("clubs:ratings", kwargs={"slug": club.slug})).content.decode()
    assert ("not yet" in text, "Knock Rummy" in text) == (True, True)


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_one_query(count, django_assert_num_queries):
    club = make_club()
    for _unused in range(count):
        rate_event(tournament_id=evening(club, {"Ada": 10, "Bo": -10}).pk)
    with django_assert_num_queries(1):
        assert len(rating_list(club, "knock", AnonymousUser())) == 2


def test_a_private_clubs_ratings_are_not_there_for_others():
    club = make_club(is_public=False)
    assert Client().get(reverse("clubs:ratings", kwargs={"slug": club.slug})).status_code == 404


def test_a_season_may_begin_everybodys_rating_anew():
    """The second evening is the first of such a season: Ada and Bo are rated as if they had never played."""
    club = make_club()
    evening(club, {"Ada": 30, "Bo": -30}, rounds=6)
    owner = Membership.objects.filter(club=club).earliest("pk").user
    format_ = SeasonFormat(fresh_ratings=True)
    season = create_season(
        club=club, league_name="L", name="2026", starts_on=A_DAY, ends_on=A_DAY, format_=format_, actor=owner
    )
    second = evening(club, {"Ada": -30, "Bo": 30}, day=7)
    assign_event(season=season, tournament=second, actor=owner)
    reconcile()
    assert numbers(club) == by_hand({"Bo": 1, "Ada": 2})
    assert rating_list(club, "knock", AnonymousUser())[0].shown is None  # one table so far
