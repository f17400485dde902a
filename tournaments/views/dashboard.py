"""The club's evenings in numbers and pictures, for those who run them."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.permissions import can_organise
from accounts.queries import club_page
from tournaments.queries.dashboard import club_dashboard
from tournaments.views.access import signed_in
from tournaments.views.clubs import visible_club


@login_required
@require_GET
def dashboard(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits now, how many came, how fast it went; Http404 for all but owners and directors."""
    club = visible_club(request, slug)
    user = signed_in(request.user)
    if not can_organise(user, club):
        raise Http404
    context = {"club": club_page(user, slug), "tab": "dashboard", "page": club_dashboard(club)}
    return render(request, "tournaments/clubs/dashboard.html", context)
