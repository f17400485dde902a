"""Pages for paper and the same pages as PDF: who may have which, and what is said where none can be made."""

import pytest

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, paper_round, start_next
from tournaments.models import Tournament
from tournaments.services.money import PrizeSpec, owe_entry_fees, set_prizes
from tournaments.views import pdf

pytestmark = pytest.mark.django_db

needs_pango = pytest.mark.skipif(bool(pdf.missing_package()), reason=f"needs {pdf.PACKAGE}")


def an_evening() -> Tournament:
    tournament = a_paper_event(8, rounds=2)
    set_prizes(tournament=tournament, prizes=[PrizeSpec(1, 2000, "A cup ♠")], actor=None)
    owe_entry_fees(tournament=tournament, amount=500, actor=None)
    paper_round(tournament, {"Ada": 40})
    start_next(tournament)
    return tournament


@needs_pango
def test_every_page_for_paper_is_a_pdf_too(client):
    tournament = an_evening()
    client.force_login(director_of(tournament))
    for what in ("names", "tables", "cards", "slips", "standings", "results", "settlement"):
        page = client.get(f"/t/{tournament.public_id}/print/{what}/")
        assert f"/t/{tournament.public_id}/print/{what}.pdf" in page.content.decode()
        answer = client.get(f"/t/{tournament.public_id}/print/{what}.pdf")
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert answer["Content-Disposition"] == f'inline; filename="club-night-{what}.pdf"'
        assert answer.content.startswith(b"%PDF-")


@needs_pango
def test_a_pdf_fetches_nothing():
    """A page with addresses in it is made without asking anybody: only pictures inside the page are read."""
    import weasyprint
    from weasyprint.urls import URLFetcher

    fetcher = URLFetcher(allowed_protocols=("data",))
    with pytest.raises(ValueError, match="file"):
        fetcher.fetch("file:///etc/hostname")
    assert weasyprint.HTML(string="<img src='file:///etc/hostname'>", url_fetcher=fetcher).write_pdf()


def test_who_may_have_which_paper(client):
    tournament = an_evening()
    for user, allowed in ((None, {"names", "tables", "standings", "results"}), (make_user("Mia"), None)):
        if user is not None:
            client.force_login(user)
        for what in ("names", "tables", "standings", "results", "cards", "slips", "settlement"):
            wanted = {"names", "tables", "standings", "results"} if allowed is None else allowed
            found = client.get(f"/t/{tournament.public_id}/print/{what}/").status_code
            assert found == (200 if what in wanted else 404), what


def test_where_no_pdf_can_be_made_the_page_says_what_is_missing(client, monkeypatch):
    monkeypatch.setattr("tournaments.views.print.missing_package", lambda: pdf.PACKAGE)
    tournament = an_evening()
    client.force_login(director_of(tournament))
    prints = client.get(f"/t/{tournament.public_id}/tonight/print/").content.decode()
    assert "libpango-1.0-0" in prints
    assert ".pdf" not in prints
    answer = client.get(f"/t/{tournament.public_id}/print/names.pdf", follow=True)
    assert answer.redirect_chain == [(f"/t/{tournament.public_id}/print/names/", 302)]
    assert "libpango-1.0-0" in answer.content.decode()


def test_the_settlement_list_and_the_results_say_what_people_get(client):
    tournament = an_evening()
    client.force_login(director_of(tournament))
    settlement = client.get(f"/t/{tournament.public_id}/print/settlement/").content.decode()
    assert "A cup ♠" in settlement
    assert "15.00" in settlement  # 20.00 won, 5.00 owed
    assert "A cup ♠" in client.get(f"/t/{tournament.public_id}/print/results/").content.decode()
