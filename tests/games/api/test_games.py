"""The API of games: what may be seen, one shape of errors with stable codes, input that is what it says."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from drf_spectacular.generators import SchemaGenerator
from knox.models import AuthToken

from games.enums import GamePurpose
from games.models import MoveRecord
from games.options import GameOptions
from games.queries.states import load_state
from games.services.control import pause_game
from games.services.play import play_move
from games.services.seats import stand_in
from tests.factories import make_user
from tests.games.tables import (
    QUICK,
    a_legal_code,
    make_game,
    make_people,
    picture,
    play_what_is_due,
    user_to_act,
)

pytestmark = pytest.mark.django_db

JSON = "application/json"


@pytest.fixture
def people():
    return make_people(2)


@pytest.fixture
def game(people):
    """After the cut: seat 1 is to draw."""
    game = make_game(people, options=GameOptions(cut_seconds=0, bot_pace_seconds=0))
    play_move(game=game, actor=people[1], code="cut-5", expected_ply=0)
    game.refresh_from_db()
    return game


@pytest.fixture
def mover(client, people):
    client.force_login(people[1])
    return client


def url(game, rest=""):
    return f"/api/v1/games/{game.public_id}/{rest}"


def send(client, game, body, key="k1"):
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(url(game, "moves/"), body, content_type=JSON, headers=headers)


def codes(answer):
    return answer.status_code, [error["code"] for error in answer.json()["errors"]]


def test_my_own_view_has_my_hand_and_nobody_elses(mover, game):
    data = mover.get(url(game)).json()
    deal = load_state(game).deal
    place = 1
    assert (data["seat"], data["ply"], data["status"]) == (1, 1, "playing")
    assert data["observation"]["hand"] == [card.code for card in deal.hands[place]]
    assert data["observation"]["hands"] == []
    assert [seat["occupant"] for seat in data["seats"]] == ["player", "player"]
    shown = set(data["observation"]["hand"]) | set(data["observation"]["pile"])
    text = mover.get(url(game)).content.decode()
    hidden = {card.code for card in (*deal.stock, *deal.hands[0])}
    assert not shown & hidden
    assert [code for code in hidden if f'"{code}"' in text] == []


def test_legal_moves_are_those_of_the_seat_to_act(mover, client, people, game):
    assert mover.get(url(game, "legal-moves/")).json() == {"ply": 1, "moves": ["stock", "pile"]}
    client.force_login(people[0])
    assert client.get(url(game, "legal-moves/")).json() == {"ply": 1, "moves": []}


def test_a_move_and_its_repetition_have_one_answer(mover, game):
    first = send(mover, game, {"code": "stock", "expected_ply": 1})
    again = send(mover, game, {"code": "stock", "expected_ply": 1})
    assert (first.status_code, first.json()) == (200, {"ply": 2, "seat": 1, "code": "stock"})
    assert (again.status_code, again.content) == (200, first.content)
    assert MoveRecord.objects.filter(game=game).count() == 2


def test_the_key_may_be_in_the_body(mover, game):
    answer = send(mover, game, {"code": "stock", "expected_ply": 1, "key": "in-body"}, key=None)
    assert answer.status_code == 200
    assert MoveRecord.objects.get(game=game, ply=2).key == "in-body"


def test_a_stale_move_is_409_with_the_current_ply(mover, game):
    answer = send(mover, game, {"code": "stock", "expected_ply": 0})
    assert codes(answer) == (409, ["stale"])
    assert answer.json()["details"] == {"current_ply": 1}
    assert answer.json()["type"] == "client_error"


def test_an_illegal_move_is_422_with_the_reason(mover, game):
    answer = send(mover, game, {"code": "discard-KS", "expected_ply": 1})
    assert codes(answer) == (422, ["illegal"])
    assert answer.json()["details"] == {"reason": "wrong_phase"}


@pytest.mark.parametrize(
    ("body", "key", "expected"),
    [
        ({"code": "stock", "expected_ply": 1}, None, (428, ["precondition_required"])),
        ({"code": "stock"}, "k", (428, ["precondition_required"])),
        ({"code": "fly", "expected_ply": 1}, "k", (422, ["malformed"])),
        ({"code": "stock", "expected_ply": 1}, "k" * 65, (400, ["bad_key"])),
        ({"expected_ply": 1}, "k", (400, ["required"])),
        ({"code": "stock", "expected_ply": "1"}, "k", (400, ["invalid"])),
        ({"code": "stock", "expected_ply": True}, "k", (400, ["invalid"])),
        ({"code": "stock", "expected_ply": 1.0}, "k", (400, ["invalid"])),
        ({"code": "stock", "expected_ply": -1}, "k", (400, ["min_value"])),
        ({"code": "stock", "expected_ply": 2**63}, "k", (400, ["max_value"])),
        ({"code": 7, "expected_ply": 1}, "k", (400, ["invalid"])),
        ({"code": "stock", "expected_ply": 1, "seat": 0}, "k", (400, ["unknown_field"])),
        ({"code": "stock", "expected_ply": 1, "actor_kind": "director"}, "k", (400, ["unknown_field"])),
        ([], "k", (400, ["invalid"])),
        ('"stock"', "k", (400, ["invalid"])),
    ],
)
def test_what_is_refused_changes_nothing(mover, game, body, key, expected):
    before = picture(game)
    assert codes(send(mover, game, body, key)) == expected
    assert picture(game) == before


def test_a_key_used_for_another_move_is_422(mover, game):
    send(mover, game, {"code": "stock", "expected_ply": 1})
    assert codes(send(mover, game, {"code": "pile", "expected_ply": 1})) == (422, ["key_reused"])


def test_not_ones_turn_is_422_and_a_bots_seat_409(client, people, game):
    client.force_login(people[0])
    assert codes(send(client, game, {"code": "stock", "expected_ply": 1})) == (422, ["illegal"])
    stand_in(game=game, seat=0)
    assert codes(send(client, game, {"code": "stock", "expected_ply": 1})) == (409, ["bot_plays"])
    assert client.post(url(game, "back/")).status_code == 200
    assert game.seats.get(seat=0).occupant == "player"


def test_a_paused_game_is_409(mover, game):
    pause_game(game=game)
    assert codes(send(mover, game, {"code": "stock", "expected_ply": 1})) == (409, ["not_playing"])


ROUTES = ["", "legal-moves/", "deals/", "deals/1/"]


@pytest.mark.parametrize("rest", ROUTES)
def test_what_isnt_yours_is_404_like_what_doesnt_exist(client, game, rest):
    client.force_login(make_user())
    hidden = client.get(url(game, rest))
    unknown = client.get(f"/api/v1/games/nosuchgame/{rest}")
    assert (hidden.status_code, hidden.content) == (404, unknown.content)


def test_moving_at_anothers_table_is_404(client, game):
    before = picture(game)
    client.force_login(make_people(1)[0])
    assert codes(send(client, game, {"code": "stock", "expected_ply": 1})) == (404, ["not_found"])
    public = make_game(make_people(2), is_public=True)
    assert codes(send(client, public, {"code": "cut-0", "expected_ply": 0})) == (404, ["not_found"])
    assert picture(game) == before


def test_who_isnt_signed_in_sees_public_games_and_moves_nothing(client, game):
    public = make_game(make_people(2), is_public=True)
    assert client.get(url(public)).json()["seat"] is None
    assert client.get(url(game)).status_code == 404
    assert send(client, public, {"code": "cut-0", "expected_ply": 0}).status_code in (401, 403)


def test_deals_show_seed_and_record_once_they_are_over(client):
    game = make_game(bots=2, options=QUICK, is_public=True)
    running = client.get(url(game, "deals/")).json()
    assert [(deal["seed"], deal["result"]) for deal in running] == [(None, None)]
    assert client.get(url(game, "deals/1/")).status_code == 404
    play_what_is_due(game)
    record = client.get(url(game, "deals/1/")).json()
    assert len(record["seed"]) == 64
    assert record["text"].startswith("Deadwood-Deal: 1")
    assert [move["ply"] for move in record["moves"]] == list(range(1, len(record["moves"]) + 1))
    assert {move["actor"] for move in record["moves"]} == {"bot"}
    assert client.get(url(game, "deals/999/")).status_code == 404
    assert client.get(url(game, "deals/99999999999999999999/")).status_code == 404


def test_ready_answers_with_the_game(mover, game):
    answer = mover.post(url(game, "ready/"))
    assert (answer.status_code, answer.json()["ply"]) == (200, 1)


def test_a_private_practice_game_is_its_players_alone(client):
    user = make_people(1)[0]
    game = make_game([user], bots=1, created_by=user)
    game.purpose = GamePurpose.PRACTICE
    client.force_login(user)
    assert client.get(url(game)).status_code == 200
    client.force_login(make_user())
    assert client.get(url(game)).status_code == 404


@pytest.mark.parametrize("by", ["session", "token"])
def test_the_queries_of_a_move_are_few_and_the_same_for_two_and_for_five(client, by):
    """At most 12 for a move request, whoever sends it (G12)."""
    counted = {players: queries_of_moves(client, players, by) for players in (2, 5)}
    assert counted[2] == counted[5]
    assert max(counted[2]) <= 12, counted


def queries_of_moves(client, players, by):
    """How many statements a draw and the discard after it are, in a process that has to replay the game: nothing is
    committed here. The two savepoints are the test's own transaction.
    """
    people = make_people(players)
    game = make_game(people, label="queries", options=GameOptions(cut_seconds=0, bot_pace_seconds=0))
    play_move(game=game, actor=user_to_act(game), code="cut-5", expected_ply=0)
    counts = []
    for ply, key in ((1, "q1"), (2, "q2")):
        game.refresh_from_db()
        user, headers = user_to_act(game), {"Idempotency-Key": key}
        if by == "token":
            headers["Authorization"] = f"Token {AuthToken.objects.create(user)[1]}"
        else:
            client.force_login(user)
        body = {"code": a_legal_code(game), "expected_ply": ply}
        with CaptureQueriesContext(connection) as asked:
            answer = client.post(url(game, "moves/"), body, content_type=JSON, headers=headers)
        assert answer.status_code == 200, answer.content
        counts.append(sum("SAVEPOINT" not in query["sql"] for query in asked))
    return counts


def test_the_schema_knows_the_routes_and_their_examples():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    path = schema["paths"]["/api/v1/games/{public_id}/moves/"]["post"]
    assert {"200", "409", "422"} <= set(path["responses"])
    assert set(path["requestBody"]["content"]["application/json"]["examples"]) == {
        "DrawFromTheStock",
        "Knock",
    }
