"""What the order of play is worth in a game, as `manage.py first_seat` measured it (first_seat.json)."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from games.bots.first_seat import Signature, signature
from games.engine.ruleset import PRESETS, Ruleset

FILE: Final = Path(__file__).with_name("first_seat.json")


@dataclass(frozen=True, slots=True)
class OrderOfPlay:
    """Mean points a deal from the first seat to the last; over `deals` deals between bots called `bot`.

    `edge` is what the first has more than the last, known to ± `half_width` (95 %, on the safe side).
    """

    points: tuple[float, ...]
    half_width: float
    deals: int
    bot: str

    @property
    def edge(self) -> float:
        return self.points[0] - self.points[-1]


def order_of_play(ruleset: Ruleset, players: int) -> OrderOfPlay | None:
    """The measurement of this game with so many players; None where the deals of this ruleset weren't measured."""
    return _measured().get(signature(ruleset, players))


@cache
def _measured() -> dict[Signature, OrderOfPlay]:
    stored = json.loads(FILE.read_text())
    found = {}
    for name, order in stored["games"].items():
        key, players = name.split("/")
        found[signature(PRESETS[key], int(players))] = OrderOfPlay(
            points=tuple(mean for mean, _half in order),
            half_width=order[0][1] + order[-1][1],
            deals=stored["deals"],
            bot=stored["bot"],
        )
    return found
