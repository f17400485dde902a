"""A table's people at the desk: wrong chairs, no-shows, standby, a bot for a person and back; one deal made void; and
the call for a director from an online table. Each calls one service and says what came of it.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.numbers import whole_number
from tournaments.errors import TournamentsError
from tournaments.models import Table, TableSeat
from tournaments.permissions import can_report
from tournaments.queries.chairs import table_people
from tournaments.queries.table_desk import table_desk
from tournaments.services.calls import call_director
from tournaments.services.reseating import give_up_seat, swap_seats, take_seat
from tournaments.services.stand_ins import let_bot_play, let_person_play
from tournaments.services.voiding import void_deal
from tournaments.views.access import signed_in, visible_tournament
from tournaments.views.desk import directors_event, render_desk
from tournaments.views.results_desk import table_of


@login_required
@require_GET
def people(request: HttpRequest, public_id: str, table: str) -> HttpResponse:
    """Who sits at the table, and what can be changed about it now."""
    tournament = directors_event(request, public_id)
    found = table_of(tournament, table)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/table_people.html",
        desk_tab="results",
        desk=table_desk(found),
        people=table_people(found),
        options=tournament.format,
    )


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name, "")) or 0


def _chair(request: HttpRequest, table: Table, name: str, *, anywhere: bool = False) -> TableSeat:
    chairs = TableSeat.objects.filter(round=table.round_id, pk=_number(request, name))
    found = (chairs if anywhere else chairs.filter(table=table)).select_related("table__round").first()
    if found is None:
        raise Http404
    return found


def _swap(request: HttpRequest, table: Table) -> str:
    first, second = _chair(request, table, "chair"), _chair(request, table, "with", anywhere=True)
    swap_seats(first=first, second=second, actor=signed_in(request.user))
    return _("%(first)s and %(second)s have changed chairs.") % {"first": first.name, "second": second.name}


def _take(request: HttpRequest, table: Table) -> str:
    entrant = table.round.tournament.entrants.filter(pk=_number(request, "entrant")).first()
    if entrant is None:
        raise Http404
    chair = _chair(request, table, "chair") if request.POST.get("chair") else None
    take_seat(entrant=entrant, table=table, chair=chair, actor=signed_in(request.user))
    return _("%(name)s sits at table %(number)d.") % {"name": entrant.name, "number": table.number}


def _give_up(request: HttpRequest, table: Table) -> str:
    chair = _chair(request, table, "chair")
    give_up_seat(chair=chair, actor=signed_in(request.user))
    return _("%(name)s doesn't play this round.") % {"name": chair.name}


def _bot(request: HttpRequest, table: Table) -> str:
    chair = _chair(request, table, "chair")
    let_bot_play(table=table, seat=chair.seat, actor=signed_in(request.user))
    return _("A bot plays for %(name)s from the next move on.") % {"name": chair.name}


def _person(request: HttpRequest, table: Table) -> str:
    chair = _chair(request, table, "chair")
    let_person_play(table=table, seat=chair.seat, actor=signed_in(request.user))
    return _("%(name)s plays again.") % {"name": chair.name}


def _void(request: HttpRequest, table: Table) -> str:
    number = _number(request, "deal")
    reason = request.POST.get("reason", "")[:300]
    void_deal(table=table, number=number, reason=reason, actor=signed_in(request.user))
    return _("Deal %(number)d is void. The standings of all rounds since are worked out anew.") % {
        "number": number
    }


ACTS = {
    "swap": _swap,
    "take": _take,
    "give-up": _give_up,
    "bot": _bot,
    "person": _person,
    "void": _void,
}


@require_POST
@login_required
def act(request: HttpRequest, public_id: str, table: str, act: str) -> HttpResponse:
    """`swap` (chair, with), `take` (entrant, chair or none), `give-up`, `bot`, `person` (chair), `void` (deal, why)."""
    tournament = directors_event(request, public_id)
    found = table_of(tournament, table)
    if act not in ACTS:
        raise Http404
    try:
        messages.success(request, ACTS[act](request, found), extra_tags="undo")
    except TournamentsError as error:
        messages.error(request, str(error))
    target = "tournaments:desk_table" if act == "void" else "tournaments:table_people"
    return redirect(target, public_id=public_id, table=table)


@require_POST
@login_required
def call(request: HttpRequest, public_id: str, table: str) -> HttpResponse:
    """Somebody at an online table asks for a director; back to the cards."""
    tournament = visible_tournament(request, public_id)
    found = table_of(tournament, table)
    user = signed_in(request.user)
    if not can_report(user, found):
        raise Http404
    own = found.seats.filter(player__user=user).order_by("seat").first()
    try:
        call_director(table=found, actor=user, seat=own.seat if own else None)
    except TournamentsError as error:
        messages.error(request, str(error))
    link = found.table_games.select_related("game").order_by("-number").first()
    if link is not None:
        return redirect("games:table", public_id=link.game.public_id)
    return redirect("tournaments:overview", public_id=public_id)
