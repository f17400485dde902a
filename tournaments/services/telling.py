"""Deals told from tables on real cards, one by one while the table plays, so that the desk and the hall can follow.

They are no result: the table's report is (reports.py), whose form they fill in. A later telling of a deal takes the
place of an earlier one only if its sender has seen that one.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.queries.settlement import ReportedDeal
from games.services.clock import database_now
from tournaments.errors import BadReport, WrongStatus
from tournaments.models import PaperDeal, Table
from tournaments.queries.table_rules import table_ruleset
from tournaments.services.locks import announce_change
from tournaments.services.reports import (
    MOST_DEALS,
    deal_to_json,
    reporter_of,
    require_paper,
    settle_reported,
)
from tournaments.services.results import open_table


@transaction.atomic
def tell_deal(
    *,
    table: Table,
    number: int,
    deal: ReportedDeal,
    key: str,
    actor: User | None,
    seat: int | None = None,
    seen: str = "",
) -> PaperDeal:
    """Tell one deal of a table that plays. `seen` is the key of the telling that the sender's page showed.

    The same key again changes nothing. Raises BadReport (field `deal-2-seat-1` and the like), NotAllowed, and
    WrongStatus where nothing can be told, or where somebody else told the deal differently meanwhile.
    """
    tournament, table = open_table(table, actor, seat)
    require_paper(table)
    if not 1 <= number <= MOST_DEALS:
        raise BadReport(_("That number of deals can't be."), "deals", "deals")
    _check(table, number, deal)
    known = PaperDeal.objects.filter(table=table, number=number).first()
    told = deal_to_json(deal)
    if known is not None and (known.key == key or known.deal_json == _as_stored(deal)):
        return known
    if known is not None and known.key != seen:
        raise WrongStatus(
            _("Deal %(number)d was told already, and differently. Look at it before you change it.")
            % {"number": number},
            number=number,
        )
    found, _made = PaperDeal.objects.update_or_create(
        table=table,
        number=number,
        defaults={
            "deal_json": told,
            "key": key,
            "told_by": actor,
            "told_seat": reporter_of(table, actor, seat),
            "told_at": database_now(),
        },
    )
    announce_change(tournament)
    return found


def _check(table: Table, number: int, deal: ReportedDeal) -> None:
    """Settle it, to see whether it can have happened. Raises BadReport at the deal's own number."""
    ruleset = table_ruleset(table.round.tournament, table.round, table)
    try:
        settle_reported(ruleset, table.seats.count(), [deal])
    except BadReport as error:
        raise BadReport(
            error.message, error.reason, error.field.replace("deal-1", f"deal-{number}", 1)
        ) from None


def _as_stored(deal: ReportedDeal) -> dict[str, object]:
    """The deal as a JSON column gives it back: lists for tuples."""
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in deal_to_json(deal).items()
    }


def moved_deals(deals: Iterable[PaperDeal], first: int, second: int) -> list[PaperDeal]:
    """The told deals with the numbers of two chairs exchanged, unsaved: they go along with the people."""
    changed = []
    for found in deals:
        data = dict(found.deal_json)
        order = {first: second, second: first}
        if data["knocker"] is not None:
            data["knocker"] = order.get(data["knocker"], data["knocker"])
        for name in ("deadwoods", "hands"):
            values = list(data[name])
            if values:
                values[first], values[second] = values[second], values[first]
            data[name] = values
        found.deal_json = data
        changed.append(found)
    return changed
