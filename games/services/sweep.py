"""The sweep: finds what is due by the columns of the games and sees that it happens. Losing every message
costs seconds, never a move.

Any number of sweeps may run at once: a row is claimed for a while with SKIP LOCKED, and every game's own
lock and ply decide what happens. Before anything is claimed the heartbeat is looked at, so that nobody pays
for an outage.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Greatest

from games.enums import DueKind, GameStatus
from games.models import Game, Heartbeat
from games.queries.clock import database_now
from games.services.due import BOT_SLACK, play_due
from games.services.schedule import HINT_LEASE

log = structlog.get_logger(__name__)
HEARTBEAT: Final = "sweep"
WORKERS: Final = "workers"
FALLBACK_AFTER: Final = timedelta(seconds=3)
OUTAGE: Final = timedelta(seconds=5)
BATCH: Final = 50
# A sweep stays for what falls due in the meantime, so that watched tables keep their pace between two sweeps.
ROUND_SECONDS: Final = 0.9


@dataclass(frozen=True, slots=True)
class Due:
    """A claimed game: what a hint says of it."""

    game_id: int
    ply: int


@transaction.atomic
def beat() -> timedelta:
    """Touch the heartbeat. After a gap of more than 5 s all open deadlines move by its length, once.

    Returns by how much (zero without an outage). Paused games are left out: resuming moves theirs.
    """
    row = Heartbeat.objects.select_for_update(no_key=True).filter(name=HEARTBEAT).first()
    now = database_now()
    if row is None:
        Heartbeat.objects.get_or_create(name=HEARTBEAT, defaults={"beat_at": now})
        return timedelta()
    gap = now - row.beat_at
    if gap <= OUTAGE:
        Heartbeat.objects.filter(name=HEARTBEAT).update(beat_at=now)
        return timedelta()
    _shift_open_deadlines(row.beat_at, now)
    Heartbeat.objects.filter(name=HEARTBEAT).update(beat_at=now, version=F("version") + 1)
    log.warning("deadlines moved after an outage", seconds=gap.total_seconds())
    return gap


def _shift_open_deadlines(down_from: datetime, now: datetime) -> None:
    """A turn that began during the outage lost only what came after its beginning."""
    lost = now - Greatest(Coalesce(F("turn_started_at"), down_from), down_from)
    open_games = Game.objects.filter(status=GameStatus.PLAYING, paused_at=None)
    open_games.exclude(due_kind=DueKind.BOT).update(
        due_at=F("due_at") + lost, turn_started_at=F("turn_started_at") + lost
    )
    gap = now - down_from
    open_games.update(no_show_at=F("no_show_at") + gap, closes_at=F("closes_at") + gap)


def note_workers() -> None:
    """A worker says that it sweeps."""
    Heartbeat.objects.update_or_create(name=WORKERS, defaults={"beat_at": database_now()})


def workers_sweep() -> bool:
    """Whether a worker has swept lately; where not, the fallback steps in before it counts as an outage."""
    return Heartbeat.objects.filter(name=WORKERS, beat_at__gt=database_now() - FALLBACK_AFTER).exists()


@transaction.atomic
def claim_due(limit: int = BATCH) -> list[Due]:
    """Up to `limit` games whose time has come and whom nobody else works for, the longest due first.

    They are leased for 3 s. A game that was hinted is leased from its last move on, so it comes here only
    when the hint was lost.
    """
    now = database_now()
    due = Q(due_at__lte=now) | Q(due_kind=DueKind.BOT)
    rows = list(
        Game.objects.filter(due, due_at__lte=now + BOT_SLACK, status=GameStatus.PLAYING, paused_at=None)
        .filter(Q(claim_until=None) | Q(claim_until__lte=now))
        .order_by("due_at")
        .select_for_update(skip_locked=True, no_key=True)
        .values_list("pk", "ply")[:limit]
    )
    Game.objects.filter(pk__in=[pk for pk, _ply in rows]).update(claim_until=now + HINT_LEASE)
    return [Due(pk, ply) for pk, ply in rows]


def seconds_to_next() -> float | None:
    """How long until something unclaimed is due, None where nothing is due at any time."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT extract(epoch FROM min(due_at) - clock_timestamp()) FROM games_game"
            " WHERE status = 'playing' AND paused_at IS NULL"
            " AND (claim_until IS NULL OR claim_until <= clock_timestamp())"
        )
        (seconds,) = cursor.fetchone()
    return None if seconds is None else float(seconds)


def sweep_once(*, seconds: float = ROUND_SECONDS, hand_on: Callable[[Due], object] | None = None) -> int:
    """One round of the sweep: heartbeat, then everything that is or falls due within `seconds`.

    Games are handled here one after another; with `hand_on` those that no time is left for are given away (as
    hints). Returns how many were handled or given away. One game's failure never keeps another waiting.
    """
    end = time.monotonic() + seconds
    beat()
    handled = 0
    while True:
        batch = claim_due()
        for due in batch:
            if hand_on is not None and time.monotonic() > end:
                hand_on(due)
            else:
                _handle(due)
        handled += len(batch)
        left = end - time.monotonic()
        if left <= 0:
            return handled
        wait = seconds_to_next()
        if wait is None or wait > left:
            return handled
        time.sleep(max(0.02, min(left, wait)))


def _handle(due: Due) -> None:
    try:
        play_due(game_id=due.game_id, ply=due.ply)
    except Exception:
        # the lease ends by itself and the next sweep tries again; the others must not wait for this one
        log.exception("a due game failed", game_id=due.game_id)
