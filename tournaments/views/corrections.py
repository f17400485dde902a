"""Putting a confirmed result right: new numbers, then what they would change, then done or not. Also the event's log
and its check.

Nothing is saved by looking. What a correction does is the service's matter; played rounds are never rebuilt.
"""

from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.numbers import whole_number
from games.queries.settlement import ReportedDeal
from tournaments.enums import ResultSource
from tournaments.errors import BadReport, TournamentsError
from tournaments.forms.people import ReasonForm
from tournaments.forms.report import DealsForm, TotalsForm
from tournaments.models import Table
from tournaments.queries.audit import audit_event
from tournaments.queries.audit_log import audit_log, chain_state
from tournaments.queries.consequences import CorrectionPreview, preview_correction
from tournaments.queries.table_desk import table_desk
from tournaments.services.corrections import correct_result, corrected_scores, undo_correction
from tournaments.views.access import signed_in
from tournaments.views.desk import directors_event, render_desk, scorers_event
from tournaments.views.results_desk import chosen_way, table_forms, table_of

LOG_LINES = 100


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, public_id: str, table: str) -> HttpResponse:
    """New numbers for a table; a first POST shows what follows, a second one with `really` does it."""
    tournament = directors_event(request, public_id)
    found = table_of(tournament, table)
    desk = table_desk(found)
    totals, deals = table_forms(request, desk)
    reason = ReasonForm(request.POST or None)
    preview: CorrectionPreview | None = None
    if request.method == "POST":
        form: TotalsForm | DealsForm = deals if request.POST.get("what") == "deals" else totals
        preview = _preview(found, form, reason)
        if preview is not None and request.POST.get("really"):
            if _correct(request, found, form, reason):
                return redirect("tournaments:desk_table", public_id=public_id, table=table)
            preview = None
    return render_desk(
        request,
        tournament,
        "tournaments/desk/correct.html",
        desk_tab="results",
        status=200 if preview is not None or request.method != "POST" else 422,
        desk=desk,
        totals=totals,
        deals=deals,
        reason=reason,
        preview=preview,
        has_prizes=bool(preview) and tournament.prizes.exists(),
        what=request.POST.get("what") or chosen_way(request, desk),
        sent=[(name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"],
        is_corrected=desk.confirmed is not None and desk.confirmed.source == ResultSource.CORRECTION,
    )


class Numbers(TypedDict, total=False):
    """What a correction is made of: deals, or totals with what a pool has besides."""

    totals: list[int]
    deals: list[ReportedDeal]
    out: list[int]
    re_entries: list[int]


def _numbers(form: TotalsForm | DealsForm) -> Numbers:
    if isinstance(form, DealsForm):
        return {"deals": form.deals}
    return {"totals": form.totals, "out": form.out, "re_entries": form.re_entries}


def _preview(table: Table, form: TotalsForm | DealsForm, reason: ReasonForm) -> CorrectionPreview | None:
    """What would follow, or None with the errors in the forms."""
    if not (form.is_valid() & reason.is_valid()):
        return None
    try:
        return preview_correction(table, corrected_scores(table, **_numbers(form)))
    except BadReport as error:
        form.refuse(error)
    except TournamentsError as error:
        form.add_error(None, str(error))
    return None


def _correct(request: HttpRequest, table: Table, form: TotalsForm | DealsForm, reason: ReasonForm) -> bool:
    try:
        correct_result(
            table=table,
            reason=reason.cleaned_data["reason"],
            actor=signed_in(request.user),
            **_numbers(form),
        )
    except TournamentsError as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, _("Corrected. The standings of all rounds since have a new version."))
    return True


@require_POST
@login_required
def undo(request: HttpRequest, public_id: str, table: str) -> HttpResponse:
    """Bring back the result before the last correction."""
    tournament = directors_event(request, public_id)
    found = table_of(tournament, table)
    reason = request.POST.get("reason", "").strip()[:300] or _("The correction was a mistake.")
    try:
        undo_correction(table=found, reason=reason, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The result before the correction counts again."))
    return redirect("tournaments:desk_table", public_id=public_id, table=table)


@login_required
@require_GET
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every director's act, newest first, a hundred a page."""
    tournament = directors_event(request, public_id)
    page = whole_number(request.GET.get("page", ""), digits=5) or 1
    acts = audit_log(tournament, first=(page - 1) * LOG_LINES, count=LOG_LINES + 1)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/log.html",
        desk_tab="more",
        acts=acts[:LOG_LINES],
        chain=chain_state(tournament),
        page=page,
        has_more=len(acts) > LOG_LINES,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, public_id: str) -> HttpResponse:
    """Check everything that must hold in the event; on a press, since it reads every game."""
    tournament = scorers_event(request, public_id)
    report = audit_event(tournament) if request.method == "POST" else None
    return render_desk(request, tournament, "tournaments/desk/check.html", desk_tab="more", report=report)
