"""Other people's engines on the same hands, where they are installed: OpenSpiel and RLCard, called from Python.

Nothing of Deadwood needs them. The sums of their answers are compared with ours.
"""

from __future__ import annotations

import random
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any

from games.engine.cards import Hand
from games.engine.melds import best_discard, deadwood
from tests.bench.figures import Figures, best_of

SPIEL_SUITS = "SCDH"
SPIEL_DEALS, RLCARD_HANDS, RLCARD_DEALS = 20, 500, 10


def open_spiel(figures: Figures, ten: list[Hand], eleven: list[Hand]) -> None:
    """The same hands through OpenSpiel's Python binding, and its simple bot's deals."""
    if find_spec("pyspiel") is None:
        print("  open_spiel isn't installed: not compared")
        return
    pyspiel: Any = import_module("pyspiel")
    print(f"  open_spiel {metadata.version('open_spiel')}")
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    theirs, longer = _spiel_hands(ten), _spiel_hands(eleven)

    def by_removal(hand: list[int]) -> int:
        return min(utils.min_deadwood(hand[:at] + hand[at + 1 :]) for at in range(len(hand)))

    figures.measure("open_spiel: deadwood of 10", utils.min_deadwood, theirs)
    figures.measure("open_spiel: the melds of 10", utils.best_meld_group, theirs)
    figures.measure("open_spiel: deadwood of 11, not exact", utils.min_deadwood, longer)
    figures.measure("open_spiel: best discard of 11, by removal", by_removal, longer)
    _compare("deadwood of 10", sum(map(utils.min_deadwood, theirs)), sum(map(deadwood, ten)))
    ours = sum(best_discard(hand)[1] for hand in eleven)
    _compare("best discard of 11", sum(map(by_removal, longer)), ours)
    seconds = best_of(lambda: _spiel_deals(pyspiel, SPIEL_DEALS), 3)
    figures.note("open_spiel: a deal, its simple bots", seconds, SPIEL_DEALS)


def _spiel_hands(hands: list[Hand]) -> list[list[int]]:
    return [[SPIEL_SUITS.index(card.code[1]) * 13 + card.index % 13 for card in hand] for hand in hands]


def _compare(what: str, theirs: int, ours: int) -> None:
    same = f"the same, {ours}" if theirs == ours else f"DIFFERENT numbers: theirs {theirs}, ours {ours}"
    print(f"    {what}: the answers of both sum up to {same}")


def _spiel_deals(pyspiel: Any, count: int) -> None:
    game = pyspiel.load_game("gin_rummy")
    rng = random.Random(1)
    for _ in range(count):
        state = game.new_initial_state()
        bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in (0, 1)]
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(bots[state.current_player()].step(state))


def rlcard(figures: Figures, ten: list[Hand]) -> None:
    """The same hands through RLCard, and deals of random moves."""
    if find_spec("rlcard") is None:
        print("  rlcard isn't installed: not compared")
        return
    base: Any = import_module("rlcard.games.base")
    melding: Any = import_module("rlcard.games.gin_rummy.utils.melding")
    utils: Any = import_module("rlcard.games.gin_rummy.utils.utils")
    print(f"  rlcard {metadata.version('rlcard')}")
    theirs = [[base.Card(card.code[1], card.code[0]) for card in hand] for hand in ten[:RLCARD_HANDS]]

    def least(hand: list[Any]) -> int:
        clusters = melding.get_meld_clusters(hand=hand)
        loose = utils.get_deadwood_count
        return int(min((loose(hand, cluster) for cluster in clusters), default=loose(hand, [])))

    figures.measure("rlcard: deadwood of 10", least, theirs)
    _compare("deadwood of 10", sum(map(least, theirs)), sum(map(deadwood, ten[:RLCARD_HANDS])))
    rlcard_package: Any = import_module("rlcard")
    table = rlcard_package.make("gin-rummy", config={"seed": 1})
    table.set_agents([_AnyMove(), _AnyMove()])
    seconds = best_of(lambda: [table.run() for _ in range(RLCARD_DEALS)], 3)
    figures.note("rlcard: a deal, 2 x random", seconds, RLCARD_DEALS)


class _AnyMove:
    """RLCard's interface of a player; its own players need packages that it doesn't install."""

    use_raw = False

    def __init__(self) -> None:
        self.rng = random.Random(1)

    def step(self, state: dict[str, Any]) -> int:
        return self.rng.choice(list(state["legal_actions"]))

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return self.step(state), {}
