"""A pool on real cards, as people report it: points, the order of going out, re-entries.

The table of all tests, stake 100 and one re-entry each (docs/rules.md, A "Pool"), seats 0 to 3:

    deal   net points               after it
    1      +190  -110   -35   -45   seat 1 is past 100 and pays to go on, now up to 200
    2      +135   -30   -70   -35   seat 2 is at -105: first out
    3       -55   +90     .   -35   seat 3 is at -115: second out
    4       +85   -85     .     .   seat 1 is at -135, within its second stake
    5       +75   -75     .     .   seat 1 is at -210: third out; seat 0 is left

By points seat 2 would be second; it was the first to go out, so it is last.
"""

import pytest

from games.queries.rulesets import preset_ruleset
from tests.tournaments.evenings import a_paper_event, director_of, names_at, start_next
from tournaments.models import Fee, Table
from tournaments.queries.audit import audit_event
from tournaments.queries.standings import standings_page
from tournaments.services.completion import complete_round
from tournaments.services.setup import change_settings

pytestmark = pytest.mark.django_db

TOTALS, OUT, AGAIN, PLACES = (430, -210, -105, -115), (0, 3, 1, 2), (0, 1, 0, 0), (1, 2, 4, 3)


@pytest.fixture
def table():
    event = a_paper_event(4, scheme="placement", re_entry_fee=500, boundaries=())
    change_settings(tournament=event, actor=None, ruleset=preset_ruleset("knock-pool", {"re_entries": 1}))
    return start_next(event).tables.select_related("round__tournament").get()


def sent(*, seat=0, key="a-key", **changed):
    numbers = {"total": TOTALS, "out": OUT, "again": AGAIN}
    fields = {f"{kind}-{n}": value for kind, row in numbers.items() for n, value in enumerate(row, 1)}
    changes = {name.replace("_", "-"): value for name, value in changed.items()}
    return {"what": "totals", "seat": seat, "key": key} | fields | changes


def stored(result):
    scores = result.scores.order_by("seat")
    return [(score.net, score.place, score.re_entries) for score in scores]


def fees():
    return list(Fee.objects.values_list("entrant__name", "kind", "amount", "status"))


def at_the_desk(table):
    return f"/t/{table.round.tournament.public_id}/tonight/table/{table.public_id}/"


def test_two_phones_make_the_result_and_the_fee_is_owed_once_it_counts(client, table):
    url = f"/r/{table.report_code}/"
    page = client.get(url).content.decode()
    assert all(f'name="{kind}-{seat}"' in page for kind in ("out", "again") for seat in (1, 2, 3, 4))
    assert client.post(url, sent()).status_code == 302
    result = table.results.get()
    assert (stored(result), fees()) == (list(zip(TOTALS, PLACES, AGAIN, strict=True)), [])
    assert "place 2, 1 re-entry" in client.get(url).content.decode()
    client.post(f"{url}confirm/", {"result": result.pk, "seat": 2})
    again = names_at(table)[1]
    assert fees() == [(again, "re-entry", 500, "owed")]
    complete_round(round_id=table.round_id)
    places = {line.name: line.place for line in standings_page(table.round.tournament).lines}
    assert places == dict(zip(names_at(table), PLACES, strict=True))
    assert audit_event(table.round.tournament).is_clean


def test_the_desk_enters_it_and_takes_it_back_with_its_fee(client, table):
    event = table.round.tournament
    client.force_login(director_of(event))
    assert client.post(at_the_desk(table), sent()).status_code == 302
    assert stored(table.results.get(status="confirmed")) == list(zip(TOTALS, PLACES, AGAIN, strict=True))
    assert [fee[2:] for fee in fees()] == [(500, "owed")]
    number = client.get(f"/t/{event.public_id}/tonight/").context["undo"].number
    client.post(f"/t/{event.public_id}/tonight/do/undo/", {"number": number})
    assert (table.results.filter(status="confirmed").count(), fees()) == (0, [])
    client.post(at_the_desk(table), sent(key="second"))
    assert [fee[2:] for fee in fees()] == [(500, "owed")]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"out_2": 0}, "out-2"),  # -210 with one re-entry is past both stakes
        ({"again_2": 0, "total_2": -99, "total_1": 319}, "out-2"),  # a loss of 99 puts nobody out
        ({"out_1": 3}, "out-1"),  # nobody is left
        ({"out_2": 2, "out_3": 3, "out_4": 3}, "out-2"),  # nobody was first
        ({"again_2": 2}, "again-2"),  # one is allowed
        ({"out_3": 4}, "out-3"),  # four can't all go out
    ],
)
@pytest.mark.parametrize("at_desk", [False, True])
def test_what_cant_have_happened_is_refused_at_its_field(client, table, changed, field, at_desk):
    client.force_login(director_of(table.round.tournament))
    answer = client.post(at_the_desk(table) if at_desk else f"/r/{table.report_code}/", sent(**changed))
    assert answer.status_code == 422
    assert list(answer.context["totals"].errors) == [field]
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert not table.results.exists()


def test_who_went_out_in_the_same_deal_is_ordered_by_points(client, table):
    """Seats 2 and 3 both in the first deal in which somebody did: -105 is ahead of -115."""
    client.force_login(director_of(table.round.tournament))
    client.post(at_the_desk(table), sent(out_2=2, out_4=1))
    assert [place for _net, place, _again in stored(table.results.get())] == [1, 2, 3, 4]


def test_two_who_differ_about_the_order_only_are_a_dispute(client, table):
    client.post(f"/r/{table.report_code}/", sent())
    client.post(f"/r/{table.report_code}/", sent(seat=1, key="other", out_3=2, out_4=1))
    assert Table.objects.get(pk=table.pk).status == "disputed"
    event, names = table.round.tournament, names_at(table)
    client.force_login(director_of(event))
    lead = client.get(f"/t/{event.public_id}/tonight/").context["tonight"].lead
    assert (
        lead.sentence == f"{names[0]} and {names[1]} differ about the place or the re-entries of {names[2]}."
    )
    sides = client.get(at_the_desk(table)).context["desk"].sides
    assert [seat.differs for seat in sides[0].seats] == [False, False, True, True]
    client.post(f"{at_the_desk(table)}accept/", {"result": sides[0].result_id})
    assert stored(table.results.get(status="confirmed")) == list(zip(TOTALS, PLACES, AGAIN, strict=True))


def test_a_correction_begins_with_what_is_known_and_keeps_the_fees_right(client, table):
    client.force_login(director_of(table.round.tournament))
    client.post(at_the_desk(table), sent())
    complete_round(round_id=table.round_id)
    address = f"{at_the_desk(table)}correct/"
    form = client.get(address).context["totals"]
    assert tuple(form[f"out-{seat}"].value() for seat in (1, 2, 3, 4)) == OUT
    assert tuple(form[f"again-{seat}"].value() for seat in (1, 2, 3, 4)) == AGAIN
    right = sent(again_2=0, out_2=1, out_3=2, out_4=3) | {"reason": "Nobody re-entered.", "really": 1}
    assert client.post(address, right).status_code == 302
    assert [place for _net, place, _again in stored(table.results.get(status="confirmed"))] == [1, 4, 3, 2]
    assert fees() == []
