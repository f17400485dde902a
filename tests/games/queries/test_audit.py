"""The audit finds what is broken, names the row, and finds nothing in games that are right.

Corruption needs the triggers and constraints off: the database itself refuses most of it.
"""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection

from games.enums import GameStatus
from games.models import Deal, Game, HiddenDeal, MoveRecord, SeatOccupancy
from games.options import GameOptions
from games.queries import states
from games.queries.audit import audit_game, audit_games
from games.queries.clock import database_now
from games.services.play import play_move
from tests.games.tables import QUICK, make_game, make_people, play_what_is_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished():
    return play_what_is_due(make_game(bots=3, options=QUICK))


@pytest.fixture
def running():
    people = make_people(2)
    game = make_game(people, options=GameOptions(cut_seconds=0, bot_pace_seconds=0))
    play_move(game=game, actor=people[1], code="cut-3", expected_ply=0, key="a")
    play_move(game=game, actor=people[1], code="stock", expected_ply=1, key="b")
    game.refresh_from_db()
    return game


@contextmanager
def guards_off():
    """The log's own triggers are off meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_moverecord DISABLE TRIGGER USER")
        yield
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_moverecord ENABLE TRIGGER USER")


def found(game):
    states.cache.clear()
    game.refresh_from_db()
    return {(violation.invariant, violation.table) for violation in audit_game(game)}


def test_right_games_are_clean(finished, running):
    assert list(audit_games([finished, running])) == []


MOVES, GAMES, DEALS = "games_moverecord", "games_game", "games_deal"


def change_move(game, ply, **values):
    with guards_off():
        assert MoveRecord.objects.filter(game=game, ply=ply).update(**values) == 1


def delete_move(game, ply):
    with guards_off():
        assert MoveRecord.objects.filter(game=game, ply=ply).delete()[0] == 1


def other_seat(game):
    change_move(game, 4, seat=(game.moves.get(ply=4).seat + 1) % 3)


def change_game(**values):
    return lambda game: Game.objects.filter(pk=game.pk).update(**values)


def change_deal(**values):
    return lambda game: Deal.objects.filter(game=game, number=1).update(**values)


CORRUPTIONS = {
    "a move is gone": (lambda game: delete_move(game, 5), {("I2", MOVES), ("I10", GAMES)}),
    "the last move is gone": (lambda game: delete_move(game, game.ply), {("I10", GAMES), ("I3", GAMES)}),
    "a move was made by another seat": (other_seat, {("I4", MOVES)}),
    "a seat that isn't there": (lambda game: change_move(game, 4, seat=4), {("I4", MOVES)}),
    "a draw became another": (lambda game: change_move(game, 2, code="drop"), {("I3", GAMES)}),
    "a code that is none": (lambda game: change_move(game, 2, code="fly"), {("I3", GAMES)}),
    "a person for a bot": (lambda game: change_move(game, 2, actor_kind="human"), {("I4", MOVES)}),
    "an autopilot for a bot": (lambda game: change_move(game, 2, actor_kind="autopilot"), {("I4", MOVES)}),
    "the ply of the game": (change_game(ply=7), {("I10", GAMES)}),
    "the number of deals": (change_game(deal_number=99), {("I10", GAMES)}),
    "points of a deal": (lambda game: edit_deal(game, "points"), {("I3", DEALS)}),
    "net of a deal": (lambda game: edit_deal(game, "net"), {("I3", DEALS)}),
    "payments that don't sum to zero": (lambda game: edit_payments(game), {("I5", DEALS)}),
    "totals": (lambda game: edit_totals(game), {("I3", GAMES), ("I5", GAMES)}),
    "status": (change_game(status="halted"), {("I3", GAMES)}),
    "commitment": (change_deal(commitment="0" * 64), {("I15", DEALS)}),
    "deck": (lambda game: swap_deck(game), {("I15", DEALS)}),
    "revealed seed": (change_deal(revealed_seed=bytes(32)), {("I15", DEALS)}),
}


def edit_deal(game, name):
    deal = Deal.objects.get(game=game, number=1)
    deal.result_json[name][0] += 1
    deal.save()


def edit_payments(game):
    deal = Deal.objects.get(game=game, number=1)
    deal.result_json["results"][0]["net"][0] += 1
    deal.save()


def edit_totals(game):
    game.result_json["totals"][0] += 1
    game.save()


def swap_deck(game):
    deal = Deal.objects.get(game=game, number=1)
    cards = deal.hidden.deck.split()
    HiddenDeal.objects.filter(deal=deal).update(deck=" ".join([cards[1], cards[0], *cards[2:]]))


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_each_corruption_is_found_and_named(finished, name):
    corrupt, expected = CORRUPTIONS[name]
    corrupt(finished)
    assert expected <= found(finished)


def test_the_finding_names_the_row(finished):
    change_move(finished, 2, actor_kind="human")
    row = MoveRecord.objects.get(game=finished, ply=2)
    assert [(each.table, each.pk) for each in audit_game(finished)] == [(MOVES, row.pk), (MOVES, row.pk)]


def test_another_seed_changes_everything_and_is_found(finished):
    HiddenDeal.objects.filter(deal__game=finished, deal__number=1).update(seed=bytes(32))
    assert {"I15"} <= {invariant for invariant, _table in found(finished)}


def test_a_person_who_plays_for_another_is_found(running):
    with guards_off():
        MoveRecord.objects.filter(game=running, ply=2).update(actor=make_people(1)[0])
    assert found(running) == {("I4", MOVES)}


def test_a_human_move_while_a_bot_had_the_seat_is_found(running):
    seat = running.seats.get(seat=1)
    SeatOccupancy.objects.create(game_seat=seat, from_ply=2, occupant="stand_in")
    assert found(running) == {("I4", MOVES)}


def test_the_same_key_twice_is_found(running):
    constraint = next(each for each in MoveRecord._meta.constraints if each.name == "games_move_key_once")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with connection.schema_editor() as editor:
        editor.remove_constraint(MoveRecord, constraint)
    change_move(running, 2, key="a")
    assert found(running) == {("I11", MOVES)}


def test_a_game_that_everybody_forgot_is_found(running):
    Game.objects.filter(pk=running.pk).update(due_at=database_now() - timedelta(minutes=5))
    assert found(running) == {("I12", GAMES)}


def test_a_paused_game_is_late_for_nothing(running):
    Game.objects.filter(pk=running.pk).update(
        due_at=database_now() - timedelta(minutes=5), paused_at=database_now()
    )
    assert found(running) == set()


def test_another_turn_than_the_logs_is_found(running):
    Game.objects.filter(pk=running.pk).update(turn_seat=0)
    assert found(running) == {("I3", GAMES)}


def test_an_open_deal_of_a_finished_game_is_found(finished):
    Deal.objects.filter(game=finished, number=finished.deal_number).update(ended_at=None, revealed_seed=None)
    assert ("I10", GAMES) in found(finished)
    assert finished.status == GameStatus.FINISHED
