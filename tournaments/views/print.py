"""Pages for paper: a sheet for the door, seats by name and by table, table cards with their codes, score slips,
standings, final results.

Each is a plain page with a print style, and the same page as a PDF where the system can make one (views.pdf).
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.queries.settlement import deal_facts
from tournaments.enums import RoundKind, RoundStatus
from tournaments.models import Prize, Table, Tournament
from tournaments.permissions import can_direct, can_score
from tournaments.queries.money import awards_of, settlement
from tournaments.queries.rounds import RoundPage, round_page
from tournaments.queries.scoring import ruleset_of
from tournaments.queries.shown_names import ALL_NAMES, ShownNames, shown_names
from tournaments.queries.standings import standings_page
from tournaments.queries.table_rules import table_ruleset
from tournaments.queries.tables import TableLine
from tournaments.queries.tournaments import tournament_page
from tournaments.views.access import render_event, visible_tournament
from tournaments.views.desk import render_desk, scorers_event
from tournaments.views.door import OPEN, door_address
from tournaments.views.entries import qr_picture
from tournaments.views.paper import report_address
from tournaments.views.pdf import missing_package, pdf_name, pdf_of

KINDS = ("door", "names", "tables", "cards", "slips", "standings", "results", "settlement")
STAFF_ONLY = ("door", "cards", "slips")
OF_STANDINGS = ("standings", "results")
SLIP_ROWS = 12


@require_GET
def prints(request: HttpRequest, public_id: str) -> HttpResponse:
    """What can be printed now."""
    tournament = scorers_event(request, public_id)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/prints.html",
        desk_tab="more",
        has_round=_newest(tournament) is not None,
        has_standings=standings_page(tournament, most=1) is not None,
        has_door=_has_door(tournament),
        pdf=not missing_package(),
        package=missing_package(),
    )


def _has_door(tournament: Tournament) -> bool:
    """Whether people check in with a code at the door."""
    return tournament.format.check_in and tournament.status in OPEN


def _newest(tournament: Tournament, names: ShownNames = ALL_NAMES) -> RoundPage | None:
    newest = tournament.rounds.exclude(status=RoundStatus.CANCELLED).order_by("-number").first()
    return round_page(tournament, newest.number, names=names) if newest is not None else None


@require_GET
def print_page(request: HttpRequest, public_id: str, what: str) -> HttpResponse:
    """One of KINDS. The door's sheet, cards and slips are the staff's: a code is the right to act. Money is the
    directors'.
    """
    tournament = visible_tournament(request, public_id)
    return render_event(
        request,
        tournament,
        "tournaments/screens/print.html",
        tab="",
        pdf=not missing_package(),
        **_paper(request, tournament, what),
    )


@require_GET
def print_pdf(request: HttpRequest, public_id: str, what: str) -> HttpResponse:
    """The same as a PDF. Where the system can't make one, the page to print says which packages it lacks."""
    tournament = visible_tournament(request, public_id)
    paper = _paper(request, tournament, what)
    if missing_package():
        messages.error(
            request, _("PDFs need these packages on the server: %(names)s") % {"names": missing_package()}
        )
        return redirect("tournaments:print", public_id=public_id, what=what)
    with timezone.override(tournament.time_zone):
        context = {"event": tournament_page(tournament, request.user), **paper}
        body = pdf_of("tournaments/screens/paper_pdf.html", context, request)
    response = HttpResponse(body, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{pdf_name(tournament.name, what)}"'
    return response


def _paper(request: HttpRequest, tournament: Tournament, what: str) -> dict[str, Any]:
    """What stands on the page, or Http404 for what there isn't or the visitor may not have."""
    if what not in KINDS or (what in STAFF_ONLY and not can_score(request.user, tournament)):
        raise Http404
    if what == "settlement":
        if not can_direct(request.user, tournament):
            raise Http404
        return {"what": what, "money": settlement(tournament)}
    if what == "door":
        if not _has_door(tournament):
            raise Http404
        address = door_address(request, tournament)
        return {"what": what, "address": address, "picture": qr_picture(address)}
    names = shown_names(tournament, request.user)
    round_ = _newest(tournament, names) if what not in OF_STANDINGS else None
    standings = standings_page(tournament, names=names) if what in OF_STANDINGS else None
    if round_ is None and standings is None:
        raise Http404
    prizes = tuple(Prize.objects.filter(tournament=tournament).order_by("place"))
    return {
        "what": what,
        "round": round_,
        "standings": standings,
        "awards": awards_of(tournament, prizes, names=names) if what == "results" else (),
        "cards": _cards(request, round_) if what in STAFF_ONLY and round_ is not None else [],
        "deals": range(1, _slip_rows(tournament) + 1),
        "facts": deal_facts(ruleset_of(tournament)),
    }


def _slip_rows(tournament: Tournament) -> int:
    """As many as deals are planned; an extra round is shorter."""
    newest = tournament.rounds.exclude(status=RoundStatus.CANCELLED).order_by("-number").first()
    table = newest.tables.order_by("number").first() if newest is not None else None
    if newest is not None and table is not None and newest.kind == RoundKind.EXTRA:
        return table_ruleset(tournament, newest, table).deals_planned(table.seats.count()) or SLIP_ROWS
    return ruleset_of(tournament).deals_planned(tournament.format.table_sizes[0]) or SLIP_ROWS


def _cards(request: HttpRequest, round_: RoundPage) -> list[tuple[TableLine, str, str, str]]:
    """Tables with code, address and QR picture. Only tables on real cards have some use for them."""
    codes = dict(
        Table.objects.filter(pk__in=[table.table_id for table in round_.tables]).values_list(
            "pk", "report_code"
        )
    )
    found = []
    for table in round_.tables:
        code = codes.get(table.table_id) or ""
        address = report_address(request, code) if code else ""
        found.append((table, code, address, qr_picture(address) if address else ""))
    return found
