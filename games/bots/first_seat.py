"""What the order of play is worth: the points a deal of the first, the second ... seat between equal bots.

Two rulesets whose deals are the same, whatever becomes of the points afterwards, share one measurement.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Final

from games.bots.arena import Sum, play_deal
from games.bots.registry import bot_named
from games.engine.options import Family
from games.engine.ruleset import PRESETS, Ruleset

# The options that change a single deal; all others say what is made of its points.
DEAL_OPTIONS: Final = (
    "jokers",
    "knock_limit",
    "full_turn_first",
    "rummy_bonus",
    "undercut_penalty",
    "gin_bonus",
    "undercut_bonus",
    "big_gin",
    "oklahoma",
    "spade_upcard_doubles",
    "spades_double",
)
Signature = tuple[object, ...]


def signature(ruleset: Ruleset, players: int) -> Signature:
    """Equal for rulesets whose deals with so many players are the same game."""
    options = (getattr(ruleset, name) for name in DEAL_OPTIONS)
    return (ruleset.family, players, ruleset.hand_size(players), *options)


def games_to_measure() -> Iterator[tuple[str, int]]:
    """Each preset and number of players once whose deals differ from those before."""
    seen = set()
    for key, ruleset in PRESETS.items():
        gin = ruleset.family is Family.GIN
        for players in (2,) if gin else range(ruleset.min_players, ruleset.max_players + 1):
            found = signature(ruleset, players)
            if found not in seen:
                seen.add(found)
                yield key, players


def points_by_order(key: str, players: int, deals: int, bot: str = "club", seed: int = 1) -> list[Sum]:
    """The points of *deals* deals by order of play, first to last, all seats played by *bot*."""
    order = [Sum() for _ in range(players)]
    bots = [bot_named(bot)] * players
    luck = [Random(f"first seat/{seed}/{seat}") for seat in range(players)]
    for number in range(deals):
        cards = sha256(f"first seat/{seed}/{number}".encode()).digest()
        result = play_deal(PRESETS[key], bots, luck, cards, dealer=players - 1)
        for place, points in zip(order, result.net, strict=True):
            place.add(points)
    return order
