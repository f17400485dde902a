"""Results of tables: those of online games by themselves, those of reports once a second person agrees.

Nothing is deleted: every report is a version, one of which is confirmed. What follows from a confirmed table
is announced after commit; corrections are corrections.py's.
"""

from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.enums import GameStatus
from games.queries.outcomes import outcome_of
from games.services.clock import database_now
from tournaments.enums import TABLE_TRANSITIONS, ResultSource, ResultStatus, RoundStatus, TableStatus
from tournaments.errors import NotAllowed, OwnReport, WrongStatus
from tournaments.models import Table, TableGame, TableResult, Tournament
from tournaments.permissions import can_confirm, can_direct, can_report
from tournaments.queries.table_scores import scores_of_game
from tournaments.services.acts import record_act
from tournaments.services.announcing import announce_table
from tournaments.services.fees import owe_re_entries
from tournaments.services.locks import announce_change, locked_tournament, require, set_status
from tournaments.services.news import tell_result
from tournaments.services.scores import set_table, stored_scores, write_result


@transaction.atomic
def record_game_result(*, game_id: int) -> TableResult | None:
    """Take the result of a finished game as its table's, confirmed by itself. Idempotent, called as often as
    you like.

    Returns the confirmed result; None for a game that is no table's, or isn't finished, or whose table or
    round was cancelled. Announces `table_confirmed` after commit when it was new.
    """
    link = TableGame.objects.select_related("table__round").filter(game_id=game_id).first()
    if link is None:
        return None
    tournament = locked_tournament(link.table.round.tournament_id)
    table = Table.objects.select_related("round").get(pk=link.table_id)
    confirmed = table.results.filter(status=ResultStatus.CONFIRMED).first()
    if confirmed is not None:
        return confirmed
    game = link.game
    outcome = outcome_of(game) if game.status == GameStatus.FINISHED else None
    if outcome is None or table.round.status != RoundStatus.PLAYING or table.status != TableStatus.PLAYING:
        return None
    scores = scores_of_game(outcome)
    result = write_result(table, scores, status=ResultStatus.CONFIRMED, source=ResultSource.GAME)
    _confirmed(tournament, table, result, None)
    return result


def _confirmed(tournament: Tournament, table: Table, result: TableResult, actor: User | None) -> None:
    set_status(table, TableStatus.CONFIRMED, TABLE_TRANSITIONS)
    set_table(table, TableStatus.CONFIRMED)
    owe_re_entries(tournament, table, [score.re_entries for score in stored_scores(result)])
    _record(tournament, table, result, actor, "confirm_result")
    announce_change(tournament)
    transaction.on_commit(partial(announce_table, table.pk), robust=True)


def _record(
    tournament: Tournament, table: Table, result: TableResult, actor: User | None, action: str
) -> None:
    nets = list(result.scores.order_by("seat").values_list("net", flat=True))
    record_act(
        tournament=tournament,
        action=action,
        actor=actor,
        round=table.round.number,
        table=table.number,
        version=result.version,
        source=result.source,
        seat=result.entered_seat if actor is None else None,
        net=nets,
    )


def open_table(table: Table, actor: User | None, seat: int | None) -> tuple[Tournament, Table]:
    """The table, locked with its event, for somebody who reports or confirms there.

    `seat` is given by a caller that has checked a table's own link; otherwise `actor` must sit there or be a
    scorer. Raises NotAllowed, and WrongStatus where nothing can be reported any more.
    """
    tournament = locked_tournament(table.round.tournament_id)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    if actor is not None:
        require(can_report(actor, table))
    elif seat is None:
        raise NotAllowed
    if table.round.status != RoundStatus.PLAYING:
        raise WrongStatus(_("This round isn't being played."), status=table.round.status)
    if table.status not in (TableStatus.PLAYING, TableStatus.DECIDED, TableStatus.DISPUTED):
        raise WrongStatus(_("The result of this table stands already."), status=table.status)
    return tournament, table


def take_report(
    tournament: Tournament, table: Table, result: TableResult, before: TableResult | None, actor: User | None
) -> TableResult:
    """What follows from a report just written: a director's is confirmed, the same one from a second person
    too; one that differs from another person's is a dispute, which a director decides.
    """
    if actor is not None and can_direct(actor, tournament):
        return _confirm(tournament, table, result, actor, None)
    second = before is not None and _other_person(before, result)
    if (
        second
        and before is not None
        and _numbers(before) == _numbers(result)
        and table.status != TableStatus.DISPUTED
    ):
        return _confirm(tournament, table, result, actor, result.entered_seat)
    status = TableStatus.DISPUTED if second or table.status == TableStatus.DISPUTED else TableStatus.DECIDED
    if table.status != status:
        set_status(table, status, TABLE_TRANSITIONS)
        set_table(table, status)
    _record(tournament, table, result, actor, "report_result")
    if status == TableStatus.DECIDED:
        tell_result(tournament, table, result)
    announce_change(tournament)
    return result


def _other_person(one: TableResult, other: TableResult) -> bool:
    if one.entered_by_id is not None and other.entered_by_id is not None:
        return one.entered_by_id != other.entered_by_id
    return one.entered_seat != other.entered_seat


def _numbers(result: TableResult) -> list[tuple[int, int, int]]:
    """What two people must agree on, in seat order: net points, place, re-entries."""
    return [(score.net, score.place, score.re_entries) for score in stored_scores(result)]


@transaction.atomic
def confirm_result(*, result: TableResult, actor: User | None, seat: int | None = None) -> TableResult:
    """Agree to a reported result; it counts from now on. A confirmed result is returned as it is.

    Raises OwnReport for who entered it, NotAllowed for outsiders, WrongStatus for an outdated version or a
    dispute.
    """
    table = result.table
    current = TableResult.objects.get(pk=result.pk)
    if current.status == ResultStatus.CONFIRMED:
        return current
    tournament, table = open_table(table, actor, seat)
    current = TableResult.objects.select_related("table__round__tournament").get(pk=result.pk)
    if current.status == ResultStatus.CONFIRMED:
        return current
    if current.status != ResultStatus.PROPOSED:
        raise WrongStatus(_("Another result was reported meanwhile."), status=current.status)
    directs = actor is not None and can_direct(actor, tournament)
    if actor is not None and not can_confirm(actor, current):
        raise OwnReport
    if actor is None and seat == current.entered_seat:
        raise OwnReport
    if table.status == TableStatus.DISPUTED and not directs:
        raise WrongStatus(_("The table is disputed: a director decides."), status=table.status)
    return _confirm(tournament, table, current, actor, seat)


def _confirm(
    tournament: Tournament, table: Table, result: TableResult, actor: User | None, seat: int | None
) -> TableResult:
    result.status = ResultStatus.CONFIRMED
    result.confirmed_by, result.confirmed_seat, result.confirmed_at = actor, seat, database_now()
    result.save(update_fields=["status", "confirmed_by", "confirmed_seat", "confirmed_at"])
    _confirmed(tournament, table, result, actor)
    return result


@transaction.atomic
def dispute_result(*, table: Table, reason: str, actor: User | None, seat: int | None = None) -> Table:
    """Somebody at the table doesn't agree: a director decides. Again changes nothing. Raises NotAllowed,
    WrongStatus.
    """
    tournament, table = open_table(table, actor, seat)
    if table.status != TableStatus.DISPUTED:
        set_status(table, TableStatus.DISPUTED, TABLE_TRANSITIONS)
        set_table(table, TableStatus.DISPUTED)
        record_act(
            tournament=tournament,
            action="dispute_result",
            actor=actor,
            round=table.round.number,
            table=table.number,
            seat=seat,
            reason=reason.strip(),
        )
        announce_change(tournament)
    return table
