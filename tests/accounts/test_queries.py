"""Pages of clubs: who sees what, in a constant number of queries."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.enums import ClubRole
from accounts.models import Membership
from accounts.queries import MOST_SHOWN, club_list, club_page, players_page
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


def test_members_are_shown_to_members():
    owner, member = make_user("Olga"), make_user("Max")
    club = make_club("Riverside", owner=owner)
    Membership.objects.create(club=club, user=member)
    page = club_page(member, club.slug)
    assert page is not None
    assert [(line.name, line.role_label) for line in page.members] == [("Olga", "Owner"), ("Max", "Member")]
    assert (page.may_manage, page.may_organise) == (False, False)
    outside = club_page(AnonymousUser(), club.slug)
    assert outside is not None
    assert outside.members == ()


def test_players_are_found_by_a_part_of_the_name():
    member = make_user("Max")
    club = make_club("Riverside")
    Membership.objects.create(club=club, user=member)
    for name in ("Zoë Amaral", "Zora"):
        make_player(name, club)
    make_player("Ámos", club, user=member)
    page = players_page(club, member)
    assert [(line.name, line.has_account) for line in page.lines] == [
        ("Ámos", True),
        ("Zoë Amaral", False),
        ("Zora", False),
    ]
    assert [line.name for line in players_page(club, member, " ZO").lines] == ["Zoë Amaral", "Zora"]
    assert [line.name for line in players_page(club, member, "amar").lines] == ["Zoë Amaral"]
    assert (players_page(club, member, "nobody").lines, page.count) == ((), 3)


def test_who_hides_is_found_by_directors_and_by_the_person():
    member, other = make_user("Max"), make_user()
    club = make_club("Riverside")
    Membership.objects.create(club=club, user=member)
    Membership.objects.create(club=club, user=other)
    hidden = make_player("Ámos", club, user=member)
    type(hidden).objects.filter(pk=hidden.pk).update(is_private=True)
    owner = Membership.objects.get(club=club, role=ClubRole.OWNER).user
    found = {user: len(players_page(club, user).lines) for user in (owner, member, other, AnonymousUser())}
    assert list(found.values()) == [1, 1, 0, 0]


def test_more_players_than_are_shown_are_counted():
    club = make_club("Riverside")
    for number in range(MOST_SHOWN + 2):
        make_player(f"Player {number}", club)
    page = players_page(club, make_user())
    assert (len(page.lines), page.count) == (MOST_SHOWN, MOST_SHOWN + 2)


def test_a_closed_club_doesnt_exist_for_others():
    assert club_page(make_user(), make_club(is_public=False).slug) is None


@pytest.mark.parametrize("count", [1, 3])
def test_a_clubs_page_costs_the_same_however_many_belong_to_it(count, django_assert_num_queries):
    owner = make_user()
    club = make_club(owner=owner)
    for _unused in range(count):
        Membership.objects.create(club=club, user=make_user())
        make_player(club=club)
    with django_assert_num_queries(5):
        club_page(owner, club.slug)
