"""An event as a file: written for its director, looked at and brought in by somebody who makes events for a club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.errors import TournamentsError
from tournaments.forms.event_file import EventFileForm
from tournaments.queries.event_export import event_json
from tournaments.services.event_import import FileReport, check_file, import_event
from tournaments.views.access import signed_in
from tournaments.views.desk import directors_event, render_desk
from tournaments.views.setup import clubs_of


@login_required
@require_GET
def page(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is in the file, with names and without."""
    tournament = directors_event(request, public_id)
    return render_desk(request, tournament, "tournaments/desk/event_file.html", desk_tab="more")


@login_required
@require_GET
def download(request: HttpRequest, public_id: str) -> HttpResponse:
    """The file; `?names=no` leaves people out."""
    tournament = directors_event(request, public_id)
    names = request.GET.get("names") != "no"
    response = HttpResponse(event_json(tournament, names=names), content_type="application/json")
    ending = "event.json" if names else "event-without-names.json"
    response["Content-Disposition"] = f'attachment; filename="{slugify(tournament.name) or "event"}-{ending}"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Choose a file: look at it, or bring the event into a club. It is brought whole or not at all."""
    user = signed_in(request.user)
    clubs = clubs_of(user)
    sent = request.method == "POST"
    form = EventFileForm(request.POST if sent else None, request.FILES if sent else None, clubs=clubs)
    report: FileReport | None = None
    if sent and form.is_valid():
        try:
            if request.POST.get("bring"):
                made = import_event(
                    data=form.cleaned_data["file"], club=form.cleaned_data["club"], actor=user
                )
                messages.success(request, _("The event is here, with everything that was played."))
                return redirect("tournaments:overview", public_id=made.public_id)
            report = check_file(data=form.cleaned_data["file"])
        except TournamentsError as error:
            form.add_error("file", str(error))
    status = 422 if form.errors else 200
    context = {"form": form, "report": report, "clubs": clubs}
    return render(request, "tournaments/desk/bring_event.html", context, status=status)
