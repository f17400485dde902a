"""The page behind the code at the door: who comes in taps the own name, without an account.

The code is made from the event's id and the site's key, so that nobody makes one up; who stands at the door may use it.
A wrong tap is taken back on the phone that made it, as long as its page says so, and at the desk at any time. Nothing
else can be done here.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.numbers import whole_number
from games.services.live import make_ticket
from tournaments.enums import EntrantStatus, TournamentStatus
from tournaments.errors import TournamentsError
from tournaments.models import Entrant, Tournament
from tournaments.queries.entrants import entrants_page
from tournaments.services.presence import check_in, undo_check_in
from tournaments.views.guessing import counts_wrong_codes

CODE_LENGTH = 16
OPEN = (TournamentStatus.OPEN, TournamentStatus.RUNNING)
TAPPED_COOKIE = "dw_door"
TAPPED_SECONDS = 120


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
    """Everybody who is entered and not here yet; a tap on a name (`entrant`) checks in, twice is once. `undo` takes
    back the last tap of this phone.
    """
    tournament = Tournament.objects.filter(public_id=public_id).select_related("club").first()
    if tournament is None or not constant_time_compare(code, door_code(tournament)):
        raise Http404
    is_open = tournament.format.check_in and tournament.status in OPEN
    tapped = _tapped(request, tournament)
    if request.method == "POST" and is_open:
        response = redirect(request.path)
        if "undo" in request.POST:
            _take_back(request, tapped)
            response.delete_cookie(TAPPED_COOKIE)
        elif (entrant := _tap(request, tournament)) is not None:
            value = f"{tournament.public_id}:{entrant.pk}"
            response.set_signed_cookie(
                TAPPED_COOKIE, value, max_age=TAPPED_SECONDS, httponly=True, samesite="Lax"
            )
        return response
    page = entrants_page(tournament) if is_open else None
    context = {
        "tournament": tournament,
        "is_open": is_open,
        "missing": page.missing if page else (),
        "here": [line for line in page.lines if line.is_checked_in and line.kind != "bot"] if page else (),
        "waiting": page.waiting if page else (),
        "tapped": tapped if is_open else None,
        "live_ticket": make_ticket([tournament.topic], None),
    }
    return render(request, "tournaments/paper/door.html", context)


def _tapped(request: HttpRequest, tournament: Tournament) -> Entrant | None:
    """Whom this phone has just checked in, who is still checked in."""
    kept = (request.get_signed_cookie(TAPPED_COOKIE, "", max_age=TAPPED_SECONDS) or "").split(":")
    if len(kept) != 2 or kept[0] != tournament.public_id:
        return None
    return tournament.entrants.filter(pk=int(kept[1]), status=EntrantStatus.CHECKED_IN).first()


def _take_back(request: HttpRequest, entrant: Entrant | None) -> None:
    if entrant is None:
        messages.error(request, _("It can't be taken back here any more. Tell the director."))
        return
    undo_check_in(entrant=entrant, actor=None)
    messages.success(request, _("Taken back: %(name)s isn't here yet.") % {"name": entrant.name})


def _tap(request: HttpRequest, tournament: Tournament) -> Entrant | None:
    """Check in who was tapped; None where nobody was, and the page says why."""
    entrant = tournament.entrants.filter(pk=whole_number(request.POST.get("entrant", "")) or 0).first()
    if entrant is None:
        raise Http404
    refusal = {
        EntrantStatus.WAITING: _("%(name)s is on the waiting list: a director lets people in."),
        EntrantStatus.CHECKED_IN: _("%(name)s is here already."),
    }.get(EntrantStatus(entrant.status))
    if refusal:
        messages.info(request, refusal % {"name": entrant.name})
        return None
    try:
        return check_in(entrant=entrant, actor=None)
    except TournamentsError as error:
        messages.error(request, str(error))
        return None
