"""Fair play at the desk: who sees it, what it says before there is anything to say, and the way to a pair."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from games.bots.registry import bot_named
from games.engine.moves import DRAW_STOCK
from games.engine.ruleset import PRESETS
from games.enums import ActorKind
from tests.factories import make_user
from tests.tournaments.engine.fair_events import EQUALS, Played, games_of, played_game
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
    assert page.count(f'href="{at(event)}?of=season"') == 1  # the way to more events
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


def test_a_damaged_record_leads_to_the_check():
    """Of four people with 60 deals together the last deal ends in a move that nobody could make."""
    event, ruleset = an_event(4), PRESETS["knock-rummy"].replace(deals=60)
    deals = played_game(ruleset, [bot_named("club")] * 4, "damaged")
    deals[-1] = replace(deals[-1], moves=(*deals[-1].moves[:-1], DRAW_STOCK))
    store(event, [Played(ruleset, (0, 1, 2, 3), deals)])
    client = signed_in(director_of(event))
    answer = client.get(at(event), follow=True)
    assert answer.redirect_chain == [
        (reverse("tournaments:check", kwargs={"public_id": event.public_id}), 302)
    ]
    assert "The record of a game is damaged." in answer.content.decode()
    one, other = (entrant.members.get().player_id for entrant in event.entrants.order_by("number")[:2])
    pair = client.get(
        reverse("tournaments:fair_pair", kwargs={"public_id": event.public_id, "player": one, "other": other})
    )
    assert pair.status_code == 302
