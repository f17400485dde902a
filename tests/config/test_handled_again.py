"""Of two transactions that stand in each other's way PostgreSQL ends one. The request it belonged to is handled again,
so that a click is never lost for it and never counts twice (reliability, F14).
"""

import threading
import time

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from config import middleware
from games.models import MoveRecord
from games.options import GameOptions
from tests.games.tables import make_game, make_people, user_to_act

pytestmark = pytest.mark.django_db(transaction=True)
calls = []


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def fail() -> None:
    with transaction.atomic():
        run("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01', MESSAGE = 'deadlock detected'; END $$")


def always(request: HttpRequest) -> HttpResponse:
    calls.append(request.POST.get("what"))
    fail()
    return HttpResponse()


def once(request: HttpRequest) -> HttpResponse:
    calls.append(request.POST.get("what"))
    if len(calls) == 1:
        fail()
    return HttpResponse()


def other_then(request: HttpRequest) -> HttpResponse:
    """Runs into something else when it is handled again."""
    calls.append(request.POST.get("what"))
    if len(calls) > 1:
        raise Http404
    fail()
    return HttpResponse()


def after_a_commit(request: HttpRequest) -> HttpResponse:
    calls.append(request.POST.get("what"))
    with transaction.atomic():
        run("SELECT 1")
    fail()
    return HttpResponse()


def of_a_library(request: HttpRequest) -> HttpResponse:
    return always(request)


of_a_library.__module__ = "allauth.account.views"

urlpatterns = [
    path("always", always),
    path("once", once),
    path("other", other_then),
    path("commit", after_a_commit),
    path("library", of_a_library),
]
handler404 = "config.errors.not_found"

OPTIONS = GameOptions(cut_seconds=0, bot_pace_seconds=0, deal_pause_seconds=0)
KINDS = ("page", "program")


class Rival:
    """Somebody who holds what a move needs last and, while it waits for that, asks for what it took first."""

    def __init__(self, game):
        self.game = game
        self.was_ended = False
        self.connection = psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None})
        self.connection.execute("SELECT 1 FROM games_deal WHERE game_id = %s FOR UPDATE", [game.pk])
        self.thread = threading.Thread(target=self._ask_for_the_game, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_error):
        self.thread.join()
        self.connection.close()

    def _ask_for_the_game(self):
        give_up_at = time.monotonic() + 30
        while not is_somebody_waiting() and time.monotonic() < give_up_at:
            time.sleep(0.02)
        connection.close()  # this thread's
        try:
            self.connection.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [self.game.pk])
        except psycopg.errors.DeadlockDetected:
            self.was_ended = True
        self.connection.rollback()


def is_somebody_waiting():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return cursor.fetchone() is not None


def press(game, kind):
    client = Client(raise_request_exception=False)
    client.force_login(user_to_act(game))
    move = {"code": "cut-5", "expected_ply": 0, "key": "one"}
    if kind == "page":
        return client.post(f"/g/{game.public_id}/move", move)
    return client.post(f"/api/v1/games/{game.public_id}/moves/", move, content_type="application/json")


def run_into_a_deadlock(kind):
    """The game, and what the move was answered. Whoever has waited for a second is ended, and the move waits first; on
    a machine that stands still for that second it is the rival, so it is tried again.
    """
    for _try in range(5):
        game = make_game(make_people(2), options=OPTIONS)
        with Rival(game) as rival:
            answer = press(game, kind)
        if not rival.was_ended:
            return game, answer
    pytest.fail("the rival was ended each time")


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_that_ran_into_a_deadlock_is_made_once(kind):
    game, answer = run_into_a_deadlock(kind)
    assert answer.status_code == {"page": 302, "program": 200}[kind]
    assert MoveRecord.objects.filter(game=game).count() == 1


@pytest.mark.parametrize("kind", KINDS)
def test_without_another_try_whoever_pressed_would_have_to_press_again(kind, monkeypatch):
    monkeypatch.setattr(middleware, "PAUSES", ())
    game, answer = run_into_a_deadlock(kind)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert MoveRecord.objects.filter(game=game).count() == 0


@pytest.fixture
def seen():
    calls.clear()
    return calls


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize(
    ("address", "status", "times"),
    [("once", 200, 2), ("always", 503, 4), ("other", 404, 2), ("commit", 503, 1), ("library", 503, 1)],
)
def test_three_times_more_unless_something_is_kept_already(seen, address, status, times):
    answer = Client(raise_request_exception=False).post(f"/{address}", {"what": "this"})
    assert (answer.status_code, seen) == (status, ["this"] * times)


@override_settings(ROOT_URLCONF=__name__)
def test_a_file_is_read_once_only(seen):
    answer = Client(raise_request_exception=False).post(
        "/always", {"file": SimpleUploadedFile("a.csv", b"a")}
    )
    assert (answer.status_code, len(seen)) == (503, 1)
