"""Calling a director to a table: somebody there asks, a director takes the call, and it is over. No clock stops."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.services.clock import database_now
from tournaments.enums import RoundStatus
from tournaments.errors import NotAllowed, WrongStatus
from tournaments.models import DirectorCall, Table
from tournaments.permissions import can_report, can_score
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_tournament, require
from tournaments.services.table_games import show_tables_anew


@transaction.atomic
def call_director(*, table: Table, actor: User | None, seat: int | None = None) -> DirectorCall:
    """Ask for a director. A table that has called already keeps its call and its time.

    `seat` is who calls, where the caller has checked a table's own link; otherwise `actor` sits there or is a
    scorer. Raises NotAllowed, and WrongStatus once the round is over.
    """
    tournament = locked_tournament(table.round.tournament_id)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    if actor is not None:
        require(can_report(actor, table))
    elif seat is None:
        raise NotAllowed
    if table.round.status not in (RoundStatus.PUBLISHED, RoundStatus.PLAYING):
        raise WrongStatus(_("This round isn't being played."), status=table.round.status)
    open_call = table.calls.filter(closed_at__isnull=True).first()
    if open_call is not None:
        return open_call
    call = DirectorCall.objects.create(table=table, called_seat=seat, called_at=database_now())
    record_act(
        tournament=tournament,
        action="call_director",
        actor=actor,
        round=table.round.number,
        table=table.number,
        seat=seat,
    )
    announce_change(tournament)
    show_tables_anew([table])
    return call


@transaction.atomic
def take_call(*, call: DirectorCall, actor: User | None) -> DirectorCall:
    """ "I'm coming". Who is first has it; the second changes nothing. Raises NotAllowed, WrongStatus."""
    call, table = _locked(call, actor)
    if call.closed_at is not None:
        raise WrongStatus(_("That call is over."))
    if call.taken_at is None:
        call.taken_by, call.taken_at = actor, database_now()
        call.save(update_fields=["taken_by", "taken_at"])
        _record(table, actor, "take_call")
    return call


@transaction.atomic
def close_call(*, call: DirectorCall, actor: User | None) -> DirectorCall:
    """The call is answered, or was a mistake. Again changes nothing. Raises NotAllowed."""
    call, table = _locked(call, actor)
    if call.closed_at is None:
        call.closed_at = database_now()
        call.save(update_fields=["closed_at"])
        _record(table, actor, "close_call")
    return call


def _locked(call: DirectorCall, actor: User | None) -> tuple[DirectorCall, Table]:
    tournament = locked_tournament(call.table.round.tournament_id)
    require(actor is None or can_score(actor, tournament))
    found = DirectorCall.objects.select_related("table__round__tournament").get(pk=call.pk)
    return found, found.table


def _record(table: Table, actor: User | None, action: str) -> None:
    tournament = table.round.tournament
    record_act(
        tournament=tournament, action=action, actor=actor, round=table.round.number, table=table.number
    )
    announce_change(tournament)
    show_tables_anew([table])
