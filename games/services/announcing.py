"""Telling the rest of the house what happened, after it is certain. What a listener does wrong harms no
move.
"""

import structlog

from games.models import Game
from games.signals import game_finished, turn_started

log = structlog.get_logger(__name__)


def announce(game_id: int, ply: int, due_now: bool, finished: bool) -> None:
    """Send `game_finished` or `turn_started`. Runs after commit; errors of receivers are logged, never
    raised.
    """
    if finished:
        answers = game_finished.send_robust(sender=Game, game_id=game_id)
    else:
        answers = turn_started.send_robust(sender=Game, game_id=game_id, ply=ply, due_now=due_now)
    for receiver, answer in answers:
        if isinstance(answer, Exception):
            log.error("receiver failed", receiver=str(receiver), game_id=game_id, exc_info=answer)
