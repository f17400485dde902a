"""Making and changing an event, with a summary in plain words of what was chosen."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.enums import ClubRole
from accounts.models import Club, User
from games.errors import OptionError
from games.queries.rulesets import preset_ruleset
from tournaments.errors import FormatError, RankingFrozen, TournamentsError
from tournaments.forms.presets import PRESETS, preset_of
from tournaments.forms.setup import SetupForm, facts_initial, initial_of, new_initial
from tournaments.models import Tournament
from tournaments.queries.scoring import check_scoring, ruleset_of
from tournaments.queries.seating_advice import players_now
from tournaments.queries.setup_summary import SetupSummary, setup_summary
from tournaments.queries.tournaments import find_tournament
from tournaments.services.closing import set_closing
from tournaments.services.rehearsal import make_rehearsal
from tournaments.services.setup import change_settings, create_tournament
from tournaments.views.access import signed_in
from tournaments.views.desk import directors_event, render_desk

ORGANISERS = [ClubRole.OWNER, ClubRole.DIRECTOR]


def clubs_of(user: User) -> list[Club]:
    """The clubs for which the user may make events."""
    return list(
        Club.objects.filter(memberships__user=user, memberships__role__in=ORGANISERS).order_by("name")
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new event: `?kind=` a preset, `?copy=` another event of one's own, `?club=` the club that is proposed."""
    user = signed_in(request.user)
    clubs = sorted(clubs_of(user), key=lambda club: club.slug != request.GET.get("club"))
    kind = preset_of(request.GET.get("kind", ""))
    source = _source(request, user)
    form = _new_form(request, clubs, kind.key, source)
    summary = _summary(form)
    if request.method == "POST" and form.is_valid() and not request.POST.get("look"):
        made = _create(user, form)
        if made is not None:
            return redirect("tournaments:tonight", public_id=made.public_id)
    context = {
        "form": form,
        "summary": summary,
        "presets": PRESETS,
        "kind": kind.key,
        "source": source,
        "last": _last_events(user) if request.method != "POST" else [],
        "clubs": clubs,
    }
    status = 422 if request.method == "POST" and not request.POST.get("look") else 200
    return render(request, "tournaments/desk/create.html", context, status=status)


def _source(request: HttpRequest, user: User) -> Tournament | None:
    wanted = request.GET.get("copy", "")
    return find_tournament(user, wanted) if wanted else None


def _last_events(user: User) -> list[Tournament]:
    events = Tournament.objects.filter(club__memberships__user=user, club__memberships__role__in=ORGANISERS)
    return list(events.filter(is_rehearsal=False).order_by("-starts_on", "-pk")[:3])


def _new_form(request: HttpRequest, clubs: list[Club], kind: str, source: Tournament | None) -> SetupForm:
    preset = preset_of(kind)
    base = source.format if source else preset.options
    rules = ruleset_of(source) if source else preset_ruleset(preset.game, dict(preset.rules))
    today: date = timezone.localdate()
    facts = facts_initial(source, copied=True) if source else new_initial(clubs[0] if clubs else None, today)
    initial = {**initial_of(base, rules), **facts}
    if not source:
        initial["name"] = str(preset.label)
    return SetupForm(request.POST or None, initial=initial, clubs=clubs, base=base, rules=rules)


def _summary(form: SetupForm, players: int = 0) -> SetupSummary | None:
    """Of what the form says; of its initial values before it was sent. None where they can't be. `players` are in
    the event already.
    """
    if form.is_bound:
        if not form.is_valid():
            return None
        options, rules = form.format_options, form.ruleset
    else:
        options, rules = form.base, form.rules
    try:
        check_scoring(options, rules)
        return setup_summary(options, rules, players)
    except FormatError as error:
        if form.is_bound:
            form.refuse(error)
        return None


def _create(user: User, form: SetupForm) -> Tournament | None:
    data = form.cleaned_data
    try:
        made = create_tournament(
            club=data["club"],
            name=data["name"],
            actor=user,
            starts_on=data["starts_on"],
            starts_time=data["starts_time"],
            ruleset=form.ruleset,
            format_options=form.format_options,
            time_zone=data["time_zone"],
            venue=data["venue"],
            is_public=data["is_public"],
        )
        return _with_closing(made, user, data)
    except (TournamentsError, OptionError) as error:
        form.add_error(_field_of(form, error), str(error))
        return None


def _with_closing(tournament: Tournament, user: User, data: dict[str, Any]) -> Tournament:
    on, at = data["entries_close_on"], data["entries_close_time"]
    return set_closing(tournament=tournament, on=on, at=at, actor=user)


def _field_of(form: SetupForm, error: Exception) -> str | None:
    name = getattr(error, "option", "name" if getattr(error, "code", "") == "bad_name" else "")
    return name if name in form.fields else None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change an event. The rules of the game stand once play has begun; the rest is written down."""
    tournament = directors_event(request, public_id)
    base, rules = tournament.format, ruleset_of(tournament)
    initial = {**initial_of(base, rules), **facts_initial(tournament)}
    form = SetupForm(request.POST or None, initial=initial, clubs=[tournament.club], base=base, rules=rules)
    played = tournament.status not in ("draft", "open")
    form.fields["time_zone"].disabled = form.fields["club"].disabled = True
    for name in ("preset", *form.option_names):
        form.fields[name].disabled = played
    form.fields["ranking_too"].disabled = not played
    summary = _summary(form, players_now(tournament))
    sent = request.method == "POST" and form.is_valid() and not request.POST.get("look")
    if sent and _change(request, tournament, form, played=played):
        return redirect("tournaments:settings", public_id=public_id)
    status = 422 if request.method == "POST" and not request.POST.get("look") else 200
    return render_desk(
        request,
        tournament,
        "tournaments/desk/settings.html",
        desk_tab="more",
        status=status,
        form=form,
        summary=summary,
        played=played,
    )


def _change(request: HttpRequest, tournament: Tournament, form: SetupForm, *, played: bool) -> bool:
    data: dict[str, Any] = form.cleaned_data
    try:
        change_settings(
            tournament=tournament,
            actor=signed_in(request.user),
            ruleset=None if played else form.ruleset,
            format_options=form.format_options,
            name=data["name"],
            venue=data["venue"],
            starts_on=data["starts_on"],
            starts_time=data["starts_time"],
            is_public=data["is_public"],
            ranking_too=data["ranking_too"],
        )
        _with_closing(tournament, signed_in(request.user), data)
    except RankingFrozen as error:
        form.add_error("cut" if error.has_begun else "ranking_too", str(error))
        return False
    except (TournamentsError, OptionError) as error:
        form.add_error(_field_of(form, error), str(error))
        return False
    messages.success(request, _("Saved."))
    return True


@require_POST
@login_required
def rehearse(request: HttpRequest, public_id: str) -> HttpResponse:
    """A copy of the event, marked as a rehearsal and filled with made-up people whom bots play."""
    tournament = directors_event(request, public_id)
    try:
        made = make_rehearsal(tournament=tournament, actor=signed_in(request.user))
    except TournamentsError as error:
        messages.error(request, str(error))
        return redirect("tournaments:more", public_id=public_id)
    messages.success(
        request, _("A rehearsal: same rules, made-up people, bots at the cards. Try everything.")
    )
    return redirect("tournaments:tonight", public_id=made.public_id)
