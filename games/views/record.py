"""Finished deals: the record move by move, its text, and the proof that the deal was fair."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.numbers import whole_number
from games.queries.records import deal_proof, deal_record
from games.queries.replay_view import replay_view
from games.queries.table import seat_of
from games.queries.texts import deal_text
from games.views.access import visible_game, visitor

MOST_DIGITS = 6


@require_safe
def deal(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The record of a finished deal at one moment: `?at=` its move, `?view=` one seat. A deal in play has
    none.
    """
    game = visible_game(request, public_id)
    record = deal_record(game, number, visitor(request, public_id))
    if record is None:
        raise Http404
    replay = replay_view(
        record,
        game.ruleset,
        at=number_in(request, "at"),
        view=number_in(request, "view"),
        me=seat_of(game, visitor(request, public_id)),
    )
    context = {"game": game, "record": record, "replay": replay, "text": deal_text(game, number)}
    template = "games/_replay.html" if getattr(request, "htmx", False) else "games/record.html"
    return render(request, template, context)


def number_in(request: HttpRequest, name: str) -> int | None:
    """A number of the address; what isn't one counts as not given."""
    return whole_number(request.GET.get(name, ""), MOST_DIGITS)


@require_safe
def text(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The same as a text that can be read back."""
    written = deal_text(visible_game(request, public_id), number)
    if written is None:
        raise Http404
    return HttpResponse(written, content_type="text/plain; charset=utf-8")


@require_safe
def fair(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The commitment of a deal; once it is over, the seed and how to check it."""
    game = visible_game(request, public_id)
    proof = deal_proof(game, number)
    if proof is None:
        raise Http404
    return render(request, "games/fair.html", {"game": game, "proof": proof})
