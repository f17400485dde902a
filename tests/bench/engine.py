"""The engine's speed: deadwood, melds, discards, batches, whole deals; then every ratio beside its goal.

Run with `python -m tests.bench.engine`; `make bench` does. It prints and never fails. CPU time of one
core, the best of several repeats; all solvers get the same hands. open_spiel and rlcard are measured in the
same run where they are installed (`pip install deadwood[bench]`, see `peers`).
"""

from __future__ import annotations

import platform
import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from games.bots.arena import play_deal
from games.bots.base import Bot
from games.bots.registry import bot_named
from games.engine import lanes
from games.engine.batch import best_discards, bits_array, deadwoods
from games.engine.cards import DECK, JOKERS, Hand
from games.engine.melds import best_arrangement, best_discard, deadwood, discard_options, melded_bits
from games.engine.ruleset import PRESETS
from tests.bench.figures import Figures, Goal, best_of
from tests.bench.peers import open_spiel, rlcard

HANDS, BATCH = 5_000, 100_000
DEALS = (
    ("gin", 2, "club"),
    ("gin", 2, "random"),
    ("knock-rummy", 2, "club"),
    ("knock-rummy", 4, "club"),
    ("knock-rummy", 4, "random"),
)
DEALS_EACH = 300

# The goals of the engine: a figure alone, or how many times one figure is another one. Against the peers it is to be
# ahead in everything, five times in whole deals; a deadwood may take 0.6 us or 1 / 2.2 of OpenSpiel's time.
GOALS = (
    Goal("deadwood of 10", most=0.6),
    Goal("the melds of 10, as bits", most=0.9),
    Goal("best discard of 11", most=1.0),
    Goal("all 11 discards", most=9),
    Goal("deadwood of 10, 1 joker", most=6),
    Goal("deadwood of 10, 2 jokers", most=6),
    Goal("best discard of 11, 1 joker", most=10),
    Goal("best discard of 11, 2 jokers", most=10),
    Goal("deadwood of 10, numpy batch", most=0.06),
    Goal("a deal, gin, 2 x club", most=500),
    Goal("a deal, knock-rummy, 4 x club", most=500),
    Goal("deadwood of 10, 1 joker", "deadwood of 10", most=10),
    Goal("deadwood of 10, 2 jokers", "deadwood of 10", most=10),
    Goal("best discard of 11, 1 joker", "best discard of 11", most=10),
    Goal("best discard of 11, 2 jokers", "best discard of 11", most=10),
    Goal("deadwood of 10", "deadwood of 10, numpy batch", least=10),
    Goal("open_spiel: deadwood of 10", "deadwood of 10", least=1),
    Goal("open_spiel: the melds of 10", "the melds of 10, as bits", least=1),
    Goal("open_spiel: deadwood of 11, not exact", "best discard of 11", least=1),
    Goal("open_spiel: best discard of 11, by removal", "best discard of 11", least=10),
    Goal("open_spiel: a deal, its simple bots", "a deal, gin, 2 x club", least=5),
    Goal("open_spiel: a deal, its simple bots", "a deal, knock-rummy, 4 x club", least=5),
    Goal("rlcard: deadwood of 10", "deadwood of 10", least=10),
    Goal("rlcard: a deal, 2 x random", "a deal, gin, 2 x random", least=1),
)


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
        f"  lane tables built in {natural * 1000:.0f} ms (goal 50), those for jokers in "
        f"{with_jokers * 1000:.0f} ms more"
    )


def single_calls(figures: Figures, ten: list[Hand], eleven: list[Hand]) -> None:
    figures.measure("deadwood of 10", deadwood, ten)
    figures.measure("deadwood of 11", deadwood, eleven)
    figures.measure("the melds of 10, as bits", lambda hand: melded_bits(hand.bits), ten)
    figures.measure("best arrangement of 10, as cards", best_arrangement, ten)
    figures.measure("best discard of 11", best_discard, eleven)
    figures.measure("all 11 discards", discard_options, eleven)
    rng = random.Random(2)
    for jokers, words in ((1, "1 joker"), (2, "2 jokers")):
        figures.measure(f"deadwood of 10, {words}", deadwood, random_hands(rng, 10, jokers))
        figures.measure(f"best discard of 11, {words}", best_discard, random_hands(rng, 11, jokers))


def batches(figures: Figures, rng: random.Random) -> None:
    ten = bits_array(Hand(rng.sample(DECK, 10)) for _ in range(BATCH))
    eleven = bits_array(Hand(rng.sample(DECK, 11)) for _ in range(BATCH))
    figures.note("deadwood of 10, numpy batch", best_of(lambda: deadwoods(ten)), BATCH)
    figures.note("best discard of 11, numpy batch", best_of(lambda: best_discards(eleven)), BATCH)


def whole_deals(figures: Figures) -> None:
    """Through the public engine: every move checked, every move recorded."""
    for key, players, name in DEALS:
        bots: list[Bot] = [bot_named(name)] * players
        luck = [random.Random(seat) for seat in range(players)]
        seeds = [sha256(bytes([number % 256, number // 256])).digest() for number in range(DEALS_EACH)]
        act = lambda bots=bots, key=key, luck=luck, seeds=seeds: [  # noqa: E731
            play_deal(PRESETS[key], bots, luck, seed, 0) for seed in seeds
        ]
        figures.note(f"a deal, {key}, {players} x {name}", best_of(act, 5), DEALS_EACH)


def main() -> None:
    machine()
    tables()
    rng, figures = random.Random(1), Figures()
    ten, eleven = random_hands(rng, 10), random_hands(rng, 11)
    single_calls(figures, ten, eleven)
    batches(figures, rng)
    whole_deals(figures)
    open_spiel(figures, ten, eleven)
    rlcard(figures, ten)
    figures.print_goals(GOALS)


if __name__ == "__main__":
    main()
