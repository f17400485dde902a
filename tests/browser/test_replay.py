"""A finished deal again: step, jump, play, one seat's view, an address for each moment, the text to copy."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import MoveRecord
from tests.browser.playing import address
from tests.games.tables import make_game, make_people, play_what_is_due

pytestmark = pytest.mark.browser


def test_a_finished_deal_is_stepped_through(visit: Any) -> None:
    (user,) = make_people(1)
    game = play_what_is_due(make_game(bots=3, created_by=user))
    moves = list(MoveRecord.objects.filter(game=game, deal__number=1).order_by("ply"))
    page = visit(user).open(address(game) + "record/1/")
    replay = page.locator("#replay")
    expect(replay).to_have_attribute("data-at", str(len(moves) - 1))
    page.keyboard.press("Home")
    expect(replay).to_have_attribute("data-at", "0")
    expect(page.locator(".end-h h2")).to_have_text("The cards are dealt")
    page.keyboard.press("ArrowRight")
    expect(replay).to_have_attribute("data-at", "1")
    expect(page).to_have_url(re.compile(r"\?at=1$"))
    page.locator("#view").select_option("2")
    expect(page.get_by_text("hidden", exact=True)).to_have_count(2)
    expect(page).to_have_url(re.compile(r"at=1&view=2$"))
    page.reload()
    expect(replay).to_have_attribute("data-at", "1")
    expect(page.get_by_text("hidden", exact=True)).to_have_count(2)
    page.locator(".jump a").last.click()
    expect(replay).to_have_attribute("data-at", str(len(moves) - 1))


def test_the_deal_plays_by_itself_and_can_be_copied(visit: Any) -> None:
    (user,) = make_people(1)
    game = play_what_is_due(make_game(bots=2, created_by=user))
    page = visit(user).open(address(game) + "record/1/?at=0")
    page.locator("#step-play").click()
    expect(page.locator("#replay")).not_to_have_attribute("data-at", "0")
    expect(page.locator("#step-play")).to_have_attribute("aria-label", "Stop")
    page.locator("#step-play").click()
    expect(page.locator("#step-play")).to_have_attribute("aria-label", "Play")
    page.get_by_role("button", name="As text").click()
    text = page.locator("#deal-text").input_value()
    answer = page.request.get(page.url.split("?")[0] + "text")
    assert text.split() == answer.text().split()
