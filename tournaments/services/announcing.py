"""Telling the rest of the house, after commit. What a listener does wrong harms no result."""

from typing import Any

import structlog
from django.dispatch import Signal

from tournaments.models import Round, Table
from tournaments.signals import round_completed, table_confirmed

log = structlog.get_logger(__name__)


def announce_table(table_id: int) -> None:
    """Send `table_confirmed`."""
    _send(table_confirmed, Table, table_id=table_id)


def announce_round(round_id: int) -> None:
    """Send `round_completed`."""
    _send(round_completed, Round, round_id=round_id)


def _send(signal: Signal, sender: type, **ids: Any) -> None:
    for receiver, answer in signal.send_robust(sender=sender, **ids):
        if isinstance(answer, Exception):
            log.error("receiver failed", receiver=str(receiver), exc_info=answer, **ids)
