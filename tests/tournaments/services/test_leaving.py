"""Leaving: the account is gone, the results stay under a neutral name, and no name is left anywhere."""

import json

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core import serializers
from django.test import Client
from django.urls import reverse

from accounts.enums import ClubRole
from accounts.errors import LastOwner
from accounts.models import Membership, Player, User
from accounts.services import add_member
from tests.factories import A_DAY, make_club, make_user
from tests.tournaments.evenings import a_paper_event, an_event, paper_round, start_next
from tournaments.models import AuditRow, SeasonMember, Tournament
from tournaments.queries.audit import audit_event
from tournaments.queries.own_data import own_data
from tournaments.queries.standings import standings_page
from tournaments.season_format import SeasonFormat
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.entrants import enter_player
from tournaments.services.leaving import leave
from tournaments.services.rounds import publish_round
from tournaments.services.seasons import create_season
from tournaments.services.seating import generate_round
from tournaments.services.setup import appoint

pytestmark = pytest.mark.django_db
NAME = "Zuleika Quint"


def played(user, **changed):
    """A finished evening in which the user came first."""
    event = a_paper_event(3, rounds=1, extra_round_cap=0, **changed)
    event.entrants.update(autopilot=False)
    enter_player(tournament=event, actor=None, name=NAME, user=user, note=f"{NAME} is late")
    paper_round(event, {NAME: 60, "Ada": -10})
    begin_review(tournament=event, actor=None)
    return finish_tournament(tournament=event, actor=None)


def where(text):
    """The tables in which the text stands, the histories kept by triggers too."""
    models = [
        model
        for app in ("accounts", "games", "tournaments")
        for model in apps.get_app_config(app).get_models()
    ]
    return [
        model._meta.label
        for model in models
        if text in serializers.serialize("json", model._default_manager.all(), ensure_ascii=False)
    ]


def test_results_stay_under_a_neutral_name_and_no_name_is_left_anywhere():
    user = make_user(NAME)
    event = played(user)
    other = a_paper_event(4)
    appoint(tournament=other, user=user, role="director", actor=None)
    publish_round(draft=generate_round(tournament=other, actor=user), actor=user)
    before = [line.points for line in standings_page(event).lines]
    seal = AuditRow.objects.filter(tournament=event).latest("number").hash
    assert "tournaments.AuditRow" in where(NAME)
    player = Player.objects.get(user=user)
    leave(user=user)
    assert (where(NAME), where(user.email)) == ([], [])
    lines = standings_page(event).lines
    assert [line.points for line in lines] == before
    assert (lines[0].name, lines[0].place) == (f"Former player {player.pk}", 1)
    for tournament in (event, other):
        report = audit_event(Tournament.objects.get(pk=tournament.pk))
        assert report.is_clean, report.findings
    last = AuditRow.objects.filter(tournament=event).latest("number")
    assert (last.action, last.payload_json["seal_before"]) == ("anonymise", seal)
    assert set(
        AuditRow.objects.filter(tournament=other, action="publish_round").values_list("actor_name", flat=True)
    ) == {f"Former member {user.pk}"}


def test_an_act_still_cant_be_rewritten_by_anything_else():
    event = played(make_user(NAME))
    with pytest.raises(Exception, match="Cannot update"):
        AuditRow.objects.filter(tournament=event).update(actor_name="Somebody")


def test_case_24_who_leaves_is_withdrawn_and_not_seated_any_more():
    """A deleted account must not be paired (user-demands 24)."""
    event = a_paper_event(4, rounds=2)
    event.entrants.update(autopilot=False)
    user = make_user(NAME)
    entrant = enter_player(tournament=event, actor=None, name=NAME, user=user)
    leave(user=user)
    entrant.refresh_from_db()
    assert entrant.status == "withdrawn"
    round_ = start_next(event)
    assert round_.tables.get().seats.filter(entrant=entrant).count() == 0


def test_an_open_game_is_played_on_by_a_bot():
    event = an_event(4)
    event.entrants.update(autopilot=False)
    user = make_user("Ada")
    Player.objects.filter(name="Ada").update(user=user)
    round_ = start_next(event)
    leave(user=user)
    seat = round_.tables.get().table_games.get().game.seats.get(name__startswith="Former")
    assert seat.occupant != "player"


def test_a_club_with_members_keeps_an_owner():
    user = make_user(NAME)
    club = make_club(owner=user)
    add_member(club=club, user=make_user(), actor=None)
    with pytest.raises(LastOwner):
        leave(user=user)
    add_member(club=club, user=make_user(), role=ClubRole.OWNER, actor=None)
    leave(user=user)
    assert Membership.objects.filter(club=club).count() == 2


def test_the_file_has_what_is_known_of_the_person():
    user = make_user(NAME)
    event = played(user)
    found = json.loads(json.dumps(own_data(user)))
    assert found["account"]["email"] == user.email
    assert [entry["event_id"] for entry in found["entries"]] == [event.public_id]
    assert [result["net"] for result in found["results"]] == [60]
    assert {message["kind"] for message in found["news"]["messages"]} == {"entry", "round"}


def test_who_leaves_is_in_no_division_any_more():
    """Else the next evening's director would enter "Former player 7" with the others."""
    user = make_user(NAME)
    event = played(user)
    season = create_season(
        club=event.club, league_name="Premier", name="2026", starts_on=A_DAY, ends_on=A_DAY,
        format_=SeasonFormat(), actor=None,
    )  # fmt: skip
    for player in Player.objects.filter(club=event.club):
        SeasonMember.objects.create(season=season, player=player, came="up")
    assert own_data(user)["divisions"] == [{"season": "Premier, 2026", "came": "up"}]
    leave(user=user)
    assert sorted(season.members.values_list("player__name", flat=True)) == ["Ada", "Bo", "Cy"]


def test_leaving_asks_for_the_password_again_and_ends_every_sign_in():
    user = make_user(NAME)
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(user)
    assert "reauthenticate" in here.get(reverse("own:leave")).url
    here.post(reverse("account_reauthenticate"), {"password": "pass word"})
    assert here.get(reverse("own:data")).json()["account"]["name"] == NAME
    assert here.post(reverse("own:leave"), {"address": "somebody@else.example"}).status_code == 422
    assert (User.objects.filter(pk=user.pk).exists(), Session.objects.count()) == (True, 2)
    assert here.post(reverse("own:leave"), {"address": user.email}).url == "/"
    assert User.objects.filter(pk=user.pk).exists() is False
    assert there.get(reverse("account:news")).status_code == 302
