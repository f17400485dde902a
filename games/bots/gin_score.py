"""What the points of a gin deal are worth at a score: by the chance to win the game.

The chance to win by the points that both still need is worked out once for deals between equals, from how often each
outcome comes; a knock that wins the game is worth more than its points, and points beyond the target are worth nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.bots.gin_features import SIDES, Score
from games.engine.observation import Observation

FAR: Final = 100  # points needed; as long as one needs more, every point is worth the same
STEP: Final = 10

Table = tuple[tuple[float, ...], ...]


@lru_cache(maxsize=4)
def chances_to_win(points: tuple[float, ...], usual: tuple[float, ...]) -> Table:
    """By points needed, own then the other's, 0 to `FAR`: the chance to win; *usual* is how often *points* come.

    What the one wins as often as the other counts: the table of (a, b) and that of (b, a) add up to 1.
    """
    sizes = [round(size) for size in points if size > 0]
    shares = [usual[at] + usual[-1 - at] for at, size in enumerate(points) if size > 0]
    total = sum(shares)
    steps = [(size, share / total / 2) for size, share in zip(sizes, shares, strict=True)]
    table = [[0.0] * (FAR + 1) if mine else [1.0] * (FAR + 1) for mine in range(FAR + 1)]
    for needed in range(2, 2 * FAR + 1):
        for mine in range(max(1, needed - FAR), min(FAR, needed - 1) + 1):
            theirs, row = needed - mine, table[mine]
            chance = 0.0
            for size, share in steps:
                chance += share * (1.0 if size >= mine else table[mine - size][theirs])
                chance += share * (row[theirs - size] if size < theirs else 0.0)
            row[theirs] = chance
    return tuple(map(tuple, table))


def utilities(table: Table, own: int, other: int, points: Sequence[float]) -> list[float]:
    """What outcomes of these net *points* are worth when *own* and *other* points are needed, in points.

    Scaled so that at this score a usual point is worth one.
    """
    now = table[own][other]
    slope = (table[max(own - STEP, 0)][other] - table[own][max(other - STEP, 0)]) / (2 * STEP)
    found = []
    for each in points:
        by = round(each)
        after = table[max(own - max(by, 0), 0)][max(other - max(-by, 0), 0)]
        found.append((after - now) / slope)
    return found


def worth(
    observation: Observation, score: Score, points: tuple[float, ...], usual: tuple[float, ...]
) -> Sequence[float]:
    """What outcomes of these *points* are worth to the seat now: by the score where both sides near the target."""
    sheet = observation.sheet
    if sheet is None or sheet.target is None or len(sheet.sides) != SIDES or len(sheet.columns) != 1:
        return points
    own, other = sheet.target - score.own, sheet.target - score.other
    if not (0 < own <= FAR and 0 < other <= FAR):
        return points
    return utilities(chances_to_win(points, usual), own, other, points)
