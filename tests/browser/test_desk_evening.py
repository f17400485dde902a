"""An evening of 24 with real cards, run from a phone through the real pages: from the set-up to the prizes, with the
things that go wrong on the way.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.desk import look
from tests.browser.going import go
from tests.factories import make_club, make_user
from tests.tournaments.evenings import NAMES, balanced, names_at
from tournaments.models import Table, Tournament
from tournaments.services.reports import report_totals

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def confirm(page: Page, name: str) -> None:
    """The verb on the sheet that asks before an act."""
    page.locator("dialog[open]").get_by_role("button", name=name, exact=True).click()


def press_and_see_it_gone(page: Page, name: str, verb: str = "") -> None:
    """An act that can't be done twice: its button goes when it is done. Whoever goes on before takes it back."""
    press(page, name)
    if verb:
        confirm(page, verb)
    expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)


def set_up(page: Page) -> str:
    page.get_by_role("link", name=re.compile("Club night")).first.click()
    page.get_by_label("Name", exact=True).fill("Tuesday Club Night")
    page.get_by_label("Rounds", exact=True).fill("1")
    expect(page.locator("#summary")).to_contain_text("1 round", use_inner_text=True)
    press(page, "Make the event")
    expect(page.get_by_role("heading", name="Open the event").first).to_be_visible()
    return page.url.split("/t/")[1].split("/")[0]


def take_entries(page: Page, event: str, violations: Any) -> None:
    go(page, page.url.split("/t/")[0] + f"/t/{event}/tonight/people/import/")
    lines = "\n".join(["Name", *NAMES[:24], ""]).encode()
    page.get_by_label("File", exact=True).set_input_files(
        {"name": "club.csv", "mimeType": "text/csv", "buffer": lines}
    )
    press(page, "Look at it")
    expect(page.get_by_role("heading", name="24 people would be entered")).to_be_visible()
    look(page, "import-phone", violations)
    press(page, "Enter them")
    expect(page.get_by_label("Search by name")).to_be_visible()
    look(page, "people-phone", violations)
    page.get_by_label("Search by name").fill("ad")
    expect(page.locator(".checkin li:visible")).to_have_count(1)
    page.locator(".tap:visible").click()
    expect(page.locator(".count")).to_contain_text("1 of 24 here")
    page.get_by_label("Search by name").fill("")
    press(page, "Check in all")
    expect(page.locator(".count")).to_contain_text("24 of 24 here")


def seat(page: Page, event: str, violations: Any) -> None:
    go(page, page.url.split("/t/")[0] + f"/t/{event}/tonight/")
    press(page, "Seat the next round")
    first, second = page.locator("[data-seat]").nth(0), page.locator("[data-seat]").nth(5)
    names = first.inner_text(), second.inner_text()
    first.press("Enter")
    expect(page.locator("#swap-hint")).to_contain_text(names[0])
    second.press("Enter")
    expect(page.locator(".toast").first).to_contain_text("Changed.")
    assert (
        page.locator("[data-seat]").nth(5).inner_text(),
        page.locator("[data-seat]").nth(0).inner_text(),
    ) == names
    look(page, "draft-phone", violations)
    press(page, "Publish the seating")
    confirm(page, "Publish")
    press(page, re.sub(r"\s+", " ", page.locator(".next .btn.main").inner_text()))
    confirm(page, "Start")
    expect(page.get_by_role("heading", name="6 tables to come")).to_be_visible()
    look(page, "tonight-phone", violations)


def report_deals(page: Page, who: str, deals: list[tuple[str, list[int]]]) -> None:
    form = page.locator("form[data-what=deals]")
    form.locator(".who label", has_text=re.compile(f"^{who}$")).click()
    for number, (knocker, deadwoods) in enumerate(deals, 1):
        deal = form.locator("details.deal").nth(number - 1)
        if not deal.evaluate("d => d.open"):
            deal.locator("summary").first.click()
        deal.locator("label.bigpick", has_text=re.compile(f"^{knocker}$")).click()
        for seat_, deadwood in enumerate(deadwoods):
            deal.locator("input[type=number]").nth(seat_).fill(str(deadwood))


def tables_of(event: str) -> list[Table]:
    return list(Table.objects.filter(round__tournament__public_id=event).order_by("number"))


def test_an_evening_of_24_on_real_cards(visit: Any, violations: Any) -> None:
    director = make_user("Dora Director")
    make_club("Riverside", owner=director)
    visitor = visit(director, **PHONE)
    page = visitor.open("/new/")
    look(page, "setup-phone", violations)
    event = set_up(page)
    look(page, "draft-event-phone", violations)
    press(page, "Open the event")
    confirm(page, "Open it")
    take_entries(page, event, violations)
    seat(page, event, violations)
    one, two, three, *others = tables_of(event)
    reported_and_confirmed(visit, one, violations)
    disputed(visit, page, event, two, violations)
    by_keyboard(page, event, three, violations)
    for table in others:
        report_totals(table=table, totals=balanced(names_at(table), {}), actor=director)
    end(page, event, violations, director)


def reported_and_confirmed(visit: Any, table: Table, violations: Any) -> None:
    """From two phones without an account."""
    names = names_at(table)
    phone = visit(None, **PHONE).open(f"/r/{table.report_code.lower()}/")
    report_deals(phone, names[0], [(names[0], [8, 20, 15, 31]), (names[1], [5, 12, 30, 40])])
    expect(phone.locator("#payments")).to_contain_text("+42")
    look(phone, "report-phone", violations)
    press(phone, "Send the result")
    expect(phone.get_by_role("heading", name=f"{names[0]} reported")).to_be_visible()
    other = visit(None, **PHONE).open(f"/r/{table.report_code}/")
    other.locator(".panel .who label", has_text=re.compile(f"^{names[2]}$")).first.click()
    look(other, "confirm-phone", violations)
    press(other, "Right, it counts")
    expect(other.get_by_role("heading", name="This result counts")).to_be_visible()


def disputed(visit: Any, page: Page, event: str, table: Table, violations: Any) -> None:
    """Two phones say different things; the director sees both and decides."""
    names = names_at(table)
    said = ((names[0], [40, -10, -10], "reported"), (names[1], [30, 0, -10], "A director decides"))
    for who, totals, then in said:
        phone = visit(None, **PHONE).open(f"/r/{table.report_code}/")
        again = phone.get_by_text("It was something else: report again")
        if again.count():
            again.click()
        phone.get_by_text("Only the totals").click()
        form = phone.locator("form[data-what=totals]")
        form.locator(".who label", has_text=re.compile(f"^{who}$")).click()
        for seat_, total in enumerate(totals):
            form.locator("input[type=number]").nth(seat_).fill(str(total))
        form.get_by_role("button", name="Send the totals").click()
        expect(phone.locator("h2").first).to_contain_text(then)
    go(page, page.url.split("/t/")[0] + f"/t/{event}/tonight/")
    expect(page.get_by_role("heading", name="Table 2: Two versions")).to_be_visible()
    look(page, "dispute-tonight-phone", violations)
    page.get_by_role("link", name="Compare and decide").click()
    expect(page.locator(".differs")).to_have_count(2 * 2)
    look(page, "dispute-phone", violations)
    page.get_by_role("button", name="This one counts").first.click()
    expect(page.locator(".toast").first).to_contain_text("Table 2 is in.")


def by_keyboard(page: Page, event: str, table: Table, violations: Any) -> None:
    """Numbers and Enter, an error at its field, then the next table by itself."""
    go(page, page.url.split("/t/")[0] + f"/t/{event}/tonight/table/{table.public_id}/")
    page.keyboard.type("25")
    page.keyboard.press("Enter")
    expect(page.locator(".qrow .error").first).to_contain_text("Enter the points.")
    look(page, "entry-error-phone", violations)
    page.locator(".qrow input").first.focus()
    for number in ("25", "-5", "-10"):
        page.keyboard.press("Control+A")
        page.keyboard.type(number)
        page.keyboard.press("Tab")
    expect(page.locator(".qrow input").last).to_have_value("-10")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Table 4: enter the result")).to_be_visible()


def end(page: Page, event: str, violations: Any, director: User) -> None:
    """Standings, a correction with its consequences, prizes, the end."""
    root = page.url.split("/t/")[0] + f"/t/{event}/"
    go(page, root + "tonight/")
    press_and_see_it_gone(page, "Complete the round")
    table = tables_of(event)[3]
    go(page, root + f"tonight/table/{table.public_id}/correct/")
    for seat_, total in enumerate((90, -30, -30)):
        page.locator(".qrow input").nth(seat_).fill(str(total))
    page.locator(".qrow input").nth(3).fill("-30")
    page.get_by_label("Reason").fill("Written down wrongly.")
    press(page, "Show what it changes")
    expect(page.locator(".next h2")).to_contain_text("of the standings change")
    look(page, "correction-phone", violations)
    press(page, "Correct it")
    expect(page.locator(".toast").first).to_contain_text("Corrected.")
    go(page, root + "tonight/money/")
    page.get_by_label("Amount for place 1").fill("50")
    page.get_by_label("Prize for place 2").fill("A bottle of wine")
    press(page, "Save")
    expect(page.locator(".toast").first).to_contain_text("Saved.")
    look(page, "money-phone", violations)
    go(page, root + "tonight/")
    press_and_see_it_gone(page, "Close the event", "Close it")
    press_and_see_it_gone(page, "Make the standings final", "Make them final")
    page.get_by_role("link", name="Results and prizes").click()
    expect(page.locator(".next h2")).to_contain_text("wins")
    look(page, "final-phone", violations)
    assert Tournament.objects.get(public_id=event).status == "finished"
    assert director.is_authenticated
