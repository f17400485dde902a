"""What somebody does in another's presence: whether a chance to knock is used, and how well cards are laid away.

Moments are alike when the game, the number of players, the turn and the deadwood are: within such a group what giver
did is dealt out by chance to the tables with and without taker, and mean and variance of that lottery are known
exactly (Mantel and Haenszel's test, a permutation test within groups). Only giver's own play is compared with giver's
own play, so that strength and style explain nothing away and nothing in.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final

from tournaments.engine.fair_play.facts import FairDeal, Figure, Sign, TurnEnd

SELDOMER: Final = 0.2
"""Of the knocks expected: a good player knocks a little later against some styles, so less isn't looked at."""
CARELESS: Final = 0.25
"""Points of deadwood a turn: less isn't looked at, since a good player also throws safe cards instead of dear ones."""
POINTS_ALIKE: Final = 3
PAIR: Final = 2
LAPS: Final = (1, 2, 3, 4, 6, 9)

_Group = tuple[str, int, int]


class _Tally:
    """How often something was measured, the sum and the sum of squares."""

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0, 0

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value


class _Measured:
    """One thing measured at turns' ends: everybody's in all deals, and beside each of the others."""

    def __init__(self) -> None:
        self.all: dict[int, dict[_Group, _Tally]] = defaultdict(lambda: defaultdict(_Tally))
        self.beside: dict[tuple[int, int], dict[_Group, _Tally]] = defaultdict(lambda: defaultdict(_Tally))

    def add(self, person: int, others: Iterable[int], group: _Group, value: int) -> None:
        self.all[person][group].add(value)
        for other in others:
            if other != person:
                self.beside[person, other][group].add(value)

    def lottery(self, giver: int, taker: int) -> "_Lottery":
        """What giver did with taker there, and what it would be if taker made no difference."""
        found = _Lottery()
        for group, here in self.beside[giver, taker].items():
            everywhere = self.all[giver][group]
            apart = everywhere.count - here.count
            if apart:  # where taker always sat there, there is nothing to compare with
                share = everywhere.total / everywhere.count
                spread = (everywhere.squares - everywhere.total * share) / (everywhere.count - 1)
                found.count += here.count
                found.total += here.total
                found.without += here.count * (everywhere.total - here.total) / apart
                found.mean += here.count * share
                found.variance += here.count * apart / everywhere.count * spread
        return found


@dataclass(slots=True)
class _Lottery:
    """With taker: how often measured, and the sum; the sum at the rates without taker; and of that sum the mean and
    the variance if chance alone had dealt out who sat there.
    """

    count: int = 0
    total: int = 0
    without: float = 0.0
    mean: float = 0.0
    variance: float = 0.0

    def figure(self, sign: Sign, giver: int, taker: int, beyond: float) -> Figure | None:
        """*beyond* is how far the sum lies beyond mean and tolerance; None where nothing can be compared."""
        if not self.variance:
            return None
        observed, expected = self.total / self.count, self.without / self.count
        return Figure(sign, giver, taker, self.count, observed, expected, beyond / sqrt(self.variance))


def group_of(kind: str, end: TurnEnd) -> _Group:
    """Turns' ends of one group are alike."""
    return kind, sum(end.lap >= first for first in LAPS), end.best // POINTS_ALIKE


class Habits:
    """The turns' ends in a set of deals."""

    def __init__(self, deals: Iterable[FairDeal]) -> None:
        self._knocks, self._waste, self._served = _Measured(), _Measured(), _Measured()
        for deal in deals:
            for end in deal.ends:
                group = group_of(deal.kind, end)
                if end.may_knock:
                    self._knocks.add(end.person, deal.people, group, int(end.knocked))
                if not end.knocked:
                    self._waste.add(end.person, deal.people, group, end.left - end.best)
                    self._served.add(end.person, _next(deal, end.person), group, end.left - end.best)

    def share_without(self, kind: str, end: TurnEnd, taker: int) -> float:
        """How large a share of chances like this one the person knocks at without taker there; 0 if it had none."""
        group = group_of(kind, end)
        everywhere, here = self._knocks.all[end.person][group], self._knocks.beside[end.person, taker][group]
        apart = everywhere.count - here.count
        return (everywhere.total - here.total) / apart if apart else 0.0

    def knocks(self, giver: int, taker: int) -> Figure | None:
        """How much seldomer giver knocks with taker at the table; None where it can't be compared."""
        found = self._knocks.lottery(giver, taker)
        beyond = (1 - SELDOMER) * found.mean - found.total - 0.5
        return found.figure(Sign.KNOCKS, giver, taker, beyond)

    def waste(self, giver: int, taker: int) -> Figure | None:
        """How much more deadwood than needed giver keeps with taker at the table; None where it can't be compared."""
        return _wasted(Sign.WASTE, self._waste, giver, taker)

    def served(self, giver: int, taker: int) -> Figure | None:
        """The same where taker is next and gets the card; None also for tables of two, where that is always so."""
        return _wasted(Sign.SERVED, self._served, giver, taker)


def _next(deal: FairDeal, person: int) -> tuple[int, ...]:
    """Who plays after the person, at tables of three and more."""
    if len(deal.people) <= PAIR:
        return ()
    return (deal.people[(deal.people.index(person) + 1) % len(deal.people)],)


def _wasted(sign: Sign, measured: _Measured, giver: int, taker: int) -> Figure | None:
    found = measured.lottery(giver, taker)
    return found.figure(sign, giver, taker, found.total - found.mean - CARELESS * found.count)
