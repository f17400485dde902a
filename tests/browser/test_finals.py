"""A director runs an event to its final with the big button; the pages of standings, ties and set-up are sound."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.desk import look
from tests.browser.going import go
from tests.tournaments.evenings import a_paper_event, director_of, names_at, start_next
from tests.tournaments.services.test_finals import play
from tournaments.formats import FormatOptions
from tournaments.models import Round, Table
from tournaments.services.completion import complete_round
from tournaments.services.reports import report_totals
from tournaments.services.setup import change_settings
from tournaments.stage_format import StageOptions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(390, 844, "dark"), (1440, 900, "light")]


def test_from_the_last_round_to_the_final_and_its_places(visit: Any, violations: Any) -> None:
    tournament = a_paper_event(8, rounds=1, tiebreaks=(), cuts=(StageOptions(size=4),))
    play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    visitor = visit(director_of(tournament), width=390, height=844)
    page = visitor.open(f"/t/{tournament.public_id}/tonight/")
    page.get_by_role("button", name="Seat the final").click()
    expect(page.get_by_text("Final, round 2").first).to_be_visible()
    go(page, f"{visitor.site}t/{tournament.public_id}/tonight/")
    page.get_by_role("button", name="Publish the seating").click()
    page.locator("dialog[open]").get_by_role("button", name="Publish").click()
    page.get_by_role("button", name="Start Final, round 2").click()
    page.locator("dialog[open]").get_by_role("button", name="Start").click()
    expect(page.get_by_text("1 table still plays.").first).to_be_visible()
    final = Round.objects.get(tournament=tournament, number=2)
    table = Table.objects.get(round=final)
    report_totals(table=table, totals=[-5, 15, 0, -10], actor=director_of(tournament))
    complete_round(round_id=final.pk)
    go(page, f"{visitor.site}t/{tournament.public_id}/standings/")
    first = page.locator("table.ranked tbody tr").first
    expect(first).to_contain_text(names_at(table)[1])
    look(page, "final-standings-390", violations)


@pytest.mark.parametrize(("width", "height", "theme"), SIZES)
def test_pages_of_standings_and_ties(
    visit: Any, violations: Any, width: int, height: int, theme: str
) -> None:
    tournament = a_paper_event(8, rounds=2, cuts=(StageOptions(size=4),))
    first = play(tournament, [30, 10, -15, -25], [30, 10, -20, -20])
    tournament.refresh_from_db()
    changed = FormatOptions.from_json(
        tournament.format.to_json() | {"tiebreaks": ["opponents", "head_to_head"]}
    )
    change_settings(
        tournament=tournament, actor=director_of(tournament), format_options=changed, ranking_too=True
    )
    start_next(tournament)
    entrant = first.tables.get(number=1).seats.get(seat=0).entrant_id
    visitor = visit(director_of(tournament), width=width, height=height)
    visitor.context.add_cookies([{"name": "theme", "value": theme, "url": visitor.site}])
    page = visitor.open("/points-and-ties/")
    look(page, f"ranking-help-{width}", violations)
    own = f"{visitor.site}t/{tournament.public_id}/"
    query = "&".join(f"t1-{seat}={points}" for seat, points in enumerate((20, 10, -10, -20), 1))
    pages = {
        "standings": "standings/",
        "what-if": f"standings/what-if/?{query}",
        "explain": f"standings/1/{entrant}/",
        "person": f"tonight/people/{entrant}/",
    }
    for name, path in pages.items():
        go(page, own + path)
        look(page, f"{name}-{width}", violations)
    go(page, f"{own}tonight/settings/")
    for summary in page.locator("details.again > summary").filter(has_text="More:").all():
        summary.click()
    look(page, f"settings-open-{width}", violations)
