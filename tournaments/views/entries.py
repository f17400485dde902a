"""People at the desk: check-in with one tap, entries, the waiting list, who left, and each entrant's own page."""

from collections.abc import Callable
from urllib.parse import urlencode

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.names import MAX_NAME_LENGTH
from games.queries.rulesets import team_size
from tournaments.errors import TournamentsError
from tournaments.forms.people import EntrantForm, NameForm, PenaltyForm, ReasonForm, TeamForm
from tournaments.models import Entrant, Penalty, Tournament
from tournaments.queries.consequences import CorrectionPreview
from tournaments.queries.criteria import number_text
from tournaments.queries.divisions import missing_of_division
from tournaments.queries.entrants import desk_people
from tournaments.queries.penalties import penalties_of
from tournaments.queries.person_consequences import preview_leaving, preview_penalty, preview_penalty_back
from tournaments.queries.scoring import ruleset_of
from tournaments.services.entrant_details import change_entrant
from tournaments.services.entrants import enter_player, enter_team_of_names, promote, rename
from tournaments.services.penalties import cancel_penalty, give_penalty
from tournaments.services.presence import (
    check_in,
    come_back,
    disqualify,
    set_plays_off,
    set_standby,
    undo_check_in,
    withdraw,
)
from tournaments.services.substitution import end_substitution, substitute
from tournaments.views.access import signed_in
from tournaments.views.desk import directors_event, render_desk, scorers_event
from tournaments.views.door import OPEN as DOOR_OPEN
from tournaments.views.door import door_address

ACTS: dict[str, Callable[[Entrant, User], object]] = {
    "in": lambda entrant, user: check_in(entrant=entrant, actor=user),
    "out": lambda entrant, user: undo_check_in(entrant=entrant, actor=user),
    "withdraw": lambda entrant, user: withdraw(entrant=entrant, actor=user),
    "back": lambda entrant, user: come_back(entrant=entrant, actor=user),
    "promote": lambda entrant, user: promote(entrant=entrant, actor=user),
    "standby": lambda entrant, user: set_standby(entrant=entrant, standby=True, actor=user),
    "off-standby": lambda entrant, user: set_standby(entrant=entrant, standby=False, actor=user),
    "no-extra": lambda entrant, user: set_plays_off(entrant=entrant, plays=False, actor=user),
    "extra": lambda entrant, user: set_plays_off(entrant=entrant, plays=True, actor=user),
    "themself": lambda entrant, user: end_substitution(entrant=entrant, actor=user),
}

PersonForm = EntrantForm | PenaltyForm | ReasonForm | NameForm
FORM_OF = {"details": "form", "penalty": "penalty", "disqualify": "out", "substitute": "other"}


def entry_address(request: HttpRequest, tournament: Tournament) -> str:
    """The whole address of the page on which people enter themselves."""
    return request.build_absolute_uri(
        reverse("tournaments:enter", kwargs={"public_id": tournament.public_id})
    )


def qr_picture(text: str) -> str:
    """A QR code as a picture for `src`, black on white, readable with a quarter of it damaged."""
    return str(segno.make(text, error="q", micro=False).svg_data_uri(border=2, scale=4))


@login_required
@require_GET
def people(request: HttpRequest, public_id: str) -> HttpResponse:
    """Missing first, one tap each; then those who are here, the waiting list, who left, and entries."""
    tournament = scorers_event(request, public_id)
    return _people(request, tournament, _entry_form(tournament))


def _entry_form(tournament: Tournament, data: QueryDict | None = None) -> NameForm | TeamForm:
    """Who is entered: a name, or in a game of teams its players."""
    return TeamForm(data) if team_size(ruleset_of(tournament)) > 1 else NameForm(data)


def _people(
    request: HttpRequest, tournament: Tournament, form: NameForm | TeamForm, status: int = 200
) -> HttpResponse:
    address = entry_address(request, tournament)
    has_door = tournament.format.check_in and tournament.status in DOOR_OPEN
    door = door_address(request, tournament) if has_door else ""
    return render_desk(
        request,
        tournament,
        "tournaments/desk/people.html",
        desk_tab="people",
        status=status,
        page=desk_people(tournament, _asked(request)),
        query=_query(request),
        of_division=missing_of_division(tournament),
        form=form,
        entry_address=address,
        entry_qr=qr_picture(address),
        door_address=door,
        door_qr=qr_picture(door) if door else "",
    )


def _asked(request: HttpRequest) -> str:
    """What the list is searched for; no name is longer."""
    return request.GET.get("q", "").replace("\0", "")[:MAX_NAME_LENGTH]


def _query(request: HttpRequest) -> str:
    """The search as it stands in an address, "" without one."""
    asked = _asked(request)
    return f"?{urlencode({'q': asked})}" if asked else ""


@require_POST
@login_required
def enter_name(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter somebody by name; `here` also checks in who has just walked up to the desk."""
    tournament = directors_event(request, public_id)
    form = _entry_form(tournament, request.POST)
    if form.is_valid():
        try:
            entrant = _entered(tournament, signed_in(request.user), form)
            if request.POST.get("here") and entrant.status == "entered":
                check_in(entrant=entrant, actor=signed_in(request.user))
        except TournamentsError as error:
            form.add_error("name" if "name" in form.fields else None, str(error))
        else:
            return redirect("tournaments:people", public_id=public_id)
    return _people(request, tournament, form, status=422)


def _entered(tournament: Tournament, user: User, form: NameForm | TeamForm) -> Entrant:
    data = form.cleaned_data
    if isinstance(form, NameForm):
        return enter_player(tournament=tournament, actor=user, name=data["name"])
    names = (data["player_1"], data["player_2"])
    return enter_team_of_names(tournament=tournament, actor=user, names=names, team=data["team"])


@require_POST
@login_required
def act(request: HttpRequest, public_id: str, entrant: int, act: str) -> HttpResponse:
    """One tap: in, out, withdraw, back, promote."""
    tournament = scorers_event(request, public_id)
    found = tournament.entrants.filter(pk=entrant).first()
    if found is None or act not in ACTS:
        raise Http404
    try:
        ACTS[act](found, signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
    if request.POST.get("from") == "person":
        return redirect("tournaments:person", public_id=public_id, entrant=entrant)
    return redirect(reverse("tournaments:people", kwargs={"public_id": public_id}) + _query(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """An entrant's details, penalties, and leaving. `what` of a POST says which form of the page was sent; of an act
    that changes the standings the first POST shows what follows, a second one with `really` does it.
    """
    tournament = directors_event(request, public_id)
    found = tournament.entrants.filter(pk=entrant).first()
    if found is None:
        raise Http404
    forms = _person_forms(request, found)
    preview = _person_preview(request, found, forms) if request.method == "POST" else None
    if request.method == "POST" and preview is None and _person_act(request, found, forms):
        return redirect("tournaments:person", public_id=public_id, entrant=entrant)
    return render_desk(
        request,
        tournament,
        "tournaments/desk/person.html",
        desk_tab="people",
        status=422 if request.method == "POST" and preview is None else 200,
        entrant=found,
        preview=preview,
        what=request.POST.get("what", ""),
        points=_points_text(forms["penalty"]) if preview is not None else "",
        sent=[(name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"],
        has_prizes=preview is not None and tournament.prizes.exists(),
        penalties=penalties_of(tournament, found.pk),
        played_by=found.members.exclude(substitute=None).select_related("substitute", "player"),
        **forms,
    )


def _person_forms(request: HttpRequest, entrant: Entrant) -> dict[str, PersonForm]:
    what, data = request.POST.get("what"), request.POST
    initial = {name: getattr(entrant, name) for name in ("name", "group", "strength", "fixed_table", "note")}
    return {
        "form": EntrantForm(data) if what == "details" else EntrantForm(initial=initial),
        "penalty": PenaltyForm(data if what == "penalty" else None, prefix=None, auto_id="pen_%s"),
        "out": ReasonForm(data if what == "disqualify" else None, auto_id="out_%s"),
        "other": NameForm(data if what == "substitute" else None, auto_id="sub_%s"),
    }


def _points_text(form: PersonForm) -> str:
    points = form.cleaned_data.get("points") if form.is_valid() else None
    return "" if points is None else number_text(points, signed=True)


def _person_preview(
    request: HttpRequest, entrant: Entrant, forms: dict[str, PersonForm]
) -> CorrectionPreview | None:
    """What a penalty or leaving would change, where that was asked and can be; nothing is done."""
    what = request.POST.get("what", "")
    if request.POST.get("really") or what not in ("penalty", "disqualify", "withdraw"):
        return None
    if what == "withdraw":
        return preview_leaving(entrant, disqualified=False)
    if not forms[FORM_OF[what]].is_valid():
        return None
    if what == "disqualify":
        return preview_leaving(entrant, disqualified=True)
    return preview_penalty(entrant, forms["penalty"].cleaned_data["points"])


def _person_act(request: HttpRequest, entrant: Entrant, forms: dict[str, PersonForm]) -> bool:
    """Do what was sent; whether it was done."""
    user = signed_in(request.user)
    what = request.POST.get("what", "")
    if what == "withdraw":
        return _leaves(request, entrant, user)
    form = forms.get(FORM_OF.get(what, ""))
    if form is None or not form.is_valid():
        return False
    data = dict(form.cleaned_data)
    try:
        if what == "details":
            rename(entrant=entrant, name=data.pop("name"), actor=user)
            change_entrant(entrant=entrant, actor=user, **data)
        elif what == "penalty":
            give_penalty(entrant=entrant, points=data["points"], reason=data["reason"], actor=user)
        elif what == "substitute":
            substitute(entrant=entrant, name=data["name"], actor=user)
        else:
            disqualify(entrant=entrant, reason=data["reason"], actor=user)
    except TournamentsError as error:
        form.add_error(None, str(error))
        return False
    return True


def _leaves(request: HttpRequest, entrant: Entrant, user: User) -> bool:
    try:
        withdraw(entrant=entrant, actor=user)
    except TournamentsError as error:
        messages.error(request, str(error))
    return True


@require_POST
@login_required
def penalty_back(request: HttpRequest, public_id: str, penalty: int) -> HttpResponse:
    """Take a penalty or bonus back: the first POST shows what follows, a second one with `really` does it."""
    tournament = directors_event(request, public_id)
    found = tournament.penalties.select_related("entrant", "tournament").filter(pk=penalty).first()
    if found is None:
        raise Http404
    if not request.POST.get("really") and found.cancelled_at is None:
        return _penalties(request, tournament, found)
    try:
        cancel_penalty(penalty=found, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
    return redirect("tournaments:penalties", public_id=public_id)


@login_required
@require_GET
def penalties(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every penalty and bonus of the event, also those taken back."""
    return _penalties(request, scorers_event(request, public_id))


def _penalties(request: HttpRequest, tournament: Tournament, back: Penalty | None = None) -> HttpResponse:
    """The list; with `back` what taking that one back would change."""
    return render_desk(
        request,
        tournament,
        "tournaments/desk/penalties.html",
        desk_tab="more",
        penalties=penalties_of(tournament),
        back=back,
        points=number_text(back.points, signed=True) if back else "",
        preview=preview_penalty_back(back) if back else None,
        has_prizes=back is not None and tournament.prizes.exists(),
    )
