"""How a page finds its event, and what every page of an event shares: through what the visitor may see.

Unknown and forbidden give the same 404, so that nothing is learned from the difference.
"""

from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.models import User
from games.services.live import make_ticket
from tournaments.models import Tournament
from tournaments.queries.desk_notes import notices
from tournaments.queries.tournaments import TournamentPage, find_tournament, tournament_page

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


# The tabs on which the desk's messages stand: where people look for their table.
SAYS_ON = ("overview", "seating")


def signed_in(user: "User | AnonymousUser") -> User:
    """The user, for views that asked for a sign-in before. Raises PermissionDenied for visitors."""
    if not isinstance(user, User):
        raise PermissionDenied
    return user


def visible_tournament(request: HttpRequest, public_id: str) -> Tournament:
    """The event, or Http404."""
    tournament = find_tournament(request.user, public_id)
    if tournament is None:
        raise Http404
    return tournament


def render_event(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    *,
    tab: str,
    event: TournamentPage | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """A page of the event, with `event` (its TournamentPage, read unless given), the open tab, and a ticket
    for its pokes.
    """
    event = event or tournament_page(tournament, request.user)
    if tab in SAYS_ON:
        own = event.own_table.table_public_id if event.own_table else ""
        context.setdefault("notices", notices(tournament, table=own))
    user = request.user
    ticket = make_ticket(
        [event.topic],
        user.pk if user.is_authenticated else None,
        session_key=request.session.session_key if user.is_authenticated else None,
    )
    # times of an event are read by the clock at its venue
    with timezone.override(tournament.time_zone):
        return render(
            request, template, {"event": event, "tab": tab, "live_ticket": ticket, **context}, status=status
        )
