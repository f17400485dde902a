"""What follows when the games app announces something: one line each, a task."""

from typing import Any

from django.dispatch import receiver

from games.services.sweep import Due
from games.signals import analysis_asked, turn_started
from games.tasks import send_analysis, send_hint


@receiver(turn_started)
def hint_bots(game_id: int, ply: int, due_now: bool, **_: Any) -> bool:
    return due_now and send_hint(Due(game_id, ply))


@receiver(analysis_asked)
def hint_analysis(deal_id: int, **_: Any) -> bool:
    return send_analysis(deal_id)
