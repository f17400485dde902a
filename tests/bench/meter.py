"""Measures CPU in rounds: in each one, all acts and the reference work take turns, so that what disturbs one disturbs
the others. What is told are medians over the rounds. It judges nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import fmean, median
from typing import TypeVar

from tests.bench.budgets import Cost

T = TypeVar("T")
Clock = Callable[[], float]
Spent = tuple[float, float]  # milliseconds of CPU: this process, the database's
Round = dict[str, list[Spent]]
REFERENCE = "reference work"


class Meter:
    """`python` and `database` give the CPU seconds that this process and the database's have used so far."""

    def __init__(self, python: Clock, database: Clock) -> None:
        self._python, self._database = python, database
        self._rounds: list[Round] = []
        self._now: Round = {}

    @contextmanager
    def round(self, *, is_kept: bool = True) -> Iterator[None]:
        """What is spent inside belongs together. A round that isn't kept makes what is made once a process."""
        self._now = {}
        yield
        if is_kept:
            self._rounds.append(self._now)

    def spend(self, what: str, act: Callable[[], T], moves: Callable[[T], int] = lambda _answer: 1) -> T:
        """Do it and note what it cost, for each of the `moves` that it made."""
        there, here = self._database(), self._python()
        answer = act()
        here, there = self._python() - here, self._database() - there
        count = moves(answer)
        self._now.setdefault(what, []).append((1000 * here / count, 1000 * there / count))
        return answer

    def costs(self) -> dict[str, Cost]:
        """Of everything that was measured but the reference work itself."""
        return costs_of(self._rounds)

    @property
    def reference(self) -> float:
        """Milliseconds of the reference work."""
        return median(_whole(each[REFERENCE]) for each in self._rounds)

    @property
    def undisturbed(self) -> float:
        """The same for the quickest tenth of the work: what this machine can do where its neighbours let it."""
        times = sorted(sum(spent) for each in self._rounds for spent in each[REFERENCE])
        return times[len(times) // 10]


def costs_of(rounds: list[Round]) -> dict[str, Cost]:
    """The median over the rounds of each act's mean, and of its ratio to the same round's reference work."""
    names = dict.fromkeys(what for each in rounds for what in each if what != REFERENCE)
    found = {}
    for what in names:
        those = [each for each in rounds if what in each]
        python, database = (
            median(fmean(spent[at] for spent in each[what]) for each in those) for at in (0, 1)
        )
        ratio = median(_whole(each[what]) / _whole(each[REFERENCE]) for each in those)
        found[what] = Cost(python, database, ratio)
    return found


def _whole(spent: list[Spent]) -> float:
    return fmean(python + database for python, database in spent)
