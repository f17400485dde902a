"""Learned curves: made by `games.bots.training`, read by `learned_values`.

By (kind, players) one row for each moment: the chance that the turn comes back, then the values
at the knots of *knock*, *wait* and *hit*.
"""

from typing import Final

Row = tuple[float, str, str, str]

CURVES: Final[dict[tuple[str, int], tuple[Row, ...]]] = {}
