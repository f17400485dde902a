"""The read side of the API: the same facts as the pages, the same rules of who sees what, one shape of
errors.
"""

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, an_event, director_of, enter, paper_round, start_next
from tournaments.models import Tournament
from tournaments.services.entrants import enter_player

pytestmark = pytest.mark.django_db

ROOT = "/api/v1/tournaments/"


def get(client, path="", **query):
    return client.get(f"{ROOT}{path}", query)


def test_the_list_has_public_events_with_their_counts(client):
    tournament = an_event(3)
    an_event(open_=False)
    body = get(client).json()
    assert (body["count"], body["next"]) == (1, None)
    (line,) = body["results"]
    assert line == {
        "public_id": tournament.public_id,
        "name": "Club night",
        "club": tournament.club.name,
        "game": "Knock Rummy",
        "starts_at": "2026-03-14T19:30:00Z",
        "venue": "",
        "status": "open",
        "entrants": 3,
        "capacity": None,
        "rounds_played": 0,
        "rounds_planned": 4,
        "is_public": True,
        "is_rehearsal": False,
    }


def test_lists_are_filtered_and_paged(client):
    for name in ("Spring cup", "Autumn cup", "Gin night"):
        Tournament.objects.filter(pk=an_event().pk).update(name=name)
    assert get(client, name="CUP").json()["count"] == 2
    assert get(client, status="running").json()["count"] == 0
    assert get(client, from_day="2026-03-15").json()["count"] == 0
    page = get(client, page_size=2).json()
    assert (len(page["results"]), page["next"] is not None) == (2, True)
    answer = get(client, status="nonsense")
    assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "status")


def test_an_event_with_what_concerns_the_caller(client):
    tournament, user = an_event(3), make_user("Zelda")
    enter_player(tournament=tournament, actor=user, user=user)
    start_next(tournament)
    body = get(client, f"{tournament.public_id}/").json()
    assert (body["standing"], body["own_table"], body["may_direct"]) == (
        "Round 1 is being played: 1 of 1 tables still plays.",
        None,
        False,
    )
    assert (body["counts"]["taking_part"], body["rounds"][0]["status"]) == (4, "playing")
    client.force_login(user)
    own = get(client, f"{tournament.public_id}/").json()["own_table"]
    assert (own["round_number"], own["table_number"]) == (1, 1)
    assert own["game_public_id"]


def test_rounds_and_tables(client):
    tournament = a_paper_event(4)
    round_ = paper_round(tournament, {"Ada": 12})
    (line,) = get(client, f"{tournament.public_id}/rounds/").json()
    assert (line["number"], line["title"], line["settled"]) == (1, "Round 1", 1)
    body = get(client, f"{tournament.public_id}/rounds/1/").json()
    (table,) = body["tables"]
    points = {seat["name"]: seat["points"] for seat in table["seats"]}
    assert (points["Ada"], sum(points.values()), table["status"]) == (12, 0, "confirmed")
    assert set(table["seats"][0]) == {
        "seat",
        "name",
        "entrant_id",
        "is_bot",
        "stand_in",
        "points",
        "place",
    }
    same = get(client, f"{tournament.public_id}/tables/{round_.tables.get().public_id}/").json()
    assert same == table


def test_standings_after_a_round_or_live(client):
    tournament = a_paper_event(4)
    assert get(client, f"{tournament.public_id}/standings/").status_code == 404
    paper_round(tournament, {"Ada": 12})
    paper_round(tournament, {"Bo": 20})
    path = f"{tournament.public_id}/standings/"
    after_two = get(client, path).json()
    assert (after_two["after_round"], after_two["is_provisional"], after_two["version"]) == (2, False, 1)
    after_one = get(client, path, after=1).json()
    assert after_one["after_round"] == 1
    first = after_one["lines"][0]
    assert (first["name"], first["place"], first["points"]) == ("Ada", 1, "12")
    assert first["reason"].startswith("Ahead of ")
    assert get(client, path, live="true").json()["is_provisional"] is True
    assert get(client, path, after=9).status_code == 404
    bad = get(client, path, after="x")
    assert (bad.status_code, bad.json()["errors"][0]["attr"]) == (400, "after")


def test_entrants_without_what_is_private(client):
    tournament = an_event(1)
    enter_player(tournament=tournament, actor=None, name="Bo", note="owes money")
    director = director_of(tournament)
    for user in (None, director):
        if user is not None:
            client.force_login(user)
        lines = get(client, f"{tournament.public_id}/entrants/").json()
        assert [line["name"] for line in lines] == ["Ada", "Bo"]
        assert "note" not in lines[0]
        assert "is_autopilot" not in lines[0]


PATHS = ["", "rounds/", "rounds/1/", "standings/", "entrants/", "tables/abc/"]


@pytest.mark.parametrize("path", PATHS)
def test_what_isnt_yours_is_answered_like_what_doesnt_exist(client, path):
    hidden = a_paper_event(4)
    paper_round(hidden)
    Tournament.objects.filter(pk=hidden.pk).update(is_public=False)
    client.force_login(make_user())
    own, unknown = (get(client, f"{public_id}/{path}") for public_id in (hidden.public_id, "nothing"))
    assert (own.status_code, unknown.status_code) == (404, 404)
    assert own.json() == unknown.json()
    assert own.json()["errors"][0]["code"] == "not_found"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_is_written_through_this_side(client, path, method):
    tournament = an_event(1)
    client.force_login(director_of(tournament))
    answer = getattr(client, method)(f"{ROOT}{tournament.public_id}/{path}")
    assert answer.status_code == 405


@pytest.mark.parametrize("count", [1, 3])
def test_lists_cost_the_same_number_of_queries(client, count, django_assert_num_queries):
    for number in range(count):
        enter(an_event(), [f"P{number}"])
    with django_assert_num_queries(2):
        assert get(client).json()["count"] == count


def test_the_schema_describes_every_resource():
    schema = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
    paths = {path for path in schema["paths"] if "tournaments" in path}
    assert paths == {
        ROOT,
        *(
            ROOT + "{public_id}/" + rest
            for rest in ("", "rounds/", "rounds/{number}/", "standings/", "entrants/")
        ),
        ROOT + "{public_id}/tables/{table_id}/",
    }
