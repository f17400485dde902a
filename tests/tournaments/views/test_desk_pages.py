"""Every page of the desk opens in every state of an event, for those who may, and for nobody else; and its number of
queries doesn't grow with the event.
"""

import pytest

from accounts.enums import ClubRole
from accounts.models import Membership
from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, enter_totals, paper_round, start_next
from tournaments.models import Round, Table
from tournaments.services.completion import begin_review, complete_round, finish_tournament
from tournaments.services.presence import check_in_all
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db

SCORERS = ("", "more/", "people/", "people/import/", "penalties/", "results/", "check/", "print/")
DIRECTORS = ("people/import/", "seats/", "codes/", "log/", "money/", "staff/", "settings/")
PUBLIC = ("enter/", "screen/", "results/")


def opened(client, tournament, paths, prefix="tonight/"):
    return {
        path: client.get(f"/t/{tournament.public_id}/{prefix}{path}").status_code
        for path in dict.fromkeys(paths)
    }


def all_good(client, tournament):
    paths = dict.fromkeys((*SCORERS, *DIRECTORS))
    assert opened(client, tournament, paths) == dict.fromkeys(paths, 200)
    assert opened(client, tournament, PUBLIC, prefix="") == dict.fromkeys(PUBLIC, 200)


def test_all_pages_open_from_the_draft_to_the_end(client):
    tournament = a_paper_event(8, open_=False, rounds=1)
    director = director_of(tournament)
    client.force_login(director)
    all_good(client, tournament)
    client.post(f"/t/{tournament.public_id}/tonight/do/open/")
    tournament.refresh_from_db()
    check_in_all(tournament=tournament, actor=None)
    all_good(client, tournament)
    draft = generate_round(tournament=tournament, actor=None)
    all_good(client, tournament)
    publish_round(draft=draft, actor=None)
    all_good(client, tournament)
    client.post(f"/t/{tournament.public_id}/tonight/do/start/")
    all_good(client, tournament)
    for table in Table.objects.filter(round__tournament=tournament):
        for path in ("", "?by=deals"):
            assert (
                client.get(f"/t/{tournament.public_id}/tonight/table/{table.public_id}/{path}").status_code
                == 200
            )
        assert client.get(f"/r/{table.report_code}/").status_code == 200
    for what in ("names", "tables", "cards", "slips"):
        assert client.get(f"/t/{tournament.public_id}/print/{what}/").status_code == 200


def test_pages_of_an_event_that_is_over(client):
    tournament = a_paper_event(4, rounds=1)
    paper_round(tournament, {"Ada": 20})
    client.force_login(director_of(tournament))
    begin_review(tournament=tournament, actor=None)
    all_good(client, tournament)
    finish_tournament(tournament=tournament, actor=None)
    all_good(client, tournament)
    table = Table.objects.get()
    assert (
        client.get(f"/t/{tournament.public_id}/tonight/table/{table.public_id}/correct/").status_code == 200
    )
    assert client.get(f"/t/{tournament.public_id}/print/standings/").status_code == 200
    assert client.get("/new/").status_code == 200


def test_the_desk_is_nobody_elses(client):
    tournament = a_paper_event(4)
    start_next(tournament)
    table = Table.objects.get()
    paths = (*SCORERS, *DIRECTORS, f"table/{table.public_id}/", f"table/{table.public_id}/correct/")
    assert set(opened(client, tournament, paths).values()) <= {302, 404}
    client.force_login(make_user())
    assert set(opened(client, tournament, paths).values()) == {404}
    assert client.post(f"/t/{tournament.public_id}/tonight/do/pause/").status_code == 404
    assert client.get(f"/t/{tournament.public_id}/print/cards/").status_code == 404


def test_a_scorer_sees_what_a_scorer_may(client):
    tournament = a_paper_event(4)
    start_next(tournament)
    scorer = make_user()
    Membership.objects.create(club=tournament.club, user=scorer, role=ClubRole.SCORER)
    client.force_login(scorer)
    allowed = [path for path in SCORERS if path not in DIRECTORS]
    assert opened(client, tournament, allowed) == dict.fromkeys(allowed, 200)
    assert opened(client, tournament, DIRECTORS) == dict.fromkeys(DIRECTORS, 404)
    client.post(f"/t/{tournament.public_id}/tonight/do/pause/")
    tournament.refresh_from_db()
    assert tournament.paused_at is None


@pytest.mark.parametrize(
    "path",
    [
        "tonight/",
        "tonight/people/",
        "tonight/people/apart/",
        "tonight/results/",
        "tonight/money/",
        "tonight/files/event.json",
        "tonight/files/settlement.csv",
        "tonight/files/results.csv",
        "print/cards/",
        "print/settlement/",
        "screen/",
    ],
)
def test_the_number_of_queries_is_constant(client, django_assert_max_num_queries, path):
    counts = []
    for size in (4, 24):
        tournament = a_paper_event(size)
        start_next(tournament)
        client.force_login(director_of(tournament))
        client.get(f"/t/{tournament.public_id}/{path}")
        with django_assert_max_num_queries(90) as captured:
            client.get(f"/t/{tournament.public_id}/{path}")
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert Round.objects.count() == 2


def test_what_a_step_needs_stands_beside_it(client):
    """The tables' cards before they begin, fees and prizes before the event is closed, then the list to pay out."""
    tournament = a_paper_event(4, rounds=1)
    client.force_login(director_of(tournament))
    address = f"/t/{tournament.public_id}"

    def links() -> list[bool]:
        page = client.get(f"{address}/tonight/").content.decode()
        step = page.split('<section class="next')[1].split("</section>")[0]
        paths = ("/print/cards/", "/tonight/money/", "/print/settlement/")
        return [f'href="{address}{path}"' in step for path in paths]

    publish_round(draft=generate_round(tournament=tournament, actor=None), actor=None)
    assert links() == [True, False, False]
    start_round(round_=tournament.rounds.get(), actor=None)
    enter_totals(tournament.rounds.get(), {"Ada": 5})
    complete_round(round_id=tournament.rounds.get().pk)
    assert links() == [False, True, False]
    assert "All rounds are played." in client.get(f"{address}/tonight/").content.decode()
    begin_review(tournament=tournament, actor=None)
    finish_tournament(tournament=tournament, actor=None)
    assert links() == [False, False, True]
