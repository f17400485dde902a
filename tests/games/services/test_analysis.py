"""Analyses of finished deals: claimed once, repeated when lost, the same every time, no hidden card used."""

from datetime import timedelta

import pytest
from django.db.models import F

from games.errors import NoFinishedDeal
from games.models import DealAnalysis, MoveRecord
from games.services.analysis import analyse_deal, analyse_waiting, ask_for_analysis, lost_analyses
from tests.games.tables import make_game, make_people, play_what_is_due

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fixed_cards(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:worked out"


def finished_game(ruleset="knock-rummy"):
    return play_what_is_due(make_game(bots=2, ruleset=ruleset))


def asked(game):
    ask_for_analysis(game=game, number=1)
    return game.deals.get(number=1)


@pytest.mark.parametrize("ruleset", ["knock-rummy", "joker-knock", "gin", "tonk"])
def test_every_decision_holds_the_move_that_was_made(ruleset):
    game = finished_game(ruleset)
    deal = asked(game)
    assert analyse_deal(deal_id=deal.pk)
    found = DealAnalysis.objects.get(deal=deal)
    codes = list(MoveRecord.objects.filter(deal=deal).order_by("ply").values_list("seat", "code"))
    assert found.done == found.total == len(codes)
    assert found.decisions
    for each in found.decisions:
        assert codes[each["at"]] == (each["seat"], each["played"])
        values = [value for _code, value in each["options"]]
        assert values == sorted(values, reverse=True)
        assert each["played"] in [code for code, _value in each["options"]]


def test_working_it_out_twice_gives_the_same():
    deal = asked(finished_game("tonk"))
    analyse_deal(deal_id=deal.pk)
    first = DealAnalysis.objects.get(deal=deal).decisions
    DealAnalysis.objects.update(finished_at=None, decisions=None)
    assert analyse_deal(deal_id=deal.pk)
    assert DealAnalysis.objects.get(deal=deal).decisions == first


def test_only_one_works_at_it_and_nobody_when_it_is_done():
    deal = asked(finished_game())
    DealAnalysis.objects.update(claimed_until=F("asked_at") + timedelta(minutes=5))
    assert not analyse_deal(deal_id=deal.pk)
    DealAnalysis.objects.update(claimed_until=F("asked_at") - timedelta(minutes=5))
    assert analyse_deal(deal_id=deal.pk)
    assert not analyse_deal(deal_id=deal.pk)


def test_a_lost_message_is_repeated_now_and_then():
    deal = asked(finished_game())
    assert lost_analyses() == []  # a worker was told a moment ago
    DealAnalysis.objects.update(hinted_at=F("hinted_at") - timedelta(minutes=1))
    assert lost_analyses() == [deal.pk]
    assert lost_analyses() == []
    DealAnalysis.objects.update(hinted_at=None)
    assert analyse_waiting() == 1
    assert analyse_waiting() == 0


def test_a_damaged_deal_is_tried_three_times():
    deal = asked(finished_game())
    deal.game.ruleset_json = {"preset": "gin", "options": {}}  # another game than the one in the log
    deal.game.save()
    for _unused in range(5):
        assert not analyse_deal(deal_id=deal.pk)
    found = DealAnalysis.objects.get(deal=deal)
    assert (found.attempts, found.has_failed) == (3, True)
    assert lost_analyses() == []


def test_what_is_not_over_is_refused():
    game = play_what_is_due(make_game(make_people(2)))
    for number in (1, 2):
        with pytest.raises(NoFinishedDeal):
            ask_for_analysis(game=game, number=number)
