"""Races of directors and messages on real PostgreSQL: two press at once, one thing happens.

Every race starts at a barrier, each thread with its own connection. The tests at the end take the guards away, first
the lock (the database's constraint then refuses the second) and then both, and must see the harm.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import IntegrityError, connection

from games.models import Game
from tests.factories import make_user
from tests.races.test_moves import race
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    director_of,
    play_tables,
    start_next,
)
from tournaments.enums import ResultStatus, TournamentRoleKind
from tournaments.models import (
    AuditRow,
    Entrant,
    Round,
    SeatingDraft,
    Standing,
    Table,
    TableResult,
    Tournament,
)
from tournaments.queries.audit import audit_event
from tournaments.queries.table_scores import scores_of_game
from tournaments.services import locks, results
from tournaments.services.completion import complete_round
from tournaments.services.entrants import enter_player
from tournaments.services.reports import report_totals
from tournaments.services.results import confirm_result, record_game_result
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.setup import appoint

pytestmark = pytest.mark.django_db(transaction=True)


def two_directors(tournament: Tournament) -> list[Any]:
    second = make_user()
    appoint(tournament=tournament, user=second, role=TournamentRoleKind.DIRECTOR, actor=None)
    return [director_of(tournament), second] * 2


def test_four_press_generate_and_there_is_one_draft():
    tournament = an_event(8)
    people = two_directors(tournament)
    drafts = race(*(lambda who=who: generate_round(tournament=tournament, actor=who) for who in people))
    assert {draft.pk for draft in drafts} == {SeatingDraft.objects.get().pk}
    assert AuditRow.objects.filter(action="generate_round").count() == 1


def test_four_press_publish_and_there_is_one_round_with_one_set_of_tables():
    tournament = an_event(8)
    people = two_directors(tournament)
    draft = generate_round(tournament=tournament, actor=None)
    rounds = race(*(lambda who=who: publish_round(draft=draft, actor=who) for who in people))
    assert {round_.pk for round_ in rounds} == {Round.objects.get().pk}
    assert (Table.objects.count(), AuditRow.objects.filter(action="publish_round").count()) == (2, 1)


def test_two_publish_different_drafts_and_one_is_told():
    tournament = an_event(8)
    one, other = (generate_round(tournament=tournament, actor=None, another=True) for _unused in range(2))
    found = race(
        lambda: publish_round(draft=one, actor=None),
        lambda: publish_round(draft=other, actor=None),
    )
    assert sorted(type(answer).__name__ for answer in found) == ["DraftOutdated", "Round"]
    assert Round.objects.count() == 1


def test_four_press_start_and_every_table_has_one_game():
    tournament = an_event(8)
    people = two_directors(tournament)
    draft = generate_round(tournament=tournament, actor=None)
    round_ = publish_round(draft=draft, actor=None)
    found = race(*(lambda who=who: start_round(round_=round_, actor=who) for who in people))
    assert {answer.status for answer in found} == {"playing"}
    assert (Game.objects.count(), AuditRow.objects.filter(action="start_round").count()) == (2, 1)
    assert audit_event(tournament).is_clean


def test_a_message_delivered_four_times_makes_one_result_and_one_standing():
    tournament = an_event(4)
    round_ = start_next(tournament)
    play_tables(round_)
    game = Game.objects.get()
    found = race(*(lambda: record_game_result(game_id=game.pk) for _unused in range(4)))
    assert {answer.pk for answer in found} == {TableResult.objects.get().pk}
    found = race(*(lambda: complete_round(round_id=round_.pk) for _unused in range(4)))
    assert {answer.pk for answer in found} == {round_.pk}
    assert Standing.objects.count() == 4
    assert audit_event(tournament).is_clean


def test_two_people_confirm_at_once_and_a_third_reports_something_else():
    tournament = a_paper_event(4)
    round_ = start_next(tournament)
    table = Table.objects.get(round=round_)
    result = report_totals(table=table, totals=[5, -5, 0, 0], actor=None, seat=0)
    found = race(
        lambda: confirm_result(result=result, actor=None, seat=1),
        lambda: confirm_result(result=result, actor=None, seat=2),
        lambda: report_totals(table=table, totals=[6, -6, 0, 0], actor=None, seat=3),
    )
    assert TableResult.objects.filter(status=ResultStatus.CONFIRMED).count() <= 1
    confirmed = [answer for answer in found[:2] if isinstance(answer, TableResult)]
    assert len({answer.pk for answer in confirmed}) <= 1
    versions = list(TableResult.objects.order_by("version").values_list("version", flat=True))
    assert versions == list(range(1, len(versions) + 1))


def test_the_last_place_is_given_once():
    tournament = an_event(1, capacity=2)
    users = [make_user(f"User {number}") for number in range(4)]
    race(*(lambda who=who: enter_player(tournament=tournament, actor=who, user=who) for who in users))
    statuses = sorted(Entrant.objects.filter(tournament=tournament).values_list("status", flat=True))
    # as many may wait as there are places; the fourth is told that the list is full
    assert statuses == ["entered", "entered", "waiting", "waiting"]
    numbers = sorted(Entrant.objects.values_list("number", flat=True))
    assert numbers == [1, 2, 3, 4]


# What happens without the guards


@pytest.fixture
def no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Services read the event without locking it, as careless code would."""

    def unlocked(tournament_id: int) -> Tournament:
        return Tournament.objects.get(pk=tournament_id)

    monkeypatch.setattr(locks, "locked_tournament", unlocked)
    monkeypatch.setattr(results, "locked_tournament", unlocked)


@pytest.fixture
def side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both threads have looked before either writes: the moment that the lock is there for."""
    barrier = threading.Barrier(2)
    of_game: Callable[..., Any] = scores_of_game

    def meet(outcome: Any) -> Any:
        barrier.wait(timeout=10)
        return of_game(outcome)

    monkeypatch.setattr(results, "scores_of_game", meet)


@pytest.fixture
def no_constraints() -> Iterator[None]:
    """The database without the two constraints on versions; they are back afterwards."""
    names = ("tournaments_result_one_confirmed", "tournaments_result_version_once")
    kept = [found for found in TableResult._meta.constraints if found.name in names]
    with connection.schema_editor() as editor:
        for constraint in kept:
            editor.remove_constraint(TableResult, constraint)
    yield
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE tournaments_tableresult CASCADE")
    with connection.schema_editor() as editor:
        for constraint in kept:
            editor.add_constraint(TableResult, constraint)


def a_finished_table() -> Game:
    play_tables(start_next(an_event(4)))
    return Game.objects.get()


@pytest.mark.usefixtures("no_lock", "side_by_side")
def test_without_the_lock_the_database_refuses_the_second_result():
    game = a_finished_table()
    found = race(*(lambda: record_game_result(game_id=game.pk) for _unused in range(2)))
    assert sorted(type(answer).__name__ for answer in found) == ["IntegrityError", "TableResult"]
    assert isinstance(next(a for a in found if not isinstance(a, TableResult)), IntegrityError)
    assert TableResult.objects.count() == 1


@pytest.mark.usefixtures("no_lock", "side_by_side", "no_constraints")
def test_without_lock_and_constraint_a_table_has_two_confirmed_results(monkeypatch):
    """The harm itself: the acts' own numbers would still stop it, so they are left out here too."""
    monkeypatch.setattr(results, "_record", lambda *_args: None)
    game = a_finished_table()
    race(*(lambda: record_game_result(game_id=game.pk) for _unused in range(2)))
    assert TableResult.objects.filter(status=ResultStatus.CONFIRMED).count() == 2
    tournament = Tournament.objects.get()
    broken = {line.invariant for line in audit_event(tournament).lines if line.problems}
    assert {"I8", "I16"} <= broken
