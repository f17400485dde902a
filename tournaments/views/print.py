"""Pages for paper: seats by name and by table, table cards with their codes, score slips, standings, final results.

Each is a plain page with a print style; a browser prints it or keeps it as PDF.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from tournaments.enums import RoundKind, RoundStatus
from tournaments.models import Table, Tournament
from tournaments.permissions import can_score
from tournaments.queries.rounds import RoundPage, round_page
from tournaments.queries.scoring import ruleset_of
from tournaments.queries.standings import standings_page
from tournaments.queries.tables import TableLine
from tournaments.services.table_games import table_ruleset
from tournaments.views.access import render_event, visible_tournament
from tournaments.views.desk import render_desk, scorers_event
from tournaments.views.entries import entry_address, qr_picture
from tournaments.views.paper import report_address

KINDS = ("names", "tables", "cards", "slips", "standings")
STAFF_ONLY = ("cards", "slips")
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
        has_standings=standings_page(tournament) is not None,
    )


def _newest(tournament: Tournament) -> RoundPage | None:
    newest = tournament.rounds.exclude(status=RoundStatus.CANCELLED).order_by("-number").first()
    return round_page(tournament, newest.number) if newest is not None else None


@require_GET
def print_page(request: HttpRequest, public_id: str, what: str) -> HttpResponse:
    """One of KINDS. Cards and slips are the staff's: a card's code is the right to report."""
    tournament = visible_tournament(request, public_id)
    if what not in KINDS or (what in STAFF_ONLY and not can_score(request.user, tournament)):
        raise Http404
    round_ = _newest(tournament) if what != "standings" else None
    standings = standings_page(tournament) if what == "standings" else None
    if round_ is None and standings is None:
        raise Http404
    return render_event(
        request,
        tournament,
        "tournaments/screens/print.html",
        tab="",
        what=what,
        round=round_,
        standings=standings,
        cards=_cards(request, round_) if what in STAFF_ONLY and round_ is not None else [],
        deals=range(1, _slip_rows(tournament) + 1),
        qr=qr_picture(entry_address(request, tournament)),
        address=entry_address(request, tournament),
    )


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
