"""A finished deal looked at again: what the expert would have done. A deal in play has no such page."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.queries.analysis_view import analysed_deal, analysis_view
from games.queries.table import seat_of
from games.services.analysis import ask_for_analysis
from games.views.access import visible_game, visitor
from games.views.record import number_in


@require_safe
def analysis(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The analysis, or how far it is: `?view=` one seat, `?all=1` also the decisions that cost nothing."""
    game = visible_game(request, public_id)
    person = visitor(request, public_id)
    record = analysed_deal(game, number, person)
    if record is None:
        raise Http404
    found = analysis_view(
        game,
        record,
        view=number_in(request, "view"),
        shows_all=request.GET.get("all") == "1",
        me=seat_of(game, person),
    )
    template = "games/_analysis.html" if getattr(request, "htmx", False) else "games/analysis.html"
    return render(request, template, {"game": game, "record": record, "analysis": found})


@require_POST
def ask(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Have the deal analysed, once for all who may see it; only nobody in particular can't ask."""
    game = visible_game(request, public_id)
    here = reverse("games:analysis", kwargs={"public_id": public_id, "number": number})
    person = visitor(request, public_id)
    if person.pk is None:
        return redirect_to_login(here)
    if analysed_deal(game, number, person) is None:
        raise Http404
    ask_for_analysis(game=game, number=number)
    return redirect(here)
