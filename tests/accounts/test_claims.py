"""Players without an account who become somebody's own: by a link that works once, for one person."""

import pytest

from accounts.enums import ClubRole
from accounts.errors import ClubNotAllowed, LinkNotValid, NameTaken
from accounts.links import player_of_token
from accounts.models import Membership, Player
from accounts.permissions import can_view_player
from accounts.services import claim_player, make_claim_link, set_privacy
from tests.factories import make_club, make_player, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return make_user("Dora Director")


@pytest.fixture
def guest(director):
    """A player of the director's club without an account."""
    return make_player("Gus Guest", make_club(owner=director))


def test_the_link_works_once_and_its_hash_alone_is_stored(director, guest):
    token = make_claim_link(player=guest, actor=director)
    user, other = make_user(), make_user()
    assert token not in str(Player.objects.filter(pk=guest.pk).values().get())
    assert claim_player(token=token, user=user).user == user
    with pytest.raises(LinkNotValid):
        claim_player(token=token, user=other)
    assert player_of_token(token) is None


def test_a_newer_link_replaces_the_older(director, guest):
    old, new = (make_claim_link(player=guest, actor=director) for _ in range(2))
    assert (player_of_token(old), player_of_token(new), player_of_token("")) == (None, guest, None)


def test_who_is_another_player_of_the_club_cant_claim_a_second(director, guest):
    user = make_user()
    make_player("Same Person", guest.club, user)
    token = make_claim_link(player=guest, actor=director)
    with pytest.raises(NameTaken):
        claim_player(token=token, user=user)
    assert player_of_token(token) == guest


def test_only_directors_make_links_and_only_for_players_without_an_account(director, guest):
    member = make_user()
    Membership.objects.create(club=guest.club, user=member, role=ClubRole.SCORER)
    with pytest.raises(ClubNotAllowed):
        make_claim_link(player=guest, actor=member)
    owned = make_player("Owned", guest.club, member)
    with pytest.raises(ClubNotAllowed):
        make_claim_link(player=owned, actor=director)


def test_a_hidden_page_is_the_players_own_and_the_directors(director, guest):
    user, member = make_user(), make_user()
    Membership.objects.create(club=guest.club, user=member)
    mine = make_player("Mine", guest.club, user)
    readers = (user, director, member, make_user())
    assert [can_view_player(reader, mine) for reader in readers] == [True] * 4
    mine = set_privacy(player=mine, is_private=True, actor=user)
    assert [can_view_player(reader, mine) for reader in readers] == [True, True, False, False]
    with pytest.raises(ClubNotAllowed):
        set_privacy(player=mine, is_private=False, actor=director)
