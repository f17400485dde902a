"""The screen for the hall: seats by table and by name, clock, standings, extra rounds. It turns its pages by itself
and has no controls. Everybody who may see the event may show it; names of people who hide are on it when
somebody shows it who may read them (queries.shown_names).
"""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from games.queries.clock import database_now
from tournaments.enums import RoundStatus
from tournaments.queries.desk_notes import notices
from tournaments.queries.rounds import round_page
from tournaments.queries.screen import screen_pages
from tournaments.queries.shown_names import shown_names
from tournaments.queries.standings import standings_page
from tournaments.queries.tonight import clock_of
from tournaments.views.access import render_event, visible_tournament
from tournaments.views.entries import entry_address, qr_picture

# More would take longer to turn through than anybody stands before a screen.
MOST_PLACES = 100


@require_GET
def screen(request: HttpRequest, public_id: str) -> HttpResponse:
    """All pages of the screen; the script shows one after the other and fetches them again when something moves."""
    tournament = visible_tournament(request, public_id)
    names = shown_names(tournament, request.user)
    newest = tournament.rounds.exclude(status=RoundStatus.CANCELLED).order_by("-number").first()
    round_ = round_page(tournament, newest.number, names=names) if newest is not None else None
    address = entry_address(request, tournament)
    return render_event(
        request,
        tournament,
        "tournaments/screens/screen.html",
        tab="",
        pages=screen_pages(round_, standings_page(tournament, names=names, most=MOST_PLACES)),
        round=round_,
        clock=clock_of(tournament),
        address=address.split("://", 1)[-1],
        qr=qr_picture(address),
        now=database_now(),
        notices=notices(tournament),
    )
