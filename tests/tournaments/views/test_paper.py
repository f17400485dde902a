"""The page behind a table's card: its code is the right, two chairs make a result, sent twice counts once."""

import pytest

from tests.tournaments.evenings import a_paper_event, director_of, names_at, start_next
from tournaments.models import AuditRow, Table
from tournaments.services.report_codes import renew_report_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return start_next(a_paper_event(4)).tables.select_related("round__tournament").get()


def totals(*nets, seat=0, key="a-key"):
    return {"what": "totals", "seat": seat, "key": key} | {f"total-{n}": net for n, net in enumerate(nets, 1)}


def nets_of(table):
    return [
        [score.net for score in result.scores.order_by("seat")]
        for result in table.results.order_by("version")
    ]


def test_one_reports_and_another_confirms(client, table):
    url = f"/r/{table.report_code}/"
    assert client.post(url, totals(20, -5, -5, -10)).status_code == 302
    result = table.results.get()
    assert (result.status, result.entered_by, result.entered_seat) == ("proposed", None, 0)
    assert client.post(f"{url}confirm/", {"result": result.pk, "seat": 0}).status_code == 302
    result.refresh_from_db()
    assert result.status == "proposed", "who entered it can't confirm it"
    client.post(f"{url}confirm/", {"result": result.pk, "seat": 2})
    result.refresh_from_db()
    assert (result.status, result.confirmed_seat) == ("confirmed", 2)


def test_the_same_report_sent_twice_is_one(client, table):
    for _unused in range(2):
        assert client.post(f"/r/{table.report_code}/", totals(20, -5, -5, -10)).status_code == 302
    assert nets_of(table) == [[20, -5, -5, -10]]
    client.post(f"/r/{table.report_code}/", totals(30, -5, -5, -20, key="another"))
    assert nets_of(table) == [[20, -5, -5, -10], [30, -5, -5, -20]]


def test_deals_are_settled_and_shown_before_they_are_sent(client, table):
    # docs/rules.md, A "Settlement": 8, 20, 15, 31 is a clean knock, +42 -12 -7 -23
    deal = {"what": "deals", "rows": 1, "seat": 1, "key": "k", "deal-1-knocker": "0"}
    deal |= {f"deal-1-seat-{n}": wood for n, wood in enumerate((8, 20, 15, 31), 1)}
    shown = client.post(f"/r/{table.report_code}/payments/", deal)
    assert [line.found.deal for line in shown.context["lines"]] == [("+42", "−12", "−7", "−23")]
    assert table.results.count() == 0
    client.post(f"/r/{table.report_code}/", deal)
    assert nets_of(table) == [[42, -12, -7, -23]]


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (totals(20, -5, -5, -9), None),
        ({"what": "totals", "seat": 0, "total-1": "4"}, "total-2"),
        ({"what": "deals", "rows": 1, "seat": 0, "deal-1-knocker": "0", "deal-1-seat-1": 4}, "deal-1-seat-2"),
        ({"what": "deals", "rows": 1, "seat": 0, "deal-1-seat-1": 4}, "deal-1-knocker"),
        ({"what": "deals", "rows": 1, "seat": 0, "deal-1-knocker": "0"}, "deal-1-seat-1"),
    ],
)
def test_what_cant_be_is_refused_at_its_field(client, table, data, field):
    answer = client.post(f"/r/{table.report_code}/", data)
    assert answer.status_code == 422
    form = answer.context["deals" if data["what"] == "deals" else "totals"]
    assert next(iter(form.errors)) == (field or "__all__")
    assert table.results.count() == 0


def test_one_may_leave_the_last_total_empty(client, table):
    client.post(f"/r/{table.report_code}/", totals(20, -5, -5, ""))
    assert nets_of(table) == [[20, -5, -5, -10]]


def test_without_saying_who_nothing_is_reported(client, table):
    data = totals(20, -5, -5, -10)
    del data["seat"]
    answer = client.post(f"/r/{table.report_code}/", data)
    assert (answer.status_code, answer.context["refusal"]) == (422, "Say who you are.")
    client.post(f"/r/{table.report_code}/", totals(20, -5, -5, -10))
    data["key"] = "next"
    assert client.post(f"/r/{table.report_code}/", data).status_code == 302, "the phone is remembered"


@pytest.mark.parametrize("number", ["²", "9" * 5000])
def test_what_is_no_number_counts_as_not_sent(client, table, number):
    """It was answered with 500."""
    refused = client.post(f"/r/{table.report_code}/", totals(20, -5, -5, -10, seat=number))
    assert (refused.status_code, refused.context["refusal"]) == (422, "Say who you are.")
    assert client.post(f"/r/{table.report_code}/payments/", {"rows": number}).status_code == 200


def test_a_renewed_code_closes_the_old_one(client, table):
    old = table.report_code
    renew_report_code(table=table, actor=director_of(table.round.tournament))
    assert client.get(f"/r/{old}/").status_code == 404
    assert client.post(f"/r/{old}/", totals(20, -5, -5, -10)).status_code == 404
    new = Table.objects.get(pk=table.pk).report_code
    assert client.get(f"/r/{new.lower()}/").status_code == 200
    assert new not in str(AuditRow.objects.get(action="renew_report_code").payload_json)


def test_two_versions_are_a_dispute_that_a_director_ends(client, table):
    names = names_at(table)
    client.post(f"/r/{table.report_code}/", totals(20, -5, -5, -10))
    client.post(f"/r/{table.report_code}/", totals(10, 0, 0, -10, seat=1, key="other"))
    tournament = table.round.tournament
    client.force_login(director_of(tournament))
    page = client.get(f"/t/{tournament.public_id}/tonight/").context["tonight"]
    assert (page.lead.state, page.lead.sentence) == (
        "disputed",
        f"{names[0]} has {names[0]} at +20, {names[1]} has +10.",
    )
    address = f"/t/{tournament.public_id}/tonight/table/{table.public_id}/"
    sides = client.get(address).context["desk"].sides
    assert [[seat.differs for seat in side.seats] for side in sides] == [[True, True, True, False]] * 2
    client.post(f"{address}accept/", {"result": sides[0].result_id})
    confirmed = table.results.get(status="confirmed")
    assert [score.net for score in confirmed.scores.order_by("seat")] == [20, -5, -5, -10]
