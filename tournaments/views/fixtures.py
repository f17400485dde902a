"""League games of two: their page, making the list, and what the two do. Unknown and forbidden give the same 404."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Club, Player
from accounts.names import MAX_NAME_LENGTH
from accounts.numbers import whole_numbers
from accounts.permissions import can_organise
from accounts.queries import club_page, has_more_players, player_choices
from games.errors import GamesError
from tournaments.errors import TournamentsError
from tournaments.forms.fixtures import FixturesForm, ResultForm, TimeForm
from tournaments.models import Fixture, Season
from tournaments.queries.divisions import division_page
from tournaments.queries.fixtures import find_fixture, fixtures_page
from tournaments.services.fixtures import accept, confirm, make_fixtures, play_online, propose, report
from tournaments.views.access import signed_in
from tournaments.views.clubs import visible_club
from tournaments.views.seasons import visible_season


@require_http_methods(["GET", "HEAD", "POST"])
def fixtures(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """The season's games and their table; a director makes the list where there is none (POST)."""
    club = visible_club(request, slug)
    found = visible_season(request, club, season)
    directs = can_organise(request.user, club)
    page = fixtures_page(found, request.user)
    if request.method == "POST" and not directs:
        raise Http404
    form = _form(request, club, found) if directs else None
    if form is not None and form.is_bound and form.is_valid():
        data = form.cleaned_data
        try:
            make_fixtures(
                season=found,
                players=list(
                    Player.objects.filter(club=club, pk__in=data["players"]).order_by("sort_key", "pk")
                ),
                first_day=data["first_day"],
                days=data["days"],
                legs=data["legs"],
                preset=data["preset"],
                actor=signed_in(request.user),
            )
        except TournamentsError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The league games are made. The players agree on their times."))
            return redirect("clubs:fixtures", slug=slug, season=season)
    context = {
        "club": club_page(request.user, slug),
        "tab": "seasons",
        "season": found,
        "page": page,
        "form": form,
    }
    status = 422 if form is not None and form.is_bound else 200
    answer = render(request, "tournaments/clubs/fixtures.html", context, status=status)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _form(request: HttpRequest, club: Club, season: Season) -> FixturesForm:
    """The form of a new list, at first with the people of the season's division; a search keeps what was filled in."""
    is_long = has_more_players(club)
    if request.method != "POST":
        division = division_page(season, request.user).members
        chosen = [member.player_id for member in division]
        first = {"first_day": season.starts_on, "players": [str(one) for one in chosen]}
        return FixturesForm(players=player_choices(club, chosen), is_long=is_long, initial=first)
    sent = request.POST
    chosen = whole_numbers(sent.getlist("players"))
    players = player_choices(club, chosen, sent.get("q", "")[:MAX_NAME_LENGTH])
    if sent.get("do") != "search":
        return FixturesForm(sent, players=players, is_long=is_long)
    kept = {name: sent.get(name, "") for name in ("preset", "first_day", "days", "legs", "q")}
    return FixturesForm(
        players=players, is_long=is_long, initial=kept | {"players": [str(one) for one in chosen]}
    )


@require_POST
@login_required
def act(request: HttpRequest, slug: str, season: int, fixture: int, act: str) -> HttpResponse:
    """What one of the two, or a director, does with a game: propose, accept, play, report, confirm."""
    club = visible_club(request, slug)
    found = find_fixture(visible_season(request, club, season), fixture)
    if found is None or act not in ACTS:
        raise Http404
    try:
        target = ACTS[act](request, found, club.time_zone)
    except (TournamentsError, GamesError) as error:
        messages.error(request, str(error))
        target = None
    return redirect(target) if target else redirect("clubs:fixtures", slug=slug, season=season)


def _propose(request: HttpRequest, found: Fixture, zone: str) -> str | None:
    form = TimeForm(request.POST)
    if form.is_valid():
        propose(fixture=found, when=form.instant(zone), actor=signed_in(request.user))
        messages.success(request, _("The other one is asked."))
    else:
        messages.error(request, _("Give a date and a time."))
    return None


def _accept(request: HttpRequest, found: Fixture, _zone: str) -> str | None:
    accept(fixture=found, actor=signed_in(request.user))
    messages.success(request, _("The time is agreed."))
    return None


def _play(request: HttpRequest, found: Fixture, _zone: str) -> str | None:
    game = play_online(fixture=found, actor=signed_in(request.user))
    return f"/g/{game.public_id}/"


def _report(request: HttpRequest, found: Fixture, _zone: str) -> str | None:
    form = ResultForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        report(fixture=found, home=data["home"], away=data["away"], actor=signed_in(request.user))
        messages.success(request, _("The result is noted."))
    else:
        messages.error(request, _("Give the points of both as whole numbers."))
    return None


def _confirm(request: HttpRequest, found: Fixture, _zone: str) -> str | None:
    confirm(fixture=found, actor=signed_in(request.user))
    messages.success(request, _("The result counts."))
    return None


ACTS: dict[str, Any] = {
    "propose": _propose,
    "accept": _accept,
    "play": _play,
    "report": _report,
    "confirm": _confirm,
}
