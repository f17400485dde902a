"""From one season to the next: the plan with everybody in the division they earned, making it, taking it back, which
division stands above which, and entering a division in an evening. Directors only; the rest get the same 404.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.numbers import whole_number, whole_numbers
from tournaments.errors import TournamentsError
from tournaments.forms.seasons import NextSeasonForm
from tournaments.models import Season
from tournaments.queries.divisions import NextSeason, next_season
from tournaments.queries.seasons import find_season
from tournaments.services.divisions import (
    enter_division,
    make_next_season,
    set_division_above,
    take_back_next_season,
)
from tournaments.views.access import signed_in
from tournaments.views.desk import directors_event
from tournaments.views.seasons import directors_club, render_season, visible_season


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def following(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """What the next season would be like, also with what was chosen so far (`look`), and making it (POST)."""
    found = visible_season(request, directors_club(request, slug), season)
    made = Season.objects.filter(follows=found).first()
    if made is not None:
        return redirect("clubs:season", slug=slug, season=made.pk)
    sent = request.POST
    looks = request.method == "POST" and bool(sent.get("look"))
    up, down = frozenset(whole_numbers(sent.getlist("up"))), frozenset(whole_numbers(sent.getlist("down")))
    plan = next_season(found, up=up, down=down)
    leaving = _leaving(plan, sent)
    plan = next_season(found, up=up, down=down, leaving=leaving)
    form = NextSeasonForm(sent or None, plan=plan)
    if request.method == "POST" and form.is_valid() and not looks:
        try:
            made = make_next_season(
                season=found,
                names=form.names,
                starts_on=form.cleaned_data["starts_on"],
                ends_on=form.cleaned_data["ends_on"],
                up=up,
                down=down,
                leaving=leaving,
                actor=signed_in(request.user),
            )
        except TournamentsError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The next season is there, with everybody in their division."))
            return redirect("clubs:season", slug=slug, season=made.pk)
    open_ones = {person.player_id for one in plan.divisions for tie in one.ties for person in tie.members}
    return render_season(
        request,
        slug,
        "season_next.html",
        status=422 if form.is_bound and not looks else 200,
        season=found,
        plan=plan,
        form=form,
        up=up,
        down=down,
        settled=[("up", one) for one in sorted(up - open_ones)]
        + [("down", one) for one in sorted(down - open_ones)],
    )


def _leaving(plan: NextSeason, sent: QueryDict) -> frozenset[int]:
    """Who was crossed out; nobody before the list was shown."""
    if "shown" not in sent:
        return frozenset()
    plays = frozenset(whole_numbers(sent.getlist("plays")))
    return frozenset(one.player_id for division in plan.divisions for one in division.people) - plays


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Remove a season that was made from the one before, as long as nothing happened in it."""
    found = visible_season(request, directors_club(request, slug), season)
    try:
        before = take_back_next_season(season=found, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
        return redirect("clubs:season", slug=slug, season=season)
    messages.success(request, _("The next season is taken back."))
    return redirect("clubs:season", slug=slug, season=before.pk)


@require_POST
@login_required
def above(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Say into which season's division the best of this one go up; "" for none."""
    club = directors_club(request, slug)
    found = visible_season(request, club, season)
    chosen = whole_number(request.POST.get("above", ""))
    upper = find_season(club, request.user, chosen) if chosen else None
    try:
        set_division_above(season=found, above=upper, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Noted."))
    return redirect("clubs:season_settings", slug=slug, season=season)


@require_POST
@login_required
def enter(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter everybody of the division of the event's season."""
    tournament = directors_event(request, public_id)
    try:
        entered, refused = enter_division(tournament=tournament, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
        return redirect("tournaments:people", public_id=public_id)
    messages.success(
        request,
        ngettext("%(n)d person is entered.", "%(n)d people are entered.", entered) % {"n": entered},
    )
    for sentence in refused:
        messages.error(request, sentence)
    return redirect("tournaments:people", public_id=public_id)
