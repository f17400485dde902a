"""Tables that are still playing as provisional outcomes, for the live view of the standings."""

from collections import defaultdict

from games.queries.progress import progress_of
from tournaments.engine.results import SeatResult, TableOutcome, TableStatus
from tournaments.enums import RoundStatus
from tournaments.enums import TableStatus as TableState
from tournaments.models import TableGame, TableSeat, Tournament
from tournaments.queries.event_input import engine_kind, owners_of


def live_outcomes(tournament: Tournament) -> tuple[TableOutcome, ...]:
    """One outcome for each online table in play with a finished deal: the net points so far."""
    links = list(
        TableGame.objects.filter(
            table__round__tournament=tournament,
            table__round__status=RoundStatus.PLAYING,
            table__status=TableState.PLAYING,
        )
        .select_related("game", "table__round")
        .order_by("table__number")
    )
    chairs: dict[int, list[TableSeat]] = defaultdict(list)
    for chair in TableSeat.objects.filter(table__in=[link.table_id for link in links]).order_by("seat"):
        chairs[chair.table_id].append(chair)
    progress = progress_of(link.game for link in links)
    found: list[TableOutcome] = []
    for link in links:
        now = progress[link.game_id]
        if not now.deals_finished:
            continue
        seats: dict[int, SeatResult] = {}
        owners = owners_of(link.table.number, [chair.entrant_id for chair in chairs[link.table_id]])
        for owner, net in zip(owners, now.totals, strict=True):
            seats.setdefault(owner, SeatResult(owner, net, deals_played=now.deals_finished))
        found.append(
            TableOutcome(
                link.table.round.number,
                link.table.number,
                tuple(seats.values()),
                engine_kind(link.table.round.kind),
                TableStatus.PROVISIONAL,
                now.deals_finished,
            )
        )
    return tuple(found)
