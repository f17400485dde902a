"""Calls, messages, chairs, stand-ins, void deals and Undo through their pages, as a director's phone presses them; each
says what it will do, and who may not do it finds nothing.
"""

import pytest
from django.contrib.messages import get_messages

from games.models import Game
from tests.factories import make_user
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    director_of,
    enter_totals,
    finish_round,
    names_at,
    start_next,
)
from tournaments.enums import TournamentRoleKind
from tournaments.models import AuditRow, DeskMessage, DirectorCall, Table
from tournaments.queries.acts import last_act_number
from tournaments.services.reports import report_totals
from tournaments.services.rounds import publish_round
from tournaments.services.seating import generate_round
from tournaments.services.setup import appoint

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    tournament = a_paper_event(8, rounds=2, round_seconds=1800)
    client.force_login(director_of(tournament))
    return tournament


def tables_of(tournament):
    return list(
        Table.objects.filter(round__tournament=tournament)
        .select_related("round__tournament")
        .order_by("number")
    )


def post(client, tournament, path, **data):
    """Press a button; what the next page says last."""
    answer = client.post(f"/t/{tournament.public_id}/tonight/{path}", data)
    assert answer.status_code == 302, answer.status_code
    return [str(message) for message in get_messages(answer.wsgi_request)][-1]


def page(client, tournament, path=""):
    answer = client.get(f"/t/{tournament.public_id}/tonight/{path}")
    assert answer.status_code == 200
    return answer


def test_a_table_calls_and_one_director_comes(client, event):
    start_next(event)
    one, _two = tables_of(event)
    phone = type(client)()
    phone.post(f"/r/{one.report_code}/call/", {"seat": 2})
    phone.post(f"/r/{one.report_code}/call/", {"seat": 1})
    call = DirectorCall.objects.get()
    name = names_at(one)[2]
    assert page(client, event).context["tonight"].waiting_call.sentence == f"{name} called just now."
    assert "Table 1 calls a director" in page(client, event).content.decode()
    seen = last_act_number(event)
    assert post(client, event, "do/take_call/", call=call.pk) == "The table sees that you are coming."
    other = make_user("Vera Second")
    appoint(tournament=event, user=other, role=TournamentRoleKind.SCORER, actor=None)
    second = type(client)()
    second.force_login(other)
    assert post(second, event, "do/take_call/", call=call.pk, seen=seen) == (
        "Dora Director did that already: Call taken."
    )
    assert "Dora Director is coming." in phone.get(f"/r/{one.report_code}/").content.decode()
    assert post(client, event, "do/close_call/", call=call.pk) == "The call is answered."
    assert page(client, event).context["tonight"].calls == ()
    assert post(client, event, "do/take_call/", call=call.pk) == "That call is over."


def test_an_online_table_calls_from_its_page_and_an_onlooker_cant(client):
    event = an_event(4)
    event.entrants.update(autopilot=False)
    start_next(event)
    (table,) = tables_of(event)
    user = make_user("Ada Herself")
    player = table.seats.get(seat=0).player
    player.user = user
    player.save()
    address = f"/g/{Game.objects.get().public_id}/"
    client.force_login(make_user("Just looking"))
    assert client.get(address).context["table"].event.call_url == ""
    assert client.post(f"/t/{event.public_id}/table/{table.public_id}/call/").status_code == 404
    client.force_login(user)
    url = client.get(address).context["table"].event.call_url
    version = Game.objects.get().version
    assert client.post(url).url == address
    assert DirectorCall.objects.get().called_seat == 0
    assert Game.objects.get().version > version, "open pages of the table hear of it"
    assert "A director is called." in client.get(address).content.decode()


def test_a_message_is_shown_where_it_is_meant_to_be(client, event):
    start_next(event)
    one, two = tables_of(event)
    assert post(client, event, "do/message/", text="  Break until  21:15 ") == "The message is shown."
    assert post(client, event, "do/message/", text="Only for you", table=one.pk) == "The message is shown."
    both = client.get(f"/r/{one.report_code}/").content.decode()
    assert ("Break until 21:15" in both, "Only for you" in both) == (True, True)
    other = client.get(f"/r/{two.report_code}/").content.decode()
    assert ("Break until 21:15" in other, "Only for you" in other) == (True, False)
    for place in ("", "seating/", "screen/"):
        found = client.get(f"/t/{event.public_id}/{place}").content.decode()
        assert ("Break until 21:15" in found, "Only for you" in found) == (True, False), place
    message = DeskMessage.objects.get(table__isnull=True)
    assert post(client, event, "do/end_message/", message=message.pk) == "The message is taken back."
    assert "Break until" not in client.get(f"/t/{event.public_id}/").content.decode()
    assert post(client, event, "do/message/", text="  ") == "Write what is to be said."


def test_wrong_chairs_are_put_right_on_a_phone(client, event):
    start_next(event)
    one, two = tables_of(event)
    first, second = one.seats.get(seat=0), two.seats.get(seat=1)
    people = page(client, event, f"table/{one.public_id}/people/").context["people"]
    assert (people.can_move, len(people.chairs), len(people.others)) == (True, 4, 4)
    said = post(client, event, f"table/{one.public_id}/people/swap/", chair=first.pk, **{"with": second.pk})
    assert said == f"{first.name} and {second.name} have changed chairs."
    assert names_at(one)[0] == second.name
    assert post(client, event, "do/undo/", number=last_act_number(event)) == "Undone."
    assert names_at(one)[0] == first.name
    assert (
        client.post(
            f"/t/{event.public_id}/tonight/table/{one.public_id}/people/swap/", {"chair": 999_999}
        ).status_code
        == 404
    )


def test_no_show_and_standby_on_a_phone(client, event):
    publish_round(draft=generate_round(tournament=event, actor=None), actor=None)
    one, _two = tables_of(event)
    gone = one.seats.get(seat=3)
    here = f"table/{one.public_id}/people/"
    assert post(client, event, f"{here}give-up/", chair=gone.pk) == f"{gone.name} doesn't play this round."
    assert page(client, event, here).context["people"].free == ((gone.entrant_id, gone.name),)
    said = post(client, event, f"{here}take/", entrant=gone.entrant_id)
    assert said == f"{gone.name} sits at table 1."
    assert names_at(one)[3] == gone.name


def test_a_bot_plays_and_gives_the_seat_back(client):
    event = an_event(4)
    client.force_login(director_of(event))
    event.entrants.update(autopilot=False)
    start_next(event)
    (table,) = tables_of(event)
    chair, here = table.seats.get(seat=1), f"table/{table.public_id}/people/"
    assert post(client, event, f"{here}bot/", chair=chair.pk) == (
        f"A bot plays for {chair.name} from the next move on."
    )
    assert page(client, event, here).context["people"].chairs[1].bot_plays is True
    assert post(client, event, f"{here}person/", chair=chair.pk) == f"{chair.name} plays again."
    assert page(client, event, here).context["people"].chairs[1].bot_plays is False


def test_a_void_deal_is_offered_and_done(client):
    event = an_event(4, rounds=1)
    client.force_login(director_of(event))
    finish_round(start_next(event))
    (table,) = tables_of(event)
    assert page(client, event, f"table/{table.public_id}/").context["voidable"] == (), "the only deal"
    said = post(client, event, f"table/{table.public_id}/people/void/", deal=1, reason="Why")
    assert said == "It is the only deal. Put the totals right, or cancel the round."


def test_undo_stands_on_tonight_and_says_what_it_does(client, event):
    assert post(client, event, "do/generate/") == "The seating is drawn up. Only directors see it."
    assert page(client, event).context["undo"] is None, "a draft is nobody's loss"
    draft = event.drafts.get()
    post(client, event, "do/publish/", draft=draft.pk)
    shown = page(client, event)
    assert shown.context["undo"].effect == "The seating is a draft again, which only directors see."
    assert "Undo: Seating published" in shown.content.decode()
    number = shown.context["undo"].number
    assert post(client, event, "do/undo/", number=number) == "Undone."
    assert not event.rounds.exists()
    assert post(client, event, "do/undo/", number=number) == (
        "Something was done since, so this can't be undone any more."
    )


def test_a_scorer_isnt_offered_what_only_others_may_confirm(client, event):
    start_next(event)
    one, two = tables_of(event)
    scorer = make_user("Sam Scorer")
    appoint(tournament=event, user=scorer, role=TournamentRoleKind.SCORER, actor=None)
    report_totals(table=one, totals=[3, -1, -1, -1], actor=scorer)
    report_totals(table=two, totals=[3, -1, -1, -1], actor=None, seat=0)
    client.force_login(scorer)
    own = page(client, event, f"table/{one.public_id}/")
    assert (own.context["may_confirm"], "Confirm it" in own.content.decode()) == (False, False)
    assert page(client, event, f"table/{two.public_id}/").context["may_confirm"] is True
    result = one.results.get()
    said = post(client, event, f"table/{one.public_id}/confirm/", result=result.pk)
    assert said.startswith("You entered this result.")
    for path in (f"table/{one.public_id}/people/", "seats/", "log/", "money/"):
        assert client.get(f"/t/{event.public_id}/tonight/{path}").status_code == 404
    found = page(client, event).content.decode() + page(client, event, "people/").content.decode()
    for word in ("Say something", "Pause", "Cancel this round", "More about", "Late entry"):
        assert word not in found
    assert post(client, event, "do/pause/") == "You may not do that here."


def test_two_directors_undo_one_act(client, event):
    start_next(event)
    enter_totals(event.rounds.get(), {})
    number = AuditRow.objects.filter(action="confirm_result").order_by("-number").first().number
    assert post(client, event, "do/undo/", number=number) == "Undone."
    assert post(client, event, "do/undo/", number=number) == (
        "Something was done since, so this can't be undone any more."
    )
    assert AuditRow.objects.filter(action="undo").count() == 1
