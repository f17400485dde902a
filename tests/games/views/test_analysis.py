"""The page of a finished deal's analysis: asked for once, worked out by a worker, never there for a deal in play."""

import pytest
from django.test import Client

from games.models import DealAnalysis
from games.services.analysis import METHOD, analyse_deal
from tests.factories import make_user
from tests.games.tables import make_game, make_people, play_what_is_due

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fixed_cards(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:looked at again"


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
    return play_what_is_due(make_game(bots=3, level="beginner", created_by=user))


def page(game, number: int = 1) -> str:
    return f"/g/{game.public_id}/record/{number}/analysis"


def test_from_the_question_to_the_answer(client, finished):
    assert client.get(page(finished)).context["analysis"].is_asked is False
    answer = client.post(f"{page(finished)}/ask")
    assert (answer.status_code, answer.url) == (302, page(finished))
    waiting = client.get(page(finished))
    assert waiting.context["analysis"].is_working
    assert b'hx-trigger="every 2s"' in waiting.content
    deal = finished.deals.get(number=1)
    DealAnalysis.objects.filter(deal=deal).update(done=3, total=12)
    assert b"3 of 12 moves" in client.get(page(finished)).content
    assert analyse_deal(deal_id=deal.pk)
    there = client.get(page(finished))
    analysis = there.context["analysis"]
    assert (analysis.is_finished, analysis.is_working) == (True, False)
    assert b"hx-trigger" not in there.content
    assert {seat.name for seat in analysis.seats} == {"Bot 0", "Bot 1", "Bot 2"}
    assert all(line.cost for line in analysis.lines)  # the others are behind a link
    everything = client.get(f"{page(finished)}?all=1").context["analysis"]
    assert len(everything.lines) == len(analysis.lines) + analysis.hidden > len(analysis.lines)
    assert sum(seat.decisions for seat in everything.seats) == len(everything.lines)


def test_one_seat_can_be_looked_at_alone(client, finished):
    client.post(f"{page(finished)}/ask")
    analyse_deal(deal_id=finished.deals.get(number=1).pk)
    for query, view in (("?view=1&all=1", 1), ("?view=9&all=1", None), ("?view=x&all=1", None)):
        analysis = client.get(f"{page(finished)}{query}").context["analysis"]
        assert analysis.view == view
        if view is not None:
            assert {line.seat for line in analysis.lines} == {view}


def test_the_hand_beside_a_decision_is_the_one_before_it(client, finished):
    client.post(f"{page(finished)}/ask")
    analyse_deal(deal_id=finished.deals.get(number=1).pk)
    answer = client.get(f"{page(finished)}?all=1")
    record = answer.context["record"]
    for line in answer.context["analysis"].lines:
        held = {card for group in line.groups for card in group.cards}
        assert held == set(record.moves[line.at - 1].hands[line.seat])


def test_htmx_gets_the_part_alone(client, finished):
    answer = client.get(page(finished), headers={"HX-Request": "true"})
    assert next(template.name for template in answer.templates) == "games/_analysis.html"
    assert b"<html" not in answer.content


def test_what_failed_may_be_asked_again(client, finished):
    client.post(f"{page(finished)}/ask")
    DealAnalysis.objects.update(attempts=3)
    assert client.get(page(finished)).context["analysis"].has_failed
    client.post(f"{page(finished)}/ask")
    assert client.get(page(finished)).context["analysis"].is_working


def test_an_analysis_by_an_older_method_is_made_again_when_asked(client, finished):
    client.post(f"{page(finished)}/ask")
    deal = finished.deals.get(number=1)
    analyse_deal(deal_id=deal.pk)
    DealAnalysis.objects.update(method=METHOD - 1)
    assert client.get(page(finished)).context["analysis"].is_finished
    client.post(f"{page(finished)}/ask")
    assert client.get(page(finished)).context["analysis"].is_working


def test_a_deal_in_play_is_never_analysed():
    people = make_people(2)
    game = play_what_is_due(make_game(people, is_public=True))
    client = Client()
    client.force_login(people[0])
    assert client.get(page(game)).status_code == 404
    assert client.post(f"{page(game)}/ask").status_code == 404
    assert not DealAnalysis.objects.exists()


def test_strangers_learn_nothing_and_nobody_asks_without_a_name(finished):
    stranger = Client()
    assert stranger.get(page(finished)).status_code == 404
    assert stranger.post(f"{page(finished)}/ask").status_code == 404
    type(finished).objects.update(is_public=True)
    assert stranger.get(page(finished)).status_code == 200
    assert "login" in stranger.post(f"{page(finished)}/ask").url
    assert not DealAnalysis.objects.exists()
