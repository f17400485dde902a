"""Who may do what in an event: the matrix of roles, in the club and in the event."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.enums import ClubRole
from accounts.models import Membership
from tests.factories import make_user
from tests.tournaments.evenings import an_event, start_next
from tournaments.enums import TournamentRoleKind
from tournaments.models import Table, Tournament, TournamentRole
from tournaments.permissions import (
    can_create_tournament,
    can_direct,
    can_enter,
    can_report,
    can_score,
    can_view,
    can_withdraw,
    is_entered,
    role_in,
    seat_of,
)
from tournaments.services.entrants import enter_player

pytestmark = pytest.mark.django_db

RIGHTS = {
    ClubRole.OWNER: (True, True, True),
    ClubRole.DIRECTOR: (True, True, True),
    ClubRole.SCORER: (False, False, True),
    ClubRole.MEMBER: (False, False, False),
}


@pytest.mark.parametrize("role", list(ClubRole))
def test_roles_in_the_club(role):
    tournament, user = an_event(), make_user()
    Membership.objects.create(club=tournament.club, user=user, role=role)
    found = (
        can_create_tournament(user, tournament.club),
        can_direct(user, tournament),
        can_score(user, tournament),
    )
    assert found == RIGHTS[role]


@pytest.mark.parametrize(
    ("kind", "rights"),
    [(TournamentRoleKind.DIRECTOR, (True, True)), (TournamentRoleKind.SCORER, (False, True))],
)
def test_roles_in_the_event_hold_for_this_event_only(kind, rights):
    tournament, other, user = an_event(), an_event(), make_user()
    TournamentRole.objects.create(tournament=tournament, user=user, role=kind)
    assert (can_direct(user, tournament), can_score(user, tournament)) == rights
    assert role_in(user, other) is None


def test_the_stronger_role_counts():
    tournament, user = an_event(), make_user()
    Membership.objects.create(club=tournament.club, user=user, role=ClubRole.MEMBER)
    TournamentRole.objects.create(tournament=tournament, user=user, role=TournamentRoleKind.DIRECTOR)
    assert role_in(user, tournament) == ClubRole.DIRECTOR


def test_support_staff_and_guests_have_no_role():
    tournament = an_event()
    for user in (AnonymousUser(), make_user(is_staff=True, is_superuser=True)):
        assert role_in(user, tournament) is None
        assert not can_score(user, tournament)


def test_who_sees_a_private_event():
    tournament, player, member, stranger = an_event(), make_user("Zelda"), make_user(), make_user()
    enter_player(tournament=tournament, actor=player, user=player)
    Membership.objects.create(club=tournament.club, user=member)
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    tournament.refresh_from_db()
    assert [can_view(user, tournament) for user in (player, member, stranger, AnonymousUser())] == [
        True,
        True,
        False,
        False,
    ]


def test_people_enter_once_and_withdraw_themselves():
    tournament, user, other = an_event(), make_user("Zelda"), make_user()
    assert can_enter(user, tournament)
    entrant = enter_player(tournament=tournament, actor=user, user=user)
    assert is_entered(user, tournament)
    assert not can_enter(user, tournament)
    assert not can_enter(AnonymousUser(), tournament)
    assert [can_withdraw(who, entrant) for who in (user, other)] == [True, False]


def test_a_seat_is_the_users_own_or_none():
    tournament, user, other = an_event(3), make_user("Zelda"), make_user()
    enter_player(tournament=tournament, actor=user, user=user)
    start_next(tournament)
    table = Table.objects.get()
    seat = seat_of(user, table)
    assert seat is not None
    assert (seat.name, seat_of(other, table), seat_of(AnonymousUser(), table)) == ("Zelda", None, None)
    assert [can_report(who, table) for who in (user, other)] == [True, False]
