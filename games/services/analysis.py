"""Analyses of finished deals: asked for by people, worked out by whoever comes to it first.

A deal in play is never analysed. What is waiting is a row; the message to a worker is a hint that may be lost or
doubled. A row is claimed for a while, so two workers don't do the same; what fails is tried a few times.
"""

import time
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import F, Q

from games.bots.analysis import Decision, decisions
from games.engine.moves import parse_move
from games.errors import NoFinishedDeal
from games.models import Deal, DealAnalysis, Game, MoveRecord
from games.models.analysis import MOST_ATTEMPTS
from games.queries.clock import database_now
from games.queries.states import state_before
from games.services.announcing import announce_analysis

log = structlog.get_logger(__name__)
METHOD: Final = 1  # goes up when the expert or the numbers kept of a decision change
LEASE: Final = timedelta(seconds=240)  # as long as a task may take
HINT_LEASE: Final = timedelta(seconds=10)
TELL_SECONDS: Final = 0.4  # between two notes of how far it has come
BATCH: Final = 20


@transaction.atomic
def ask_for_analysis(*, game: Game, number: int) -> None:
    """See to it that deal `number` is analysed. Asking again changes nothing, unless the last try failed or the
    method is another now. Raises NoFinishedDeal.
    """
    deal = Deal.objects.filter(game=game, number=number, ended_at__isnull=False).first()
    if deal is None:
        raise NoFinishedDeal
    analysis, made = DealAnalysis.objects.get_or_create(
        deal=deal, defaults={"method": METHOD, "hinted_at": database_now()}
    )
    if not made and (analysis.has_failed or (analysis.is_finished and analysis.method != METHOD)):
        DealAnalysis.objects.filter(pk=analysis.pk).update(
            method=METHOD, done=0, total=0, attempts=0, claimed_until=None, decisions=None, finished_at=None
        )
    elif not made and analysis.is_finished:
        return
    transaction.on_commit(lambda: announce_analysis(deal.pk))


def analyse_deal(*, deal_id: int) -> bool:
    """Work the analysis out, if it is waiting and nobody else is at it. Returns whether it was done here."""
    deal = _claimed(deal_id)
    if deal is None:
        return False
    try:
        found = list(_worked_out(deal))
    except Exception:
        # a deal that can't be analysed must not keep the others waiting; the page says so after the last try
        log.exception("an analysis failed", deal_id=deal_id)
        DealAnalysis.objects.filter(pk=deal_id).update(claimed_until=None)
        return False
    DealAnalysis.objects.filter(pk=deal_id).update(
        decisions=found, done=F("total"), finished_at=database_now(), claimed_until=None
    )
    return True


@transaction.atomic
def lost_analyses(limit: int = BATCH) -> list[int]:
    """The deals whose analysis waits and that no worker was told of lately: their messages seem to be lost.

    They count as told of now, so the caller hints them or does them.
    """
    now = database_now()
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    untold = Q(hinted_at=None) | Q(hinted_at__lte=now - HINT_LEASE)
    waiting = DealAnalysis.objects.filter(free, untold, finished_at=None, attempts__lt=MOST_ATTEMPTS)
    found = list(
        waiting.order_by("asked_at").select_for_update(skip_locked=True).values_list("pk", flat=True)[:limit]
    )
    if found:
        DealAnalysis.objects.filter(pk__in=found).update(hinted_at=now)
    return found


def analyse_waiting() -> int:
    """One waiting analysis, worked out here: for the sweep that steps in for the workers. Returns how many."""
    return sum(analyse_deal(deal_id=deal_id) for deal_id in lost_analyses(1))


def _claimed(deal_id: int) -> Deal | None:
    """The deal, now ours to analyse for a while; None where there is nothing to do."""
    now = database_now()
    claimed = (
        DealAnalysis.objects.filter(pk=deal_id, finished_at=None, attempts__lt=MOST_ATTEMPTS)
        .filter(Q(claimed_until=None) | Q(claimed_until__lte=now))
        .update(claimed_until=now + LEASE, attempts=F("attempts") + 1, done=0)
    )
    return Deal.objects.select_related("game").get(pk=deal_id) if claimed else None


def _worked_out(deal: Deal) -> Iterator[dict[str, Any]]:
    """The decisions of the deal as they are stored, while the row is told how far it has come."""
    rows = MoveRecord.objects.filter(deal=deal).order_by("ply").values_list("seat", "code")
    moves = [(seat, parse_move(code)) for seat, code in rows]
    DealAnalysis.objects.filter(pk=deal.pk).update(total=len(moves))
    told = time.monotonic()
    luck = Random(deal.commitment)  # noqa: S311 - the same deal gives the same analysis
    for done, found in enumerate(decisions(state_before(deal.game, deal), moves, luck), start=1):
        if found is not None:
            yield stored(found)
        if time.monotonic() - told > TELL_SECONDS:
            DealAnalysis.objects.filter(pk=deal.pk).update(done=done)
            told = time.monotonic()


def stored(decision: Decision) -> dict[str, Any]:
    """The decision as plain values: move number, seat, codes and points."""
    return {
        "at": decision.at,
        "seat": decision.seat,
        "played": decision.played.code,
        "options": [[option.move.code, round(option.value, 2)] for option in decision.options],
        "by_playing": decision.by_playing,
    }
