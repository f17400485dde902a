"""How a page finds its event, and what every page of an event shares: through what the visitor may see.

Unknown and forbidden give the same 404, so that nothing is learned from the difference.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.services.live import make_ticket
from tournaments.models import Tournament
from tournaments.queries.tournaments import find_tournament, tournament_page


def visible_tournament(request: HttpRequest, public_id: str) -> Tournament:
    """The event, or Http404."""
    tournament = find_tournament(request.user, public_id)
    if tournament is None:
        raise Http404
    return tournament


def render_event(
    request: HttpRequest, tournament: Tournament, template: str, *, tab: str, **context: Any
) -> HttpResponse:
    """A page of the event, with `event` (its TournamentPage), the open tab, and a ticket for its pokes."""
    event = tournament_page(tournament, request.user)
    user = request.user
    ticket = make_ticket(
        [event.topic],
        user.pk if user.is_authenticated else None,
        session_key=request.session.session_key if user.is_authenticated else None,
    )
    return render(request, template, {"event": event, "tab": tab, "live_ticket": ticket, **context})
