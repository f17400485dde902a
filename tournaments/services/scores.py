"""Writing a version of a table's result with its seats' scores. Versions are only ever added (I8).

Callers hold the tournament's lock and have checked who may do it.
"""

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from accounts.models import User
from games.services.clock import database_now
from tournaments.enums import ResultStatus, TableStatus
from tournaments.models import SeatScore, Table, TableResult, TableSeat
from tournaments.queries.table_scores import Score


def places_of(nets: Sequence[int], sides: Sequence[Sequence[int]] = ()) -> tuple[int, ...]:
    """Places by net points, shared ones equal (1, 1, 3). Partners, where `sides` has any, have one place."""
    first = [side[0] for side in sides] or range(len(nets))
    ordered = sorted((nets[seat] for seat in first), reverse=True)
    return tuple(ordered.index(net) + 1 for net in nets)


def write_result(
    table: Table,
    scores: Sequence[Score],
    *,
    status: ResultStatus,
    source: str,
    actor: User | None = None,
    seat: int | None = None,
    reason: str = "",
    deals: list[dict[str, Any]] | None = None,
    key: str | None = None,
) -> TableResult:
    """Add the next version; versions before it that were only proposed, or that it replaces, are
    superseded.
    """
    last = table.results.order_by("-version").first()
    outdated = [ResultStatus.PROPOSED]
    if status == ResultStatus.CONFIRMED:
        outdated.append(ResultStatus.CONFIRMED)
    table.results.filter(status__in=outdated).update(status=ResultStatus.SUPERSEDED)
    confirmed = status == ResultStatus.CONFIRMED
    result = TableResult.objects.create(
        table=table,
        version=last.version + 1 if last else 1,
        status=status,
        source=source,
        reason=reason,
        deals_json=deals,
        key=key or None,
        entered_by=actor,
        entered_seat=seat,
        confirmed_by=actor if confirmed else None,
        confirmed_at=database_now() if confirmed else None,
    )
    chairs = TableSeat.objects.filter(table=table).order_by("seat")
    SeatScore.objects.bulk_create(
        SeatScore(result=result, seat=chair.seat, entrant_id=chair.entrant_id, **asdict(score))
        for chair, score in zip(chairs, scores, strict=True)
    )
    return result


def stored_scores(result: TableResult) -> list[Score]:
    """The scores of a version, in seat order."""
    names = [field.name for field in fields(Score)]
    return [Score(**{name: getattr(row, name) for name in names}) for row in result.scores.order_by("seat")]


def set_table(table: Table, status: TableStatus) -> None:
    """Give the table a status that its transition table allows; the moment it was decided is kept."""
    table.status = status
    if table.decided_at is None and status in (TableStatus.DECIDED, TableStatus.CONFIRMED):
        table.decided_at = database_now()
    table.save(update_fields=["status", "decided_at"])
