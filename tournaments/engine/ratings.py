"""Ratings of players at tables of two to five: every pair of a table is compared (Bradley-Terry, full pairs, by the
Bayesian approximation of Weng and Lin), with ties as half a win.

What holds, and is tested: for equals before the table a better place never gets less, and equal places get the same;
a better place of one's own never brings less; at a table of two the winner never falls and the loser never rises. A
pair counts 1/sqrt(k - 1), because the k - 1 comparisons of one table come from the same deals. Bots are left out
by the caller: who isn't given moves nobody. Floats are meant here: a rating predicts, it ranks nobody.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

START_MU: Final = 25.0
START_SIGMA: Final = START_MU / 3
BETA: Final = 1.5 * START_SIGMA  # cards are luck first: chosen by tests/bench/ratings.py
TAU: Final = START_MU / 300
LEAST_VARIANCE_KEPT: Final = 0.1
SCALE: Final = 40
GAMES_BEFORE_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player: strength `mu`, its uncertainty `sigma`, from so many rated tables."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0

    @property
    def is_shown(self) -> bool:
        """A rating from fewer than five tables says too little to be shown."""
        return self.games >= GAMES_BEFORE_SHOWN

    @property
    def shown(self) -> int:
        """The number people see: what the player is at least worth, as far as can be said (mu - 3 sigma)."""
        return round(SCALE * (self.mu - 3 * self.sigma))

    @property
    def uncertainty(self) -> int:
        """Two sigma in the same unit."""
        return round(SCALE * 2 * self.sigma)


def win_chance(one: Rating, other: Rating) -> float:
    """The chance that `one` is placed before `other` at a table, a tie counted as half."""
    return 1 / (1 + exp((other.mu - one.mu) / _spread(one, other)))


def rate_table(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a table, in the same order. `places` are those of the table, 1 the best, tied ones equal.

    Fewer than two players leave everybody as they were. Raises ValueError for lists of different lengths.
    """
    if len(before) != len(places):
        raise ValueError("a place for everybody")
    if len(before) < 2:
        return list(before)
    ready = [Rating(one.mu, sqrt(one.sigma**2 + TAU**2), one.games) for one in before]
    return [_after(at, ready, places) for at in range(len(ready))]


def _after(at: int, ready: Sequence[Rating], places: Sequence[int]) -> Rating:
    own, weight = ready[at], 1 / sqrt(len(ready) - 1)
    variance, gain, learnt = own.sigma**2, 0.0, 0.0
    for other, place in ((ready[q], places[q]) for q in range(len(ready)) if q != at):
        spread, chance = _spread(own, other), win_chance(own, other)
        score = 0.5 if place == places[at] else float(places[at] < place)
        gain += weight * variance / spread * (score - chance)
        learnt += weight * (own.sigma / spread) * variance / spread**2 * chance * (1 - chance)
    kept = max(1 - learnt, LEAST_VARIANCE_KEPT)
    return Rating(own.mu + gain, own.sigma * sqrt(kept), own.games + 1)


def _spread(one: Rating, other: Rating) -> float:
    return sqrt(one.sigma**2 + other.sigma**2 + 2 * BETA**2)
