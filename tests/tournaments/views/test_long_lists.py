"""Lists of large events: the first lines, the reader's own, a search, and a way to all of them. The limits are made
small here; `tests/tournaments/test_large_club.py` has the times.
"""

import pytest
from django.test import Client

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, entrant, paper_round
from tournaments.queries import entrants as entrant_lists
from tournaments.services.presence import check_in
from tournaments.views import event as event_views
from tournaments.views import screens as screen_views

pytestmark = pytest.mark.django_db

ORDER = ["Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"]


def played(**more):
    tournament = a_paper_event(8, rounds=1, **more)
    paper_round(tournament, {"Ada": 30, "Hal": 10})
    return tournament


def names_in(answer, name):
    return [line.name for line in answer.context[name]]


def test_long_standings_show_the_first_and_the_readers_own(client, monkeypatch):
    monkeypatch.setattr(event_views, "MOST_LINES", 3)
    tournament = played()
    path = f"/t/{tournament.public_id}/standings/"
    stranger = client.get(path)
    whole = names_in(client.get(path + "?all=1"), "lines")
    assert sorted(whole) == ORDER
    assert names_in(stranger, "lines") == whole[:3]
    assert b"5 more players" in stranger.content
    last = entrant(tournament, whole[-1]).members.get().player
    last.user = make_user()
    last.save()
    client.force_login(last.user)
    own = client.get(path)
    assert names_in(own, "lines") == [*whole[:3], whole[-1]]
    assert own.content.count(b'class="gap"') == 1
    assert client.get(path + "?all=1").content.count(b'class="gap"') == 0


def test_a_screen_shows_the_first_places_of_a_large_field(client, monkeypatch):
    monkeypatch.setattr(screen_views, "MOST_PLACES", 2)
    pages = client.get(f"/t/{played().public_id}/screen/").context["pages"]
    assert [len(page.rows) for page in pages if page.kind == "standings"] == [2]


def people(client, tournament, query=""):
    return client.get(f"/t/{tournament.public_id}/tonight/people/{query}")


def a_door():
    tournament = a_paper_event(8, rounds=1, check_in=True)
    client = Client()
    client.force_login(director_of(tournament))
    return tournament, client


def test_a_long_list_of_people_is_cut_and_searched_by_the_server(monkeypatch):
    monkeypatch.setattr(entrant_lists, "MOST_LISTED", 3)
    tournament, client = a_door()
    page = people(client, tournament).context["page"]
    assert ([line.name for line in page.missing.lines], page.missing.more) == (ORDER[:3], 5)
    found = people(client, tournament, "?q=G%C3%9As").context["page"]
    assert [line.name for line in found.missing.lines] == ["Gus"]
    assert (found.is_long, found.missing_count, found.missing.more) == (True, 8, 0)
    assert b"5 more people. Search" in people(client, tournament).content
    assert b"more people. Search" not in people(client, tournament, "?q=gus").content


def test_a_tap_keeps_the_search():
    tournament, client = a_door()
    gus = entrant(tournament, "Gus")
    address = f"/t/{tournament.public_id}/tonight/people/{gus.pk}/in/?q=gus"
    assert address.encode() in people(client, tournament, "?q=gus").content
    answer = client.post(address)
    assert answer.headers["Location"] == f"/t/{tournament.public_id}/tonight/people/?q=gus"
    page = client.get(answer.headers["Location"]).context["page"]
    assert ([line.name for line in page.here.lines], page.checked_in) == (["Gus"], 1)


@pytest.mark.parametrize("query", ["?q=%00", "?q=" + "x" * 500, "?q=%F0%9F%83%8F", "?q=%1f", "?q= "])
def test_odd_searches_find_nobody_or_all(query):
    tournament, client = a_door()
    check_in(entrant=entrant(tournament, "Ada"), actor=None)
    assert people(client, tournament, query).status_code == 200
