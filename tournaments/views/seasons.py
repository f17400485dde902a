"""Seasons of a club: the list, a season's table, and what a director changes. Unknown and forbidden give the same
404.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import Club
from accounts.numbers import whole_numbers
from accounts.permissions import can_organise
from accounts.queries import club_page
from tournaments.errors import TournamentsError
from tournaments.forms.seasons import SeasonForm, SeasonFormatForm
from tournaments.models import Season
from tournaments.queries.divisions import division_page
from tournaments.queries.race import season_race
from tournaments.queries.seasons import find_season, season_choices, season_list, season_page
from tournaments.queries.tournaments import find_tournament
from tournaments.season_format import SeasonFormat
from tournaments.services.seasons import assign_event, change_season, create_season, make_playoff
from tournaments.views.access import signed_in
from tournaments.views.clubs import visible_club

MOST_LINES = 100


def visible_season(request: HttpRequest, club: Club, season_id: int) -> Season:
    """The club's season, or Http404."""
    season = find_season(club, request.user, season_id)
    if season is None:
        raise Http404
    return season


def directors_club(request: HttpRequest, slug: str) -> Club:
    """The club, where the reader directs it, or Http404."""
    club = visible_club(request, slug)
    if not can_organise(request.user, club):
        raise Http404
    return club


def render_season(
    request: HttpRequest, slug: str, template: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of the club's seasons, which no search engine keeps."""
    page = club_page(request.user, slug)
    whole = {"club": page, "tab": "seasons", **context}
    answer = render(request, f"tournaments/clubs/{template}", whole, status=status)
    answer["X-Robots-Tag"] = "noindex"  # people's names, whatever they chose
    return answer


@require_GET
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """All seasons of the club."""
    club = visible_club(request, slug)
    return render_season(request, slug, "seasons.html", seasons=season_list(club, request.user))


@require_GET
def season(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """The season's table: what each evening brought, what counts, what can still be reached; of a long one the first
    places unless `?all=1`.
    """
    found = visible_season(request, visible_club(request, slug), season)
    page = season_page(found, request.user)
    race = season_race(found, {line.player_id: line.name for line in page.lines})
    lines = page.lines if request.GET.get("all") else page.lines[:MOST_LINES]
    more = len(page.lines) - len(lines)
    return render_season(
        request,
        slug,
        "season.html",
        season=page,
        race=race,
        lines=lines,
        more=more,
        division=division_page(found, request.user),
    )


@require_POST
@login_required
def playoff(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Make the extra round of a tie at the season's end."""
    found = visible_season(request, directors_club(request, slug), season)
    players = whole_numbers(request.POST.getlist("player"))
    try:
        made = make_playoff(season=found, players=players, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
        return redirect("clubs:season", slug=slug, season=season)
    messages.success(request, _("The extra round is there, with everybody entered."))
    return redirect("tournaments:tonight", public_id=made.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """A new season."""
    club = directors_club(request, slug)
    form = SeasonForm(request.POST or None, initial=SeasonForm.initial_of(SeasonFormat()))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = create_season(
                club=club,
                league_name=data["league"],
                name=data["name"],
                starts_on=data["starts_on"],
                ends_on=data["ends_on"],
                format_=form.format,
                actor=signed_in(request.user),
            )
        except TournamentsError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("The season is there. Choose its evenings."))
            return redirect("clubs:season_settings", slug=slug, season=made.pk)
    return render_season(request, slug, "new_season.html", form=form, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """How the season is counted, and its evenings."""
    club = directors_club(request, slug)
    found = visible_season(request, club, season)
    form = SeasonFormatForm(request.POST or None, initial=SeasonFormatForm.initial_of(found.format))
    if request.method == "POST" and form.is_valid():
        change_season(season=found, format_=form.format, actor=signed_in(request.user))
        messages.success(request, _("The season is counted so from now on."))
        return redirect("clubs:season", slug=slug, season=season)
    return render_season(
        request,
        slug,
        "season_settings.html",
        form=form,
        season=found,
        events=season_choices(found, signed_in(request.user)),
        others=[line for line in season_list(club, request.user) if line.season_id != found.pk],
        status=422 if form.is_bound else 200,
    )


@require_POST
@login_required
def assign(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Take an evening into the season, or out of it."""
    found = visible_season(request, directors_club(request, slug), season)
    tournament = find_tournament(request.user, request.POST.get("event", ""))
    if tournament is None:
        raise Http404
    wanted = found if request.POST.get("do") == "add" else None
    try:
        assign_event(season=wanted, tournament=tournament, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
    return redirect("clubs:season_settings", slug=slug, season=season)
