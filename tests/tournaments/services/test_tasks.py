"""What messages do, and what happens without them: a broker that is away costs seconds, never a result."""

import pytest
from kombu.exceptions import OperationalError

from games.management.commands.sweep import Command
from games.models import Game
from tests.tournaments.evenings import an_event, play_tables, start_next
from tournaments import tasks
from tournaments.enums import RoundStatus, TableStatus
from tournaments.models import Round, Table

pytestmark = pytest.mark.django_db


def test_tasks_call_the_services_and_may_come_twice():
    tournament = an_event(4, rounds=1)
    round_ = start_next(tournament)
    play_tables(round_)
    for _unused in range(2):
        tasks.record_result(Game.objects.get().pk)
        assert Table.objects.get().status == TableStatus.CONFIRMED
        tasks.table_settled(Table.objects.get().pk)
        assert Round.objects.get().status == RoundStatus.COMPLETED
        tasks.round_over(round_.pk)
    tasks.reconcile()


def test_tasks_of_things_that_are_gone_do_nothing():
    tasks.record_result(12_345)
    tasks.table_settled(12_345)
    tasks.round_over(12_345)


def test_without_a_broker_the_sweep_alone_ends_the_round():
    """The fallback loop stepped in for the workers: it also does what no task will do."""
    tournament = an_event(4, rounds=1)
    play_tables(start_next(tournament))
    Command().tell_apps_above()
    assert Round.objects.get().status == RoundStatus.COMPLETED
    assert tournament.rounds.count() == 1


class Away:
    """A task whose broker can't be reached; counts the tries."""

    name = "tournaments.tasks.away"
    tries = 0

    def apply_async(self, **_kwargs: object) -> None:
        self.tries += 1
        raise OperationalError("connection refused")


def test_a_broker_that_is_away_is_tried_once_and_then_left_alone(monkeypatch):
    monkeypatch.setattr(tasks, "_breaker", tasks._Breaker())
    away = Away()
    assert [tasks.send(away, 1) for _unused in range(3)] == [False, False, False]
    assert away.tries == 1
