"""The pages of finished deals: a moment by its address, one seat's view, a fragment for htmx, nothing
before the end.
"""

import pytest
from django.test import Client

from games.models import MoveRecord
from tests.factories import make_user
from tests.games.tables import make_game, make_people, play_what_is_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return make_user()


@pytest.fixture
def client(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def finished(user):
    return play_what_is_due(make_game(bots=3, created_by=user))


def test_the_end_is_shown_unless_a_moment_is_asked_for(client, finished):
    last = MoveRecord.objects.filter(game=finished, deal__number=1).count() - 1
    for query, at, seat in (
        ("", last, None),
        ("?at=0", 0, None),
        ("?at=2&view=1", 2, 1),
        ("?at=99999", last, None),
        ("?at=1234567", last, None),
        ("?at=x&view=y", last, None),
        ("?at=-1&view=9", last, None),
    ):
        replay = client.get(f"/g/{finished.public_id}/record/1/{query}").context["replay"]
        assert (replay.at, replay.view) == (at, seat), query


def test_htmx_gets_the_moment_alone(client, finished):
    answer = client.get(f"/g/{finished.public_id}/record/1/?at=1", headers={"HX-Request": "true"})
    assert next(template.name for template in answer.templates) == "games/_replay.html"
    assert b"<html" not in answer.content


def test_a_deal_in_play_has_no_record_and_its_proof_no_seed():
    people = make_people(2)
    game = play_what_is_due(make_game(people, is_public=True))
    client = Client()
    client.force_login(people[0])
    assert client.get(f"/g/{game.public_id}/record/1/").status_code == 404
    proof = client.get(f"/g/{game.public_id}/deal/1/proof")
    deal = game.deals.get(number=1)
    assert deal.commitment in proof.content.decode()
    assert bytes(deal.hidden.seed).hex() not in proof.content.decode()


def test_strangers_learn_nothing(finished):
    stranger = Client()
    for path in ("record/1/", "record/1/text", "deal/1/proof"):
        assert stranger.get(f"/g/{finished.public_id}/{path}").status_code == 404, path


def test_help_is_for_everybody():
    assert Client().get("/help/").status_code == 200
