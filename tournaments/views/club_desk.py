"""What owners of a club do: its settings, its join link, who asks to join, and who has which role."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.enums import ClubRole
from accounts.errors import AccountsError, BadSetting
from accounts.models import Club, User
from accounts.numbers import whole_number
from accounts.permissions import can_manage_club
from accounts.pictures import MOST_BYTES
from accounts.queries import club_page
from accounts.services import (
    add_member,
    answer_request,
    change_club,
    remove_member,
    revoke_join_link,
    set_logo,
)
from tournaments.forms.clubs import ClubForm, LogoForm
from tournaments.views.access import signed_in
from tournaments.views.clubs import visible_club

REMOVE = "remove"


def owners_club(request: HttpRequest, slug: str) -> Club:
    """The club, or Http404 for all who may not change it."""
    club = visible_club(request, slug)
    if not can_manage_club(request.user, club):
        raise Http404
    return club


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, time zone, language, who may see it; the join link; requests; roles."""
    club = owners_club(request, slug)
    names = ("name", "about", "colour", "time_zone", "language", "is_public")
    form = ClubForm(request.POST or None, initial={name: getattr(club, name) for name in names})
    if request.method == "POST" and form.is_valid():
        try:
            change_club(
                club=club, actor=signed_in(request.user), **{name: form.cleaned_data[name] for name in names}
            )
        except AccountsError as error:
            form.add_error(error.option if isinstance(error, BadSetting) else "name", str(error))
        else:
            messages.success(request, _("The club's settings are saved."))
            return redirect("clubs:settings", slug=slug)
    page = club_page(request.user, slug)
    assert page is not None
    path = request.build_absolute_uri(reverse("clubs:join", kwargs={"token": page.join_token}))
    context = {"club": page, "tab": "settings", "form": form, "address": path, "roles": ClubRole.choices}
    context["logo_form"] = LogoForm()
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/clubs/settings.html", context, status=status)


@require_POST
@login_required
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the club a picture, or take it away (`remove`)."""
    club = owners_club(request, slug)
    form = LogoForm(request.POST, request.FILES)
    is_removed = request.POST.get("remove") == "yes"
    if not is_removed and not form.is_valid():
        messages.error(request, _("Choose a picture first."))
        return redirect("clubs:settings", slug=slug)
    data = None if is_removed else form.cleaned_data["logo"].read(MOST_BYTES + 1)
    try:
        set_logo(club=club, data=data, actor=signed_in(request.user))
    except BadSetting as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, _("The picture is removed.") if is_removed else _("The club has its picture.")
        )
    return redirect("clubs:settings", slug=slug)


@require_POST
@login_required
def revoke(request: HttpRequest, slug: str) -> HttpResponse:
    """A new join link; the old ones stop working."""
    revoke_join_link(club=owners_club(request, slug), actor=signed_in(request.user))
    messages.success(request, _("The old link no longer works. Here is the new one."))
    return redirect("clubs:settings", slug=slug)


@require_POST
@login_required
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Let somebody in who asked, or decline."""
    club = owners_club(request, slug)
    accept = request.POST.get("answer") == "accept"
    found = answer_request(
        club=club, user_id=_number(request, "user"), accept=accept, actor=signed_in(request.user)
    )
    said = _("%(name)s is a member now.") % {"name": found.user} if found else _("The request is declined.")
    messages.success(request, said)
    return redirect("clubs:settings", slug=slug)


@require_POST
@login_required
def role(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a member a role, or end the membership."""
    club = owners_club(request, slug)
    wanted = request.POST.get("role", "")
    user = User.objects.filter(memberships__club=club, pk=_number(request, "user")).first()
    if user is None or wanted not in (*ClubRole.values, REMOVE):
        raise Http404
    actor = signed_in(request.user)
    try:
        if wanted == REMOVE:
            remove_member(club=club, user=user, actor=actor)
        else:
            add_member(club=club, user=user, role=ClubRole(wanted), actor=actor)
    except AccountsError as error:
        messages.error(request, str(error))
    else:
        said = (
            _("%(name)s is no member any more.") if wanted == REMOVE else _("%(name)s: the role is changed.")
        )
        messages.success(request, said % {"name": user})
    stays = can_manage_club(actor, club)
    return redirect("clubs:settings" if stays else "clubs:club", slug=slug)


def _number(request: HttpRequest, name: str) -> int:
    number = whole_number(request.POST.get(name, ""))
    if number is None:
        raise Http404
    return number
