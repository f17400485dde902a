"""A right that ends ends now: with the next request, in every browser and program, without signing out first (T25)."""

import pytest
from django.test import Client
from django.urls import reverse
from knox.models import AuthToken

from accounts.models import Membership, User
from tests.factories import make_club, make_user
from tests.tournaments.evenings import an_event

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def is_signed_in(client: Client) -> bool:
    return client.get(reverse("account_email")).status_code == 200


def test_who_is_switched_off_is_out_in_every_browser() -> None:
    user = make_user("Ruth")
    browsers = [signed_in(user), signed_in(user)]
    assert [is_signed_in(browser) for browser in browsers] == [True, True]
    user.is_active = False
    user.save()
    assert [is_signed_in(browser) for browser in browsers] == [False, False]


def test_and_so_are_the_programs_that_hold_a_token() -> None:
    user = make_user("Ruth")
    headers = {"Authorization": f"Token {AuthToken.objects.create(user)[1]}"}
    path = "/api/v1/tournaments/"
    assert Client().get(path, headers=headers).status_code == 200
    user.is_active = False
    user.save()
    assert Client().get(path, headers=headers).status_code == 401


def test_a_new_password_ends_the_sessions_elsewhere_and_keeps_ones_own() -> None:
    user = make_user("Ruth")
    here, elsewhere = signed_in(user), signed_in(user)
    new = "a longer pass phrase 7"
    sent = {"oldpassword": "pass word", "password1": new, "password2": new}
    here.post(reverse("account_change_password"), sent)
    assert (is_signed_in(here), is_signed_in(elsewhere)) == (True, False)


def test_who_is_no_director_any_more_finds_no_desk_with_the_next_click() -> None:
    owner, helper = make_user("Owner"), make_user("Helper")
    club = make_club(owner=owner)
    role = Membership.objects.create(club=club, user=helper, role="director")
    desk = f"/t/{an_event(4, director=owner, club=club).public_id}/tonight/"
    browser = signed_in(helper)
    assert browser.get(desk).status_code == 200
    role.delete()
    assert browser.get(desk).status_code in (403, 404)
