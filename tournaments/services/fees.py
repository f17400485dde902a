"""What entrants owe for re-entering a pool (docs/rules.md, A "Pool"): records, nothing is charged.

The game knows that somebody re-entered, the event what it costs.
"""

from collections.abc import Sequence

from tournaments.models import Fee, Table, TableSeat, Tournament

RE_ENTRY = "re-entry"


def owe_re_entries(tournament: Tournament, table: Table, re_entries: Sequence[int]) -> None:
    """Note a fee for every re-entry at the table, `re_entries` in seat order. The caller holds the lock and
    calls once.
    """
    chairs = (
        TableSeat.objects.filter(table=table, entrant__isnull=False)
        .order_by("seat")
        .select_related("entrant")
    )
    Fee.objects.bulk_create(
        Fee(entrant=chair.entrant, kind=RE_ENTRY, amount=tournament.format.re_entry_fee)
        for chair in chairs
        if chair.entrant is not None
        for _unused in range(re_entries[chair.seat])
    )
