"""Seating on the screen: a player reads how good it is, a director locks a table and draws the others again."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.desk import look
from tests.browser.going import go
from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, an_event, director_of, paper_round
from tournaments.services.seating import generate_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "height", "theme"), [(390, 844, "light"), (1440, 900, "dark")])
def test_a_player_opens_the_certificate(
    visit: Any, violations: Any, width: int, height: int, theme: str
) -> None:
    tournament = a_paper_event(12, rounds=5, table_sizes=(4,), seating="full")
    for _unused in range(2):
        paper_round(tournament)
    visitor = visit(make_user(), width=width, height=height)
    visitor.context.add_cookies([{"name": "theme", "value": theme, "url": visitor.site}])
    page = visitor.open(f"/t/{tournament.public_id}/seating/")
    page.get_by_role("link", name="All figures, and how to check them").click()
    expect(page.locator("body")).to_contain_text(
        "3 rematches, the fewest possible for 12 players in 2 rounds."
    )
    look(page, f"certificate-{width}-{theme}", violations)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the file").click()
    assert download.value.suggested_filename.endswith("-seating-2.json")


@pytest.mark.parametrize(("width", "height", "theme"), [(390, 844, "dark"), (1440, 900, "light")])
def test_a_director_locks_a_table_and_draws_the_others_again(
    visit: Any, violations: Any, width: int, height: int, theme: str
) -> None:
    tournament = an_event(11, rounds=5)
    generate_round(tournament=tournament, actor=None)
    visitor = visit(director_of(tournament), width=width, height=height)
    visitor.context.add_cookies([{"name": "theme", "value": theme, "url": visitor.site}])
    page = visitor.open(f"/t/{tournament.public_id}/tonight/")
    expect(page.locator("#tonight")).to_contain_text("Some meet again")
    look(page, f"tonight-advice-{width}-{theme}", violations)
    go(page, f"{visitor.site}t/{tournament.public_id}/tonight/seats/")
    people = page.locator("#table-2 li").all_inner_texts()
    page.get_by_role("button", name="Lock table 2").click()
    expect(page.get_by_role("button", name="Lock table 2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#table-2 [data-seat]")).to_have_count(0)
    look(page, f"drafts-locked-{width}-{theme}", violations)
    expect(page.locator("body")).to_contain_text("1 locked table stays as it is when you draw again.")
    page.get_by_role("button", name="Draw again").click()
    expect(page.locator(".toast").first).to_contain_text("around 1 locked table")
    assert page.locator("#table-2 li").all_inner_texts() == people
    first, other = page.locator("#table-1 [data-seat]").first, page.locator("#table-3 [data-seat]").first
    name = first.inner_text()
    first.focus()
    page.keyboard.press("Enter")
    other.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".toast").first).to_contain_text("Changed.")
    expect(page.locator("#table-3 [data-seat]").first).to_have_text(name)
