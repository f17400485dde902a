"""Fair play at the desk: who sees it, what it says before there is anything to say, and the way to a pair."""

import pytest
from django.test import Client
from django.urls import reverse

from games.enums import ActorKind
from tests.factories import make_user
from tests.tournaments.engine.fair_events import EQUALS, games_of
from tests.tournaments.evenings import an_event, director_of
from tests.tournaments.fair_evenings import store
from tournaments.models import Tournament, TournamentRole

pytestmark = pytest.mark.django_db


def at(event: Tournament) -> str:
    return reverse("tournaments:fair_play", kwargs={"public_id": event.public_id})


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def test_players_and_scorers_find_nothing():
    event = an_event(4)
    scorer, stranger = make_user("Sal Scorer"), make_user("Stan Stranger")
    TournamentRole.objects.create(tournament=event, user=scorer, role="scorer")
    one, other = (entrant.members.get().player_id for entrant in event.entrants.all()[:2])
    pair = reverse(
        "tournaments:fair_pair", kwargs={"public_id": event.public_id, "player": one, "other": other}
    )
    for path in (at(event), pair):
        assert signed_in(scorer).get(path).status_code == 404
        assert signed_in(stranger).get(path).status_code == 404
        assert signed_in(director_of(event)).get(path).status_code == 200


def test_before_there_is_enough_the_page_says_what_is_needed():
    event = an_event(4)
    page = signed_in(director_of(event)).get(at(event)).content.decode()
    assert "Two people are compared once they have 50 finished online deals together" in page
    assert "Here those who met most have 0." in page
    assert "The pairs that come next" not in page


def test_more_leads_there():
    event = an_event(4)
    more = reverse("tournaments:more", kwargs={"public_id": event.public_id})
    assert at(event) in signed_in(director_of(event)).get(more).content.decode()


@pytest.mark.uncounted
def test_honest_people_are_not_on_the_list_and_open_under_those_that_come_next():
    event = an_event(8)
    store(event, games_of("views", EQUALS, deals=50), ActorKind.AUTOPILOT)
    client = signed_in(director_of(event))
    page = client.get(at(event), {"of": "season"}).content.decode()
    assert "No pair stands out." in page
    assert "The pairs that come next" in page
    address = page.split('<ul class="plain gamelist fairlines"><li><a href="')[1].split('"')[0]
    assert address.endswith("?of=season")
    pair = client.get(address).content.decode()
    assert "Worth a look" not in pair
    assert pair.count("Deals to look at") == 2
