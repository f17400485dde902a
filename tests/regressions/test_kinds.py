"""The 25 kinds of bug that comparable programs had (reliability, section 9), each named after where it was reported.

Each test shows the kind's harm kept away, at the smallest place where it could happen. GUARDS names the larger tests
that search the kind's whole neighbourhood: races, chaos, non-interference, statistics; a name that is gone fails here.
"""

import json
import re

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import get_resolver

from config.settings import base
from games import seeds
from games.engine.cards import format_cards
from games.engine.observation import observe
from games.engine.shuffling import SEED_BYTES, ShuffleError, commitment, shuffled_deck
from games.errors import GamesError, StaleMove
from games.models import Game, MoveRecord
from games.options import GameOptions
from games.queries import states
from games.queries.states import load_state
from games.services import recording
from games.services.create import start_game
from games.services.due import play_due
from games.services.play import play_move
from games.services.sweep import sweep_once
from tests.factories import make_user
from tests.games.tables import let_time_pass, make_game, make_people, picture, user_to_act
from tests.regressions.named_tests import missing
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    enter_totals,
    paper_round,
    play_tables,
    start_next,
)
from tournaments.errors import TournamentsError
from tournaments.models import Round, Table, TableGame, TableResult, TableSeat, TournamentRole
from tournaments.permissions import can_direct
from tournaments.queries.audit import audit_event
from tournaments.queries.standings import standings_page
from tournaments.services.completion import advance, complete_round
from tournaments.services.corrections import correct_result
from tournaments.services.entrants import enter_player
from tournaments.services.reconcile import lost_endings
from tournaments.services.results import record_game_result
from tournaments.services.rounds import start_round
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db

CODE = re.compile(r"(?<!\w)[A2-9TJQK][CDHS](?!\w)")
ONLOOKER_PAGES = ("/g/{}/", "/g/{}/view", "/api/v1/games/{}/", "/api/v1/games/{}/deals/")


@pytest.fixture
def people():
    return make_people(2)


@pytest.fixture
def game(people):
    """Seat 1 has cut and drawn from the stock; nobody else may know what."""
    game = make_game(people, is_public=True)
    play_move(game=game, actor=people[1], code="cut-5", expected_ply=0)
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    return game


def hand(game, seat):
    return {card.code for card in load_state(game).deal.hands[seat]}


def post_move(client, game, **body):
    path = f"/api/v1/games/{game.public_id}/moves/"
    return client.post(path, json.dumps(body), content_type="application/json")


def test_01_boardgameio_1159_no_whole_state_is_sent(client, game, people):
    client.force_login(people[0])
    text = client.get(f"/api/v1/games/{game.public_id}/").content.decode()
    assert set(CODE.findall(text)) & hand(game, 1) == set()
    assert load_state(game).seed.hex() not in text


@pytest.mark.parametrize("page", ONLOOKER_PAGES)
def test_02_netrunner_6124_onlookers_find_no_hand_in_the_page(client, game, page):
    text = re.sub(
        r"<(script|style).*?</\1>", "", client.get(page.format(game.public_id)).content.decode(), flags=re.S
    )
    assert set(CODE.findall(text)) & (hand(game, 0) | hand(game, 1)) == set()


def test_03_cockatrice_4670_no_log_names_a_hidden_card(client, game, people):
    told = json.dumps(observe(load_state(game), 0).to_json())
    assert set(CODE.findall(told)) & hand(game, 1) == set()
    assert set(CODE.findall(" ".join(MoveRecord.objects.values_list("code", flat=True)))) == set()


def test_04_cardshifter_356_hidden_cards_have_no_identity(client, game, people):
    client.force_login(people[0])
    text = client.get(f"/g/{game.public_id}/view").content.decode()
    backs = set(re.findall(r"<[^>]*card-back[^>]*>", text))
    assert not any(re.search(r"\d{2,}|data-|id=", back) for back in backs)


def test_05_terraforming_mars_1846_nothing_is_undone_and_no_seed_returns(game, settings):
    settings.DEADWOOD_SEED_SOURCE = "secrets"
    names = [
        str(name) for name in get_resolver().namespace_dict["games"][1].reverse_dict if isinstance(name, str)
    ]
    assert [name for name in names if re.search("undo|rollback|take_back", name)] == []
    drawn = {seeds.deal_seed("the same label", 1) for _unused in range(50)}
    assert len(drawn) == 50


def test_06_pip_web_22_looking_again_deals_nothing_new(client, game, people):
    client.force_login(people[0])
    before, stored = hand(game, 0), picture(game)
    for _unused in range(3):
        client.get(f"/g/{game.public_id}/")
        states.cache.clear()
    assert (hand(game, 0), picture(game)) == (before, stored)


def test_07_mage_1428_seeds_are_256_bits_from_the_system(settings):
    del settings.DEADWOOD_SEED_SOURCE  # what an installation has that says nothing of it
    assert (SEED_BYTES, len(seeds.deal_seed("x", 1))) == (32, 32)
    assert seeds.deal_seed("x", 1) != seeds.deal_seed("x", 1)
    assert not hasattr(base, "DEADWOOD_SEED_SOURCE")
    with pytest.raises(ShuffleError):
        shuffled_deck(b"1234")


def test_08_gloomycompanion_39_every_card_comes_to_every_place():
    places = [set() for _unused in range(52)]
    for number in range(900):
        for place, card in enumerate(shuffled_deck(number.to_bytes(32, "big"))):
            places[place].add(card.index)
    assert all(len(found) == 52 for found in places)


@pytest.mark.parametrize(
    "more", [{"seat": 0}, {"card": "AS"}, {"deck": "AS 2S"}, {"actor": 1}, {"points": 99}]
)
def test_09_netrunner_1749_nothing_of_the_cards_is_taken_from_the_client(client, game, people, more):
    client.force_login(people[1])
    before = picture(game)
    assert post_move(client, game, code="discard-AS", expected_ply=2, key="k", **more).status_code == 400
    assert picture(game) == before


def test_10_cornucopia_2419_nobody_acts_for_another_seat_or_table(client, game, people):
    before, code = picture(game), f"discard-{sorted(hand(game, 1))[0]}"
    for user, status in ((people[0], 422), (make_people(1)[0], 404), (make_user(), 404)):
        client.force_login(user)
        assert post_move(client, game, code=code, expected_ply=2, key="k").status_code == status
    assert picture(game) == before


def test_11_backgammonjs_2_a_double_click_is_one_move(game, people):
    code = f"discard-{sorted(hand(game, 1))[0]}"
    first = play_move(game=game, actor=people[1], code=code, expected_ply=2, key="once")
    assert play_move(game=game, actor=people[1], code=code, expected_ply=2, key="once") == first
    with pytest.raises(StaleMove):
        play_move(game=game, actor=people[1], code=code, expected_ply=2, key="again")
    assert MoveRecord.objects.filter(game=game).count() == 3


def test_12_lila_12147_one_game_for_one_table():
    round_ = start_next(an_event(8))
    start_round(round_=round_, actor=None)
    assert TableGame.objects.count() == Table.objects.count() == 2
    chair, other = TableSeat.objects.filter(entrant__isnull=False)[:2]
    with pytest.raises(IntegrityError), transaction.atomic():
        TableSeat.objects.filter(pk=other.pk).update(entrant=chair.entrant)


def test_13_lila_14387_a_round_that_cannot_be_seated_says_why_and_changes_nothing():
    tournament = an_event(1, empty_seats="byes")
    for _again in range(3):
        with pytest.raises(TournamentsError) as refused:
            generate_round(tournament=tournament, actor=None)
        assert str(refused.value)
        advance(tournament_id=tournament.pk)
    assert Round.objects.count() == 0


def test_14_lila_18208_a_restart_takes_no_move_and_no_time(game, people):
    ply, due = game.ply, game.due_at
    states.cache.clear()
    sweep_once(seconds=0)
    game.refresh_from_db()
    assert (game.ply, game.due_at, load_state(game).ply) == (ply, due, ply)


def test_15_lila_12378_a_finished_game_whose_message_was_lost_counts():
    tournament = an_event(4)
    round_ = start_next(tournament)
    play_tables(round_)
    (lost,) = lost_endings()
    record_game_result(game_id=lost)
    assert complete_round(round_id=round_.pk) is not None
    assert len(standings_page(tournament).lines) == 4


def test_16_liwords_475_a_failed_start_leaves_nothing_started(monkeypatch):
    game = make_game(make_people(2), started=False)

    def fail(*_seeds):
        raise RuntimeError("no seed")

    monkeypatch.setattr(recording, "deal_seed", fail)
    with pytest.raises(RuntimeError), transaction.atomic():
        start_game(game=game)
    game.refresh_from_db()
    assert (game.status, game.deals.count(), states.cache.get(game)) == ("waiting", 0, None)


def test_17_liwords_57_a_game_that_has_just_begun_is_not_timed_out(people):
    game = make_game(people, options=GameOptions())
    assert play_due(game_id=game.pk, ply=game.ply) == 0
    sweep_once(seconds=0)
    assert MoveRecord.objects.filter(game=game).count() == 0


def test_18_allbadcards_88_a_bots_turn_is_a_row_and_not_a_timer():
    game = make_game(bots=2)
    assert (game.due_at is not None, game.due_kind) == (True, "bot")
    assert play_due(game_id=game.pk, ply=game.ply) > 0


def test_19_mage_3741_who_vanishes_holds_nobody_up(game, people):
    for _turn in range(8):
        let_time_pass(game, 400)
        play_due(game_id=game.pk, ply=game.ply)
        game.refresh_from_db()
    assert game.ply > 6


def test_20_fbctf_334_no_second_score_and_none_after_the_end():
    tournament = a_paper_event(4)
    round_ = start_next(tournament)
    enter_totals(round_, {"Ada": 9})
    table = Table.objects.get(round=round_)
    complete_round(round_id=round_.pk)
    with pytest.raises((TournamentsError, GamesError)):
        enter_totals(round_, {"Ada": 99})
    assert TableResult.objects.filter(table=table).count() == 1


def test_21_eventyay_1359_the_database_keeps_one_confirmed_result():
    tournament = a_paper_event(4)
    paper_round(tournament, {"Ada": 9})
    result = TableResult.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        TableResult.objects.create(table=result.table, version=2, status="confirmed", source="report")


def test_22_scorekeeper_813_a_corrected_result_reaches_the_standings():
    tournament = a_paper_event(4, rounds=2)
    paper_round(tournament, {"Ada": 40})
    correct_result(table=Table.objects.get(), totals=[-40, 40, 0, 0], reason="Swapped", actor=None)
    assert audit_event(tournament).is_clean
    assert TableResult.objects.count() == 2


def test_23_kombu_337_nothing_waits_in_the_broker():
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"] > settings.CELERY_TASK_TIME_LIMIT
    assert (settings.CELERY_TASK_ACKS_LATE, settings.CELERY_TASK_IGNORE_RESULT) == (True, True)


def test_24_dipvis_420_a_director_is_one_in_the_own_event_only(client):
    ours, theirs = an_event(2), an_event(2)
    director, staff = ours.created_by, make_user(is_staff=True, is_superuser=True)
    assert (can_direct(director, ours), can_direct(director, theirs), can_direct(staff, ours)) == (
        True,
        False,
        False,
    )
    client.force_login(director)
    client.post(f"/t/{theirs.public_id}/tonight/staff/", {"email": director.email, "role": "director"})
    assert TournamentRole.objects.filter(tournament=theirs, user=director).count() == 0


def test_25_posio_4_input_is_text_and_never_markup_or_code(client):
    tournament = an_event(0)
    name = '<img src=x onerror="alert(1)">'
    enter_player(tournament=tournament, actor=None, name=name)
    page = client.get(f"/t/{tournament.public_id}/players/").content.decode()
    assert (name in page, "&lt;img src=x onerror=" in page) == (False, True)
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]


def test_a_deal_is_bound_before_the_cut_is_offered(people):
    """Goes with 7 and 8: what was committed to is what is dealt."""
    game = make_game(people)
    deal = game.deals.get()
    assert deal.commitment == commitment(game.public_id, 1, bytes(deal.hidden.seed))
    assert deal.hidden.deck == format_cards(shuffled_deck(bytes(deal.hidden.seed)))
    assert user_to_act(Game.objects.get(pk=game.pk)) == people[1]


GUARDS = """
1  tests/games/views/test_non_interference.py::test_hidden_cards_change_no_byte
2  tests/secrecy/test_everything_seen.py::test_no_page_shows_a_card_that_its_visitor_may_not_know
4  tests/secrecy/test_everything_seen.py::test_hidden_cards_change_no_byte_of_any_page
8  tests/games/engine/test_shuffling.py::test_the_statistics_refuse_faulty_shuffles
10 tests/secrecy/test_matrix.py::test_everybody_gets_what_the_matrix_says
11 tests/races/test_moves.py::test_two_hundred_races_of_four_threads_for_one_move
12 tests/races/test_events.py::test_four_press_start_and_every_table_has_one_game
14 tests/games/services/test_sweep.py::test_nobody_times_out_at_boot
15 tests/tournaments/services/test_completion.py::test_reconcile_finds_endings_whose_message_was_lost
18 tests/chaos/test_chaos.py::test_twenty_seconds_with_eight_faults
20 tests/races/test_events.py::test_two_people_confirm_at_once_and_a_third_reports_something_else
21 tests/races/test_events.py::test_without_lock_and_constraint_a_table_has_two_confirmed_results
22 tests/races/test_each_two_hundred_times.py::test_one_wins_and_the_others_are_told
23 tests/architecture/test_constructs.py::test_the_product_keeps_the_rule
24 tests/secrecy/test_matrix.py::test_what_belongs_to_others_is_answered_like_what_does_not_exist
25 tests/fuzz/test_requests.py::test_ten_thousand_damaged_requests
"""


def test_the_larger_tests_are_there():
    assert missing(GUARDS) == []
