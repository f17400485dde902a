"""Clubs: the list, founding one, a club's page, and the ways in. Unknown and forbidden give the same 404."""

from typing import Any

from django.conf import settings as django_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.errors import AccountsError, LinkNotValid
from accounts.links import calendar_key, club_of_token
from accounts.models import Club, ClubLogo, User
from accounts.queries import club_list, club_page
from accounts.services import ask_to_join, create_club, join_by_link, remove_member
from tournaments.engine.ratings import GAMES_BEFORE_SHOWN
from tournaments.forms.clubs import FoundClubForm
from tournaments.queries.clubs import club_events, find_club
from tournaments.queries.ratings import families, rating_list
from tournaments.queries.seasons import newest_season
from tournaments.views.access import signed_in


def visible_club(request: HttpRequest, slug: str) -> Club:
    """The club, or Http404."""
    club = find_club(request.user, slug)
    if club is None:
        raise Http404
    speak(request, club)
    return club


def speak(request: HttpRequest, club: Club) -> None:
    """A visitor who chose no language, and whose browser names none that is spoken here, reads the club's."""
    chosen = request.COOKIES.get(django_settings.LANGUAGE_COOKIE_NAME)
    named = parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())
    spoken = {code.split("-")[0] for code in dict(django_settings.LANGUAGES)}
    if not chosen and not any(code.split("-")[0] in spoken for code, _weight in named):
        translation.activate(club.language)


@require_GET
def clubs(request: HttpRequest) -> HttpResponse:
    """All clubs that the visitor may see, own ones first."""
    return render(request, "tournaments/clubs/list.html", {"clubs": club_list(request.user)})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def found(request: HttpRequest) -> HttpResponse:
    """Found a club; who does is its owner."""
    form = FoundClubForm(request.POST or None, initial={"time_zone": "UTC", "language": "en"})
    if request.method == "POST" and form.is_valid():
        try:
            club = create_club(owner=signed_in(request.user), **_founding(form))
        except AccountsError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("%(club)s is founded.") % {"club": club.name})
            return redirect("clubs:club", slug=club.slug)
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/clubs/found.html", {"form": form}, status=status)


def _founding(form: FoundClubForm) -> dict[str, Any]:
    names = ("name", "time_zone", "language", "is_public")
    return {name: form.cleaned_data[name] for name in names}


@require_GET
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: what is on, what was played, who belongs to it, its records."""
    found_club = visible_club(request, slug)
    page = club_page(request.user, slug)
    events = club_events(found_club, request.user)
    season = newest_season(found_club, request.user)
    context = {
        "club": page,
        "tab": "club",
        "events": events,
        "season": season,
        "calendar_key": calendar_key(request.user) if isinstance(request.user, User) else "",
    }
    return render(request, "tournaments/clubs/club.html", context)


@require_GET
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's picture, for those who may see the club."""
    found = ClubLogo.objects.filter(club=visible_club(request, slug)).first()
    if found is None:
        raise Http404
    return HttpResponse(bytes(found.png), content_type="image/png")


@require_GET
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's players by rating; `?game=gin` for another family of games than the first."""
    found_club = visible_club(request, slug)
    kinds = families(found_club)
    asked = request.GET.get("game", "")
    chosen = next((kind for kind in kinds if kind.key == asked), kinds[0] if kinds else None)
    context = {
        "club": club_page(request.user, slug),
        "tab": "ratings",
        "families": kinds,
        "chosen": chosen,
        "lines": rating_list(found_club, chosen.key, request.user) if chosen else (),
        "least": GAMES_BEFORE_SHOWN,
    }
    answer = render(request, "tournaments/clubs/ratings.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Where a club's link leads: says which club it is, and lets in who presses the button."""
    found_club = club_of_token(token)
    if found_club is None:
        raise Http404
    if request.method == "POST":
        try:
            join_by_link(token=token, user=signed_in(request.user))
        except LinkNotValid:
            raise Http404 from None
        messages.success(request, _("You belong to %(club)s now.") % {"club": found_club.name})
        return redirect("clubs:club", slug=found_club.slug)
    return render(request, "tournaments/clubs/join.html", {"name": found_club.name})


@require_POST
@login_required
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask to become a member."""
    found_club = visible_club(request, slug)
    if ask_to_join(club=found_club, user=signed_in(request.user)) is not None:
        messages.info(request, _("You asked to join. An owner of the club lets you in."))
    return redirect("clubs:club", slug=slug)


@require_POST
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """End one's own membership."""
    found_club = visible_club(request, slug)
    user = signed_in(request.user)
    try:
        remove_member(club=found_club, user=user, actor=user)
    except AccountsError as error:
        messages.error(request, str(error))
        return redirect("clubs:club", slug=slug)
    messages.success(request, _("You left %(club)s.") % {"club": found_club.name})
    return redirect(reverse("clubs:list"))
