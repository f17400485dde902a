"""Tables of an event as files: CSV and XLSX, safe to open in a spreadsheet."""

from typing import Any

import tablib
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from tournaments.permissions import can_direct
from tournaments.queries.exports import SHEETS, safe_cell
from tournaments.views.desk import scorers_event

DIRECTORS_ONLY = ("log", "settlement")
KINDS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@login_required
@require_GET
def export(request: HttpRequest, public_id: str, what: str, kind: str) -> HttpResponse:
    """`what` is entrants, standings, results, log or settlement (these two for directors only); `kind` csv or xlsx."""
    tournament = scorers_event(request, public_id)
    if (
        what not in SHEETS
        or kind not in KINDS
        or (what in DIRECTORS_ONLY and not can_direct(request.user, tournament))
    ):
        raise Http404
    sheet = SHEETS[what](tournament)
    data = tablib.Dataset(headers=[safe_cell(head) for head in sheet.heads], title=sheet.name)
    for row in sheet.rows:
        data.append([safe_cell(cell) for cell in row])
    content: Any = data.export(kind)
    # the mark at the beginning tells spreadsheets that it is UTF-8
    body = ("\ufeff" + content).encode() if kind == "csv" else content
    name = f"{slugify(tournament.name) or 'event'}-{sheet.name}.{kind}"
    response = HttpResponse(body, content_type=KINDS[kind])
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
