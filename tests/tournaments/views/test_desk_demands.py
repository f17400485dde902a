"""Cases 50 to 58 of what users of comparable systems asked for, through the desk's pages. docs/decisions/desk.md
names the tests of those that live elsewhere.
"""

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta

import pytest

from games.queries.settlement import ReportedDeal
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    director_of,
    enter_totals,
    entrant,
    finish_round,
    paper_round,
    start_next,
)
from tournaments.enums import TableStatus
from tournaments.models import AuditRow, PaperDeal, Round, Table
from tournaments.queries.invariants import audit_tournament
from tournaments.queries.tonight import tonight_page
from tournaments.services.completion import complete_round
from tournaments.services.corrections import correct_result
from tournaments.services.presence import disqualify, withdraw
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.telling import tell_deal

pytestmark = pytest.mark.django_db


def test_case_50_the_log_tells_the_evening_from_its_making_to_the_last_score_and_shows_a_change():
    event = a_paper_event(4, rounds=1)
    round_ = start_next(event)
    enter_totals(round_, {"Ada": 6})
    complete_round(round_id=round_.pk)
    table = Table.objects.select_related("round__tournament").get(round=round_)
    correct_result(table=table, totals=[3, -1, -1, -1], reason="Typo", actor=director_of(event))
    acts = list(AuditRow.objects.filter(tournament=event).order_by("number"))
    assert [row.action for row in acts] == [
        "create_tournament", "open_entries", "import", "generate_round", "publish_round", "start_round",
        "confirm_result", "complete_round", "correct_result",
    ]  # fmt: skip
    assert acts[4].payload_json["rng_seed"] == round_.rng_seed, "the seats can be drawn again"
    corrected = acts[-1].payload_json
    assert (corrected["after"], corrected["reason"]) == ([3, -1, -1, -1], "Typo")
    assert list(audit_tournament(event)) == []


def test_case_51_publishing_starts_no_clock():
    event = a_paper_event(8, round_seconds=1800)
    round_ = publish_round(draft=generate_round(tournament=event, actor=None), actor=None)
    tables = Table.objects.filter(round=round_)
    assert (round_.started_at, round_.closes_at) == (None, None)
    assert {(table.status, table.closes_at) for table in tables} == {(TableStatus.SCHEDULED, None)}
    start_round(round_=round_, actor=None)
    assert {table.status for table in tables.all()} == {TableStatus.PLAYING}
    assert all(table.closes_at is not None for table in tables.all())


def test_case_52_extra_minutes_for_one_table_only(client):
    event = a_paper_event(8, round_seconds=1800)
    client.force_login(director_of(event))
    round_ = start_next(event)
    one, two = Table.objects.filter(round=round_).order_by("number")
    client.post(f"/t/{event.public_id}/tonight/do/extend/", {"minutes": 5, "table": one.pk})
    ends = dict(Table.objects.filter(round=round_).values_list("number", "closes_at"))
    assert (ends[1] - ends[2], Round.objects.get().closes_at) == (timedelta(minutes=5), two.closes_at)


def test_case_53_names_and_tables_on_the_screen_and_on_paper(client):
    event = a_paper_event(8)
    client.force_login(director_of(event))
    start_next(event)
    pages = client.get(f"/t/{event.public_id}/screen/").context["pages"]
    assert [page.kind for page in pages] == ["tables", "names"]
    names = [line.name for page in pages for line in page.names]
    assert names == sorted(names) != []
    assert [table.number for page in pages for table in page.tables] == [1, 2]
    for what in ("names", "tables"):
        assert client.get(f"/t/{event.public_id}/print/{what}/").status_code == 200


@pytest.mark.parametrize(
    ("day", "hour", "instant"),
    [
        (date(2026, 3, 28), time(19, 30), datetime(2026, 3, 28, 18, 30, tzinfo=UTC)),
        (date(2026, 3, 29), time(19, 30), datetime(2026, 3, 29, 17, 30, tzinfo=UTC)),
        # clocks go from 2:00 to 3:00: half past two isn't an instant, so it is the moment after the skip
        (date(2026, 3, 29), time(2, 30), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        (date(2026, 10, 25), time(19, 30), datetime(2026, 10, 25, 18, 30, tzinfo=UTC)),
    ],
)
def test_case_55_a_start_is_the_venues_clock_on_that_day(day, hour, instant):
    event = an_event()
    event.starts_on, event.starts_time, event.time_zone = day, hour, "Europe/Berlin"
    assert event.starts_at == instant
    assert event.starts_at.astimezone(UTC) == instant


def test_case_56_who_is_out_stands_once_or_not_at_all_on_the_screen(client):
    event = a_paper_event(8, rounds=2)
    paper_round(event, {"Ada": 9})
    disqualify(entrant=entrant(event, "Ada"), reason="Cheating", actor=director_of(event))
    withdraw(entrant=entrant(event, "Bo"), actor=director_of(event))
    start_next(event)
    client.force_login(director_of(event))
    pages = client.get(f"/t/{event.public_id}/screen/").context["pages"]
    standing = Counter(line.name for page in pages for line in page.rows)
    seated = Counter(line.name for page in pages for line in page.names)
    assert set(standing.values()) | set(seated.values()) == {1}
    assert not {"Ada", "Bo"} & set(seated)


def test_case_57_a_table_without_news_is_shown_first(client):
    event = a_paper_event(12)
    round_ = start_next(event)
    one, two, three = (
        Table.objects.filter(round=round_).select_related("round__tournament").order_by("number")
    )
    tell_deal(table=two, number=1, deal=ReportedDeal(0, (8, 20, 15, 31)), key="k", actor=None, seat=0)
    tell_deal(table=three, number=1, deal=ReportedDeal(0, (8, 20, 15, 31)), key="k", actor=None, seat=0)
    states = {found.table.number: found.state for found in tonight_page(event).tables}
    assert states == {1: "missing", 2: "missing", 3: "missing"}
    PaperDeal.objects.filter(table=two).update(told_at=round_.started_at - timedelta(minutes=21))
    page = tonight_page(event)
    assert next((found.table.number, found.state) for found in page.blocking) == (2, "quiet")
    Round.objects.filter(pk=round_.pk).update(started_at=round_.started_at - timedelta(minutes=46))
    page = tonight_page(event)
    lead = page.lead
    assert lead is not None
    assert (lead.table.number, lead.state) == (one.number, "late")


def test_case_58_a_finished_game_that_nobody_heard_of_is_found():
    event = an_event(4, rounds=1)
    done = finish_round(start_next(event))
    assert done.tables.get().results.get().source == "game"
    assert list(audit_tournament(event)) == []
