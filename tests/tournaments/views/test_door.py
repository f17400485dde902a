"""People without an account check in at the door: they scan a code and tap their name."""

import re

import pytest
from django.test import Client
from django.test.client import RequestFactory

from tests.tournaments.evenings import an_event, director_of, entrant
from tournaments.enums import EntrantStatus
from tournaments.models import Tournament
from tournaments.views.door import door_address, door_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return an_event(3, check_in=True)


def here(tournament: Tournament, code: str = "") -> str:
    return f"/t/{tournament.public_id}/here/{code or door_code(tournament)}/"


def tap(client: Client, tournament: Tournament, name: str) -> str:
    sent = {"entrant": entrant(tournament, name).pk}
    return client.post(here(tournament), sent, follow=True).content.decode()


def names_to_tap(client: Client, tournament: Tournament) -> list[str]:
    page = client.get(here(tournament)).content.decode()
    buttons = re.findall(r'name="entrant" value="\d+"><span class="n">([^<]*)<', page)
    return buttons


def test_a_tap_on_ones_name_is_a_check_in_that_is_written_down(client, event):
    assert "Ada" in client.get(here(event)).content.decode()
    assert "Ada is here. Welcome!" in tap(client, event, "Ada")
    assert entrant(event, "Ada").status == EntrantStatus.CHECKED_IN
    assert names_to_tap(client, event) == ["Bo", "Cy"]
    act = event.audit_rows.latest("number")
    assert (act.action, act.actor, act.payload_json["name"]) == ("check_in", None, "Ada")


def test_tapping_twice_is_once(client, event):
    tap(client, event, "Ada")
    before = event.audit_rows.count()
    assert "Ada is here already." in tap(client, event, "Ada")
    assert event.audit_rows.count() == before


def test_a_wrong_tap_is_taken_back_on_the_phone_that_made_it(client, event):
    assert "That wasn&#x27;t me" in tap(client, event, "Ada").replace("'", "&#x27;")
    answer = client.post(here(event), {"undo": "1"}, follow=True).content.decode()
    assert "Taken back: Ada isn&#x27;t here yet." in answer
    assert entrant(event, "Ada").status == EntrantStatus.ENTERED
    act = event.audit_rows.latest("number")
    assert (act.action, act.actor) == ("undo_check_in", None)


def test_no_other_phone_takes_a_tap_back(client, event):
    tap(client, event, "Ada")
    other = Client()
    other.post(here(event), {"entrant": entrant(event, "Ada").pk})
    answer = other.post(here(event), {"undo": "1"}, follow=True).content.decode()
    assert "It can&#x27;t be taken back here any more." in answer
    assert entrant(event, "Ada").status == EntrantStatus.CHECKED_IN


def test_who_left_since_stays_away_though_the_phone_takes_its_tap_back(client, event):
    tap(client, event, "Ada")
    event.entrants.filter(name="Ada").update(status=EntrantStatus.WITHDRAWN)
    client.post(here(event), {"undo": "1"})
    assert entrant(event, "Ada").status == EntrantStatus.WITHDRAWN


def test_who_waits_for_a_chair_is_shown_and_not_let_in(client):
    event = an_event(3, check_in=True, capacity=2)
    assert names_to_tap(client, event) == ["Ada", "Bo"]
    assert "1. Cy" in client.get(here(event)).content.decode()
    assert "Cy is on the waiting list: a director lets people in." in tap(client, event, "Cy")
    assert entrant(event, "Cy").status == EntrantStatus.WAITING


def test_the_sheet_for_the_door_is_the_staffs_and_there_while_people_check_in(client, event):
    sheet = f"/t/{event.public_id}/print/door/"
    assert client.get(sheet).status_code == 404
    client.force_login(director_of(event))
    assert door_code(event) in client.get(sheet).content.decode()
    assert sheet in client.get(f"/t/{event.public_id}/tonight/print/").content.decode()
    Tournament.objects.filter(pk=event.pk).update(status="finished")
    assert client.get(sheet).status_code == 404


@pytest.mark.parametrize("code", ["0000000000000000", "x", "deadwood"])
def test_a_code_that_is_made_up_opens_nothing(client, event, code):
    assert client.get(here(event, code)).status_code == 404
    sent = {"entrant": entrant(event, "Ada").pk}
    assert client.post(here(event, code), sent).status_code == 404
    assert entrant(event, "Ada").status == EntrantStatus.ENTERED


def test_the_code_of_another_event_opens_nothing(client, event):
    other = an_event(0, check_in=True, director=director_of(event), club=event.club)
    assert client.get(here(event, door_code(other))).status_code == 404


@pytest.mark.parametrize("entrant_", ["", "x", "-1", "0", "9" * 30])
def test_who_isnt_in_the_event_cannot_be_tapped(client, event, entrant_):
    assert client.post(here(event), {"entrant": entrant_}).status_code == 404


def test_whoever_is_at_the_door_of_a_private_event_may_come_in(client, event):
    Tournament.objects.filter(pk=event.pk).update(is_public=False)
    assert "Ada is here. Welcome!" in tap(client, event, "Ada")


def test_where_nobody_is_checked_in_no_name_is_shown(client, event):
    Tournament.objects.filter(pk=event.pk).update(status="finished")
    page = client.get(here(event)).content.decode()
    assert ("Nobody is checked in here now" in page, "Ada" in page) == (True, False)
    client.post(here(event), {"entrant": entrant(event, "Ada").pk})
    assert entrant(event, "Ada").status == EntrantStatus.ENTERED


def test_who_left_is_sent_to_a_director(client, event):
    event.entrants.filter(name="Ada").update(status=EntrantStatus.WITHDRAWN)
    assert "Who left comes back through a director." in tap(client, event, "Ada")
    assert entrant(event, "Ada").status == EntrantStatus.WITHDRAWN


def test_the_desk_shows_the_code_where_people_check_in(client, event):
    client.force_login(director_of(event))
    request = RequestFactory().get("/")
    people = f"/t/{event.public_id}/tonight/people/"
    assert door_address(request, event) in client.get(people).content.decode()
    event.format_json = {**event.format_json, "check_in": False}
    event.save(update_fields=["format_json"])
    assert "/here/" not in client.get(people).content.decode()
