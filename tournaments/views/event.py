"""What everybody sees of an event: overview, seating, standings with their reasons, players."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from accounts.numbers import whole_number
from tournaments.queries.certificates import certificate_document, certificate_page
from tournaments.queries.entrants import entrants_page
from tournaments.queries.explain import explain_place
from tournaments.queries.live_board import live_board
from tournaments.queries.race import event_race
from tournaments.queries.ranking_changes import ranking_changes
from tournaments.queries.rounds import round_page
from tournaments.queries.shown_names import shown_names
from tournaments.queries.standings import live_standings, standings_page
from tournaments.queries.tournaments import tournament_page
from tournaments.queries.what_if import what_if_page
from tournaments.views.access import render_event, visible_tournament

LEADERS = 5
MOST_LINES = 200


@require_GET
def overview(request: HttpRequest, public_id: str) -> HttpResponse:
    """Where the event stands: own table, tables in play, leaders, rounds, rules."""
    tournament = visible_tournament(request, public_id)
    names = shown_names(tournament, request.user)
    standings = standings_page(tournament, names=names, most=LEADERS)
    return render_event(
        request,
        tournament,
        "tournaments/overview.html",
        tab="overview",
        board=live_board(tournament, names),
        standings=standings,
        leaders=standings.lines if standings else (),
    )


@require_GET
def seating(request: HttpRequest, public_id: str, number: int | None = None) -> HttpResponse:
    """Who sits where in a round (the newest by default), by table and by name."""
    tournament = visible_tournament(request, public_id)
    names = shown_names(tournament, request.user)
    if number is None:
        last = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
        page = round_page(tournament, last, request.user, names) if last else None
    else:
        page = round_page(tournament, number, request.user, names)
        if page is None:
            raise Http404
    by = "name" if request.GET.get("by") == "name" else "table"
    return render_event(request, tournament, "tournaments/seating.html", tab="seating", page=page, by=by)


@require_GET
def certificate(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """How good the seating is up to a round, for everybody who may see the event."""
    tournament = visible_tournament(request, public_id)
    page = certificate_page(tournament, number)
    if page is None:
        raise Http404
    return render_event(request, tournament, "tournaments/certificate.html", tab="seating", page=page)


@require_GET
def certificate_file(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The certificate with the seats it is about as JSON: what `check_seating` recomputes."""
    tournament = visible_tournament(request, public_id)
    document = certificate_document(tournament, number, shown_names(tournament, request.user))
    if document is None:
        raise Http404
    response = JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"{slugify(tournament.name) or 'event'}-seating-{number}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_GET
def standings(request: HttpRequest, public_id: str, after: int | None = None) -> HttpResponse:
    """Published standings after a round; `?live=1` as they would be if every table ended now. Of a large field the
    first places and the reader's own, unless `?all=1`.
    """
    tournament = visible_tournament(request, public_id)
    names = shown_names(tournament, request.user)
    is_live = bool(request.GET.get("live"))
    page = live_standings(tournament, names) if is_live else standings_page(tournament, after, names)
    if after is not None and page is None:
        raise Http404
    event = tournament_page(tournament, request.user)
    every = page.lines if page else ()
    shown = every if request.GET.get("all") else every[:MOST_LINES]
    own = next((line for line in every[len(shown) :] if line.entrant_id == event.own_entrant_id), None)
    return render_event(
        request,
        tournament,
        "tournaments/standings.html",
        tab="standings",
        event=event,
        page=page,
        lines=(*shown, own) if own else shown,
        after_gap=own,
        more=len(every) - len(shown),
        changes=ranking_changes(tournament),
    )


@require_GET
def what_if(request: HttpRequest, public_id: str) -> HttpResponse:
    """The standings and the ties to be played off if the open tables ended as the query says."""
    tournament = visible_tournament(request, public_id)
    page = what_if_page(tournament, request.GET.dict(), shown_names(tournament, request.user))
    return render_event(request, tournament, "tournaments/what_if.html", tab="standings", page=page)


@require_GET
def explain(request: HttpRequest, public_id: str, after: int, entrant: int) -> HttpResponse:
    """Why an entrant stands there; `?with=ID` against another one than the neighbour."""
    tournament = visible_tournament(request, public_id)
    names = shown_names(tournament, request.user)
    page = standings_page(tournament, after, names)
    other = whole_number(request.GET.get("with", ""))
    found = explain_place(tournament, after, entrant, other, names) if page else None
    if page is None or found is None:
        raise Http404
    return render_event(
        request, tournament, "tournaments/explain.html", tab="standings", page=page, explanation=found
    )


@require_GET
def race(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everybody's chances of the title and of the cut, as reckoned after the last round."""
    tournament = visible_tournament(request, public_id)
    names = shown_names(tournament, request.user)
    return render_event(
        request, tournament, "tournaments/race.html", tab="standings", race=event_race(tournament, names)
    )


@require_GET
def players(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everybody who is in the event."""
    tournament = visible_tournament(request, public_id)
    page = entrants_page(tournament, names=shown_names(tournament, request.user))
    return render_event(request, tournament, "tournaments/players.html", tab="players", page=page)
