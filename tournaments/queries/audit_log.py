"""The director's acts as a page: newest first, each in words, with its place in the hash chain."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import AuditRow, Tournament
from tournaments.queries.invariants import check_chain


@dataclass(frozen=True, slots=True)
class ActLine:
    """An act. `actor` is "" for the program itself; `details` are its numbers and texts, one pair a line."""

    number: int
    action: str
    label: str
    actor: str
    created_at: datetime
    details: tuple[tuple[str, str], ...]
    hash: str


_LABELS = {
    "create_tournament": gettext_lazy("Event created"),
    "change_settings": gettext_lazy("Settings changed"),
    "change_ranking": gettext_lazy("Reckoning of the standings changed during play"),
    "open_entries": gettext_lazy("Entries opened"),
    "close_entries": gettext_lazy("Entries closed"),
    "back_to_draft": gettext_lazy("Back to draft"),
    "appoint": gettext_lazy("Role given"),
    "assign_season": gettext_lazy("Season chosen"),
    "enter": gettext_lazy("Entered"),
    "import_event": gettext_lazy("Event brought in from a file"),
    "import": gettext_lazy("Entrants imported"),
    "promote": gettext_lazy("Taken from the waiting list"),
    "rename": gettext_lazy("Renamed"),
    "check_in": gettext_lazy("Checked in"),
    "check_in_all": gettext_lazy("Everybody checked in"),
    "undo_check_in": gettext_lazy("Check-in taken back"),
    "put_on_autopilot": gettext_lazy("Put on autopilot"),
    "withdraw": gettext_lazy("Withdrawn"),
    "disqualify": gettext_lazy("Disqualified"),
    "come_back": gettext_lazy("Came back"),
    "substitute": gettext_lazy("Substitute"),
    "end_substitution": gettext_lazy("Plays themself again"),
    "no_extra_rounds": gettext_lazy("Isn't there for extra rounds"),
    "plays_off": gettext_lazy("Is there for extra rounds again"),
    "generate_round": gettext_lazy("Seating drawn up"),
    "swap_entrants": gettext_lazy("Seats swapped"),
    "lock_table": gettext_lazy("Table of a draft locked"),
    "unlock_table": gettext_lazy("Table of a draft unlocked"),
    "move_entrant": gettext_lazy("Entrant moved"),
    "discard_draft": gettext_lazy("Draft thrown away"),
    "publish_round": gettext_lazy("Seating published"),
    "start_round": gettext_lazy("Round started"),
    "complete_round": gettext_lazy("Round completed"),
    "cancel_round": gettext_lazy("Round cancelled"),
    "extend_time": gettext_lazy("More time"),
    "pause": gettext_lazy("Event paused"),
    "resume": gettext_lazy("Event resumed"),
    "report_result": gettext_lazy("Result reported"),
    "confirm_result": gettext_lazy("Result confirmed"),
    "dispute_result": gettext_lazy("Result disputed"),
    "swap_seats": gettext_lazy("People changed chairs"),
    "take_seat": gettext_lazy("A seat was taken"),
    "give_up_seat": gettext_lazy("Didn't show up"),
    "bot_plays": gettext_lazy("A bot plays for somebody"),
    "person_plays": gettext_lazy("Plays again in person"),
    "standby": gettext_lazy("On standby"),
    "off_standby": gettext_lazy("No longer on standby"),
    "undo": gettext_lazy("Undone"),
    "call_director": gettext_lazy("Director called"),
    "take_call": gettext_lazy("Call taken"),
    "close_call": gettext_lazy("Call answered"),
    "send_message": gettext_lazy("Message sent"),
    "end_message": gettext_lazy("Message taken back"),
    "correct_result": gettext_lazy("Result corrected"),
    "give_penalty": gettext_lazy("Penalty or bonus"),
    "cancel_penalty": gettext_lazy("Penalty taken back"),
    "begin_review": gettext_lazy("Objection window begun"),
    "reopen": gettext_lazy("Back to play"),
    "finish": gettext_lazy("Standings final"),
    "anonymise": gettext_lazy("Somebody left: names taken out, chain sealed anew"),
    "cancel_tournament": gettext_lazy("Event cancelled"),
    "set_closing": gettext_lazy("Closing time of entries set"),
    "keep_apart": gettext_lazy("People kept apart"),
    "seat_freely": gettext_lazy("People seated together again"),
    "change_entrant": gettext_lazy("Entrant's details changed"),
    "renew_report_code": gettext_lazy("New code for a table"),
    "set_prizes": gettext_lazy("Prizes set"),
    "set_fee": gettext_lazy("Fee recorded"),
    "owe_fees": gettext_lazy("Entry fee owed by all"),
}


def audit_log(tournament: Tournament, *, first: int = 0, count: int = 100) -> tuple[ActLine, ...]:
    """Acts, newest first; `first` are left out at the beginning. One query."""
    rows = AuditRow.objects.filter(tournament=tournament).order_by("-number")[first : first + count]
    return tuple(
        ActLine(
            row.number,
            row.action,
            act_label(row.action),
            row.actor_name,
            row.created_at,
            tuple((key, _plain(value)) for key, value in sorted(row.payload_json.items())),
            row.hash,
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True)
class ChainState:
    """The whole chain of an event's acts, checked now: how many, the newest mark, and what is wrong with it."""

    acts: int
    mark: str
    problems: int


def chain_state(tournament: Tournament) -> ChainState:
    """Reads every act."""
    last = AuditRow.objects.filter(tournament=tournament).order_by("-number").first()
    problems = sum(1 for _found in check_chain(tournament))
    return ChainState(last.number if last else 0, last.hash if last else "", problems)


def act_label(action: str) -> str:
    """An act in words; an unknown one is its own code."""
    return str(_LABELS.get(action, action))


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_plain(part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_plain(part)}" for key, part in sorted(value.items()))
    return "" if value is None else str(value)
