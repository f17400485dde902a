"""The desk's pages on a phone and on a wide screen, light and dark: nothing for axe, nothing sideways, no script error
and no breach of the content policy (the visitor fixture sees to that).
"""

from typing import Any

import pytest
from playwright.sync_api import expect

from games.queries.settlement import ReportedDeal
from tests.browser.desk import look
from tests.browser.going import go
from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, paper_round, start_next
from tournaments.enums import PaymentStatus
from tournaments.models import Round, Table, Tournament
from tournaments.services.calls import call_director
from tournaments.services.messages import send_message
from tournaments.services.money import PrizeSpec, set_fee, set_prizes
from tournaments.services.penalties import give_penalty
from tournaments.services.presence import check_in
from tournaments.services.reports import report_totals
from tournaments.services.rounds import extend_time
from tournaments.services.seating import generate_round
from tournaments.services.telling import tell_deal

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(390, 844, "dark"), (1440, 900, "light")]
MORE_SIZES = [(390, 844, "light"), (768, 1024, "light"), (1440, 900, "dark")]
PAGES = (
    "tonight/", "tonight/people/", "tonight/results/", "tonight/more/", "tonight/seats/", "tonight/codes/",
    "tonight/log/", "tonight/fair-play/",
    "tonight/money/", "tonight/staff/", "tonight/settings/", "tonight/print/", "tonight/penalties/",
    "enter/", "screen/",
    "results/", "print/names/", "print/tables/", "print/cards/", "print/slips/", "print/standings/",
)  # fmt: skip


def an_evening() -> Tournament:
    """Round 2 of 3 plays, with a clock: one table in, one disputed, one to be confirmed, the others out."""
    tournament = a_paper_event(23, rounds=3, round_seconds=2700)
    director = director_of(tournament)
    for entrant in tournament.entrants.order_by("number")[:20]:
        check_in(entrant=entrant, actor=director)
    set_prizes(tournament=tournament, prizes=[PrizeSpec(1, 5000), PrizeSpec(2, 2500, "Wine")], actor=director)
    set_fee(
        entrant=tournament.entrants.get(name="Ada"), amount=500, status=PaymentStatus.PAID, actor=director
    )
    paper_round(tournament, {"Ada": 30, "Bo": -12})
    give_penalty(entrant=tournament.entrants.get(name="Cy"), points=-10, reason="Came late.", actor=director)
    round_ = start_next(tournament)
    one, two, three, four, *_others = Table.objects.filter(round=round_).order_by("number")
    report(one, 0, [20, -5, -15])
    report(two, 0, [10, -5, -5])
    report(two, 1, [12, -5, -7])
    report_totals(table=three, totals=padded(three, [33, -3, -30]), actor=director)
    extend_time(round_=round_, seconds=300, actor=director)
    tell_deal(
        table=four,
        number=1,
        deal=ReportedDeal(0, (8, 20, 15, 31)[: four.seats.count()]),
        key="k",
        actor=None,
        seat=0,
    )
    call_director(table=four, actor=None, seat=1)
    send_message(tournament=tournament, text="Soup is served until ten past nine", actor=director)
    return tournament


def padded(table: Table, totals: list[int]) -> list[int]:
    return [*totals, *([0] * (table.seats.count() - len(totals)))][: table.seats.count()]


def report(table: Table, seat: int, totals: list[int]) -> None:
    report_totals(table=table, totals=padded(table, totals), actor=None, seat=seat)


@pytest.mark.parametrize(
    ("width", "height", "theme"),
    [*SIZES, *(pytest.param(*size, marks=pytest.mark.proof) for size in MORE_SIZES)],
)
def test_every_page_of_the_desk(visit: Any, violations: Any, width: int, height: int, theme: str) -> None:
    tournament = an_evening()
    visitor = visit(director_of(tournament), width=width, height=height)
    visitor.context.add_cookies([{"name": "theme", "value": theme, "url": visitor.site}])
    page = visitor.open(f"/t/{tournament.public_id}/")
    tables = Table.objects.filter(round=Round.objects.last()).order_by("number")
    tables_pages = [f"tonight/table/{table.public_id}/" for table in tables[:3]]
    person = tournament.entrants.get(name="Cy").pk
    more = (f"{tables_pages[2]}correct/", f"{tables_pages[0]}people/", f"tonight/people/{person}/")
    for path in (*PAGES, *tables_pages, *more):
        go(page, f"{visitor.site}t/{tournament.public_id}/{path}")
        expect(page.locator("h1").first).to_be_attached()
        name = path.replace(tables_pages[0], "tonight/table-decided/").replace(
            tables_pages[1], "tonight/table-disputed/"
        )
        look(page, f"{name.strip('/').replace('/', '-')}-{width}-{theme}", violations)


def test_the_screen_turns_its_pages(visit: Any, violations: Any) -> None:
    tournament = an_evening()
    page = visit(None, width=1920, height=1080).open(f"/t/{tournament.public_id}/screen/")
    expect(page.locator("[data-page]:visible")).to_have_count(1)
    size = page.locator(".ptab .nm").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size >= 40
    look(page, "screen-1920", violations)
    first = page.locator("[data-page]:visible").get_attribute("id")
    expect(page.locator("[data-page]:visible")).not_to_have_id(first or "", timeout=20_000)


def test_a_draft_is_changed_by_hand_and_compared(visit: Any, violations: Any) -> None:
    tournament = a_paper_event(12)
    paper_round(tournament)
    generate_round(tournament=tournament, actor=None)
    page = visit(director_of(tournament)).open(f"/t/{tournament.public_id}/tonight/seats/")
    page.get_by_role("button", name="Draw again").click()
    expect(page.get_by_role("heading", name="For comparison")).to_be_visible()
    look(page, "drafts-compared-1440", violations)
    name = page.locator("[data-seat]").first
    text, table = name.inner_text(), page.locator("[data-to-table]").nth(1)
    expect(table).to_be_disabled()
    name.click()
    expect(page.locator("#swap-hint")).to_contain_text(text)
    page.keyboard.press("Escape")
    expect(name).to_have_attribute("aria-pressed", "false")
    name.drag_to(page.locator("[data-seat]").nth(6))
    expect(page.locator(".toast").first).to_contain_text("Changed.")
    expect(page.locator("[data-seat]").nth(6)).to_have_text(text)


def test_a_report_waits_for_the_network_and_is_sent_once(visit: Any) -> None:
    tournament = a_paper_event(4)
    table = start_next(tournament).tables.get()
    visitor = visit(None, width=390, height=844)
    page = visitor.open(f"/r/{table.report_code}/")
    page.get_by_text("Only the totals").click()
    form = page.locator("form[data-what=totals]")
    form.locator(".who label").first.click()
    for seat, total in enumerate((20, -10, -10)):
        form.locator("input[type=number]").nth(seat).fill(str(total))
    visitor.context.set_offline(True)
    form.get_by_role("button", name="Send the totals").click()
    expect(page.locator("#waiting")).to_be_visible()
    assert table.results.count() == 0
    visitor.context.set_offline(False)
    expect(page.locator("h2").first).to_contain_text("reported", timeout=20_000)
    assert [[score.net for score in result.scores.order_by("seat")] for result in table.results.all()] == [
        [20, -10, -10, 0]
    ]


def test_an_outsider_finds_a_table_by_its_code_only(visit: Any, violations: Any) -> None:
    tournament = a_paper_event(4)
    table = start_next(tournament).tables.get()
    page = visit(make_user(), width=390, height=844).open("/r/")
    page.get_by_label("Code on the table's card").fill("ABCD EFGH")
    page.get_by_role("button", name="Go to the table").click()
    expect(page.locator(".error")).to_contain_text("No table has this code now.")
    look(page, "find-phone", violations)
    code = table.report_code or ""
    page.get_by_label("Code on the table's card").fill(f"{code[:4].lower()} {code[4:].lower()}")
    page.get_by_role("button", name="Go to the table").click()
    expect(page.get_by_role("heading", name="Table 1", exact=True)).to_be_visible()
