"""People at the desk and on the entry page: one tap, the waiting list, oneself only, a file looked at first."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, an_event, director_of, enter, entrant

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    tournament = a_paper_event(3)
    client.force_login(director_of(tournament))
    return tournament


def tap(client, tournament, name, act):
    person = entrant(tournament, name)
    client.post(f"/t/{tournament.public_id}/tonight/people/{person.pk}/{act}/")
    person.refresh_from_db()
    return person.status


def test_one_tap_each(client, event):
    assert [tap(client, event, "Ada", act) for act in ("in", "out", "withdraw", "back")] == [
        "checked_in",
        "entered",
        "withdrawn",
        "checked_in",
    ]


def test_a_late_comer_is_entered_and_checked_in_at_once(client, event):
    address = f"/t/{event.public_id}/tonight/people/enter/"
    client.post(address, {"name": "Late Lou", "here": "1"})
    assert entrant(event, "Late Lou").status == "checked_in"
    again = client.post(address, {"name": "late lou"})
    assert (again.status_code, list(again.context["form"].errors)) == (422, ["name"])


def test_a_file_is_looked_at_before_it_counts(client, event):
    address = f"/t/{event.public_id}/tonight/people/import/"
    data = SimpleUploadedFile("club.csv", "Name\nAda\nBéla\n\n".encode(), content_type="text/csv")
    shown = client.post(address, {"file": data, "encoding": "utf-8"})
    report = shown.context["report"]
    assert ([row.name for row in report.accepted], [row.name for row in report.unchanged]) == (
        ["Béla"],
        ["Ada"],
    )
    assert event.entrants.count() == 3
    client.post(address, {"kept": shown.context["kept"]})
    assert entrant(event, "Béla").status == "entered"
    client.post(address, {"kept": shown.context["kept"] + "x"})
    assert event.entrants.count() == 4


def test_people_enter_say_they_are_here_and_withdraw_themselves(client):
    tournament = an_event(0, check_in=True)
    client.force_login(make_user("Ada Lovelace"))
    statuses = []
    for act in ("enter", "here", "leave", "enter"):
        client.post(f"/t/{tournament.public_id}/enter/{act}/")
        statuses.append(entrant(tournament, "Ada Lovelace").status)
    assert statuses == ["entered", "checked_in", "withdrawn", "withdrawn"]
    assert tournament.entrants.count() == 1


def test_the_waiting_list_moves_up_by_itself(client):
    tournament = an_event(2, capacity=2)
    client.force_login(make_user("Wanda Waits"))
    client.post(f"/t/{tournament.public_id}/enter/enter/")
    page = client.get(f"/t/{tournament.public_id}/enter/")
    assert (page.context["own"].waiting, page.context["places_left"]) == (1, 0)
    client.force_login(director_of(tournament))
    tap(client, tournament, "Ada", "withdraw")
    assert entrant(tournament, "Wanda Waits").status == "entered"


def test_penalties_are_given_with_a_reason_and_taken_back(client, event):
    enter(event, ["Dee"])
    address = f"/t/{event.public_id}/tonight/people/{entrant(event, 'Ada').pk}/"
    assert client.post(address, {"what": "penalty", "points": "-5", "reason": ""}).status_code == 422
    sent = {"what": "penalty", "points": "-5", "reason": "Late."}
    assert client.post(address, sent).status_code == 200
    assert event.penalties.count() == 0
    assert client.post(address, sent | {"really": "1"}).status_code == 302
    penalty = event.penalties.get()
    assert (penalty.points, penalty.reason, penalty.cancelled_at) == (-5, "Late.", None)
    back = f"/t/{event.public_id}/tonight/penalties/{penalty.pk}/back/"
    asked = client.post(back)
    penalty.refresh_from_db()
    assert (asked.status_code, penalty.cancelled_at) == (200, None)
    assert "Take back for Ada: −5" in asked.content.decode()
    assert client.post(back, {"really": "1"}).status_code == 302
    penalty.refresh_from_db()
    assert penalty.cancelled_at is not None
    assert client.post(back).status_code == 302, "again is no question any more"


def test_standby_is_one_tap_on_a_persons_page(client):
    event = a_paper_event(5)
    client.force_login(director_of(event))
    eve = event.entrants.get(name="Eve")
    here = f"/t/{event.public_id}/tonight/people/{eve.pk}/"
    assert client.post(f"{here}standby/", {"from": "person"}).url == here
    assert "Seat them again" in client.get(here).content.decode()
    assert "standby" in client.get(f"/t/{event.public_id}/tonight/people/").content.decode()
    client.post(f"{here}off-standby/", {"from": "person"})
    eve.refresh_from_db()
    assert eve.standby is False
