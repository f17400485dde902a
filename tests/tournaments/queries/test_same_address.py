"""Two accounts that sign in from one address are named to the director, and play like everybody (T16)."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import make_user
from tests.tournaments.evenings import an_event, director_of, start_next
from tournaments.models import Tournament
from tournaments.queries.same_address import same_address
from tournaments.services.entrants import enter_player

pytestmark = pytest.mark.django_db


def sign_in(user: User, address: str) -> None:
    Client(REMOTE_ADDR=address).post(reverse("account_login"), {"login": user.email, "password": "pass word"})


def event_of(names: dict[str, str]) -> Tournament:
    """An event of these people, each of whom signed in from an address."""
    tournament = an_event()
    for name, address in names.items():
        user = make_user(name)
        sign_in(user, address)
        enter_player(tournament=tournament, actor=None, name=name, user=user)
    return tournament


def test_who_shares_an_address_is_named_and_nobody_else():
    tournament = event_of(
        {"Ruth": "192.0.2.1", "Ruthless": "192.0.2.1", "Ines": "192.0.2.2", "Luca": "192.0.2.3"}
    )
    assert same_address(tournament) == [("Ruth", "Ruthless")]


def test_they_are_flagged_and_not_banned():
    tournament = event_of(dict.fromkeys(("Ruth", "Ruthless", "Ines", "Luca"), "192.0.2.1"))
    assert same_address(tournament) == [("Ines", "Luca", "Ruth", "Ruthless")]
    assert start_next(tournament).tables.get().seats.exclude(entrant=None).count() == 4


def test_a_clubs_own_network_says_nothing():
    tournament = event_of(dict.fromkeys(("Ruth", "Ruthless", "Ines", "Luca", "Ada"), "192.0.2.1"))
    assert same_address(tournament) == []


def test_the_director_reads_names_and_no_address_and_nobody_else_reads_anything(client):
    tournament = event_of({"Ruth": "192.0.2.1", "Ruthless": "192.0.2.1"})
    path = reverse("tournaments:fair_play", args=[tournament.public_id])
    client.force_login(director_of(tournament))
    page = client.get(path).content.decode()
    assert ("Ruth, Ruthless" in page, "192.0.2.1" in page) == (True, False)
    client.force_login(User.objects.get(display_name="Ruth"))
    assert client.get(path).status_code in (403, 404)
