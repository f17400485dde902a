"""Pages of clubs: who sees what, in a constant number of queries."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.enums import ClubRole
from accounts.models import Membership
from accounts.queries import club_list, club_page
from tests.factories import make_club, make_player, make_user

pytestmark = pytest.mark.django_db


def test_own_clubs_come_first_then_by_name():
    user = make_user()
    make_club("Beta")
    make_club("alpha")
    mine = make_club("Zulu", is_public=False)
    make_club("Hidden", is_public=False)
    Membership.objects.create(club=mine, user=user, role=ClubRole.SCORER)
    assert [(line.name, line.role) for line in club_list(user)] == [
        ("Zulu", "Scorer"),
        ("alpha", ""),
        ("Beta", ""),
    ]
    assert [line.name for line in club_list(AnonymousUser())] == ["alpha", "Beta"]


def test_members_and_players_are_shown_to_members():
    owner, member = make_user("Olga"), make_user("Max")
    club = make_club("Riverside", owner=owner)
    Membership.objects.create(club=club, user=member)
    make_player("Zoë", club)
    make_player("Ámos", club, user=member)
    page = club_page(member, club.slug)
    assert page is not None
    assert [(line.name, line.role_label) for line in page.members] == [("Olga", "Owner"), ("Max", "Member")]
    assert [(line.name, line.has_account) for line in page.players] == [("Ámos", True), ("Zoë", False)]
    assert (page.may_manage, page.may_organise) == (False, False)
    outside = club_page(AnonymousUser(), club.slug)
    assert outside is not None
    assert (outside.members, outside.players) == ((), ())


def test_a_closed_club_doesnt_exist_for_others():
    assert club_page(make_user(), make_club(is_public=False).slug) is None


@pytest.mark.parametrize("count", [1, 3])
def test_a_clubs_page_costs_the_same_however_many_belong_to_it(count, django_assert_num_queries):
    owner = make_user()
    club = make_club(owner=owner)
    for _unused in range(count):
        Membership.objects.create(club=club, user=make_user())
        make_player(club=club)
    with django_assert_num_queries(6):
        club_page(owner, club.slug)
