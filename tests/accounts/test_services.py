"""Clubs, memberships and players: who may, what is refused, what a second time does."""

import pytest

from accounts.enums import ClubRole
from accounts.errors import BadName, ClubNotAllowed, LastOwner, NameTaken
from accounts.models import Club, Membership, Player, User
from accounts.services import add_member, create_account, create_club, find_or_make_player, remove_member
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db


def test_a_club_has_its_founder_as_owner():
    owner = make_user()
    club = create_club(name="  Riverside   Rummy ", owner=owner, time_zone="Europe/Dublin")
    assert (club.name, club.slug, club.time_zone) == ("Riverside Rummy", "riverside-rummy", "Europe/Dublin")
    assert list(club.memberships.values_list("user", "role")) == [(owner.pk, ClubRole.OWNER)]


def test_a_clubs_name_is_taken_whatever_the_case():
    create_club(name="Riverside", owner=make_user())
    with pytest.raises(NameTaken):
        create_club(name="RIVERSIDE", owner=make_user())
    assert Club.objects.count() == 1


def test_equal_address_parts_are_numbered():
    slugs = [create_club(name=name, owner=make_user()).slug for name in ("Café", "Cafe!", "Cafe?", "日本")]
    assert slugs == ["cafe", "cafe-2", "cafe-3", "club"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("x" * 61, "too_long"),
        ("a\u202eb", "characters"),
        ("a\nb", "characters"),
    ],
)
def test_names_that_cant_be_shown_are_refused(name, reason):
    with pytest.raises(BadName) as caught:
        create_club(name=name, owner=make_user())
    assert caught.value.reason == reason
    assert str(caught.value)


def test_an_address_makes_one_account_whatever_the_case():
    create_account(email="Ada@example.org", display_name="Ada", password="long enough")
    with pytest.raises(NameTaken):
        create_account(email="ada@EXAMPLE.org", display_name="Someone")
    assert list(User.objects.values_list("email", flat=True)) == ["ada@example.org"]


def test_only_owners_give_roles():
    owner, director, user = make_user(), make_user(), make_user()
    club = make_club(owner=owner)
    add_member(club=club, user=director, role=ClubRole.DIRECTOR, actor=owner)
    with pytest.raises(ClubNotAllowed):
        add_member(club=club, user=user, actor=director)
    assert add_member(club=club, user=user, actor=owner).role == ClubRole.MEMBER
    assert add_member(club=club, user=user, role=ClubRole.SCORER, actor=owner).role == ClubRole.SCORER
    assert Membership.objects.filter(club=club, user=user).count() == 1


def test_a_club_keeps_an_owner():
    owner = make_user()
    club = make_club(owner=owner)
    with pytest.raises(LastOwner):
        add_member(club=club, user=owner, role=ClubRole.MEMBER, actor=owner)
    with pytest.raises(LastOwner):
        remove_member(club=club, user=owner, actor=owner)
    add_member(club=club, user=make_user(), role=ClubRole.OWNER, actor=owner)
    remove_member(club=club, user=owner, actor=owner)
    assert club.memberships.count() == 1


def test_members_may_leave_but_not_throw_others_out():
    owner, one, other = make_user(), make_user(), make_user()
    club = make_club(owner=owner)
    for user in (one, other):
        add_member(club=club, user=user, actor=owner)
    with pytest.raises(ClubNotAllowed):
        remove_member(club=club, user=other, actor=one)
    remove_member(club=club, user=one, actor=one)
    remove_member(club=club, user=one, actor=owner)
    assert set(club.memberships.values_list("user", flat=True)) == {owner.pk, other.pk}


def test_a_player_is_found_whatever_the_case_and_form():
    club = make_club()
    first, made = find_or_make_player(club=club, name="Émile Fournier")
    again, made_again = find_or_make_player(club=club, name="E\u0301MILE  fournier")
    assert (made, made_again, again.pk) == (True, False, first.pk)
    assert find_or_make_player(club=make_club(), name="Émile Fournier")[0].pk != first.pk


def test_a_player_is_linked_to_one_account():
    club, user = make_club(), make_user()
    player, _made = find_or_make_player(club=club, name="Ada")
    assert find_or_make_player(club=club, name="ada", user=user)[0].pk == player.pk
    assert find_or_make_player(club=club, name="Another name", user=user)[0].pk == player.pk
    with pytest.raises(NameTaken):
        find_or_make_player(club=club, name="Ada", user=make_user())


def test_guests_belong_to_no_club_and_may_share_a_name():
    one, other = (find_or_make_player(club=None, name="Guest")[0] for _unused in range(2))
    assert one.is_guest
    assert one.pk != other.pk


def test_the_database_keeps_names_once_where_the_service_would_not():
    """The guard behind the service: without the look before the write the constraint refuses the double."""
    from django.db import IntegrityError, transaction

    club = make_club()
    Player.objects.make(name="Ada", club=club)
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.make(name="ADA", club=club)
