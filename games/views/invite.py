"""Private tables: making one, the page on which its people gather, and the links that lead there.

Guests need no account: the link to their place is kept in the session. What isn't theirs gives 404.
"""

from collections.abc import Callable

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import AccountsError
from accounts.models import Player, User
from accounts.numbers import whole_number
from games.errors import GamesError
from games.forms.invite import GuestForm, InviteForm
from games.models import Invitation
from games.permissions import signed_in
from games.queries.bots import bot_label
from games.queries.invite import (
    guests,
    hosted,
    invitation_for,
    invitation_of_link,
    invitation_view,
    link_token,
    open_tables,
    place_of,
)
from games.services.invite import (
    call_off,
    create_invitation,
    join_as_guest,
    join_as_user,
    keep_in_account,
    new_link,
    revoke_place,
    start_invited_game,
    token_hash,
)
from games.services.live import make_ticket
from games.views.access import PLACES, keep_place, place_hashes


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest) -> HttpResponse:
    """The form; a valid one leads to the new table's page. To htmx only the chosen game's part is answered."""
    user = signed_in(request.user)
    form = InviteForm(request.POST if request.method == "POST" else None, request.GET)
    if request.method != "POST" and getattr(request, "htmx", False):
        return render(request, "games/_practice_game.html", {"form": form})
    if request.method == "POST" and form.is_valid():
        try:
            table = create_invitation(
                host=user,
                ruleset=form.ruleset,
                seats=form.cleaned_data["bots"] + 1,
                options=form.game_options,
            )
        except GamesError as error:
            form.add_error(None, str(error))
        else:
            return redirect("games:invitation", public_id=table.public_id)
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "waiting": open_tables(user)}
    return render(request, "games/invite.html", context, status=status)


def _people(request: HttpRequest) -> list[User | AnonymousUser | Player]:
    """Everybody this browser stands for: who is signed in, and the guests whose links it keeps."""
    return [request.user, *guests(place_hashes(request))]


@never_cache
@require_safe
def invitation(request: HttpRequest, public_id: str) -> HttpResponse:
    """Where the table's people gather. Once the cards are dealt an open page moves on to the card table."""
    people = _people(request)
    table = invitation_for(public_id, people)
    if table is None:
        raise Http404
    shown = invitation_view(table, people)
    is_part = getattr(request, "htmx", False)
    context = {
        "table": shown,
        "level": bot_label(shown.level),
        "live_ticket": _ticket(request, table),
        "own_link": _own_link(request, table, people),
    }
    if shown.is_host and shown.is_open:
        address = _address(request, "games:join", link_token(table))
        context["address"] = address
        context["qr"] = segno.make(address, error="m", micro=False).svg_data_uri(border=2, scale=4)
    answer = render(request, "games/_invitation.html" if is_part else "games/invitation.html", context)
    if is_part and shown.game_id and not shown.is_over and not shown.is_called_off:
        answer["HX-Redirect"] = reverse("games:table", kwargs={"public_id": shown.game_id})
    return answer


@require_POST
@login_required
def keep(request: HttpRequest, public_id: str) -> HttpResponse:
    """Whoever played as a guest in this browser keeps the place, and what comes of it, in the account."""
    people = _people(request)
    table = invitation_for(public_id, people)
    token = _own_token(request, table, people) if table is not None else ""
    if table is None or not token:
        raise Http404
    try:
        if keep_in_account(invitation=table, token=token, user=signed_in(request.user)):
            messages.success(request, _("This place is yours, on every device where you sign in."))
    except AccountsError as error:
        messages.error(request, str(error))
    return redirect("games:invitation", public_id=public_id)


def _address(request: HttpRequest, name: str, token: str) -> str:
    return request.build_absolute_uri(reverse(name, kwargs={"token": token}))


def _ticket(request: HttpRequest, table: Invitation) -> str:
    user = request.user
    key = request.session.session_key if user.is_authenticated else None
    return make_ticket([table.topic], user.pk if user.is_authenticated else None, session_key=key)


def _own_link(request: HttpRequest, table: Invitation, people: list[User | AnonymousUser | Player]) -> str:
    """The link to the guest's own place, empty for people with an account."""
    token = _own_token(request, table, people)
    return _address(request, "games:seat_link", token) if token else ""


def _own_token(request: HttpRequest, table: Invitation, people: list[User | AnonymousUser | Player]) -> str:
    mine = place_of(table, people)
    tokens: list[str] = request.session.get(PLACES, [])
    own = (token for token in tokens if mine is not None and token_hash(token) == mine.player.claim_hash)
    return next(own, "")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Where the table's link leads: a name and a place. Whoever has a place goes on to the table's page."""
    table = invitation_of_link(token)
    if table is None or table.closed_at is not None:
        return render(request, "games/join.html", {"table": None}, status=404)
    people = _people(request)
    if place_of(table, people) is not None:
        return redirect("games:invitation", public_id=table.public_id)
    form = GuestForm(request.POST if request.method == "POST" else None)
    refusal, status = "", 200
    if request.method == "POST":
        try:
            if _sit_down(request, table, form):
                return redirect("games:invitation", public_id=table.public_id)
            status = 422
        except (GamesError, AccountsError) as error:
            refusal, status = str(error), error.status
    context = {"table": invitation_view(table, people), "form": form, "refusal": refusal}
    return render(request, "games/join.html", context, status=status)


def _sit_down(request: HttpRequest, table: Invitation, form: GuestForm) -> bool:
    """Take a place. Returns False where a guest's name is wrong."""
    if isinstance(request.user, User):
        join_as_user(invitation=table, user=request.user)
        return True
    if not form.is_valid():
        return False
    keep_place(request, join_as_guest(invitation=table, name=form.cleaned_data["name"]))
    return True


@never_cache
@require_safe
def seat_link(request: HttpRequest, token: str) -> HttpResponse:
    """A guest's own link, on any device: this browser holds the place from now on."""
    found = guests([token_hash(token)])
    seat = found[0].invited_seats.select_related("invitation").first() if found else None
    if seat is None:
        raise Http404
    keep_place(request, token)
    return redirect("games:invitation", public_id=seat.invitation.public_id)


def _host_acts(act: Callable[[Invitation, HttpRequest], str]) -> Callable[..., HttpResponse]:
    """A button of the host's: do it, say what was done, show the table's page again."""

    @require_POST
    @login_required
    def view(request: HttpRequest, public_id: str) -> HttpResponse:
        table = hosted(public_id, request.user)
        if table is None:
            raise Http404
        try:
            if said := act(table, request):
                messages.success(request, said)
        except GamesError as error:
            messages.error(request, str(error))
        return redirect("games:invitation", public_id=public_id)

    return view


def _revoke(table: Invitation, request: HttpRequest) -> str:
    player = whole_number(request.POST.get("player", ""))
    if player is not None:
        revoke_place(invitation=table, player=player)
    return ""


def _new_link(table: Invitation, _request: HttpRequest) -> str:
    new_link(invitation=table)
    return _("There is a new link. The old one leads nowhere.")


def _call_off(table: Invitation, _request: HttpRequest) -> str:
    call_off(invitation=table)
    return _("The table is called off.")


revoke = _host_acts(_revoke)
renew = _host_acts(_new_link)
cancel = _host_acts(_call_off)


@require_POST
@login_required
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Deal the cards; everybody's page moves on to the card table."""
    table = hosted(public_id, request.user)
    if table is None:
        raise Http404
    try:
        game = start_invited_game(invitation=table)
    except GamesError as error:
        messages.error(request, str(error))
        return redirect("games:invitation", public_id=public_id)
    return redirect("games:table", public_id=game.public_id)
