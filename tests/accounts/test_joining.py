"""How people come into a club and how it changes: by a link that can be revoked, by asking, and by its owners."""

import pytest

from accounts.enums import ClubRole
from accounts.errors import BadSetting, ClubNotAllowed, LinkNotValid, NameTaken
from accounts.links import club_of_token, join_token
from accounts.models import JoinRequest, Membership
from accounts.queries import club_page
from accounts.services import (
    answer_request,
    ask_to_join,
    change_club,
    create_club,
    join_by_link,
    revoke_join_link,
)
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db


def role_of(user, club):
    return Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()


def test_the_link_lets_in_and_never_takes_a_role_away():
    owner, guest = make_user(), make_user()
    club = make_club(owner=owner, is_public=False)
    join_by_link(token=join_token(club), user=guest)
    join_by_link(token=join_token(club), user=owner)
    assert (role_of(guest, club), role_of(owner, club)) == (ClubRole.MEMBER, ClubRole.OWNER)


def test_a_revoked_or_made_up_link_lets_nobody_in():
    owner, guest = make_user(), make_user()
    club = make_club(owner=owner)
    old = join_token(club)
    club = revoke_join_link(club=club, actor=owner)
    for token in (old, join_token(club)[:-1] + "x", "nothing"):
        with pytest.raises(LinkNotValid):
            join_by_link(token=token, user=guest)
    assert role_of(guest, club) is None
    assert club_of_token(join_token(club)) == club


def test_who_asks_is_let_in_by_an_owner_only():
    owner, guest = make_user(), make_user("Gus")
    club = make_club(owner=owner)
    assert ask_to_join(club=club, user=guest) == ask_to_join(club=club, user=guest)
    page = club_page(owner, club.slug)
    assert page is not None
    assert [line.name for line in page.requests] == ["Gus"]
    with pytest.raises(ClubNotAllowed):
        answer_request(club=club, user_id=guest.pk, accept=True, actor=guest)
    answer_request(club=club, user_id=guest.pk, accept=True, actor=owner)
    assert (role_of(guest, club), JoinRequest.objects.count()) == (ClubRole.MEMBER, 0)
    assert ask_to_join(club=club, user=guest) is None


def test_a_declined_request_is_not_asked_again():
    owner, guest = make_user(), make_user()
    club = make_club(owner=owner)
    ask_to_join(club=club, user=guest)
    answer_request(club=club, user_id=guest.pk, accept=False, actor=owner)
    ask_to_join(club=club, user=guest)
    page = club_page(owner, club.slug)
    assert page is not None
    assert (page.requests, role_of(guest, club)) == ((), None)


def test_nobody_asks_a_club_that_isnt_there_for_them():
    with pytest.raises(ClubNotAllowed):
        ask_to_join(club=make_club(is_public=False), user=make_user())


def test_an_owner_changes_the_club_and_its_address_stays():
    owner = make_user()
    club = make_club("Old", owner=owner)
    make_club("Taken")
    wanted = {"name": "New", "about": " Tuesdays ", "time_zone": "Europe/Lisbon", "language": "nl"}
    changed = change_club(club=club, actor=owner, is_public=False, **wanted)
    assert (changed.name, changed.about, changed.slug) == ("New", "Tuesdays", club.slug)
    for wrong, error in (
        ({"name": "taken"}, NameTaken),
        ({"time_zone": "Mars/Base"}, BadSetting),
        ({"language": "xx"}, BadSetting),
    ):
        with pytest.raises(error):
            change_club(club=club, actor=owner, is_public=True, **(wanted | wrong))
    with pytest.raises(ClubNotAllowed):
        change_club(club=club, actor=make_user(), is_public=True, **wanted)


@pytest.mark.parametrize(("name", "slug"), [("New", "new-club"), ("Join", "join-club"), ("Newest", "newest")])
def test_no_club_sits_on_an_address_of_the_site(name, slug):
    assert create_club(name=name, owner=make_user()).slug == slug
