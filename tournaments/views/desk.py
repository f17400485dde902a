"""Tonight: the one page from which a director runs an evening, and the list of everything else that can be done."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from tournaments.models import SeatingDraft, Tournament
from tournaments.permissions import can_direct, can_score
from tournaments.queries.acts import act_sheets, last_act_number
from tournaments.queries.plans import SeatingPlan
from tournaments.queries.seating_advice import seating_advice
from tournaments.queries.tonight import tonight_page
from tournaments.queries.tournaments import tournament_page
from tournaments.queries.undoing import UndoLine, undoable_act
from tournaments.views.access import render_event, visible_tournament


def scorers_event(request: HttpRequest, public_id: str) -> Tournament:
    """The event, for those who may enter results there; others learn nothing."""
    tournament = visible_tournament(request, public_id)
    if not can_score(request.user, tournament):
        raise Http404
    return tournament


def directors_event(request: HttpRequest, public_id: str) -> Tournament:
    """The event, for its directors only."""
    tournament = visible_tournament(request, public_id)
    if not can_direct(request.user, tournament):
        raise Http404
    return tournament


def render_desk(
    request: HttpRequest, tournament: Tournament, template: str, *, desk_tab: str, **context: Any
) -> HttpResponse:
    """A page of the desk: an event's page with the desk's own tabs below it, and the act that can be undone now."""
    return render_event(
        request,
        tournament,
        template,
        tab="tonight",
        desk_tab=desk_tab,
        seen=last_act_number(tournament),
        undo=_undo_of(request, tournament),
        **context,
    )


def _undo_of(request: HttpRequest, tournament: Tournament) -> UndoLine | None:
    """What the visitor may take back: directors anything, scorers their own."""
    found = undoable_act(tournament)
    own = found is not None and found.actor_id == request.user.pk
    return found if own or can_direct(request.user, tournament) else None


@login_required
@require_GET
def tonight(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is next, what blocks, all tables, the clock, the people."""
    tournament = scorers_event(request, public_id)
    page = tonight_page(tournament)
    event = tournament_page(tournament, request.user)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/tonight.html",
        desk_tab="tonight",
        event=event,
        tonight=page,
        sheets=act_sheets(event, page, _draft_tables(event.next.draft_id if event.next else None)),
        rounds_planned=tournament.format.rounds,
        advice=seating_advice(tournament),
    )


def _draft_tables(draft_id: int | None) -> int:
    draft = SeatingDraft.objects.filter(pk=draft_id).first() if draft_id else None
    return len(SeatingPlan.from_json(draft.plan_json).tables) if draft else 0


@login_required
@require_GET
def more(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everything that isn't on Tonight, in groups."""
    tournament = scorers_event(request, public_id)
    page = tonight_page(tournament)
    event = tournament_page(tournament, request.user)
    sheets = act_sheets(event, page, 0)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/more.html",
        desk_tab="more",
        event=event,
        tonight=page,
        sheets=[sheet for sheet in sheets if sheet.act in ("cancel", "cancel_round")],
    )
