"""Fees and prizes as records, who helps at the event, and the results page for everybody."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.numbers import whole_number
from tournaments.enums import PaymentStatus, TournamentRoleKind
from tournaments.errors import TournamentsError
from tournaments.forms.money import EveryFeeForm, FeeForm, PrizesForm, StaffForm, cents
from tournaments.models import Fee, Prize, Tournament, TournamentRole
from tournaments.queries.money import awards_of, money_page
from tournaments.queries.shown_names import shown_names
from tournaments.queries.standings import StandingsPage, standings_page
from tournaments.services.money import owe_entry_fees, set_fee, set_prizes, settle_fee
from tournaments.services.setup import appoint
from tournaments.views.access import render_event, signed_in, visible_tournament
from tournaments.views.desk import directors_event, render_desk

SHOWN_PLACES = 10


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def money(request: HttpRequest, public_id: str) -> HttpResponse:
    """Prizes by place, who gets them now, and who has paid the entry fee."""
    tournament = directors_event(request, public_id)
    page = money_page(tournament)
    form = PrizesForm(request.POST or None, prizes=page.prizes, odd_cents=tournament.format.odd_cents)
    if request.method == "POST" and form.is_valid():
        try:
            set_prizes(
                tournament=tournament,
                prizes=form.specs,
                actor=signed_in(request.user),
                odd_cents=form.odd_cents,
            )
        except TournamentsError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:money", public_id=public_id)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/money.html",
        desk_tab="more",
        status=422 if request.method == "POST" else 200,
        page=page,
        form=form,
        every=EveryFeeForm(auto_id="every_%s"),
    )


@require_POST
@login_required
def fees(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everybody who has no entry fee yet owes it."""
    tournament = directors_event(request, public_id)
    form = EveryFeeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say how much the fee is."))
        return redirect("tournaments:money", public_id=public_id)
    amount = cents(form.cleaned_data["amount"])
    try:
        count = owe_entry_fees(tournament=tournament, amount=amount, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
    else:
        said = ngettext("%(count)d fee was noted.", "%(count)d fees were noted.", count)
        messages.success(request, said % {"count": count})
    return redirect("tournaments:money", public_id=public_id)


@require_POST
@login_required
def re_entry(request: HttpRequest, public_id: str, fee: int) -> HttpResponse:
    """Say of a fee for a re-entry whether it is paid."""
    tournament = directors_event(request, public_id)
    found = Fee.objects.filter(entrant__tournament=tournament, pk=fee).select_related("entrant").first()
    status = request.POST.get("status", "")
    if found is None or status not in PaymentStatus.values:
        raise Http404
    settle_fee(fee=found, status=PaymentStatus(status), actor=signed_in(request.user))
    return redirect("tournaments:money", public_id=public_id)


@require_POST
@login_required
def fee(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Record what an entrant paid, owes, or needn't pay."""
    tournament = directors_event(request, public_id)
    found = tournament.entrants.filter(pk=entrant).first()
    form = FeeForm(request.POST)
    if found is None:
        raise Http404
    if form.is_valid():
        try:
            set_fee(
                entrant=found,
                amount=cents(form.cleaned_data["amount"]),
                status=PaymentStatus(form.cleaned_data["status"]),
                actor=signed_in(request.user),
            )
        except TournamentsError as error:
            messages.error(request, str(error))
    else:
        messages.error(request, _("Say how much the fee is."))
    return redirect("tournaments:money", public_id=public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, public_id: str) -> HttpResponse:
    """Directors and scorers of this event, besides those of the club."""
    tournament = directors_event(request, public_id)
    form = StaffForm(request.POST or None, club_id=tournament.club_id)
    if request.method == "POST":
        user = signed_in(request.user)
        gone = whole_number(request.POST.get("remove", ""))
        if gone is not None:
            role = (
                TournamentRole.objects.filter(tournament=tournament, pk=gone).select_related("user").first()
            )
            if role is not None:
                appoint(tournament=tournament, user=role.user, role=None, actor=user)
            return redirect("tournaments:staff", public_id=public_id)
        if form.is_valid():
            role_kind = TournamentRoleKind(form.cleaned_data["role"])
            appoint(tournament=tournament, user=form.cleaned_data["user"], role=role_kind, actor=user)
            return redirect("tournaments:staff", public_id=public_id)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/staff.html",
        desk_tab="more",
        status=422 if request.method == "POST" else 200,
        form=form,
        roles=TournamentRole.objects.filter(tournament=tournament).select_related("user").order_by("pk"),
    )


@require_GET
def final(request: HttpRequest, public_id: str) -> HttpResponse:
    """The results to share: the first places with their prizes, everybody below."""
    tournament = visible_tournament(request, public_id)
    prizes = tuple(Prize.objects.filter(tournament=tournament).order_by("place"))
    names = shown_names(tournament, request.user)
    page = standings_page(tournament, names=names)
    path = reverse("tournaments:preview", kwargs={"public_id": tournament.public_id})
    return render_event(
        request,
        tournament,
        "tournaments/final.html",
        tab="standings",
        page=page,
        summary=_summary(tournament, page),
        address=request.build_absolute_uri(request.path),
        preview=request.build_absolute_uri(path),
        awards=awards_of(tournament, prizes, names=names),
        podium=SHOWN_PLACES,
    )


def _summary(tournament: Tournament, page: StandingsPage | None) -> str:
    """The results in one sentence, for the preview of a shared link."""
    leaders = [line for line in page.lines if not line.is_bot][:3] if page else []
    if not leaders or page is None:
        return _("%(club)s: the results will be here.") % {"club": tournament.club.name}
    names = ", ".join(f"{line.place_text}. {line.name} ({line.points_text})" for line in leaders)
    return f"{page.title}: {names}"
