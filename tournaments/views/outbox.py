"""The messages about an event and about a club: whom they went to, and whether they arrived. Their texts are the
reader's own and aren't shown.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.numbers import whole_number
from accounts.queries import club_page
from accounts.queries.notices import club_outbox, event_outbox
from accounts.services.outbox import send_again
from tournaments.views.club_desk import owners_club
from tournaments.views.desk import directors_event, render_desk


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event(request: HttpRequest, public_id: str) -> HttpResponse:
    """The messages about an event; POST tries one again that was given up."""
    tournament = directors_event(request, public_id)
    if request.method == "POST":
        _again(request, event=tournament.public_id)
        return redirect("tournaments:outbox", public_id=public_id)
    outbox = event_outbox(tournament.public_id)
    return render_desk(request, tournament, "tournaments/desk/outbox.html", desk_tab="more", outbox=outbox)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The messages of a club and its events, for its owners."""
    found = owners_club(request, slug)
    if request.method == "POST":
        _again(request, club=found.pk)
        return redirect("clubs:outbox", slug=slug)
    context = {"club": club_page(request.user, slug), "tab": "settings", "outbox": club_outbox(found)}
    return render(request, "tournaments/clubs/outbox.html", context)


def _again(request: HttpRequest, **about: object) -> None:
    notice = whole_number(request.POST.get("notice", ""))
    if notice is not None and send_again(notice_id=notice, about=about):
        messages.success(request, _("The message is sent again."))
    else:
        messages.error(request, _("That message doesn't wait to be sent again."))
