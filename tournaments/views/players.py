"""Players of a club: the list, a player's page, hiding it, and claiming a player who was entered without an account.

No search engine is let in (X-Robots-Tag), whatever a player's setting.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.errors import AccountsError, LinkNotValid
from accounts.links import player_of_token
from accounts.models import Club, Player
from accounts.names import MAX_NAME_LENGTH, name_key
from accounts.numbers import whole_number
from accounts.permissions import can_organise, can_see_members, is_self
from accounts.queries import club_page, players_page
from accounts.services import claim_player, make_claim_link, set_privacy
from tournaments.errors import TournamentsError
from tournaments.models import PlayerMerge
from tournaments.queries.clubs import find_club
from tournaments.queries.players import find_player, player_page
from tournaments.services.merging import merge_players, undo_merge
from tournaments.views.access import signed_in
from tournaments.views.clubs import visible_club


def _visible(request: HttpRequest, slug: str, player_id: int) -> tuple[Club, Player]:
    """The club and its player, or Http404."""
    club = visible_club(request, slug)
    found = find_player(club, request.user, player_id)
    if found is None:
        raise Http404
    return club, found


@require_GET
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's players by name, for its members; `?q=` those with that in their names."""
    club = visible_club(request, slug)
    if not can_see_members(request.user, club):
        raise Http404
    page = players_page(club, request.user, request.GET.get("q", "")[:MAX_NAME_LENGTH])
    context = {"club": club_page(request.user, slug), "tab": "players", "page": page}
    return render(request, "tournaments/clubs/players.html", context)


@require_GET
def player(request: HttpRequest, slug: str, player: int) -> HttpResponse:
    """A player: evenings, results by game, rating over time."""
    _club, found = _visible(request, slug, player)
    return _render(request, slug, found)


def _render(request: HttpRequest, slug: str, found: Player, link: str = "") -> HttpResponse:
    context = {
        "club": club_page(request.user, slug),
        "tab": "players",
        "page": player_page(found, request.user),
        "link": link,
    }
    answer = render(request, "tournaments/clubs/player.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_POST
@login_required
def link(request: HttpRequest, slug: str, player: int) -> HttpResponse:
    """A new claim link, shown once; older ones stop working."""
    club, found = _visible(request, slug, player)
    if not can_organise(request.user, club) or found.user_id is not None:
        raise Http404
    token = make_claim_link(player=found, actor=signed_in(request.user))
    address = request.build_absolute_uri(reverse("clubs:claim", kwargs={"token": token}))
    return _render(request, slug, found, address)


@require_POST
@login_required
def privacy(request: HttpRequest, slug: str, player: int) -> HttpResponse:
    """Hide one's own page, or show it."""
    _club, found = _visible(request, slug, player)
    if not is_self(request.user, found):
        raise Http404
    hide = request.POST.get("private") == "yes"
    set_privacy(player=found, is_private=hide, actor=signed_in(request.user))
    said = _("Your page is hidden.") if hide else _("Your page is shown.")
    messages.success(request, said)
    return redirect("clubs:player", slug=slug, player=player)


@require_POST
@login_required
def merge(request: HttpRequest, slug: str, player: int) -> HttpResponse:
    """Add the results of the player called `other` to this one, or take that back (`undo`)."""
    club, found = _visible(request, slug, player)
    actor = signed_in(request.user)
    if not can_organise(actor, club):
        raise Http404
    try:
        if number := _number(request, "undo"):
            done = PlayerMerge.objects.filter(kept=found, pk=number).first()
            if done is None:
                raise Http404
            undo_merge(merge=done, actor=actor)
            messages.success(request, _("They are two players again."))
        else:
            key = name_key(request.POST.get("other", ""))
            other = Player.objects.filter(club=club, name_key=key, merged_into=None).first()
            if other is None or other == found:
                messages.error(request, _("Nobody else in the club has exactly that name."))
                return redirect("clubs:player", slug=slug, player=player)
            merge_players(kept=found, merged=other, actor=actor)
            said = _("%(other)s is %(name)s now. You can take that back here.")
            messages.success(request, said % {"other": other.name, "name": found.name})
    except TournamentsError as error:
        messages.error(request, str(error))
    return redirect("clubs:player", slug=slug, player=player)


def _number(request: HttpRequest, name: str) -> int:
    """The number that the form names, 0 for none."""
    return whole_number(request.POST.get(name, "")) or 0


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Where a claim link leads: says which player it is, and makes it the visitor's own."""
    found = player_of_token(token)
    if found is None or found.club is None:
        raise Http404
    if request.method == "POST":
        try:
            claim_player(token=token, user=signed_in(request.user))
        except LinkNotValid:
            raise Http404 from None
        except AccountsError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("The results of %(name)s are yours now.") % {"name": found.name})
            if find_club(request.user, found.club.slug) is None:
                return redirect("tournaments:list")
            return redirect("clubs:player", slug=found.club.slug, player=found.pk)
    return render(request, "tournaments/clubs/claim.html", {"player": found, "club_name": found.club.name})
