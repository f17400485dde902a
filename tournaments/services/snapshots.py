"""Snapshots of the standings: one after each completed round, a further version only where a correction
changed it.
"""

from collections.abc import Iterable

from tournaments.engine.standings import StandingRow
from tournaments.enums import RoundStatus
from tournaments.models import Round, Standing, Tournament
from tournaments.queries.ranking import RankedEvent, ranked_event
from tournaments.queries.rows import row_to_json
from tournaments.queries.snapshots import latest_rows


def write_snapshot(round_: Round, rows: Iterable[StandingRow], version: int) -> None:
    """Write one version of the standings after the round. The caller holds the tournament's lock."""
    Standing.objects.bulk_create(
        Standing(
            round=round_,
            version=version,
            position=position,
            entrant_id=row.entrant,
            place=row.place,
            row_json=row_to_json(row),
        )
        for position, row in enumerate(rows, 1)
    )


def refresh_snapshots(tournament: Tournament, *, since: int = 1) -> list[int]:
    """Write a new version of every completed round whose standings changed; the numbers of those rounds.

    Called by corrections, penalties and disqualifications, which are the only things that may change the
    past. A round before `since`, where the change was made, can't be touched by it and isn't looked at.
    """
    event = ranked_event(tournament)
    completed = Round.objects.filter(
        tournament=tournament, status=RoundStatus.COMPLETED, number__gte=since
    ).order_by("number")
    return [round_.number for round_ in completed if _refresh(round_, event)]


def _refresh(round_: Round, event: RankedEvent) -> bool:
    version, stored = latest_rows(round_)
    rows = event.rows(round_.number)
    if [row_to_json(row) for row in rows] == stored:
        return False
    write_snapshot(round_, rows, version + 1)
    return True
