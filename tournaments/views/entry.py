"""The page on which people enter themselves, check in and withdraw; and the import of a file of entrants."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from games.queries.rulesets import team_size
from tournaments.errors import TournamentsError
from tournaments.forms.entrants import EntrantsFileForm
from tournaments.forms.people import PartnerForm
from tournaments.models import Entrant, Tournament
from tournaments.permissions import entries_have_closed
from tournaments.queries.entrants import entrant_lines
from tournaments.queries.scoring import ruleset_of
from tournaments.services.entrants import enter_player, enter_team_of_names
from tournaments.services.entrants_import import import_entrants, preview_entrants
from tournaments.services.presence import check_in, withdraw
from tournaments.views.access import render_event, signed_in, visible_tournament
from tournaments.views.desk import directors_event, render_desk
from tournaments.views.entries import entry_address, qr_picture

SALT = "entrants-file"
KEEPS_SECONDS = 3600


@require_GET
def enter(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the event is, whether there is room, and one button."""
    tournament = visible_tournament(request, public_id)
    own = _own(request, tournament)
    capacity = tournament.format.capacity
    taken = tournament.entrants.active().count()
    lines = entrant_lines(tournament)
    address = entry_address(request, tournament)
    return render_event(
        request,
        tournament,
        "tournaments/enter.html",
        tab="overview",
        own=next((line for line in lines if own is not None and line.entrant_id == own.pk), None),
        capacity=capacity,
        places_left=None if capacity is None else max(0, capacity - taken),
        waiting=sum(line.waiting > 0 for line in lines),
        uses_check_in=tournament.format.check_in,
        address=address,
        qr=qr_picture(address),
        has_closed=entries_have_closed(tournament),
        partner=PartnerForm() if team_size(ruleset_of(tournament)) > 1 else None,
    )


def _own(request: HttpRequest, tournament: Tournament) -> Entrant | None:
    if not request.user.is_authenticated:
        return None
    return tournament.entrants.filter(members__player__user=request.user).first()


def _enter(tournament: Tournament, user: User, _own: Entrant | None, data: QueryDict) -> str:
    if team_size(ruleset_of(tournament)) > 1:
        names = ("", data.get("partner", ""))
        entrant = enter_team_of_names(
            tournament=tournament, actor=user, user=user, names=names, team=data.get("team", "")
        )
    else:
        entrant = enter_player(tournament=tournament, actor=user, user=user)
    if entrant.status == "waiting":
        return _("You are on the waiting list. You move up by yourself when somebody withdraws.")
    return _("You are in. See you there.")


def _here(_tournament: Tournament, user: User, own: Entrant | None, _data: QueryDict) -> str:
    if own is None:
        raise Http404
    check_in(entrant=own, actor=user)
    return _("You are checked in.")


def _leave(_tournament: Tournament, user: User, own: Entrant | None, _data: QueryDict) -> str:
    if own is None:
        raise Http404
    withdraw(entrant=own, actor=user)
    return _("You have withdrawn.")


SELF: dict[str, Callable[[Tournament, User, Entrant | None, QueryDict], str]] = {
    "enter": _enter,
    "here": _here,
    "leave": _leave,
}


@require_POST
@login_required
def enter_self(request: HttpRequest, public_id: str, act: str) -> HttpResponse:
    """Enter, say that one is here, or withdraw: for oneself only."""
    tournament = visible_tournament(request, public_id)
    if act not in SELF:
        raise Http404
    try:
        said = SELF[act](tournament, signed_in(request.user), _own(request, tournament), request.POST)
        messages.success(request, said)
    except TournamentsError as error:
        messages.error(request, str(error))
    return redirect("tournaments:enter", public_id=public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """A file of entrants: first what it would do, then, on a second press, done. Nothing is kept in between but in
    the page itself, signed.
    """
    tournament = directors_event(request, public_id)
    form, report, kept = EntrantsFileForm(), None, ""
    status = 200
    if request.method == "POST":
        if request.POST.get("kept"):
            return _import_kept(request, tournament)
        form = EntrantsFileForm(request.POST, request.FILES)
        if form.is_valid():
            data, encoding = form.cleaned_data["file"], form.cleaned_data["encoding"]
            try:
                report = preview_entrants(tournament=tournament, data=data, encoding=encoding)
                kept = signing.dumps([encoding, data.decode("latin-1")], salt=SALT, compress=True)
            except TournamentsError as error:
                form.add_error("file", str(error))
        status = 200 if report else 422
    return render_desk(
        request,
        tournament,
        "tournaments/desk/import.html",
        is_of_teams=team_size(ruleset_of(tournament)) > 1,
        desk_tab="people",
        status=status,
        form=form,
        report=report,
        kept=kept,
    )


def _import_kept(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    try:
        encoding, text = signing.loads(request.POST["kept"], salt=SALT, max_age=KEEPS_SECONDS)
        report = import_entrants(
            tournament=tournament,
            data=text.encode("latin-1"),
            actor=signed_in(request.user),
            encoding=encoding,
        )
    except signing.BadSignature:
        messages.error(request, _("The file is no longer there. Choose it again."))
        return redirect("tournaments:import", public_id=tournament.public_id)
    except TournamentsError as error:
        messages.error(request, str(error))
        return redirect("tournaments:import", public_id=tournament.public_id)
    messages.success(
        request,
        _("%(new)d entered, %(known)d were in the event already, %(refused)d couldn't be used.")
        % {"new": len(report.accepted), "known": len(report.unchanged), "refused": len(report.refused)},
    )
    return redirect("tournaments:people", public_id=tournament.public_id)
