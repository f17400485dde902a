"""Which act of the desk can be taken back now, and what that would do. One answer for pages and for the service.

The last thing that somebody at the desk did is the one that can be undone, and then the one before it. What tables and
the program do in between doesn't hide it, but may make it impossible: each act says when.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.enums import ClubRole
from accounts.models import Membership
from tournaments.enums import EntrantStatus, RoundStatus, TableStatus, TournamentStatus
from tournaments.models import (
    AuditRow,
    Entrant,
    Round,
    Table,
    TableResult,
    TableSeat,
    Tournament,
    TournamentRole,
)
from tournaments.queries.audit_log import act_label

# How far back is looked, and what nobody would want to take back: it changed nothing that lasts.
LOOKS_BACK = 40
NOTES = frozenset({"call_director", "take_call", "close_call", "undo", "end_message"})


@dataclass(frozen=True, slots=True)
class UndoLine:
    """The act that can be taken back: `number` in the log, in words, whose, when, and what undoing does."""

    number: int
    action: str
    label: str
    who: str
    at: datetime
    effect: str
    actor_id: int | None


def undoable_act(tournament: Tournament) -> UndoLine | None:
    """The act to undo, None where the last one can't be. A constant number of queries."""
    row = last_desk_act(tournament)
    if row is None or row.action not in EFFECTS:
        return None
    effect = EFFECTS[row.action](tournament, row)
    if not effect:
        return None
    return UndoLine(
        row.number, row.action, act_label(row.action), row.actor_name, row.created_at, effect, row.actor_id
    )


def last_desk_act(tournament: Tournament) -> AuditRow | None:
    """The last act of a person at the desk that wasn't taken back. What players do for themselves isn't the desk's."""
    rows = list(AuditRow.objects.filter(tournament=tournament).order_by("-number")[:LOOKS_BACK])
    undone = {number for row in rows if row.action == "undo" for number in row.payload_json["undid"]}
    at_the_desk = _desk_people(tournament)
    for row in rows:
        if row.actor_id in at_the_desk and row.action not in NOTES and row.number not in undone:
            return row
    return None


def _desk_people(tournament: Tournament) -> set[int]:
    """Those who may do more here than play."""
    roles = [ClubRole.OWNER, ClubRole.DIRECTOR, ClubRole.SCORER]
    club = Membership.objects.filter(club=tournament.club_id, role__in=roles).values_list(
        "user_id", flat=True
    )
    event = TournamentRole.objects.filter(tournament=tournament).values_list("user_id", flat=True)
    return {*club, *event}


def _is_seated(entrants: list[int]) -> bool:
    return TableSeat.objects.filter(
        entrant__in=entrants, round__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING]
    ).exists()


def _entrant(row: AuditRow) -> Entrant | None:
    return Entrant.objects.filter(tournament=row.tournament_id, pk=row.payload_json["entrant"]).first()


def _round(tournament: Tournament, row: AuditRow, *statuses: RoundStatus) -> Round | None:
    return tournament.rounds.filter(number=row.payload_json["round"], status__in=statuses).first()


def _check_in(_tournament: Tournament, row: AuditRow) -> str:
    entrant = _entrant(row)
    if entrant is None or entrant.status != EntrantStatus.CHECKED_IN or _is_seated([entrant.pk]):
        return ""
    return _("%(name)s isn't here any more.") % {"name": entrant.name}


def _check_in_all(_tournament: Tournament, row: AuditRow) -> str:
    return (
        ""
        if _is_seated(row.payload_json["entrants"])
        else _("Those who were checked in then aren't any more.")
    )


def _check_out(_tournament: Tournament, row: AuditRow) -> str:
    entrant = _entrant(row)
    if entrant is None or entrant.status != EntrantStatus.ENTERED:
        return ""
    return _("%(name)s is checked in again.") % {"name": entrant.name}


def _withdraw(_tournament: Tournament, row: AuditRow) -> str:
    entrant = _entrant(row)
    if entrant is None or entrant.status != EntrantStatus.WITHDRAWN:
        return ""
    return _("%(name)s is in the event as before. Who moved up meanwhile stays in.") % {"name": entrant.name}


def _enter(_tournament: Tournament, row: AuditRow) -> str:
    entrant = _entrant(row)
    if entrant is None or entrant.seats.exists() or entrant.byes.exists():
        return ""
    return _("The entry of %(name)s is taken out, as if it had never been.") % {"name": entrant.name}


def _publish(tournament: Tournament, row: AuditRow) -> str:
    round_ = _round(tournament, row, RoundStatus.PUBLISHED)
    return _("The seating is a draft again, which only directors see.") if round_ is not None else ""


def _start(tournament: Tournament, row: AuditRow) -> str:
    round_ = _round(tournament, row, RoundStatus.PLAYING)
    if round_ is None or not is_untouched(round_):
        return ""
    return _("The clock stops, and the round waits to be started. Nothing was played or told yet.")


def is_untouched(round_: Round) -> bool:
    """Whether nothing was dealt, told or reported at any table of the round."""
    tables = round_.tables.all()
    return not (
        tables.exclude(status=TableStatus.PLAYING).exists()
        or tables.filter(table_games__isnull=False).exists()
        or tables.filter(told_deals__isnull=False).exists()
        or tables.filter(results__isnull=False).exists()
    )


def _pause(tournament: Tournament, _row: AuditRow) -> str:
    return _("All clocks run again, moved by the length of the pause.") if tournament.paused_at else ""


def _resume(tournament: Tournament, _row: AuditRow) -> str:
    if tournament.paused_at is not None or tournament.status != TournamentStatus.RUNNING:
        return ""
    return _("All clocks stand still again.")


def _extend(tournament: Tournament, row: AuditRow) -> str:
    if _round(tournament, row, RoundStatus.PLAYING) is None:
        return ""
    return _("The time that was given is taken back.")


def _open(tournament: Tournament, _row: AuditRow) -> str:
    if tournament.status != TournamentStatus.OPEN or tournament.rounds.exists():
        return ""
    return _("Only directors see the event. Who entered stays entered.")


def _review(tournament: Tournament, _row: AuditRow) -> str:
    return _("Play goes on.") if tournament.status == TournamentStatus.REVIEW else ""


def result_of(tournament: Tournament, row: AuditRow) -> TableResult | None:
    """The version that an act reported or confirmed, if it is the newest of its table and the round still plays."""
    table = _table(tournament, row)
    if table is None:
        return None
    newest = table.results.order_by("-version").first()
    return newest if newest is not None and newest.version == row.payload_json["version"] else None


def _table(tournament: Tournament, row: AuditRow) -> Table | None:
    return (
        Table.objects.select_related("round")
        .filter(
            round__tournament=tournament,
            round__status=RoundStatus.PLAYING,
            round__number=row.payload_json["round"],
            number=row.payload_json["table"],
        )
        .first()
    )


def _result(tournament: Tournament, row: AuditRow) -> str:
    result = result_of(tournament, row)
    if result is None or result.source != "report":
        return ""
    number = {"number": row.payload_json["table"]}
    if row.action == "confirm_result" and result.table.status == TableStatus.CONFIRMED:
        if result.entered_by_id == result.confirmed_by_id:
            return _("Table %(number)d has no result any more.") % number
        return _("The result of table %(number)d waits for a second person again.") % number
    if row.action == "report_result" and result.table.status == TableStatus.DECIDED:
        return _("Table %(number)d has no result any more.") % number
    return ""


def _dispute(tournament: Tournament, row: AuditRow) -> str:
    table = _table(tournament, row)
    if (
        table is None
        or table.status != TableStatus.DISPUTED
        or not table.results.filter(status="proposed").exists()
    ):
        return ""
    return _("Table %(number)d isn't disputed any more; its result waits for a second person.") % {
        "number": table.number
    }


def _correction(tournament: Tournament, row: AuditRow) -> str:
    if tournament.status not in (TournamentStatus.RUNNING, TournamentStatus.REVIEW):
        return ""
    newest = TableResult.objects.filter(
        table__round__tournament=tournament,
        table__round__number=row.payload_json["round"],
        table__number=row.payload_json["table"],
    ).order_by("-version")
    found = newest.first()
    if found is None or found.version != row.payload_json["version"]:
        return ""
    return _("The result of table %(number)d before the correction counts again.") % {
        "number": row.payload_json["table"]
    }


def _penalty(tournament: Tournament, row: AuditRow) -> str:
    number = row.payload_json.get("penalty")
    known = tournament.penalties.filter(pk=number, cancelled_at__isnull=True).exists()
    return _("The penalty or bonus is taken back.") if known and not tournament.is_over else ""


def _swap(tournament: Tournament, row: AuditRow) -> str:
    if _round(tournament, row, RoundStatus.PUBLISHED, RoundStatus.PLAYING) is None:
        return ""
    return _("%(first)s and %(second)s sit as before.") % {
        "first": row.payload_json["first"],
        "second": row.payload_json["second"],
    }


def _bot(tournament: Tournament, row: AuditRow) -> str:
    if _round(tournament, row, RoundStatus.PLAYING) is None:
        return ""
    name = {"name": row.payload_json["name"]}
    return (
        _("%(name)s plays again.") % name
        if row.action == "bot_plays"
        else _("A bot plays for %(name)s again.") % name
    )


def _message(_tournament: Tournament, _row: AuditRow) -> str:
    return _("The message is shown no longer.")


EFFECTS: dict[str, Callable[[Tournament, AuditRow], str]] = {
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
