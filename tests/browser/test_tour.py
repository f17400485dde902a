"""The first-time tour in a real browser: one deal in which each step is explained, and silence after it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.going import go
from tests.browser.playing import (
    address,
    card_that_helps_least,
    let_others_play,
    phase,
    wait_until_moved,
)
from tests.browser.test_table_access import fits
from tests.browser.test_table_play import MOST_TURNS, by_keyboard, practice
from tests.games.tables import make_people

pytestmark = pytest.mark.browser


def note(page: Page) -> str:
    """Which note is shown."""
    expect(page.locator("#tour p")).not_to_be_empty()
    return page.locator("#tour").get_attribute("data-seen") or ""


def test_the_tour_teaches_draw_discard_meld_and_knock(visit: Any, violations: Any) -> None:
    (user,) = make_people(1)
    visitor = visit(user, width=390, height=844)
    page = visitor.open("/play/")
    page.locator("[name=bots]").fill("1")
    page.locator("[data-tour]").click()
    expect(page.locator("#tour")).to_be_visible()
    game = practice(user, "knock-rummy", bots=1)
    go(page, visitor.site.rstrip("/") + address(game))
    seen = set()
    for _unused in range(MOST_TURNS):
        seen.add(note(page))
        if page.locator(".endfelt").count():
            break
        if phase(page) == "discard":
            code = card_that_helps_least(page)
            page.locator(f"#c-{code}").focus()
            page.keyboard.press("Space")
            expect(page.locator("#tour")).to_have_attribute("data-seen", "knock")
            assert violations(page) == []
            assert fits(page)
            page.keyboard.press("k")
        else:
            by_keyboard(page, "play")
        wait_until_moved(page, game)
        let_others_play(page, game)
    assert {"discard", "end"} < seen
    assert seen & {"draw", "meld"}
    page.keyboard.press("n")
    expect(page.locator("#tour")).to_be_hidden()
    page.reload()
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#tour")).to_be_hidden()
