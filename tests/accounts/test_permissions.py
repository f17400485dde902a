"""What roles may do in a club."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.enums import ClubRole
from accounts.models import Membership
from accounts.permissions import (
    can_manage_club,
    can_organise,
    can_see_members,
    can_view_club,
    club_role,
)
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db

RIGHTS = {
    ClubRole.OWNER: (True, True, True),
    ClubRole.DIRECTOR: (False, True, True),
    ClubRole.SCORER: (False, False, True),
    ClubRole.MEMBER: (False, False, True),
}


@pytest.mark.parametrize("role", list(ClubRole))
def test_roles_include_weaker_ones(role):
    club, user = make_club(is_public=False), make_user()
    Membership.objects.create(club=club, user=user, role=role)
    found = (can_manage_club(user, club), can_organise(user, club), can_see_members(user, club))
    assert found == RIGHTS[role]
    assert can_view_club(user, club)


@pytest.mark.parametrize("superuser", [False, True])
def test_outsiders_and_support_staff_have_no_role(superuser):
    club = make_club(is_public=False)
    user = make_user(is_superuser=superuser, is_staff=superuser)
    assert club_role(user, club) is None
    assert not can_view_club(user, club)
    assert not can_organise(user, club)


def test_guests_see_public_clubs_only():
    assert can_view_club(AnonymousUser(), make_club())
    assert not can_view_club(AnonymousUser(), make_club(is_public=False))
    assert club_role(AnonymousUser(), make_club()) is None
