"""One deal that doesn't count: taken out of the result, on real cards and online; what the rules don't allow is
refused.
"""

import pytest

from games.models import Deal
from games.queries.rulesets import preset_ruleset
from games.queries.settlement import ReportedDeal
from tests.tournaments.evenings import a_paper_event, an_event, deals, director_of, finish_round, start_next
from tournaments.errors import ReasonMissing, WrongStatus
from tournaments.models import Table
from tournaments.queries.chairs import voidable_deals
from tournaments.queries.invariants import audit_tournament
from tournaments.services.corrections import undo_correction
from tournaments.services.reports import report_deals, report_totals
from tournaments.services.voiding import void_deal

pytestmark = pytest.mark.django_db


def the_table(round_):
    return Table.objects.select_related("round__tournament").get(round=round_)


def nets(table):
    return [score.net for score in table.results.get(status="confirmed").scores.order_by("seat")]


def of_more_deals(event, count):
    event.ruleset_json = deals(count).to_json()
    event.save()
    return event


def test_a_reported_deal_is_void_and_the_others_stay():
    event = of_more_deals(a_paper_event(4, rounds=1), 2)
    table = the_table(start_next(event))
    # docs/rules.md, A "Settlement": +42 -12 -7 -23, twice with another knocker
    played = [ReportedDeal(0, (8, 20, 15, 31)), ReportedDeal(1, (20, 8, 15, 31))]
    report_deals(table=table, deals=played, actor=director_of(event))
    table.refresh_from_db()
    assert (nets(table), voidable_deals(table)) == ([30, 30, -14, -46], (1, 2))
    with pytest.raises(ReasonMissing):
        void_deal(table=table, number=1, reason=" ", actor=director_of(event))
    void_deal(table=table, number=1, reason="A card was missing", actor=director_of(event))
    assert nets(table) == [-12, 42, -7, -23]
    table.refresh_from_db()
    assert voidable_deals(table) == (2,)
    undo_correction(table=table, reason="It was all right", actor=director_of(event))
    assert nets(table) == [30, 30, -14, -46]


def test_an_online_deal_is_taken_out_of_the_result_and_the_cards_stay_on_record():
    event = of_more_deals(an_event(4, rounds=1), 3)
    round_ = start_next(event)
    with pytest.raises(WrongStatus):
        void_deal(table=the_table(round_), number=1, reason="Early", actor=director_of(event))
    finish_round(round_)
    table = the_table(round_)
    each = [deal.result_json["net"] for deal in Deal.objects.order_by("number") if deal.result_json["counts"]]
    assert nets(table) == [sum(column) for column in zip(*each, strict=True)]
    assert voidable_deals(table) == (1, 2, 3)
    void_deal(table=table, number=2, reason="A player saw a hand", actor=director_of(event))
    assert nets(table) == [sum(column) for column in zip(each[0], each[2], strict=True)]
    scores = table.results.get(status="confirmed").scores.order_by("seat")
    assert {score.deals_played for score in scores} == {2}
    assert all(score.moves for score in scores)
    assert list(audit_tournament(event)) == []


def test_only_totals_or_the_only_deal_cant_be_taken_apart():
    event = a_paper_event(4, rounds=1)
    table = the_table(start_next(event))
    report_totals(table=table, totals=[3, -1, -1, -1], actor=director_of(event))
    table.refresh_from_db()
    assert voidable_deals(table) == ()
    with pytest.raises(WrongStatus):
        void_deal(table=table, number=1, reason="Why not", actor=director_of(event))
    online = an_event(4, rounds=1)
    round_ = start_next(online)
    finish_round(round_)
    with pytest.raises(WrongStatus):
        void_deal(table=the_table(round_), number=1, reason="Why not", actor=director_of(online))


def test_where_the_score_decides_the_length_no_deal_can_be_taken_out():
    """To 200 points: 8, 20, 15, 31 is 42 a deal; without the first deal the table would have played on."""
    event = a_paper_event(4, rounds=1)
    event.ruleset_json = preset_ruleset("knock-match").to_json()
    event.save()
    table = the_table(start_next(event))
    reported = [ReportedDeal(0, (8, 20, 15, 31))] * 5
    report_deals(table=table, deals=reported, actor=director_of(event))
    table.refresh_from_db()
    assert (nets(table), voidable_deals(table)) == ([210, -60, -35, -115], ())
    with pytest.raises(WrongStatus, match="the score decides"):
        void_deal(table=table, number=1, reason="Why not", actor=director_of(event))
