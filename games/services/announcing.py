"""Telling the rest of the house what happened, after it is certain. What a listener does wrong harms no
move.
"""

from typing import Any

import structlog

from games.models import DealAnalysis, Game
from games.signals import analysis_asked, game_finished, turn_started

log = structlog.get_logger(__name__)


def announce(game_id: int, ply: int, due_now: bool, finished: bool) -> None:
    """Send `game_finished` or `turn_started`. Runs after commit; errors of receivers are logged, never
    raised.
    """
    if finished:
        answers = game_finished.send_robust(sender=Game, game_id=game_id)
    else:
        answers = turn_started.send_robust(sender=Game, game_id=game_id, ply=ply, due_now=due_now)
    _note_failures(answers, game_id=game_id)


def announce_analysis(deal_id: int) -> None:
    """Send `analysis_asked`, after commit like the others."""
    _note_failures(analysis_asked.send_robust(sender=DealAnalysis, deal_id=deal_id), deal_id=deal_id)


def _note_failures(answers: list[tuple[Any, Any]], **about: int) -> None:
    for receiver, answer in answers:
        if isinstance(answer, Exception):
            log.error("receiver failed", receiver=str(receiver), exc_info=answer, **about)
