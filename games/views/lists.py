"""The games of one person."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.permissions import signed_in
from games.queries.lists import my_games as games_of


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """Games that wait for the visitor first, then the others in play, then the finished ones."""
    return render(request, "games/mine.html", {"games": games_of(signed_in(request.user))})
