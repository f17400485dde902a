"""The start page: one's own next table first, then events that run, take entries, and are over."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.enums import ClubRole
from accounts.models import Membership
from tournaments.enums import TournamentStatus
from tournaments.queries.rounds import open_tables
from tournaments.queries.tournaments import tournament_list

RECENT = 10
OVER = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
AHEAD = tuple(status for status in TournamentStatus if status not in OVER)
ORGANISERS = (ClubRole.OWNER, ClubRole.DIRECTOR)


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """All events that the visitor may see, grouped by what one can do with them."""
    events = tournament_list(request.user, statuses=AHEAD)

    def of(*statuses: str) -> list[object]:
        return [event for event in events if event.status in statuses]

    may_create = (
        request.user.is_authenticated
        and Membership.objects.filter(user=request.user, role__in=ORGANISERS).exists()
    )
    context = {
        "may_create": may_create,
        "tables": open_tables(request.user),
        "running": of(TournamentStatus.RUNNING, TournamentStatus.REVIEW),
        "open": of(TournamentStatus.OPEN),
        "drafts": of(TournamentStatus.DRAFT),
        "recent": tournament_list(request.user, statuses=OVER, most=RECENT),
    }
    return render(request, "tournaments/home.html", context)
