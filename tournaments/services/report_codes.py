"""The code that opens a table's report page: whoever has the card at the table may report there.

Renewing it revokes the old one at once. The code gives nothing else: no other table, no page of the desk.
"""

from django.db import transaction

from accounts.models import User
from tournaments.models import Table
from tournaments.models.table import new_report_code
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director


@transaction.atomic
def renew_report_code(*, table: Table, actor: User | None) -> Table:
    """Give the table another code; the old card and link no longer open anything. The code is kept out of the
    log. Raises NotAllowed.
    """
    tournament = locked_for_director(table.round.tournament_id, actor)
    table = Table.objects.select_related("round").get(pk=table.pk)
    table.report_code = new_report_code()
    table.save(update_fields=["report_code"])
    record_act(
        tournament=tournament,
        action="renew_report_code",
        actor=actor,
        round=table.round.number,
        table=table.number,
    )
    announce_change(tournament)
    return table
