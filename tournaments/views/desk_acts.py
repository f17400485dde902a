"""The director's buttons: one address for every act of Tonight. Each calls one service and says what came of it.

Two directors who press the same button do it once: the services see to that, and the second one is told who was
first. Nothing is decided here.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.numbers import whole_number
from tournaments.enums import RoundStatus
from tournaments.errors import DraftOutdated, NotAllowed, TournamentsError, WrongStatus
from tournaments.models import DeskMessage, DirectorCall, Round, Table, Tournament
from tournaments.permissions import can_direct, can_score
from tournaments.queries.acts import act_answer
from tournaments.queries.undoing import EFFECTS
from tournaments.services.calls import close_call, take_call
from tournaments.services.completion import begin_review, complete_round, finish_tournament, reopen
from tournaments.services.messages import end_message, send_message
from tournaments.services.presence import check_in_all
from tournaments.services.rounds import (
    cancel_round,
    cancel_tournament,
    extend_time,
    pause_tournament,
    publish_round,
    resume_tournament,
    start_round,
)
from tournaments.services.seating import generate_round
from tournaments.services.setup import back_to_draft, open_entries
from tournaments.services.undoing import undo_act
from tournaments.views.access import visible_tournament

MOST_MINUTES = 240


class Press(NamedTuple):
    """Who presses for which event, and what the form says."""

    tournament: Tournament
    user: User
    request: HttpRequest

    def number(self, name: str) -> int | None:
        return whole_number(self.request.POST.get(name, ""))

    @property
    def reason(self) -> str:
        return self.request.POST.get("reason", "")[:300]

    @property
    def round(self) -> Round:
        """The round that the form names, or the one that is open."""
        rounds = self.tournament.rounds.all()
        number = self.number("round")
        found = (
            rounds.filter(pk=number).first()
            if number is not None
            else rounds.filter(status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING]).first()
        )
        if found is None:
            raise WrongStatus(_("No round is open."))
        return found


def _publish(press: Press) -> None:
    draft = press.tournament.drafts.filter(pk=press.number("draft") or 0).first()
    if draft is None:
        raise DraftOutdated
    publish_round(draft=draft, actor=press.user)


def _extend(press: Press) -> None:
    minutes = press.number("minutes") or 0
    if not 1 <= minutes <= MOST_MINUTES:
        raise WrongStatus(_("Say how many minutes."))
    number = press.number("table")
    table = Table.objects.filter(round=press.round, pk=number).first() if number is not None else None
    if number is not None and table is None:
        raise WrongStatus(_("This table isn't playing."))
    extend_time(round_=press.round, seconds=60 * minutes, actor=press.user, table=table)


def _undo(press: Press) -> None:
    undo_act(tournament=press.tournament, number=press.number("number") or 0, actor=press.user)


def _call(press: Press) -> DirectorCall:
    calls = DirectorCall.objects.filter(table__round__tournament=press.tournament)
    found = calls.select_related("table__round").filter(pk=press.number("call") or 0).first()
    if found is None:
        raise WrongStatus(_("That call is over."))
    return found


def _message(press: Press) -> None:
    number = press.number("table")
    table = Table.objects.filter(round__tournament=press.tournament, pk=number).first() if number else None
    if number and table is None:
        raise WrongStatus(_("There is no such table."))
    text = press.request.POST.get("text", "")
    send_message(tournament=press.tournament, text=text, table=table, actor=press.user)


def _end_message(press: Press) -> None:
    found = DeskMessage.objects.filter(tournament=press.tournament, pk=press.number("message") or 0).first()
    if found is None:
        raise WrongStatus(_("That message is shown no longer."))
    end_message(message=found, actor=press.user)


def _complete(press: Press) -> None:
    if not can_direct(press.user, press.tournament):
        raise NotAllowed
    if complete_round(round_id=press.round.pk) is None:
        raise WrongStatus(_("A table still plays."))


# The name in the address, the service, and the name of the act in the log.
ACTS: dict[str, tuple[Callable[[Press], object], str]] = {
    "open": (lambda p: open_entries(tournament=p.tournament, actor=p.user), "open_entries"),
    "hide": (lambda p: back_to_draft(tournament=p.tournament, actor=p.user), "back_to_draft"),
    "generate": (lambda p: generate_round(tournament=p.tournament, actor=p.user), "generate_round"),
    "publish": (_publish, "publish_round"),
    "start": (lambda p: start_round(round_=p.round, actor=p.user), "start_round"),
    "complete": (_complete, "complete_round"),
    "pause": (lambda p: pause_tournament(tournament=p.tournament, actor=p.user), "pause"),
    "resume": (lambda p: resume_tournament(tournament=p.tournament, actor=p.user), "resume"),
    "extend": (_extend, "extend_time"),
    "review": (
        lambda p: begin_review(
            tournament=p.tournament, actor=p.user, early=bool(p.request.POST.get("early"))
        ),
        "begin_review",
    ),
    "reopen": (lambda p: reopen(tournament=p.tournament, actor=p.user), "reopen"),
    "finish": (lambda p: finish_tournament(tournament=p.tournament, actor=p.user), "finish"),
    "cancel_round": (
        lambda p: cancel_round(round_=p.round, reason=p.reason, actor=p.user),
        "cancel_round",
    ),
    "cancel": (
        lambda p: cancel_tournament(tournament=p.tournament, reason=p.reason, actor=p.user),
        "cancel_tournament",
    ),
    "take_call": (lambda p: take_call(call=_call(p), actor=p.user), "take_call"),
    "close_call": (lambda p: close_call(call=_call(p), actor=p.user), "close_call"),
    "message": (_message, "send_message"),
    "end_message": (_end_message, "end_message"),
    "undo": (_undo, "undo"),
    "check_in_all": (lambda p: check_in_all(tournament=p.tournament, actor=p.user), "check_in_all"),
}
UNDOABLE = frozenset(EFFECTS)
AFTER = {"generate": "tournaments:drafts", "check_in_all": "tournaments:people"}


@require_POST
@login_required
def act(request: HttpRequest, public_id: str, act: str) -> HttpResponse:
    """Do it, say what came of it, and go back to where the next step is."""
    tournament = visible_tournament(request, public_id)
    user = request.user
    if act not in ACTS or not isinstance(user, User) or not can_score(user, tournament):
        raise Http404
    service, action = ACTS[act]
    press = Press(tournament, user, request)
    try:
        service(press)
    except TournamentsError as error:
        messages.error(request, _refusal(tournament, action, user, press.number("seen") or 0, error))
    else:
        answer = act_answer(tournament, action, user, press.number("seen") or 0)
        tell = messages.success if answer.mine else messages.info
        tell(request, answer.text, extra_tags="undo" if answer.mine and action in UNDOABLE else "")
    return redirect(AFTER.get(act, "tournaments:tonight"), public_id=public_id)


def _refusal(tournament: Tournament, action: str, user: User, seen: int, error: TournamentsError) -> str:
    """Why not; and who did it, where that is why."""
    if isinstance(error, WrongStatus | DraftOutdated):
        answer = act_answer(tournament, action, user, seen)
        if not answer.mine and answer.text != _("Nothing was to be done."):
            return answer.text
    return str(error)
