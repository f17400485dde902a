"""Drafts of the coming round: look, compare, swap and move by hand, make another, publish. Only directors see them.

The engine seats and certifies; this page shows what a change costs as soon as it is made.
"""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from accounts.numbers import whole_number
from tournaments.errors import DraftOutdated, TournamentsError
from tournaments.models import SeatingDraft
from tournaments.queries.acts import act_sheets
from tournaments.queries.coming import coming_round
from tournaments.queries.drafts import DraftView, compared_figures, draft_views
from tournaments.queries.plans import SeatingPlan
from tournaments.queries.seating_words import change_note
from tournaments.queries.tonight import tonight_page
from tournaments.queries.tournaments import tournament_page
from tournaments.queries.wishes import newly_unmet
from tournaments.services.drafts import discard_draft, lock_table, move_entrant, swap_entrants
from tournaments.services.seating import generate_round
from tournaments.views.access import signed_in
from tournaments.views.desk import directors_event, render_desk


@login_required
@require_GET
def drafts(request: HttpRequest, public_id: str) -> HttpResponse:
    """One draft large, another one beside it where two are compared."""
    tournament = directors_event(request, public_id)
    coming = coming_round(tournament)
    found = draft_views(tournament, coming)
    shown = _chosen(found, request.GET.get("draft")) or next((d for d in found if d.fits), None)
    other = _chosen(found, request.GET.get("with"))
    event = tournament_page(tournament, request.user)
    sheets = act_sheets(event, tonight_page(tournament), len(shown.tables) if shown else 0)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/drafts.html",
        desk_tab="drafts",
        event=event,
        coming=coming,
        drafts=found,
        shown=shown,
        other=other,
        moved=_moved(shown, other),
        figures=compared_figures(shown, other) if shown else (),
        sheets=[sheet for sheet in sheets if sheet.act == "publish"],
    )


def _chosen(found: Sequence[DraftView], text: str | None) -> DraftView | None:
    return next((draft for draft in found if text and str(draft.draft_id) == text), None)


def _moved(shown: DraftView | None, other: DraftView | None) -> frozenset[int]:
    """Entrants whose table's company differs between two drafts."""
    if shown is None or other is None:
        return frozenset()
    one, two = _company(shown), _company(other)
    return frozenset(entrant for entrant in one if one[entrant] != two.get(entrant))


def _company(draft: DraftView) -> dict[int, frozenset[int]]:
    return {
        seat.entrant_id: frozenset(s.entrant_id for s in table.seats if s.entrant_id is not None)
        for table in draft.tables
        for seat in table.seats
        if seat.entrant_id is not None
    }


@require_POST
@login_required
def change(request: HttpRequest, public_id: str, draft: int, act: str) -> HttpResponse:
    """`swap` two entrants, `move` one to a table, `lock` or `unlock` a table, `discard` the draft, or make `another`
    around its locked tables.
    """
    tournament = directors_event(request, public_id)
    user = signed_in(request.user)
    found = tournament.drafts.filter(pk=draft).first()
    here = reverse("tournaments:drafts", kwargs={"public_id": public_id})
    try:
        if act == "another":
            made = generate_round(tournament=tournament, actor=user, another=True, keeping=found)
            messages.success(request, _drawn_again(made))
            return redirect(f"{here}?draft={made.pk}" + (f"&with={draft}" if found else ""))
        if found is None:
            raise DraftOutdated
        if act == "discard":
            discard_draft(draft=found, actor=user)
            return redirect(here)
        if act in ("lock", "unlock"):
            table = _number(request, "table")
            lock_table(draft=found, table=table, is_locked=act == "lock", actor=user)
            return redirect(f"{here}?draft={draft}#table-{table}")
        _say_cost(request, found, _change(request, found, act))
    except TournamentsError as error:
        messages.error(request, str(error))
    return redirect(f"{here}?draft={draft}")


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name, "")) or 0


def _drawn_again(made: SeatingDraft) -> str:
    kept = len(made.locked_tables)
    if not kept:
        return _("Another draft is made. Both are kept.")
    return ngettext(
        "Another draft is made, around %(n)d locked table. Both are kept.",
        "Another draft is made, around %(n)d locked tables. Both are kept.",
        kept,
    ) % {"n": kept}


def _change(request: HttpRequest, draft: SeatingDraft, act: str) -> SeatingDraft:
    user = signed_in(request.user)
    first, second, table = (_number(request, name) for name in ("first", "second", "table"))
    if act == "move" or (table and not second):
        return move_entrant(draft=draft, entrant=first, table=table, actor=user)
    return swap_entrants(draft=draft, first=first, second=second, actor=user)


def _say_cost(request: HttpRequest, before: SeatingDraft, after: SeatingDraft) -> None:
    """What the change did to the seating, at once."""
    plans = (SeatingPlan.from_json(draft.plan_json) for draft in (before, after))
    broken = newly_unmet(after.tournament, *plans)
    note = change_note(before.certificate_json, after.certificate_json, broken)
    (messages.warning if note.is_warning else messages.success)(request, note.text)
