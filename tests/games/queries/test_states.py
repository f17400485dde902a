"""The cache of replayed states: fast, never stale, and blind to what was rolled back."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.engine.replay import RecordedDeal, replay_game
from games.enums import GameStatus
from games.models import Deal, Game, MoveRecord
from games.queries import states
from games.queries.states import StateCache, load, load_state
from games.services.due import play_due
from games.services.play import play_move
from tests.games.tables import QUICK, make_game, make_people, play_what_is_due


@pytest.fixture(autouse=True)
def empty_cache():
    states.cache.clear()


def replayed(game):
    """The state from the log alone, by the engine."""
    deals = [
        RecordedDeal.of(bytes(deal.hidden.seed), *zip(*moves, strict=True))
        if moves
        else RecordedDeal(bytes(deal.hidden.seed), ())
        for deal in Deal.objects.filter(game=game).select_related("hidden").order_by("number")
        for moves in [list(MoveRecord.objects.filter(deal=deal).order_by("ply").values_list("code", "seat"))]
    ]
    return replay_game(game.ruleset, game.seat_count, deals, ended_early=game.closed_ply is not None)


@pytest.mark.django_db(transaction=True)
def test_a_state_is_that_of_the_log_with_and_without_the_cache():
    game = make_game(bots=3, options=QUICK)
    while game.status == GameStatus.PLAYING:
        assert play_due(game_id=game.pk, ply=game.ply, budget=7) > 0
        game.refresh_from_db()
        cached = load_state(game)
        states.cache.clear()
        assert cached == load_state(game) == replayed(game)


@pytest.mark.django_db(transaction=True)
def test_a_known_state_takes_no_query_and_a_longer_log_only_its_new_moves():
    people = make_people(2)
    game = make_game(people, options=QUICK)
    with CaptureQueriesContext(connection) as queries:
        load_state(game)
    assert len(queries) == 0
    known = load(game)
    play_move(game=game, actor=people[1], code="cut-1", expected_ply=0)
    game.refresh_from_db()
    states.cache.put(game, known)  # as another process would know it
    with CaptureQueriesContext(connection) as queries:
        assert load_state(game).ply == 1
    assert len(queries) == 1


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_is_not_remembered():
    people = make_people(2)
    game = make_game(people, options=QUICK)
    with transaction.atomic():
        play_move(game=game, actor=people[1], code="cut-9", expected_ply=0)
        transaction.set_rollback(True)
    play_move(game=game, actor=people[1], code="cut-30", expected_ply=0)
    game.refresh_from_db()
    assert load_state(game).cut == 30


@pytest.mark.django_db
def test_an_older_row_is_answered_as_it_was():
    """A page that read the row before a move gets the state of that row, not a newer one."""
    people = make_people(2)
    game = make_game(people, options=QUICK)
    older = Game.objects.get(pk=game.pk)
    play_move(game=game, actor=people[1], code="cut-1", expected_ply=0)
    game.refresh_from_db()
    assert (load_state(game).ply, load_state(older).ply) == (1, 0)


@pytest.mark.django_db
def test_states_before_each_deal_can_be_had():
    game = play_what_is_due(make_game(bots=2, options=QUICK))
    for deal in Deal.objects.filter(game=game):
        state = states.state_before(game, deal)
        assert (state.phase, state.deal_number, state.ply) == ("cut", deal.number, deal.first_ply - 1)


@pytest.mark.django_db
def test_the_cache_keeps_those_used_last():
    cache = StateCache(size=2)
    games = [make_game(bots=2, options=QUICK) for _unused in range(3)]
    for game in games:
        cache.put(game, load(game))
    assert [cache.get(game) is not None for game in games] == [False, True, True]
