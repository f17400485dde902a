"""What the workers do for games. A task checks that its hint is still true and calls one service; it knows
no card.

Losing a task costs seconds (the sweep finds what is due), running it twice costs nothing.
"""

import time
from typing import Final

import structlog
from celery import Task, shared_task
from kombu.exceptions import OperationalError

from games.services.analysis import analyse_deal, lost_analyses
from games.services.due import play_due
from games.services.sweep import Due, note_workers, sweep_once

log = structlog.get_logger(__name__)
HINT_EXPIRES: Final = 30
# After a failed publish hints are left out for a while: the sweep does their work, and no move waits for a
# broker.
BREAK_SECONDS: Final = 5.0


class _Breaker:
    """Remembers in this process until when the broker is taken to be away."""

    def __init__(self) -> None:
        self.open_until = 0.0


_breaker: Final = _Breaker()


@shared_task(name="games.tasks.hint")
def hint(game_id: int, ply: int) -> None:
    """Something may be due in the game. A hint that is no longer true is forgotten."""
    play_due(game_id=game_id, ply=ply)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """One round of the sweep; what it has no time for goes to the other workers."""
    note_workers()
    sweep_once(hand_on=send_hint)
    for deal_id in lost_analyses():
        send_analysis(deal_id)


@shared_task(name="games.tasks.analyse")
def analyse(deal_id: int) -> None:
    """Somebody wants the analysis of a finished deal. One that is there already costs nothing."""
    analyse_deal(deal_id=deal_id)


def send_hint(due: Due) -> bool:
    """Publish a hint. There is at most one outstanding for a game: its row is leased for as long as the hint
    may take.
    """
    return send_or_log(hint, due.game_id, due.ply)


def send_analysis(deal_id: int) -> bool:
    """Tell a worker that an analysis is wanted."""
    return send_or_log(analyse, deal_id)


def send_or_log(task: Task, *args: int) -> bool:
    """Send a message, the only place where that is done. A broker that is away is logged, never raised."""
    if time.monotonic() < _breaker.open_until:
        return False
    try:
        task.apply_async(args=args, expires=HINT_EXPIRES, retry=False)
    except (OperationalError, OSError) as error:
        _breaker.open_until = time.monotonic() + BREAK_SECONDS
        log.warning("no hint sent, the broker is away", error=type(error).__name__)
        return False
    return True
