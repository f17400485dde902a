"""The card table: the page, its fragment for htmx, and the buttons on it. Contract:
games/queries/table_view.py.

A view never sees a card that its visitor may not: it gets a `TableView` made from an observation.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.enums import GamePurpose
from games.errors import BrokenRecord, GamesError, MalformedMove, NotYourSeat
from games.forms.move import MoveForm
from games.models import Game, Invitation
from games.queries.table import table_view
from games.queries.table_view import Crumb, EventFacts
from games.queries.talk import around
from games.queries.words import game_name
from games.services.live import make_ticket
from games.services.play import play_move, ready_for_next
from games.services.seats import appear, take_back_seat, watch
from games.services.talk import say
from games.signals import event_asked
from games.views.access import actor, in_one_journey, player_required, visible_game, visitor


@require_safe
def show(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole page."""
    with in_one_journey(request, public_id):
        return _render(request, visible_game(request, public_id), "games/table.html")


@require_safe
def fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table alone, fetched again whenever the game moves on."""
    with in_one_journey(request, public_id):
        return _render(request, visible_game(request, public_id), "games/_table.html")


@require_POST
@player_required
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a move: `code`, `expected_ply`, `key`."""
    form = MoveForm(request.POST)

    def act(game: Game) -> None:
        if not form.is_valid():
            raise MalformedMove
        play_move(
            game=game,
            actor=actor(request, public_id),
            code=form.cleaned_data["code"],
            expected_ply=form.cleaned_data["expected_ply"],
            key=form.cleaned_data["key"] or None,
        )

    return _answer(request, public_id, act)


@require_POST
@player_required
def ready(request: HttpRequest, public_id: str) -> HttpResponse:
    """Consent to the next deal."""
    return _answer(
        request, public_id, lambda game: ready_for_next(game=game, actor=actor(request, public_id))
    )


@require_POST
@player_required
def back(request: HttpRequest, public_id: str) -> HttpResponse:
    """I'm back: take the seat from the bot."""
    return _answer(
        request, public_id, lambda game: take_back_seat(game=game, actor=actor(request, public_id))
    )


@require_POST
@player_required
def talk(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say one of the fixed phrases: `phrase`."""
    phrase = request.POST.get("phrase", "")
    return _answer(
        request, public_id, lambda game: say(game=game, actor=actor(request, public_id), phrase=phrase)
    )


@require_POST
def here(request: HttpRequest, public_id: str) -> HttpResponse:
    """An open page says that it is looked at: the player is present, bots play at a pace. The answer is empty; its
    header `Away` names the seats whose pages are open no more, so that the others show it.
    """
    game = visible_game(request, public_id)
    watch(game=game)
    if visitor(request, public_id).pk is not None:
        with suppress(NotYourSeat):  # an onlooker has no seat to be present at
            appear(game=game, actor=actor(request, public_id))
    return HttpResponse(status=204, headers={"Away": around(game.pk, game.seat_count).away_text})


def _answer(request: HttpRequest, public_id: str, act: Callable[[Game], object]) -> HttpResponse:
    """Do it, then show the table as it is now: as a fragment to htmx, by a redirect to a plain form."""
    game = visible_game(request, public_id)
    refusal, status = "", 200
    try:
        act(game)
    except NotYourSeat as error:
        raise Http404 from error
    except GamesError as error:
        refusal, status = str(error), error.status
    if getattr(request, "htmx", False):
        with in_one_journey(request, public_id):
            return _render(request, game.as_it_is_now(), "games/_table.html", refusal=refusal, status=status)
    if refusal:
        messages.error(request, refusal)
    return redirect("games:table", public_id=public_id)


def _render(
    request: HttpRequest, game: Game, template: str, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    try:
        table = table_view(
            game=game,
            user=visitor(request, game.public_id),
            event=_event(request, game),
        )
    except BrokenRecord as error:
        return render(
            request, "games/broken.html", {"game": game, "message": str(error)}, status=error.status
        )
    context = {"table": table, "game": game, "refusal": refusal, "live_ticket": _ticket(request, game)}
    return render(request, template, context, status=status)


def _event(request: HttpRequest, game: Game) -> EventFacts:
    """Where the table belongs: asked of the apps above, which this one doesn't know."""
    if game.purpose == GamePurpose.PRIVATE:
        return _private_facts(game)
    if game.purpose == GamePurpose.TOURNAMENT:
        return _answered(request, game)
    if request.user.is_authenticated and game.created_by_id == request.user.pk:
        return EventFacts(
            back_url=reverse("games:mine"), next_url=reverse("games:practice"), next_label=_("New game")
        )
    return EventFacts()


def _answered(request: HttpRequest, game: Game) -> EventFacts:
    answers: Iterable[tuple[object, object]] = event_asked.send(sender=Game, game=game, user=request.user)
    return next((facts for _receiver, facts in answers if isinstance(facts, EventFacts)), EventFacts())


def _private_facts(game: Game) -> EventFacts:
    """The way back to the page of a private table."""
    invitation: Invitation | None = getattr(game, "invitation", None)  # no attribute where there is none
    if invitation is None:
        return EventFacts()
    url = reverse("games:invitation", kwargs={"public_id": invitation.public_id})
    crumbs = (Crumb(_("Private table"), url), Crumb(game_name(game.preset)))
    return EventFacts(crumbs=crumbs, next_url=url, next_label=_("Back to the private table"))


def _ticket(request: HttpRequest, game: Game) -> str:
    user = request.user
    return make_ticket(
        [game.topic],
        user.pk if user.is_authenticated else None,
        session_key=request.session.session_key if user.is_authenticated else None,
    )
