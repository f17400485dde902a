"""The buttons of Tonight: each does one thing once, says what came of it, and belongs to directors."""

import pytest
from django.contrib.messages import get_messages

from accounts.enums import ClubRole
from accounts.models import Membership
from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, enter_totals, start_next
from tournaments.models import AuditRow, Round, Table
from tournaments.queries.acts import last_act_number

pytestmark = pytest.mark.django_db


def press(client, tournament, act, **data):
    """Press a button; what the next page says last (no page was opened, so what was said before is kept)."""
    answer = client.post(f"/t/{tournament.public_id}/tonight/do/{act}/", data)
    assert answer.status_code == 302
    return [str(message) for message in get_messages(answer.wsgi_request)][-1:]


@pytest.fixture
def event(client):
    tournament = a_paper_event(8, rounds=1, round_seconds=1800)
    client.force_login(director_of(tournament))
    return tournament


def test_an_evening_by_its_buttons(client, event):
    assert press(client, event, "generate") == ["The seating is drawn up. Only directors see it."]
    draft = event.drafts.get()
    assert press(client, event, "publish", draft=draft.pk) == ["The seating is published."]
    round_ = Round.objects.get()
    assert press(client, event, "start", round=round_.pk) == ["The round has started."]
    assert press(client, event, "pause") == ["All clocks stand still."]
    assert press(client, event, "resume") == ["All clocks run again."]
    before = Table.objects.order_by("number").first().closes_at
    assert press(client, event, "extend", minutes=5, round=round_.pk) == ["There is more time."]
    assert (Table.objects.order_by("number").first().closes_at - before).total_seconds() == 300
    assert press(client, event, "complete") == ["A table still plays."]
    enter_totals(round_, {"Ada": 10, "Bo": 4})
    assert press(client, event, "complete") == ["The round is complete, and the standings are out."]
    assert press(client, event, "review") == ["The results are up for objections."]
    assert press(client, event, "finish") == ["The standings are final."]


def test_two_directors_do_one_thing_and_the_second_is_told(client, event):
    other = make_user("Vera Second")
    Membership.objects.create(club=event.club, user=other, role=ClubRole.DIRECTOR)
    seen = last_act_number(event)
    press(client, event, "generate", seen=seen)
    client.force_login(other)
    assert press(client, event, "generate", seen=seen) == [
        "Dora Director did that already: Seating drawn up."
    ]
    assert event.drafts.count() == 1
    draft, seen = event.drafts.get(), last_act_number(event)
    press(client, event, "publish", draft=draft.pk, seen=seen)
    client.force_login(director_of(event))
    assert press(client, event, "publish", draft=draft.pk, seen=seen) == [
        "Vera Second did that already: Seating published."
    ]
    assert (Round.objects.count(), AuditRow.objects.filter(action="publish_round").count()) == (1, 1)


def test_a_button_that_came_too_late_changes_nothing(client, event):
    round_ = start_next(event)
    assert press(client, event, "start", round=round_.pk, seen=last_act_number(event)) == [
        "Nothing was to be done."
    ]
    assert press(client, event, "publish", draft=999_999, seen=last_act_number(event)) == [
        "This draft no longer fits the event. Make a new one."
    ]
    assert press(client, event, "extend", minutes="many") == ["Say how many minutes."]


def test_more_time_for_one_table_only(client, event):
    round_ = start_next(event)
    one, two = Table.objects.filter(round=round_).order_by("number")
    press(client, event, "extend", minutes=10, table=one.pk)
    ends = dict(Table.objects.values_list("number", "closes_at"))
    assert (ends[one.number] - ends[two.number]).total_seconds() == 600


def test_an_unknown_act_and_a_get_are_no_act(client, event):
    assert client.post(f"/t/{event.public_id}/tonight/do/explode/").status_code == 404
    assert client.get(f"/t/{event.public_id}/tonight/do/pause/").status_code == 405


def test_a_reason_is_kept_with_a_cancelled_round(client, event):
    round_ = start_next(event)
    press(client, event, "cancel_round", round=round_.pk, reason="Fire alarm.")
    assert AuditRow.objects.get(action="cancel_round").payload_json["reason"] == "Fire alarm."
    round_.refresh_from_db()
    assert round_.status == "cancelled"
