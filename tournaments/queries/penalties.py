"""Penalties and bonuses of an event, newest first, those taken back too."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Penalty, Tournament
from tournaments.queries.criteria import number_text


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    penalty_id: int
    entrant_id: int
    name: str
    round_number: int
    points_text: str
    reason: str
    by: str
    created_at: datetime
    is_cancelled: bool


def penalties_of(tournament: Tournament, entrant: int | None = None) -> tuple[PenaltyLine, ...]:
    """Of the event, or of one entrant. One query."""
    rows = (
        Penalty.objects.filter(tournament=tournament).select_related("entrant", "created_by").order_by("-pk")
    )
    if entrant is not None:
        rows = rows.filter(entrant=entrant)
    return tuple(
        PenaltyLine(
            row.pk,
            row.entrant_id,
            row.entrant.name,
            row.round_number,
            number_text(row.points, signed=True),
            row.reason,
            str(row.created_by) if row.created_by else "",
            row.created_at,
            row.cancelled_at is not None,
        )
        for row in rows
    )
