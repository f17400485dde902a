"""Taking back the last act of the desk (user-demands 47). What can be taken back, and what that does, is
queries/undoing.py's answer; here it is done, under the event's lock, so that two who press undo one act.

Nothing is wiped out: the act stays in the log, and the undoing is an act of its own that names it.
"""

from collections.abc import Callable

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.enums import EntrantStatus, ResultStatus, RoundStatus, TableStatus, TournamentStatus
from tournaments.errors import WrongStatus
from tournaments.models import AuditRow, DeskMessage, Entrant, Penalty, Round, Table, TableSeat, Tournament
from tournaments.permissions import can_direct, can_score
from tournaments.queries.acts import last_act_number
from tournaments.queries.undoing import UndoLine, result_of, undoable_act
from tournaments.services.acts import record_act
from tournaments.services.completion import reopen
from tournaments.services.corrections import undo_correction
from tournaments.services.fees import owe_re_entries
from tournaments.services.locks import announce_change, locked_tournament, require
from tournaments.services.messages import end_message
from tournaments.services.penalties import cancel_penalty
from tournaments.services.presence import check_in, undo_check_in
from tournaments.services.reseating import swap_seats
from tournaments.services.rounds import move_clock, pause_tournament, resume_tournament
from tournaments.services.scores import set_table, stored_scores
from tournaments.services.setup import back_to_draft
from tournaments.services.stand_ins import let_bot_play, let_person_play


@transaction.atomic
def undo_act(*, tournament: Tournament, number: int, actor: User) -> UndoLine:
    """Take back act `number` of the event's log, which must be the one that can be taken back now.

    Directors take back anybody's act, scorers their own. Raises NotAllowed, and WrongStatus where something was done
    since, or where the act was taken back already.
    """
    tournament = locked_tournament(tournament.pk)
    line = undoable_act(tournament)
    if line is None or line.number != number:
        raise WrongStatus(_("Something was done since, so this can't be undone any more."))
    require(can_direct(actor, tournament) or (can_score(actor, tournament) and line.actor_id == actor.pk))
    row = AuditRow.objects.get(tournament=tournament, number=number)
    before = last_act_number(tournament)
    UNDO[row.action](tournament, row, actor)
    # the acts that did the undoing belong to it: they can't be taken back by themselves
    undid = [number, *range(before + 1, last_act_number(tournament) + 1)]
    record_act(tournament=tournament, action="undo", actor=actor, undid=undid, act=row.action)
    announce_change(tournament)
    return line


def _check_in(tournament: Tournament, row: AuditRow, actor: User) -> None:
    undo_check_in(entrant=_entrant(tournament, row), actor=actor)


def _check_in_all(tournament: Tournament, row: AuditRow, _actor: User) -> None:
    checked = tournament.entrants.filter(pk__in=row.payload_json["entrants"], status=EntrantStatus.CHECKED_IN)
    checked.update(status=EntrantStatus.ENTERED, checked_in_at=None)


def _check_out(tournament: Tournament, row: AuditRow, actor: User) -> None:
    check_in(entrant=_entrant(tournament, row), actor=actor)


def _withdraw(tournament: Tournament, row: AuditRow, _actor: User) -> None:
    """Back to what they were; a bot that plays on for them goes on until they press that they are back."""
    entrant = _entrant(tournament, row)
    entrant.status = EntrantStatus.CHECKED_IN if entrant.checked_in_at else EntrantStatus.ENTERED
    entrant.left_round = None
    entrant.save(update_fields=["status", "left_round"])


def _enter(tournament: Tournament, row: AuditRow, _actor: User) -> None:
    entrant = _entrant(tournament, row)
    try:
        entrant.delete()
    except ProtectedError:
        raise WrongStatus(
            _("Something is kept about %(name)s. Let them leave the event.") % {"name": entrant.name}
        ) from None


def _publish(tournament: Tournament, row: AuditRow, _actor: User) -> None:
    """The round is gone, its draft is still there; the event takes entries again if it was the first round."""
    _round(tournament, row, RoundStatus.PUBLISHED).delete()
    if not tournament.rounds.exists() and tournament.status == TournamentStatus.RUNNING:
        tournament.status = TournamentStatus.OPEN
        tournament.save(update_fields=["status"])


def _start(tournament: Tournament, row: AuditRow, _actor: User) -> None:
    round_ = _round(tournament, row, RoundStatus.PLAYING)
    round_.status, round_.started_at, round_.closes_at = RoundStatus.PUBLISHED, None, None
    round_.save(update_fields=["status", "started_at", "closes_at"])
    round_.tables.update(status=TableStatus.SCHEDULED, closes_at=None)


def _pause(tournament: Tournament, _row: AuditRow, actor: User) -> None:
    resume_tournament(tournament=tournament, actor=actor)


def _resume(tournament: Tournament, _row: AuditRow, actor: User) -> None:
    pause_tournament(tournament=tournament, actor=actor)


def _extend(tournament: Tournament, row: AuditRow, _actor: User) -> None:
    round_ = _round(tournament, row, RoundStatus.PLAYING)
    number, seconds = row.payload_json["table"], row.payload_json["seconds"]
    playing = round_.tables.filter(status=TableStatus.PLAYING).order_by("pk")
    tables = list(playing.filter(number=number) if number else playing)
    move_clock(round_, tables, -seconds, whole_round=not number)


def _open(tournament: Tournament, _row: AuditRow, actor: User) -> None:
    back_to_draft(tournament=tournament, actor=actor)


def _review(tournament: Tournament, _row: AuditRow, actor: User) -> None:
    reopen(tournament=tournament, actor=actor)


def _result(tournament: Tournament, row: AuditRow, _actor: User) -> None:
    """A confirmation is taken back; a report, and what was reported and confirmed in one act, is put aside."""
    result = result_of(tournament, row)
    if result is None:
        raise WrongStatus(_("Something was done since, so this can't be undone any more."))
    if result.status == ResultStatus.CONFIRMED:
        used = [score.re_entries for score in stored_scores(result)]
        owe_re_entries(tournament, result.table, [0] * len(used), before=used)
    by_one = row.action == "report_result" or result.entered_by_id == result.confirmed_by_id
    result.status = ResultStatus.SUPERSEDED if by_one else ResultStatus.PROPOSED
    result.confirmed_by, result.confirmed_seat, result.confirmed_at = None, None, None
    result.save(update_fields=["status", "confirmed_by", "confirmed_seat", "confirmed_at"])
    result.table.decided_at = None
    set_table(result.table, TableStatus.PLAYING if by_one else TableStatus.DECIDED)


def _dispute(tournament: Tournament, row: AuditRow, _actor: User) -> None:
    set_table(_table(tournament, row), TableStatus.DECIDED)


def _correction(tournament: Tournament, row: AuditRow, actor: User) -> None:
    undo_correction(table=_table(tournament, row), reason=_("Taken back at the desk."), actor=actor)


def _penalty(tournament: Tournament, row: AuditRow, actor: User) -> None:
    penalty = Penalty.objects.get(tournament=tournament, pk=row.payload_json["penalty"])
    cancel_penalty(penalty=penalty, actor=actor)


def _swap(_tournament: Tournament, row: AuditRow, actor: User) -> None:
    chairs = {chair.pk: chair for chair in TableSeat.objects.filter(pk__in=row.payload_json["chairs"])}
    first, second = (chairs[pk] for pk in row.payload_json["chairs"])
    swap_seats(first=first, second=second, actor=actor)


def _bot(tournament: Tournament, row: AuditRow, actor: User) -> None:
    act = let_person_play if row.action == "bot_plays" else let_bot_play
    act(table=_table(tournament, row), seat=row.payload_json["seat"], actor=actor)


def _message(tournament: Tournament, row: AuditRow, actor: User) -> None:
    message = DeskMessage.objects.get(tournament=tournament, pk=row.payload_json["message"])
    end_message(message=message, actor=actor)


def _entrant(tournament: Tournament, row: AuditRow) -> Entrant:
    return tournament.entrants.get(pk=row.payload_json["entrant"])


def _round(tournament: Tournament, row: AuditRow, status: RoundStatus) -> Round:
    return tournament.rounds.get(number=row.payload_json["round"], status=status)


def _table(tournament: Tournament, row: AuditRow) -> Table:
    tables = Table.objects.select_related("round__tournament")
    return tables.get(
        round__tournament=tournament,
        round__number=row.payload_json["round"],
        number=row.payload_json["table"],
    )


UNDO: dict[str, Callable[[Tournament, AuditRow, User], None]] = {
    "check_in": _check_in,
    "check_in_all": _check_in_all,
    "undo_check_in": _check_out,
    "withdraw": _withdraw,
    "enter": _enter,
    "publish_round": _publish,
    "start_round": _start,
    "pause": _pause,
    "resume": _resume,
    "extend_time": _extend,
    "open_entries": _open,
    "begin_review": _review,
    "report_result": _result,
    "confirm_result": _result,
    "dispute_result": _dispute,
    "correct_result": _correction,
    "give_penalty": _penalty,
    "swap_seats": _swap,
    "bot_plays": _bot,
    "person_plays": _bot,
    "send_message": _message,
}
