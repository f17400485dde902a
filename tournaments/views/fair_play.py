"""Fair play at the desk: which pairs are worth a look, and what is known of two people. For directors only."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.errors import BrokenRecord
from tournaments.queries.fair_play import Scope, fair_pair, fair_play_page
from tournaments.queries.same_address import same_address
from tournaments.views.access import signed_in
from tournaments.views.desk import directors_event, render_desk


@login_required
@require_GET
def pairs(request: HttpRequest, public_id: str) -> HttpResponse:
    """All pairs of this event, or with `?of=season` of its season."""
    tournament = directors_event(request, public_id)
    try:
        page = fair_play_page(tournament, signed_in(request.user), _scope(request))
    except BrokenRecord:
        return _to_check(request, public_id)
    template, shared = "tournaments/desk/fair_play.html", same_address(tournament)
    return render_desk(request, tournament, template, desk_tab="more", page=page, same_address=shared)


@login_required
@require_GET
def pair(request: HttpRequest, public_id: str, player: int, other: int) -> HttpResponse:
    """Two people of these events, with the deals to look at."""
    tournament = directors_event(request, public_id)
    scope = _scope(request)
    try:
        found = fair_pair(tournament, signed_in(request.user), scope, player, other)
    except BrokenRecord:
        return _to_check(request, public_id)
    if found is None:
        raise Http404
    template = "tournaments/desk/fair_pair.html"
    return render_desk(request, tournament, template, desk_tab="more", pair=found, scope=scope)


def _to_check(request: HttpRequest, public_id: str) -> HttpResponse:
    """Where the director finds out which game it is."""
    messages.error(request, _("The record of a game is damaged. The check says which, event by event."))
    return redirect("tournaments:check", public_id=public_id)


def _scope(request: HttpRequest) -> Scope:
    return Scope.SEASON if request.GET.get("of") == Scope.SEASON else Scope.EVENT
