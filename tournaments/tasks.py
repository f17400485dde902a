"""What the workers do for tournaments. A task calls one service; losing it costs seconds, twice costs
nothing.
"""

import time
from typing import Any, Final

import structlog
from celery import Task, shared_task
from kombu.exceptions import OperationalError

from tournaments.models import Round, Table
from tournaments.services.completion import complete_round
from tournaments.services.fixtures import take_game
from tournaments.services.news import tell_turns as tell_waiting_turns
from tournaments.services.race import reckon_event
from tournaments.services.reconcile import advance_fully
from tournaments.services.reconcile import reconcile as reconcile_all
from tournaments.services.results import record_game_result

log = structlog.get_logger(__name__)
EXPIRES: Final = 30
BREAK_SECONDS: Final = 5.0


@shared_task(name="tournaments.tasks.record_result")
def record_result(game_id: int) -> None:
    """A game ended: its table has a result, or its league game."""
    record_game_result(game_id=game_id)
    take_game(game_id=game_id)


@shared_task(name="tournaments.tasks.table_settled")
def table_settled(table_id: int) -> None:
    """A table's result counts: perhaps its round is complete."""
    table = Table.objects.filter(pk=table_id).first()
    if table is not None:
        complete_round(round_id=table.round_id)


@shared_task(name="tournaments.tasks.round_over")
def round_over(round_id: int) -> None:
    """A round is complete: an event that runs by itself goes on."""
    round_ = Round.objects.filter(pk=round_id).first()
    if round_ is not None:
        advance_fully(tournament_id=round_.tournament_id)


@shared_task(name="tournaments.tasks.title_race")
def title_race(round_id: int) -> None:
    """A round is complete: the chances of title and cut are reckoned again."""
    round_ = Round.objects.filter(pk=round_id).first()
    if round_ is not None:
        reckon_event(tournament_id=round_.tournament_id)


@shared_task(name="tournaments.tasks.tell_turns")
def tell_turns() -> None:
    """Whose turn waits is told so (beat, twice a minute)."""
    tell_waiting_turns()


@shared_task(name="tournaments.tasks.reconcile")
def reconcile() -> None:
    """Whatever a lost message left undone (beat, every few seconds)."""
    reconcile_all()


class _Breaker:
    """Remembers in this process until when the broker is taken to be away."""

    def __init__(self) -> None:
        self.open_until = 0.0


_breaker: Final = _Breaker()


def send(task: "Task[Any, Any]", *arguments: int) -> bool:
    """Publish a task. A broker that is away is logged, never raised: `reconcile` does the work then.

    After a failure nothing is sent for a while, so that no director's click waits for a broker again and
    again.
    """
    if time.monotonic() < _breaker.open_until:
        return False
    try:
        task.apply_async(args=arguments, expires=EXPIRES, retry=False)
    except (OperationalError, OSError) as error:
        _breaker.open_until = time.monotonic() + BREAK_SECONDS
        log.warning("no task sent, the broker is away", task=task.name, error=type(error).__name__)
        return False
    return True
