"""Who isn't seated together: the lists of an event and of its club, at the desk and on the club's settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Player
from accounts.numbers import whole_number
from accounts.permissions import can_organise
from accounts.queries import club_page
from tournaments.errors import TournamentsError
from tournaments.forms.people import ApartForm
from tournaments.models import KeepApart
from tournaments.queries.apart import apart_lines
from tournaments.services.apart import keep_apart_always, keep_apart_here, seat_freely_again
from tournaments.views.access import signed_in
from tournaments.views.clubs import visible_club
from tournaments.views.desk import directors_event, render_desk

MOST_SHOWN = 1000


def _sent(request: HttpRequest) -> QueryDict | None:
    """What was sent, also where that is nothing."""
    return request.POST if request.method == "POST" else None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event(request: HttpRequest, public_id: str) -> HttpResponse:
    """The lists that hold at this event; a new one of its entrants, for here or for always."""
    tournament = directors_event(request, public_id)
    may_always = can_organise(signed_in(request.user), tournament.club)
    players = Player.objects.filter(entries__tournament=tournament).order_by("sort_key", "pk")
    form = ApartForm(_sent(request), people=[(player.pk, player.name) for player in players])
    if request.method == "POST" and form.is_valid():
        chosen = [player for player in players if player.pk in form.cleaned_data["people"]]
        name, user = form.cleaned_data["name"], signed_in(request.user)
        try:
            if request.POST.get("always") and may_always:
                keep_apart_always(club=tournament.club, players=chosen, name=name, actor=user)
            else:
                keep_apart_here(tournament=tournament, players=chosen, name=name, actor=user)
        except TournamentsError as error:
            form.add_error("people", str(error))
        else:
            return redirect("tournaments:apart", public_id=public_id)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/apart.html",
        desk_tab="people",
        status=422 if form.is_bound else 200,
        form=form,
        lines=apart_lines(tournament.club, tournament),
        may_always=may_always,
    )


@require_POST
@login_required
def event_remove(request: HttpRequest, public_id: str, kept_apart: int) -> HttpResponse:
    """Seat the people of a list freely again."""
    tournament = directors_event(request, public_id)
    found = KeepApart.objects.filter(club=tournament.club, pk=kept_apart).first()
    if found is None or found.tournament_id not in (None, tournament.pk):
        raise Http404
    try:
        seat_freely_again(kept_apart=found, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
    return redirect("tournaments:apart", public_id=public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The lists that hold at every event of the club; `remove` takes one away."""
    found = visible_club(request, slug)
    user = signed_in(request.user)
    if not can_organise(user, found):
        raise Http404
    players = Player.objects.filter(club=found, merged_into__isnull=True).order_by("sort_key", "pk")[
        :MOST_SHOWN
    ]
    gone = whole_number(request.POST.get("remove", ""))
    if gone is not None:
        row = KeepApart.objects.filter(club=found, tournament__isnull=True, pk=gone).first()
        if row is not None:
            seat_freely_again(kept_apart=row, actor=user)
        return redirect("clubs:apart", slug=slug)
    form = ApartForm(_sent(request), people=[(player.pk, player.name) for player in players])
    if request.method == "POST" and form.is_valid():
        chosen = [player for player in players if player.pk in form.cleaned_data["people"]]
        try:
            keep_apart_always(club=found, players=chosen, name=form.cleaned_data["name"], actor=user)
        except TournamentsError as error:
            form.add_error("people", str(error))
        else:
            return redirect("clubs:apart", slug=slug)
    context = {"club": club_page(user, slug), "tab": "players", "form": form, "lines": apart_lines(found)}
    return render(request, "tournaments/clubs/apart.html", context, status=422 if form.is_bound else 200)
