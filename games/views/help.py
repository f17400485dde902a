"""Rules and help: a page of words and pictures, the same for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.queries.words import example_cards


@require_GET
def rules_and_help(request: HttpRequest) -> HttpResponse:
    """How to play: the rules of docs/rules.md in short, and how the table is used."""
    return render(request, "games/help.html", {"examples": example_cards()})
