"""Texts that try to become markup, script or a formula stay texts: on every page of an event, in every file, and in a
real browser, where the policy has nothing to report.
"""

import csv
import io
from html.parser import HTMLParser

import pytest
import tablib

from accounts.errors import AccountsError
from tests.factories import make_club, make_user
from tests.fuzz.payloads import MARK, PAYLOADS
from tests.tournaments.evenings import an_event
from tournaments.errors import TournamentsError
from tournaments.models import Entrant, Tournament
from tournaments.services.entrants import enter_player
from tournaments.services.penalties import give_penalty

PAGES = (
    "",
    "players/",
    "tonight/",
    "tonight/people/",
    "tonight/penalties/",
    "tonight/log/",
    "tonight/money/",
    "enter/",
)
# A text may stand in these; in any other attribute, or in a tag, it has become part of the page.
QUIET = {"value", "title", "aria-label", "alt", "placeholder", "content", "label"}
# ... and after spaces and quotes.
STARTS = tuple("=+-@\t\r＝＋－＠")


def an_event_of(payloads, director) -> tuple[Tournament, int]:
    """An event with these in every free text that takes them; how many were taken as names."""
    tournament = an_event(director=director, club=make_club(owner=director))
    taken = 0
    for text in payloads:
        try:
            entrant = enter_player(
                tournament=tournament, actor=director, name=text, group=text[:40], note=text
            )
        except (TournamentsError, AccountsError):
            continue
        taken += 1
        if taken % 10 == 0:
            give_penalty(entrant=entrant, points=-1, reason=text, actor=director)
    Tournament.objects.filter(pk=tournament.pk).update(venue=payloads[0], name=payloads[1][:60])
    return tournament, taken


class Page(HTMLParser):
    """Notes where the mark stands outside of texts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.broken: list[str] = []
        self.texts = 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if MARK in tag + name or (
                MARK in (value or "") and name not in QUIET and not name.startswith("data-")
            ):
                self.broken.append(f"<{tag} {name}={value}>")

    def handle_comment(self, data):
        self.broken += [data] if MARK in data else []

    def handle_data(self, data):
        self.texts += MARK in data
        if MARK in data and self.cdata_elem is not None:
            self.broken.append(f"<{self.cdata_elem}>")


@pytest.mark.django_db
def test_two_hundred_texts_stay_texts_on_every_page(client):
    director = make_user("Dora")
    tournament, taken = an_event_of(PAYLOADS, director)
    client.force_login(director)
    broken, seen = {}, 0
    for path in PAGES:
        answer = client.get(f"/t/{tournament.public_id}/{path}")
        page = Page(answer.content.decode())
        seen += page.texts
        if answer.status_code != 200 or page.broken:
            broken[path] = (answer.status_code, page.broken[:3])
    assert broken == {}
    assert (len(PAYLOADS), taken > 150, seen > taken) == (200, True, True)


def test_the_search_would_see_it():
    assert Page(f"<p onclick={MARK}()>").broken == [f"<p onclick={MARK}()>"]
    assert Page(f"<script>{MARK}()</script>").broken == ["<script>"]
    assert Page(f"<p>&lt;{MARK}&gt;</p>").broken == []


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["entrants", "log"])
def test_no_cell_of_a_file_is_a_formula(client, what):
    director = make_user("Dora")
    tournament, _taken = an_event_of(PAYLOADS, director)
    client.force_login(director)
    path = f"/t/{tournament.public_id}/tonight/files/{what}"
    text = client.get(f"{path}.csv").content.decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row if MARK in cell]
    cells += [
        str(cell)
        for row in tablib.Dataset().load(client.get(f"{path}.xlsx").content, format="xlsx")
        for cell in row
        if MARK in str(cell)
    ]
    assert [cell for cell in cells if cell.lstrip(' "').startswith(STARTS)] == []
    assert len(cells) > 10


def browse(visit, payloads):
    director = make_user("Dora")
    tournament, _taken = an_event_of(payloads, director)
    visitor = visit(director)
    opened = []
    for path in PAGES:
        page = visitor.open(f"/t/{tournament.public_id}/{path}")
        page.on("dialog", lambda dialog: opened.append(dialog.message))
        assert page.evaluate(f"typeof window.{MARK}") == "undefined"
        page.close()
    assert (opened, visitor.complaints) == ([], [])
    assert Entrant.objects.filter(tournament=tournament).exists()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_sample_runs_nothing_in_a_browser(visit):
    browse(visit, PAYLOADS[::10])


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_all_of_them_run_nothing_in_a_browser(visit):
    browse(visit, PAYLOADS)
