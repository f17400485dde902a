"""How long a bot thinks tells nothing of its hand: five thousand pauses, split by how good the hand is, come from one
distribution (Kolmogorov and Smirnov; T10).
"""

import random
from bisect import bisect_right
from math import log, sqrt
from types import SimpleNamespace

import pytest
from django.db import transaction

from games.engine.melds import deadwood
from games.models import Game
from games.options import GameOptions
from games.services import schedule
from games.services.opened import open_game
from tests.games.tables import make_game, make_people

pytestmark = pytest.mark.django_db

GAMES, PAUSES = 20, 250
CHANCE = 0.001


@pytest.fixture(autouse=True)
def the_same_chance_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "_pace", random.Random("pauses"))


def pauses() -> list[tuple[int, float]]:
    """The deadwood of the bot to move, and for how long it is going to think; often for each of several deals."""
    found = []
    for number in range(GAMES):
        game = a_bots_turn(number)
        with transaction.atomic():
            opened = open_game(game.pk)
            hand = opened.state.deal.hands[opened.state.turn]
            for _pause in range(PAUSES):
                schedule.schedule(opened)
                assert opened.game.due_at is not None
                found.append((deadwood(hand), (opened.game.due_at - opened.now).total_seconds()))
            transaction.set_rollback(True)
    return found


def a_bots_turn(number: int) -> Game:
    """A bot is to draw, and a person watches."""
    options = GameOptions(bot_pace_seconds=1.0, cut_seconds=0)
    game = make_game(make_people(1), bots=1, options=options, label=f"pause {number}")
    assert game.due_kind == "bot"
    return game


def farthest(found: list[tuple[int, float]]) -> tuple[float, float]:
    """How far the two distributions are apart, and how far chance brings them once in a thousand times."""
    middle = sorted(wood for wood, _pause in found)[len(found) // 2]
    good = sorted(pause for wood, pause in found if wood < middle)
    bad = sorted(pause for wood, pause in found if wood >= middle)
    assert min(len(good), len(bad)) > len(found) // 4
    apart = max(
        abs(bisect_right(good, at) / len(good) - bisect_right(bad, at) / len(bad)) for at in good + bad
    )
    return apart, sqrt(-log(CHANCE / 2) / 2) * sqrt((len(good) + len(bad)) / (len(good) * len(bad)))


def test_five_thousand_pauses_tell_nothing_of_the_hand() -> None:
    found = pauses()
    apart, by_chance = farthest(found)
    assert len(found) == GAMES * PAUSES == 5_000
    assert apart < by_chance


def test_a_bot_that_thinks_longer_with_a_good_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def longer(opened: SimpleNamespace) -> float:
        hand = opened.state.deal.hands[opened.state.turn]
        return schedule._pace.uniform(0.7, 1.3) + (50 - deadwood(hand)) / 500

    monkeypatch.setattr(schedule, "_thinking_seconds", longer)
    apart, by_chance = farthest(pauses())
    assert apart > by_chance
