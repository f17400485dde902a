"""What entrants owe for re-entering a pool (docs/rules.md, A "Pool"): records, nothing is charged.

The game knows that somebody re-entered, the event what it costs.
"""

from collections.abc import Sequence

from tournaments.enums import PaymentStatus
from tournaments.models import Fee, Table, TableSeat, Tournament

RE_ENTRY = "re-entry"


def owe_re_entries(
    tournament: Tournament, table: Table, re_entries: Sequence[int], *, before: Sequence[int] = ()
) -> None:
    """Note a fee for every re-entry at the table, `re_entries` in seat order; `before` are those noted already.

    Where there are fewer now, as many fees that nobody has paid yet are taken back; what was paid stays for the
    director to see to. The caller holds the lock and calls once for each change.
    """
    chairs = (
        TableSeat.objects.filter(table=table, entrant__isnull=False)
        .order_by("seat")
        .select_related("entrant")
    )
    for chair in chairs:
        change = re_entries[chair.seat] - (before[chair.seat] if before else 0)
        if change > 0:
            amount = tournament.format.re_entry_fee
            Fee.objects.bulk_create(
                Fee(entrant=chair.entrant, kind=RE_ENTRY, amount=amount) for _unused in range(change)
            )
        elif change < 0:
            owed = Fee.objects.filter(entrant=chair.entrant, kind=RE_ENTRY, status=PaymentStatus.OWED)
            Fee.objects.filter(
                pk__in=list(owed.order_by("-pk").values_list("pk", flat=True)[:-change])
            ).delete()
