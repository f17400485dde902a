"""The page behind a table's card, deal by deal on a phone: hands tapped on the picture of the deck, by finger and by
keyboard, deals sent one by one, kept in a dead spot and taken once; a director called.
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.desk import look
from tests.tournaments.evenings import a_paper_event, names_at, start_next
from tournaments.models import DirectorCall, PaperDeal, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}
HANDS = (
    "2C 3C 4C 9S 9H 9D 8S",
    "2S 3S TS 5C 5D 5H 7H",
    "KS KH KD 4S 5S 6S AH",
    "AC 3D 6H 8D TC QH 7C",
)


def a_table() -> Table:
    return start_next(a_paper_event(4)).tables.get()


def form_of(page: Page, table: Table, seat: int) -> Locator:
    """The form of deals, with the phone in that player's hand and the first deal open."""
    form = page.locator("form[data-what=deals]")
    form.locator(".who label").nth(seat).click()
    form.locator("[data-deal='1'] label.bigpick").first.click()
    return form


def test_hands_are_tapped_on_the_deck_and_settled(visit: Any, violations: Any) -> None:
    table = a_table()
    names = names_at(table)
    page = visit(None, **PHONE).open(f"/r/{table.report_code}/")
    form = form_of(page, table, 0)
    form.get_by_text("Or the cards").first.click()
    form.get_by_role("button", name="Tap them on the deck").first.click()
    deck = page.locator("#deck")
    for code in HANDS[0].split():
        deck.locator(f"[data-code='{code}']").click()
    expect(deck.locator("[data-deck-seat='2']")).to_have_attribute("aria-pressed", "true")
    look(page, "deck-phone", violations)
    page.keyboard.press("2")
    for code in HANDS[1].split():
        deck.locator(f"[data-code='{code}']").press("Enter")
    for hand in HANDS[2:]:
        for code in hand.split():
            deck.locator(f"[data-code='{code}']").click()
    deck.locator("[data-code='AS']").focus()
    page.keyboard.press("ArrowRight")
    expect(deck.locator("[data-code='2S']")).to_be_focused()
    expect(deck.locator("[data-code='2S']")).to_have_attribute("aria-label", f"two of spades, {names[1]}")
    deck.get_by_role("button", name="Done").click()
    expect(page.locator("#payments")).to_contain_text("−")
    form.get_by_role("button", name="Send this deal").first.click()
    expect(form.locator("[data-deal='1'] [data-sent]")).to_be_visible()
    told = PaperDeal.objects.get()
    assert (told.told_seat, told.deal_json["hands"][0]) == (0, HANDS[0])
    page.reload()
    expect(page.locator("[data-deal='1'] [data-sent]")).to_contain_text(f"told by {names[0]}")


def test_a_deal_told_in_a_dead_spot_comes_later_and_once(visit: Any) -> None:
    table = a_table()
    visitor = visit(None, **PHONE)
    page = visitor.open(f"/r/{table.report_code}/")
    form = form_of(page, table, 1)
    for seat, wood in enumerate((8, 20, 15, 31)):
        form.locator("[data-deal='1'] input[type=number]").nth(seat).fill(str(wood))
    visitor.context.set_offline(True)
    form.locator("[data-deal='1'] [data-tell]").click()
    expect(page.locator("#waiting")).to_be_visible()
    assert PaperDeal.objects.count() == 0
    visitor.context.set_offline(False)
    expect(form.locator("[data-deal='1'] [data-sent]")).to_be_attached()
    expect(page.locator("#waiting")).to_be_hidden(timeout=20_000)
    told = PaperDeal.objects.get()
    assert (told.told_seat, told.deal_json["deadwoods"]) == (1, [8, 20, 15, 31])


def test_a_director_is_called_from_the_table(visit: Any, violations: Any) -> None:
    table = a_table()
    page = visit(None, **PHONE).open(f"/r/{table.report_code}/")
    page.get_by_role("button", name="Call a director to this table").click()
    expect(page.locator(".called")).to_contain_text("A director is called.")
    look(page, "called-phone", violations)
    assert DirectorCall.objects.get().table_id == table.pk
