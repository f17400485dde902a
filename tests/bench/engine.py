"""The engine's speed: deadwood, melds, discards, batches, whole deals; open_spiel and rlcard beside it if installed.

Run with `python -m tests.bench.engine`; `make bench` does. It prints and never fails. CPU
time of one core, the best of several repeats; all solvers get the same hands, and the sums of their
answers are compared. The peers come with `pip install deadwood[bench]`.
"""

from __future__ import annotations

import platform
import random
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any

from games.bots.arena import play_deal
from games.bots.base import Bot
from games.bots.registry import bot_named
from games.engine import lanes
from games.engine.batch import best_discards, bits_array, deadwoods
from games.engine.cards import DECK, JOKERS, Hand
from games.engine.melds import best_arrangement, best_discard, deadwood, discard_options, melded_bits
from games.engine.ruleset import PRESETS

HANDS, BATCH, REPEATS = 5_000, 100_000, 7
DEALS = (
    ("gin", 2, "club"),
    ("knock-rummy", 2, "club"),
    ("knock-rummy", 4, "club"),
    ("knock-rummy", 4, "random"),
)
DEALS_EACH = 300


def best_of(act: Callable[[], object], repeats: int = REPEATS) -> float:
    """Seconds of CPU of the fastest run."""
    least = float("inf")
    for _ in range(repeats):
        started = time.process_time()
        act()
        least = min(least, time.process_time() - started)
    return least


def show(what: str, seconds: float, count: int, note: str = "") -> None:
    print(f"  {what:<46} {seconds / count * 1e6:9.3f} us {count / seconds:14,.0f} a second  {note}")


def measure(what: str, act: Callable[[Any], object], inputs: Sequence[Any], note: str = "") -> None:
    show(what, best_of(lambda: [act(each) for each in inputs]), len(inputs), note)


def machine() -> None:
    model = next(
        (line.split(":")[1].strip() for line in _cpuinfo() if line.startswith("model name")), "unknown"
    )
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"Engine. {platform.system()} {platform.machine()}, {model}, {python}; one core")


def _cpuinfo() -> list[str]:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return file.read().splitlines()
    except OSError:  # not Linux: the model stays unknown
        return []


def random_hands(rng: random.Random, size: int, jokers: int = 0) -> list[Hand]:
    return [Hand([*rng.sample(DECK, size - jokers), *JOKERS[:jokers]]) for _ in range(HANDS)]


def tables() -> None:
    """The look-up tables, built from nothing."""

    def again(build: Callable[[], None], *emptied: list[Any]) -> None:
        for table in emptied:
            table.clear()
        build()

    natural = best_of(lambda: again(lanes.build_lanes, lanes.LOOSE), 3)
    with_jokers = best_of(lambda: again(lanes.build_joker_lanes, lanes.EXTRA[2]), 3)
    print(
        f"  lane tables built in {natural * 1000:.0f} ms, those for jokers in {with_jokers * 1000:.0f} ms more"
    )


def single_calls(ten: list[Hand], eleven: list[Hand]) -> None:
    measure("deadwood of 10", deadwood, ten, "(goal 0.6)")
    measure("deadwood of 11", deadwood, eleven)
    measure("the melds of 10, as bits", lambda hand: melded_bits(hand.bits), ten, "(goal 0.9)")
    measure("best arrangement of 10, as cards", best_arrangement, ten)
    measure("best discard of 11", best_discard, eleven, "(goal 1.0)")
    measure("all 11 discards", discard_options, eleven, "(goal 9)")
    rng = random.Random(2)
    for jokers in (1, 2):
        measure(f"deadwood of 10, {jokers} joker(s)", deadwood, random_hands(rng, 10, jokers), "(goal 6)")
        measure(
            f"best discard of 11, {jokers} joker(s)", best_discard, random_hands(rng, 11, jokers), "(goal 10)"
        )


def batches(rng: random.Random) -> None:
    ten = bits_array(Hand(rng.sample(DECK, 10)) for _ in range(BATCH))
    eleven = bits_array(Hand(rng.sample(DECK, 11)) for _ in range(BATCH))
    show("deadwood of 10, numpy batch", best_of(lambda: deadwoods(ten)), BATCH, "(goal 0.06)")
    show("best discard of 11, numpy batch", best_of(lambda: best_discards(eleven)), BATCH)


def whole_deals() -> None:
    for key, players, name in DEALS:
        bots: list[Bot] = [bot_named(name)] * players
        luck = [random.Random(seat) for seat in range(players)]
        seeds = [sha256(bytes([number % 256, number // 256])).digest() for number in range(DEALS_EACH)]
        act = lambda bots=bots, key=key, luck=luck, seeds=seeds: [  # noqa: E731
            play_deal(PRESETS[key], bots, luck, seed, 0) for seed in seeds
        ]
        goal = "(goal 500)" if name == "club" else ""
        show(f"a deal, {key}, {players} x {name}", best_of(act, 3), DEALS_EACH, goal)


def open_spiel(ten: list[Hand], eleven: list[Hand]) -> None:
    """The same hands through OpenSpiel's Python binding, and its simple bot's deals."""
    if find_spec("pyspiel") is None:
        print("  open_spiel isn't installed: not compared")
        return
    pyspiel: Any = import_module("pyspiel")
    print(f"  open_spiel {metadata.version('open_spiel')}")
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    order = "SCDH"  # its suits
    theirs = [[order.index(card.code[1]) * 13 + card.index % 13 for card in hand] for hand in ten]
    measure("open_spiel: deadwood of 10", utils.min_deadwood, theirs)
    measure("open_spiel: the melds of 10", utils.best_meld_group, theirs)
    same = sum(map(utils.min_deadwood, theirs)) == sum(map(deadwood, ten))
    print(f"  the answers of both sum up to {'the same' if same else 'DIFFERENT numbers'}")
    longer = [[order.index(card.code[1]) * 13 + card.index % 13 for card in hand] for hand in eleven]
    measure("open_spiel: deadwood of 11 after a discard", utils.min_deadwood, longer)
    show("open_spiel: a deal, two of its simple bots", best_of(lambda: _spiel_deals(pyspiel, 20), 3), 20)


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


def rlcard(ten: list[Hand]) -> None:
    """The same hands through RLCard."""
    if find_spec("rlcard") is None:
        print("  rlcard isn't installed: not compared")
        return
    base: Any = import_module("rlcard.games.base")
    melding: Any = import_module("rlcard.games.gin_rummy.utils.melding")
    utils: Any = import_module("rlcard.games.gin_rummy.utils.utils")
    print(f"  rlcard {metadata.version('rlcard')}")
    theirs = [[base.Card(card.code[1], card.code[0]) for card in hand] for hand in ten]

    def least(hand: list[Any]) -> int:
        clusters = melding.get_meld_clusters(hand=hand)
        loose = utils.get_deadwood_count
        return int(min((loose(hand, cluster) for cluster in clusters), default=loose(hand, [])))

    measure("rlcard: deadwood of 10", least, theirs[:500])


def main() -> None:
    machine()
    tables()
    rng = random.Random(1)
    ten, eleven = random_hands(rng, 10), random_hands(rng, 11)
    single_calls(ten, eleven)
    batches(rng)
    whole_deals()
    open_spiel(ten, eleven)
    rlcard(ten)


if __name__ == "__main__":
    main()
