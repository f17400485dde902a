"""What points and tiebreaks mean: one page for everybody, linked from standings and from the set-up."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.queries.ranking_words import ranking_words


@require_GET
def ranking_help(request: HttpRequest) -> HttpResponse:
    """Every scheme with an example, every criterion with its definition, how ties are played off."""
    return render(request, "tournaments/ranking_help.html", {"words": ranking_words()})
