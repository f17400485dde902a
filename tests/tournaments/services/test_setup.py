"""Making events, opening and closing them, changing settings, giving roles."""

from datetime import time

import pytest

from accounts.enums import ClubRole
from accounts.models import Membership
from games.errors import OptionError
from games.queries.rulesets import preset_ruleset
from tests.factories import A_DAY, EVENING, make_club, make_user
from tests.tournaments.evenings import an_event, director_of, options, start_next
from tournaments.enums import TournamentRoleKind, TournamentStatus
from tournaments.errors import BadName, FormatError, NotAllowed, WrongStatus
from tournaments.models import AuditRow, Tournament
from tournaments.permissions import can_direct, can_score
from tournaments.queries.scoring import ruleset_of
from tournaments.services.setup import (
    appoint,
    back_to_draft,
    change_settings,
    close_entries,
    create_tournament,
    open_entries,
)

pytestmark = pytest.mark.django_db


def make(**changed):
    owner = make_user()
    given = {
        "club": make_club(owner=owner, time_zone="Europe/Amsterdam"),
        "name": "Club night",
        "actor": owner,
        "starts_on": A_DAY,
        "starts_time": EVENING,
    }
    return create_tournament(**(given | changed))


def test_an_event_begins_as_a_draft_with_its_rules_and_the_clubs_time():
    tournament = make(preset="gin", format_options=options(table_sizes=(2,), rounds=5))
    assert (tournament.status, tournament.time_zone) == (TournamentStatus.DRAFT, "Europe/Amsterdam")
    assert (ruleset_of(tournament).key, tournament.format.rounds) == ("gin", 5)
    assert tournament.starts_at.isoformat() == "2026-03-14T19:30:00+01:00"
    assert list(tournament.audit_rows.values_list("action", flat=True)) == ["create_tournament"]


def test_a_fixed_source_gives_the_same_seed(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:x"
    assert make().rng_seed == make().rng_seed


@pytest.mark.parametrize(
    ("changed", "option"),
    [
        ({"format_options": options(scheme="nonsense")}, "scheme"),
        ({"format_options": options(tiebreaks=("nonsense",))}, "tiebreaks"),
        ({"format_options": options(tiebreaks=("shared", "games_won"))}, "tiebreaks"),
        ({"preset": "gin", "format_options": options(table_sizes=(4, 2))}, "table_sizes"),
        ({"time_zone": "Atlantis/Deep"}, "time_zone"),
    ],
)
def test_impossible_options_are_refused(changed, option):
    with pytest.raises(FormatError) as caught:
        make(**changed)
    assert caught.value.option == option
    assert not Tournament.objects.exists()


def test_unknown_presets_and_empty_names_are_refused():
    with pytest.raises(OptionError):
        make(preset="bridge")
    with pytest.raises(BadName):
        make(name=" ")


@pytest.mark.parametrize("role", [ClubRole.SCORER, ClubRole.MEMBER, None])
def test_only_directors_make_events(role):
    club, user = make_club(), make_user()
    if role is not None:
        Membership.objects.create(club=club, user=user, role=role)
    with pytest.raises(NotAllowed):
        make(club=club, actor=user)


def test_opening_and_closing_are_acts_that_may_be_repeated():
    tournament = an_event(open_=False)
    director = director_of(tournament)
    for service, status in (
        (open_entries, TournamentStatus.OPEN),
        (back_to_draft, TournamentStatus.DRAFT),
        (open_entries, TournamentStatus.OPEN),
        (close_entries, TournamentStatus.RUNNING),
    ):
        for _unused in range(2):
            assert service(tournament=tournament, actor=director).status == status
    assert list(tournament.audit_rows.values_list("action", flat=True)) == [
        "create_tournament",
        "open_entries",
        "back_to_draft",
        "open_entries",
        "close_entries",
    ]
    with pytest.raises(WrongStatus):
        open_entries(tournament=tournament, actor=director)


def test_settings_change_only_where_they_differ_and_are_written_down():
    tournament = an_event()
    director = director_of(tournament)
    acts = AuditRow.objects.count()
    change_settings(tournament=tournament, actor=director, name="Club night")
    assert AuditRow.objects.count() == acts
    tournament = change_settings(tournament=tournament, actor=director, starts_time=time(20, 0), venue="Hall")
    assert (tournament.starts_time, tournament.venue) == (time(20, 0), "Hall")
    act = tournament.audit_rows.get(action="change_settings")
    assert act.payload_json == {
        "before": {"starts_time": "19:30:00", "venue": ""},
        "after": {"starts_time": "20:00:00", "venue": "Hall"},
    }


def test_the_rules_of_the_game_are_frozen_once_a_round_is_published():
    tournament = an_event(4)
    change_settings(tournament=tournament, actor=None, ruleset=preset_ruleset("rum-knock"))
    start_next(tournament)
    with pytest.raises(WrongStatus):
        change_settings(tournament=tournament, actor=None, ruleset=preset_ruleset("knock-rummy"))
    tournament = change_settings(tournament=tournament, actor=None, format_options=options(rounds=6))
    assert tournament.format.rounds == 6


def test_a_changed_format_must_fit_the_game():
    tournament = an_event()
    with pytest.raises(FormatError):
        change_settings(tournament=tournament, actor=None, ruleset=preset_ruleset("gin"))
    tournament.refresh_from_db()
    assert tournament.preset == "knock-rummy"


def test_a_role_in_the_event_is_given_and_taken():
    tournament, user = an_event(), make_user()
    director = director_of(tournament)
    appoint(tournament=tournament, user=user, role=TournamentRoleKind.SCORER, actor=director)
    assert (can_score(user, tournament), can_direct(user, tournament)) == (True, False)
    appoint(tournament=tournament, user=user, role=TournamentRoleKind.DIRECTOR, actor=director)
    assert can_direct(user, tournament)
    appoint(tournament=tournament, user=user, role=None, actor=director)
    assert not can_score(user, tournament)
    with pytest.raises(NotAllowed):
        appoint(tournament=tournament, user=user, role=TournamentRoleKind.DIRECTOR, actor=user)
