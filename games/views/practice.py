"""Starting a game against bots, and giving one up."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import GamesError
from games.forms.practice import PracticeForm
from games.permissions import can_give_up, signed_in
from games.services.control import cancel_game
from games.services.practice import create_practice_game
from games.views.access import visible_game


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """The form; a valid one leads to the table, where the cards are dealt already.

    `?preset=` chooses the game whose options are shown; to htmx only that part of the page is answered.
    """
    form = PracticeForm(request.POST if request.method == "POST" else None, request.GET)
    if request.method != "POST" and getattr(request, "htmx", False):
        return render(request, "games/_practice_game.html", {"form": form})
    if request.method == "POST" and form.is_valid():
        try:
            game = create_practice_game(
                user=signed_in(request.user),
                ruleset=form.ruleset,
                bots=form.cleaned_data["bots"],
                level=form.cleaned_data["level"],
            )
        except GamesError as error:
            form.add_error(None, str(error))
        else:
            return redirect("games:table", public_id=game.public_id)
    status = 422 if request.method == "POST" else 200
    return render(request, "games/practice.html", {"form": form}, status=status)


@require_POST
@login_required
def give_up(request: HttpRequest, public_id: str) -> HttpResponse:
    """End one's own practice game without a result."""
    game = visible_game(request, public_id)
    if not can_give_up(request.user, game):
        raise Http404
    cancel_game(game=game)
    return redirect("games:mine")
