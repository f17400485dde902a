"""Fair play at the desk, on a phone and on a wide screen: from a pair that is worth a look to a deal of the two."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk import look
from tests.browser.going import go
from tests.tournaments.engine.fair_events import EQUALS, FRIENDS, games_of
from tests.tournaments.evenings import an_event, director_of
from tests.tournaments.fair_evenings import store

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.uncounted
def test_a_director_looks_at_a_pair_and_its_deals(visit, violations):
    event = an_event(8)
    store(event, games_of("a browser", EQUALS, FRIENDS, deals=60))
    first, second = (entrant.name for entrant in event.entrants.order_by("number")[:2])
    for width, height, theme in ((390, 844, "dark"), (1440, 900, "light")):
        visitor = visit(director_of(event), width=width, height=height)
        visitor.context.add_cookies([{"name": "theme", "value": theme, "url": visitor.site}])
        page = visitor.open(f"/t/{event.public_id}/tonight/fair-play/")
        expect(page.get_by_role("heading", name="Worth a look")).to_be_visible()
        look(page, f"fair-play-{width}-{theme}", violations)
        page.get_by_role("link", name=f"How {first} plays with {second}").first.click()
        expect(page.get_by_role("heading", name=f"{first} and {second}")).to_be_visible(timeout=60_000)
        look(page, f"fair-pair-{width}-{theme}", violations)
    go(page, visitor.site.rstrip("/") + page.get_by_role("link", name="Deal").first.get_attribute("href"))
    expect(page.get_by_role("heading").first).to_be_visible()
