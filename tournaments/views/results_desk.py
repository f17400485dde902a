"""Results at the desk: all tables of a round, one table with its versions, quick entry, disputes, corrections.

A scorer enters and confirms what others entered; a director's entry counts at once. The services decide.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.numbers import whole_number
from tournaments.enums import TableMode, TableStatus
from tournaments.errors import BadReport, TournamentsError
from tournaments.forms.report import DealsForm, TotalsForm, initial_of, initial_of_pool
from tournaments.models import Round, Table, TableResult, Tournament
from tournaments.permissions import can_confirm, can_direct
from tournaments.queries.chairs import voidable_deals
from tournaments.queries.reports import reports_of
from tournaments.queries.rounds import round_page
from tournaments.queries.table_desk import TableDesk, table_desk
from tournaments.services.report_codes import renew_report_code
from tournaments.services.reports import report_again, report_deals, report_totals
from tournaments.services.results import confirm_result, dispute_result
from tournaments.views.access import signed_in
from tournaments.views.desk import directors_event, render_desk, scorers_event
from tournaments.views.entries import qr_picture
from tournaments.views.paper import initial_of_told, report_address


def table_of(tournament: Tournament, public_id: str) -> Table:
    """The event's table of that id, with its round and event."""
    table = Table.objects.select_related("round__tournament__club").filter(
        public_id=public_id, round__tournament=tournament
    )
    found = table.first()
    if found is None:
        raise Http404
    return found


@login_required
@require_GET
def results(request: HttpRequest, public_id: str) -> HttpResponse:
    """All tables of a round with their results; `?round=` for another than the newest."""
    tournament = scorers_event(request, public_id)
    number = whole_number(request.GET.get("round", ""), digits=4)
    if number is None:
        number = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    page = round_page(tournament, number, request.user) if number else None
    reports = reports_of(table.table_id for table in page.tables) if page else {}
    return render_desk(
        request,
        tournament,
        "tournaments/desk/results.html",
        desk_tab="results",
        page=page,
        lines=[(table, reports.get(table.table_id, ())) for table in page.tables] if page else [],
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, public_id: str, table: str) -> HttpResponse:
    """One table. A POST is a report: `what` is `totals` or `deals`; the next table without a result follows."""
    tournament = scorers_event(request, public_id)
    found = table_of(tournament, table)
    desk = table_desk(found)
    totals, deals = table_forms(request, desk)
    if request.method == "POST":
        answer = _report(request, found, totals, deals)
        if answer is not None:
            return answer
    return render_table(request, tournament, desk, totals, deals, 422 if request.method == "POST" else 200)


def render_table(
    request: HttpRequest,
    tournament: Tournament,
    desk: TableDesk,
    totals: TotalsForm,
    deals: DealsForm,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """The page of a table at the desk."""
    address = report_address(request, desk.report_code) if desk.report_code else ""
    neighbours = list(
        Table.objects.filter(round__tournament=tournament, round__number=desk.round_number)
        .order_by("number")
        .values_list("number", "public_id")
    )
    return render_desk(
        request,
        tournament,
        "tournaments/desk/table.html",
        desk_tab="results",
        status=status,
        desk=desk,
        totals=totals,
        deals=deals,
        what=request.POST.get("what") or chosen_way(request, desk),
        neighbours=neighbours,
        address=address,
        qr=qr_picture(address) if address and desk.is_paper else "",
        may_confirm=_may_confirm(request, desk),
        voidable=_voidable(request, tournament, desk),
        **context,
    )


def _may_confirm(request: HttpRequest, desk: TableDesk) -> bool:
    """Whether the visitor may confirm what waits there: never a scorer's own entry."""
    if desk.latest is None:
        return False
    result = TableResult.objects.select_related("table__round__tournament").get(pk=desk.latest.result_id)
    return can_confirm(request.user, result)


def _voidable(request: HttpRequest, tournament: Tournament, desk: TableDesk) -> tuple[int, ...]:
    """The deals that the visitor could make void now."""
    if desk.confirmed is None or not can_direct(request.user, tournament) or tournament.is_over:
        return ()
    return voidable_deals(table_of(tournament, desk.line.public_id))


def chosen_way(request: HttpRequest, desk: TableDesk) -> str:
    """Whether deals or totals are entered: as the address says, where the game has both."""
    return "deals" if desk.by_deal and request.GET.get("by") == "deals" else "totals"


def table_forms(request: HttpRequest, desk: TableDesk) -> tuple[TotalsForm, DealsForm]:
    """The two forms of a table, filled with what was sent, else with what is known."""
    what, data = request.POST.get("what"), request.POST
    text = data.get("rows", "") if request.method == "POST" else request.GET.get("rows", "")
    rows = whole_number(text, digits=2)
    rows = desk.rows if rows is None else rows
    known = desk.latest or desk.confirmed
    initial = {f"total-{seat}": found.net for seat, found in enumerate(known.seats, 1)} if known else {}
    return (
        TotalsForm(
            desk.names,
            data if what == "totals" else None,
            initial=initial | initial_of_pool(desk.pool),
            teams=desk.teams,
            pool=desk.pool,
        ),
        DealsForm(
            desk.names,
            rows,
            data if what == "deals" else None,
            initial=initial_of(known.deals) if known else initial_of_told(desk),
            facts=desk.facts,
        ),
    )


def _report(request: HttpRequest, table: Table, totals: TotalsForm, deals: DealsForm) -> HttpResponse | None:
    """Send the report; None where it was refused, with the errors in the forms."""
    form: TotalsForm | DealsForm = deals if request.POST.get("what") == "deals" else totals
    if not form.is_valid():
        return None
    user = signed_in(request.user)
    key = request.POST.get("key", "")[:64]
    try:
        if isinstance(form, DealsForm):
            result = report_deals(table=table, deals=form.deals, actor=user, key=key)
        else:
            result = report_totals(
                table=table,
                totals=form.totals,
                actor=user,
                key=key,
                out=form.out,
                re_entries=form.re_entries,
            )
    except BadReport as error:
        form.refuse(error)
        return None
    except TournamentsError as error:
        form.add_error(None, str(error))
        return None
    said = _("Table %(number)d is in.") if result.confirmed_at else _("Table %(number)d is reported.")
    messages.success(request, said % {"number": table.number}, extra_tags="undo")
    return _go_on(table)


def _go_on(table: Table) -> HttpResponse:
    """To the next table on real cards that has no result, or back to Tonight."""
    missing = Table.objects.filter(round=table.round_id, mode=TableMode.PAPER, status=TableStatus.PLAYING)
    following = missing.filter(number__gt=table.number).order_by("number").first()
    target = following or missing.order_by("number").first()
    event = table.round.tournament.public_id
    if target is None:
        return redirect("tournaments:tonight", public_id=event)
    return redirect("tournaments:desk_table", public_id=event, table=target.public_id)


@require_POST
@login_required
def decide(request: HttpRequest, public_id: str, table: str, act: str) -> HttpResponse:
    """`confirm` a version (`result`), `accept` one side of a dispute, `dispute`, or `renew` the card's code."""
    tournament = scorers_event(request, public_id)
    found = table_of(tournament, table)
    try:
        said = _decide(request, found, act)
    except TournamentsError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, said, extra_tags="undo" if act in ("confirm", "dispute") else "")
        if act in ("confirm", "accept"):
            return redirect("tournaments:tonight", public_id=public_id)
    return redirect("tournaments:desk_table", public_id=public_id, table=table)


def _decide(request: HttpRequest, table: Table, act: str) -> str:
    user = signed_in(request.user)
    result = table.results.filter(pk=whole_number(request.POST.get("result", "")) or 0).first()
    if act == "renew":
        renew_report_code(table=table, actor=user)
        return _("The table has a new code. The old card no longer works.")
    if act == "dispute":
        dispute_result(table=table, reason=request.POST.get("reason", "")[:300], actor=user)
        return _("Table %(number)d is disputed.") % {"number": table.number}
    if result is None or act not in ("confirm", "accept"):
        raise Http404
    if act == "confirm" or not can_direct(user, table.round.tournament):
        confirm_result(result=result, actor=user)
    else:
        report_again(table=table, result=result, actor=user)
    return _("Table %(number)d is in.") % {"number": table.number}


@login_required
@require_GET
def codes(request: HttpRequest, public_id: str) -> HttpResponse:
    """The codes of all tables of the open round, to read out or to send."""
    tournament = directors_event(request, public_id)
    round_ = Round.objects.filter(tournament=tournament, status__in=["published", "playing"]).first()
    tables = round_.tables.order_by("number") if round_ is not None else []
    rows = [
        (found.number, found.report_code, report_address(request, found.report_code))
        for found in tables
        if found.report_code
    ]
    return render_desk(request, tournament, "tournaments/desk/codes.html", desk_tab="more", rows=rows)
