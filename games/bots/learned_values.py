"""The experts' knowledge: what a deadwood is worth at each moment of a deal.

Four functions of the own deadwood for each moment (the number of turns that
were completed in the deal): *knock*, the mean net points when one knocks
now; *wait*, those when one plays on; *hit*, those when somebody else knocks before
one's next turn; and the chance that this does *not* happen, *back*. They were learned by
`training` from play against the mixed field and the schedule, and are stored
as values at fixed knots in the modules `learned_*`. This module only unfolds them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.bots.learned_five import CURVES as FIVE
from games.bots.learned_four import CURVES as FOUR
from games.bots.learned_joker import CURVES as JOKER
from games.bots.learned_seven import CURVES as SEVEN
from games.bots.learned_turn import CURVES as TURN
from games.bots.learned_two_three import CURVES as TWO_AND_THREE

KNOTS: Final = (0, 1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 100)
MOST_DEADWOOD: Final = 150
Curves = Mapping[tuple[str, int], Sequence[tuple[float, str, str, str]]]
"""By kind of game and number of players a row for each moment: back, then knock, wait, hit at the knots."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The four functions at one moment, each value by deadwood 0 to `MOST_DEADWOOD`."""

    knock: tuple[float, ...]
    wait: tuple[float, ...]
    hit: tuple[float, ...]
    back: float

    def best(self, limit: int) -> tuple[float, ...]:
        """The better of knocking and waiting, where one may knock with at most *limit* deadwood."""
        return (*map(max, self.knock[: limit + 1], self.wait), *self.wait[limit + 1 :])


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat needs at one moment: that moment, and its own next turn (`best` worked out)."""

    now: Moment
    now_best: tuple[float, ...]
    next_best: tuple[float, ...]


def unfold(values: Sequence[float]) -> tuple[float, ...]:
    """A function given at `KNOTS`, by deadwood; straight lines between, the last slope beyond."""
    found = []
    for deadwood in range(MOST_DEADWOOD + 1):
        place = next((at for at in range(1, len(KNOTS)) if deadwood <= KNOTS[at]), len(KNOTS) - 1)
        low, high = KNOTS[place - 1], KNOTS[place]
        share = (deadwood - low) / (high - low)
        found.append(values[place - 1] + share * (values[place] - values[place - 1]))
    return tuple(found)


class Book:
    """Curves by kind of game and number of players, unfolded when they are first looked up."""

    def __init__(self, curves: Curves) -> None:
        self._curves = curves
        self._moments: dict[tuple[str, int], tuple[Moment, ...]] = {}
        self._outlooks: dict[tuple[str, int, int, int], Outlook] = {}

    def __contains__(self, key: tuple[str, int]) -> bool:
        return key in self._curves

    def rows(self, kind: str, players: int) -> Sequence[tuple[float, str, str, str]]:
        """The curves as they are stored; none where nothing was learned."""
        return self._curves.get((kind, players), ())

    def outlook(self, kind: str, players: int, turns_done: int, limit: int | None = None) -> Outlook:
        """The outlook after *turns_done* turns, with a knock limit (None: any deadwood).

        Late moments are those of the last round learned.
        """
        most = MOST_DEADWOOD if limit is None else limit
        moments = self._moments.get((kind, players)) or self._unfolded(kind, players)
        place = _place(turns_done, players, len(moments))
        found = self._outlooks.get((kind, players, place, most))
        if found is None:
            following = moments[_place(place + players, players, len(moments))]
            found = Outlook(moments[place], moments[place].best(most), following.best(most))
            self._outlooks[kind, players, place, most] = found
        return found

    def _unfolded(self, kind: str, players: int) -> tuple[Moment, ...]:
        rows = self._curves[kind, players]
        moments = tuple(
            Moment(_read(knock), _read(wait), _read(hit), back) for back, knock, wait, hit in rows
        )
        self._moments[kind, players] = moments
        return moments


def _read(numbers: str) -> tuple[float, ...]:
    return unfold([float(number) for number in numbers.split()])


def _place(turns_done: int, players: int, count: int) -> int:
    if turns_done < count:
        return turns_done
    return count - players + turns_done % players


# After the first round a game in which nobody may knock before everyone had a turn is the standard game; with
# five players the standard curves did better than curves of its own.
LEARNED: Final = Book(
    {**TWO_AND_THREE, **FOUR, **FIVE, **JOKER, **TURN, **SEVEN, ("turn", 5): FIVE["standard", 5]}
)
