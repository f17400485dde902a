"""The page behind a table's card: anybody who has its code tells deals as they are played, reports the table's
result, agrees to one, or calls a director.

No account is asked for: the code is the right, and it opens this table only. Who acts is chosen on the page, and
the services see to it that a second chair confirms. Nothing of the desk can be reached from here.
"""

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.numbers import whole_number
from games.queries.settlement import ReportedDeal, deck_in_suits
from games.services.live import make_ticket
from tournaments.errors import BadReport, TournamentsError
from tournaments.forms.report import DealsForm, TotalsForm, initial_of
from tournaments.models import Table
from tournaments.models.table import CODE_LENGTH
from tournaments.queries.table_desk import TableDesk, payments_of, table_desk
from tournaments.services.calls import call_director
from tournaments.services.reports import report_deals, report_totals
from tournaments.services.results import confirm_result, dispute_result
from tournaments.services.telling import tell_deal
from tournaments.views.guessing import counts_wrong_codes

WHO_COOKIE = "dw_seat"
WHO_SECONDS = 60 * 60 * 12


def report_address(request: HttpRequest, code: str | None) -> str:
    """The whole address of a table's report page."""
    return request.build_absolute_uri(reverse("tournaments:report", kwargs={"code": code or ""}))


def table_of_code(code: str) -> Table:
    """The table that this code opens; Http404 for an unknown or revoked one."""
    found = (
        Table.objects.select_related("round__tournament")
        .filter(report_code=code.upper(), report_code__isnull=False)
        .first()
    )
    if found is None:
        raise Http404
    return found


def _seat(request: HttpRequest, desk: TableDesk) -> int | None:
    """The chair of who holds the phone: as the form says, or as it said last."""
    seat = whole_number(request.POST.get("seat", ""))
    if seat in dict(desk.people):
        return seat
    kept = (request.get_signed_cookie(WHO_COOKIE, "", max_age=WHO_SECONDS) or "").split(":")
    if len(kept) == 2 and kept[0] == desk.line.public_id and int(kept[1]) in dict(desk.people):
        return int(kept[1])
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@counts_wrong_codes
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Deal by deal, or only the totals. Sent twice with one key it is taken once."""
    table = table_of_code(code)
    desk = table_desk(table)
    seat = _seat(request, desk)
    text = request.POST.get("rows", "") or request.GET.get("rows", "")
    rows = whole_number(text, digits=2)
    rows = desk.rows if rows is None else rows
    what, data = request.POST.get("what"), request.POST
    totals = TotalsForm(desk.names, data if what == "totals" else None, teams=desk.teams, pool=desk.pool)
    deals = DealsForm(
        desk.names, rows, data if what == "deals" else None, initial=initial_of_told(desk), facts=desk.facts
    )
    refusal = ""
    if request.method == "POST":
        form: TotalsForm | DealsForm = deals if what == "deals" else totals
        refusal = _send(request, table, form, seat)
        if not refusal and form.is_valid():
            return _remember(redirect("tournaments:report", code=code), desk, seat)
    return _page(request, desk, totals, deals, seat, refusal)


def initial_of_told(desk: TableDesk) -> dict[str, Any]:
    """The deals told so far as the initial values of a form of deals."""
    told = desk.told_by_number
    last = max(told, default=0)
    empty = ReportedDeal(None)
    values = initial_of([told[number].deal if number in told else empty for number in range(1, last + 1)])
    return {name: value for name, value in values.items() if int(name.split("-")[1]) in told}


def _send(request: HttpRequest, table: Table, form: TotalsForm | DealsForm, seat: int | None) -> str:
    """Report; "" or why not. Errors of fields are put into the form."""
    if seat is None:
        form.is_valid()
        return _("Say who you are.")
    if not form.is_valid():
        return _("Look at the marked fields.")
    sent: dict[str, Any] = {
        "table": table,
        "actor": None,
        "seat": seat,
        "key": request.POST.get("key", "")[:64],
    }
    if isinstance(form, DealsForm):
        return _refusal(form, partial(report_deals, deals=form.deals, **sent))
    sent |= {"out": form.out, "re_entries": form.re_entries}
    return _refusal(form, partial(report_totals, totals=form.totals, **sent))


def _refusal(form: TotalsForm | DealsForm, act: Callable[[], object]) -> str:
    """Do it; "" or why not. A fault of a field is put beside the field."""
    try:
        act()
    except BadReport as error:
        form.refuse(error)
        return str(error)
    except TournamentsError as error:
        return str(error)
    return ""


def _page(
    request: HttpRequest,
    desk: TableDesk,
    totals: TotalsForm,
    deals: DealsForm,
    seat: int | None,
    refusal: str,
) -> HttpResponse:
    context: dict[str, Any] = {
        "desk": desk,
        "totals": totals,
        "deals": deals,
        "seat": seat,
        "refusal": refusal,
        "what": request.POST.get("what") or ("deals" if desk.by_deal else "totals"),
        "key": request.POST.get("key") or secrets.token_urlsafe(16),
        "confirmers": [found for found in desk.people if desk.latest and found[0] != desk.latest.seat],
        "live_ticket": make_ticket([desk.topic], None),
        "deck": deck_in_suits(desk.jokers),
    }
    return render(request, "tournaments/paper/report.html", context, status=422 if refusal else 200)


def _remember(response: HttpResponse, desk: TableDesk, seat: int | None) -> HttpResponse:
    """The phone's chair, so that it isn't asked again at this table."""
    if seat is not None:
        value = f"{desk.line.public_id}:{seat}"
        response.set_signed_cookie(WHO_COOKIE, value, max_age=WHO_SECONDS, httponly=True, samesite="Lax")
    return response


@require_POST
@counts_wrong_codes
def payments(request: HttpRequest, code: str) -> HttpResponse:
    """What the deals of the form pay, while it is filled in. Writes nothing."""
    table = table_of_code(code)
    desk = table_desk(table)
    rows = whole_number(request.POST.get("rows", ""), digits=2)
    rows = desk.rows if rows is None else rows
    form = DealsForm(desk.names, rows, request.POST, facts=desk.facts)
    form.is_valid()
    deals = [(block.number, form.deal(block.number)) for block in form.blocks()]
    lines = payments_of(table, [(number, deal) for number, deal in deals if deal is not None])
    return render(request, "tournaments/paper/_payments.html", {"lines": lines, "desk": desk})


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name, "")) or 0


def _confirm(request: HttpRequest, table: Table, seat: int) -> None:
    result = table.results.filter(pk=_number(request, "result")).first()
    if result is not None:
        confirm_result(result=result, actor=None, seat=seat)


def _dispute(request: HttpRequest, table: Table, seat: int) -> None:
    dispute_result(table=table, reason=request.POST.get("reason", "")[:300], actor=None, seat=seat)


def _call(_request: HttpRequest, table: Table, seat: int) -> None:
    call_director(table=table, actor=None, seat=seat)


ANSWERS: dict[str, Callable[[HttpRequest, Table, int], None]] = {
    "confirm": _confirm,
    "dispute": _dispute,
    "call": _call,
}


@require_POST
@counts_wrong_codes
def answer(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """A second chair agrees (`confirm`) or doesn't (`dispute`); somebody calls a director (`call`)."""
    table = table_of_code(code)
    desk = table_desk(table)
    seat = _seat(request, desk)
    response = redirect("tournaments:report", code=code)
    if act not in ANSWERS:
        raise Http404
    if seat is None and act == "call":
        seat = desk.people[0][0] if desk.people else None
    try:
        if seat is None:
            messages.error(request, _("Say who you are."))
        else:
            ANSWERS[act](request, table, seat)
    except TournamentsError as error:
        messages.error(request, str(error))
    return response


@require_POST
@counts_wrong_codes
def tell(request: HttpRequest, code: str) -> HttpResponse:
    """One deal of the form (`number`), while the table plays. Sent twice with one key it is taken once.

    A refusal is 422 with the reason and, where a field is at fault, the errors at the fields.
    """
    table = table_of_code(code)
    desk = table_desk(table)
    seat = _seat(request, desk)
    number, rows = _number(request, "number"), _number(request, "rows")
    form = DealsForm(
        desk.names, rows or desk.rows, request.POST, initial=initial_of_told(desk), facts=desk.facts
    )
    refusal = _tell(request, table, form, seat, number)
    if refusal:
        return _page(
            request, desk, TotalsForm(desk.names, teams=desk.teams, pool=desk.pool), form, seat, refusal
        )
    return _remember(redirect("tournaments:report", code=code), desk, seat)


def _tell(request: HttpRequest, table: Table, form: DealsForm, seat: int | None, number: int) -> str:
    """Tell the deal; "" or why not."""
    form.is_valid()
    if seat is None:
        return _("Say who you are.")
    deal = form.deal(number) if 1 <= number <= form.rows else None
    if deal is None:
        return _("Look at the marked fields.") if form.errors else _("Fill in the deal before you send it.")
    key = request.POST.get(f"key-{number}", "")[:64] or secrets.token_urlsafe(16)
    seen = request.POST.get(f"seen-{number}", "")[:64]
    told: dict[str, Any] = {"table": table, "actor": None, "seat": seat, "key": key, "seen": seen}
    return _refusal(form, partial(tell_deal, number=number, deal=deal, **told))


@require_GET
@counts_wrong_codes
def find(request: HttpRequest) -> HttpResponse:
    """Type the code of a card that can't be scanned."""
    code = "".join(request.GET.get("code", "").split()).replace("-", "").upper()[:CODE_LENGTH]
    if code and Table.objects.filter(report_code=code).exists():
        return redirect("tournaments:report", code=code)
    status = 404 if code else 200
    return render(request, "tournaments/paper/find.html", {"code": code}, status=status)
