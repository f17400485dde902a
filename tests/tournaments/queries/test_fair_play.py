"""Fair play for directors: what is read, what isn't, and what the page says of it."""

from datetime import timedelta
from itertools import islice

import pytest

from games.engine.choices import game_choices
from games.enums import ActorKind, GameStatus
from games.models import Game
from games.queries.choices import game_heads, stored_choices
from tests.factories import make_user
from tests.tournaments.engine.fair_events import EQUALS, EVERYTHING, FRIENDS, games_of
from tests.tournaments.evenings import an_event, director_of, play_round
from tests.tournaments.fair_evenings import BOT_FOR, store
from tournaments.engine.fair_play.judging import LEAST_TOGETHER
from tournaments.models import Tournament, TournamentRole
from tournaments.queries.fair_play import MOST_SHOWN_DEALS, Scope, events_of, fair_pair, fair_play_page

pytestmark = pytest.mark.django_db


def some_games(count, seed="some games"):
    """Games of eight club players at tables of four, ten deals each."""
    return list(islice(games_of(seed, EQUALS, FRIENDS), count))


def page_of(event, scope=Scope.EVENT):
    return fair_play_page(event, director_of(event), scope)


def test_what_is_read_is_what_was_played():
    event, played = an_event(8), some_games(2)
    games = store(event, played)
    found = list(stored_choices(game_heads(Game.objects.filter(pk__in=[game.pk for game in games]), 100)))
    by_game = {game.pk: record for game, record in zip(games, played, strict=True)}
    wanted = {
        (pk, each.deal_number): each
        for pk, record in by_game.items()
        for each in game_choices(record.ruleset, 4, record.deals)
    }
    assert {(deal.game_id, deal.number) for deal in found} == set(wanted)
    for deal in found:
        choices = wanted[deal.game_id, deal.number]
        assert (deal.offers, deal.ends, deal.net) == (choices.offers, choices.ends, choices.result.net)
        assert (deal.kind, deal.seats, deal.stood_in) == ("knock-rummy /4", (0, 1, 2, 3), frozenset())


@pytest.mark.parametrize("status", [GameStatus.PLAYING, GameStatus.HALTED, GameStatus.CANCELLED])
def test_only_finished_games_are_read(status):
    event = an_event(8)
    game, other = store(event, some_games(2))
    heads = game_heads(Game.objects.all(), 100)
    Game.objects.filter(pk=game.pk).update(status=status, turn_seat=0)
    assert [head.game_id for head in game_heads(Game.objects.all(), 100)] == [other.pk]
    # nor a game that went on in between: one that isn't finished is never replayed, whoever asks
    assert {deal.game_id for deal in stored_choices(heads)} == {other.pk}


def test_the_newest_games_up_to_a_number_of_deals():
    games = store(an_event(8), some_games(3))
    heads = game_heads(Game.objects.all(), 25)
    assert [head.game_id for head in heads] == [games[2].pk, games[1].pk]
    assert [head.deals for head in heads] == [10, 10]


def test_moves_that_the_clock_made_are_nobodys_choice():
    """What was won and lost counts all the same."""
    store(an_event(8), some_games(1), actor=ActorKind.TIMEOUT)
    (record,) = some_games(1)
    nets = [each.result.net for each in game_choices(record.ruleset, 4, record.deals)]
    found = list(stored_choices(game_heads(Game.objects.all(), 100)))
    assert [deal.net for deal in found] == nets
    assert {(deal.offers, deal.ends) for deal in found} == {((), ())}


def test_who_was_stood_in_for_is_no_person_of_that_deal():
    """Everybody was, by bots; a deal may end before each of them had a move."""
    store(an_event(8), some_games(1), actor=BOT_FOR)
    (record,) = some_games(1)
    moved = [frozenset(deal.seats[1:]) | {deal.seats[0]} for deal in record.deals]
    found = list(stored_choices(game_heads(Game.objects.all(), 100)))
    assert [deal.stood_in for deal in found] == moved
    assert {(deal.offers, deal.ends) for deal in found} == {((), ())}


def test_before_enough_deals_nothing_is_replayed(django_assert_num_queries):
    """Two people have 10 deals together, which is said; the log isn't even read."""
    event = an_event(8)
    store(event, some_games(2))
    director = director_of(event)
    with django_assert_num_queries(3):
        page = fair_play_page(event, director, Scope.EVENT)
    assert (page.deals, page.events, page.most_together, page.least) == (20, 1, 10, LEAST_TOGETHER)
    assert (page.pairs, page.worth_a_look, page.others) == (0, (), ())


@pytest.fixture
def evening():
    """A long event of eight, in which the first plays for the second, and the third for the fourth."""
    event = an_event(8)
    store(event, games_of("a page", EQUALS, FRIENDS, EVERYTHING, deals=100))
    return event


@pytest.mark.uncounted
def test_friends_are_on_the_page_and_their_deals_can_be_looked_at(evening, django_assert_max_num_queries):
    names = [entrant.name for entrant in evening.entrants.order_by("number")]
    with django_assert_max_num_queries(8):
        page = page_of(evening)
    assert {(line.giver, line.taker) for line in page.worth_a_look} == {
        (names[0], names[1]),
        (names[2], names[3]),
    }
    assert page.pairs > 2
    line = page.worth_a_look[0]
    assert all(figure.stands_out for figure in line.foremost)
    assert {figure.sign for figure in line.foremost} <= {"payments", "discards", "knocks", "waste", "served"}
    assert [len(other.foremost) for other in page.others] == [1] * len(page.others)
    with django_assert_max_num_queries(18):
        pair = fair_pair(evening, director_of(evening), Scope.EVENT, line.taker_id, line.giver_id)
    assert pair.names == (line.taker, line.giver)
    assert pair.together >= 100
    there, deals = pair.lines[0]
    assert (there.giver, there.stands_out, len(deals)) == (line.giver, True, MOST_SHOWN_DEALS)
    assert {deal.event for deal in deals} == {"Club night"}
    assert Game.objects.filter(public_id__in={deal.game for deal in deals}).exists()


def test_two_who_are_not_in_these_events_are_not_found():
    event, elsewhere = an_event(8), an_event(8)
    ours, theirs = (list(each.entrants.order_by("number")) for each in (event, elsewhere))
    ids = [entrant.members.get().player_id for entrant in (ours[0], ours[1], theirs[0])]
    director = director_of(event)
    assert fair_pair(event, director, Scope.EVENT, ids[0], ids[1]).lines == ()
    assert fair_pair(event, director, Scope.EVENT, ids[0], ids[2]) is None
    assert fair_pair(event, director, Scope.EVENT, ids[0], ids[0]) is None


def test_the_season_is_what_the_director_directs_of_the_year():
    event = an_event(4)
    director, club = director_of(event), event.club
    same_year, before, after = (an_event(4, director=director, club=club) for _ in range(3))
    rehearsal = an_event(4, director=director, club=club)
    for other, days in ((same_year, -300), (before, -400), (after, 1)):
        Tournament.objects.filter(pk=other.pk).update(starts_on=event.starts_on + timedelta(days=days))
    Tournament.objects.filter(pk=rehearsal.pk).update(is_rehearsal=True)
    rehearsal.refresh_from_db()
    assert set(events_of(event, director, Scope.SEASON)) == {event, same_year}
    assert set(events_of(event, director, Scope.EVENT)) == {event}
    assert set(events_of(rehearsal, director, Scope.SEASON)) == {rehearsal}
    helper = make_user("Hera Helper")
    TournamentRole.objects.create(tournament=event, user=helper, role="director")
    assert set(events_of(event, helper, Scope.SEASON)) == {event}


def test_an_event_as_it_is_really_played_is_read():
    """Everybody on autopilot, which shows as people; bots in their own right are no pair's half."""
    event = an_event(6)
    play_round(event)
    page = page_of(event)
    assert page.deals > 0
    found = list(stored_choices(game_heads(Game.objects.filter(purpose="tournament"), 100)))
    assert all(deal.ends for deal in found)
