"""The page behind the code at the door: who comes in taps the own name, without an account.

The code is made from the event's id and the site's key, so that nobody makes one up; who stands at the door may use it.
A wrong tap is taken back at the desk. Nothing else can be done here.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.enums import TournamentStatus
from tournaments.errors import TournamentsError
from tournaments.models import Tournament
from tournaments.queries.entrants import entrants_page
from tournaments.services.presence import check_in
from tournaments.views.guessing import counts_wrong_codes

CODE_LENGTH = 16
OPEN = (TournamentStatus.OPEN, TournamentStatus.RUNNING)


def door_address(request: HttpRequest, tournament: Tournament) -> str:
    """The whole address of the event's page at the door."""
    kwargs = {"public_id": tournament.public_id, "code": door_code(tournament)}
    return request.build_absolute_uri(reverse("tournaments:door", kwargs=kwargs))


def door_code(tournament: Tournament) -> str:
    """What stands in the address; the same as long as the site's key is."""
    return salted_hmac("deadwood.door", tournament.public_id, algorithm="sha256").hexdigest()[:CODE_LENGTH]


@require_http_methods(["GET", "HEAD", "POST"])
@counts_wrong_codes
def door(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """Everybody who is entered and not here yet; a tap on a name (`entrant`) checks in, twice is once."""
    tournament = Tournament.objects.filter(public_id=public_id).select_related("club").first()
    if tournament is None or not constant_time_compare(code, door_code(tournament)):
        raise Http404
    is_open = tournament.format.check_in and tournament.status in OPEN
    if request.method == "POST" and is_open:
        _tap(request, tournament)
        return redirect(request.path)
    missing = entrants_page(tournament).missing if is_open else ()
    context = {"tournament": tournament, "missing": missing, "is_open": is_open}
    return render(request, "tournaments/paper/door.html", context)


def _tap(request: HttpRequest, tournament: Tournament) -> None:
    text = request.POST.get("entrant", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    entrant = tournament.entrants.filter(pk=number).first()
    if entrant is None:
        raise Http404
    try:
        check_in(entrant=entrant, actor=None)
    except TournamentsError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("%(name)s is here. Welcome!") % {"name": entrant.name})
