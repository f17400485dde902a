"""Who takes whose discards: how often taker takes giver's cards, against how often each does so with everybody else.

The log odds that an offered card is taken are those of the kind of game, plus how inviting the giver's discards are,
plus how greedy the taker is (Rasch's model). A pair's own two numbers come from its offers with others, so that a
beginner who throws good cards to everybody isn't taken for a friend of the next in turn.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log
from statistics import NormalDist
from typing import Final

from tournaments.engine.fair_play.facts import FairDeal, Figure, Sign

ROUNDS_OF_FITTING: Final = 20
ROUNDS_WITHOUT: Final = 5
FEW: Final = 12
PRIOR: Final = 0.5
"""Half an offer taken and half an offer left are added to what each person did, so that nobody's odds are infinite."""
TOLERANCE: Final = log(2)
"""Of the log odds, so less than double odds isn't looked at: the model isn't exact. From 10 % it leads to 18 %."""
FARTHEST: Final = 6.0
LEAST_ALIKE: Final = 1e-6
SMALLEST: Final = 1e-15


_Pair = tuple[int, int]


@dataclass(slots=True)
class _Cell:
    """The offers of one giver to one taker in one kind of game."""

    giver: int
    taker: int
    kind: str
    offers: int = 0
    taken: int = 0

    @property
    def pair(self) -> _Pair:
        return self.giver, self.taker


def _share(odds: float) -> float:
    return 1 / (1 + exp(-odds))


class Discards:
    """The offers in a set of deals."""

    def __init__(self, deals: Iterable[FairDeal]) -> None:
        cells: dict[tuple[int, int, str], _Cell] = {}
        for deal in deals:
            for offer in deal.offers:
                key = (offer.giver, offer.taker, deal.kind)
                cell = cells.setdefault(key, _Cell(*key))
                cell.offers += 1
                cell.taken += offer.taken
        self._given: dict[int, list[_Cell]] = defaultdict(list)
        self._got: dict[int, list[_Cell]] = defaultdict(list)
        kinds: dict[str, list[_Cell]] = defaultdict(list)
        for cell in cells.values():
            self._given[cell.giver].append(cell)
            self._got[cell.taker].append(cell)
            kinds[cell.kind].append(cell)
        self._inviting = dict.fromkeys(self._given, 0.0)
        self._greedy = dict.fromkeys(self._got, 0.0)
        self._base = {kind: _log_odds(found) for kind, found in kinds.items()}
        self._fit(self._inviting, self._greedy, ROUNDS_OF_FITTING)

    def _fit(
        self, inviting: dict[int, float], greedy: dict[int, float], rounds: int, without: _Pair | None = None
    ) -> tuple[dict[int, float], dict[int, float]]:
        """Everybody's two numbers, in place, by turns a step nearer to what was taken; and how much is known of each:
        the inverse of its variance. The offers of giver and taker in `without` are left out; among many people that
        moves the numbers of these two only.
        """
        known_givers: dict[int, float] = {}
        known_takers: dict[int, float] = {}
        alone = without if without is not None and len(self._given) > FEW else None
        givers = self._given if alone is None else alone[:1]
        takers = self._got if alone is None else alone[1:]
        for _unused in range(rounds):
            for giver in givers:
                cells = [(cell, greedy[cell.taker]) for cell in self._given[giver] if cell.pair != without]
                inviting[giver], known_givers[giver] = self._nearer(cells, inviting[giver])
            for taker in takers:
                cells = [(cell, inviting[cell.giver]) for cell in self._got[taker] if cell.pair != without]
                greedy[taker], known_takers[taker] = self._nearer(cells, greedy[taker])
        return known_givers, known_takers

    def _nearer(self, cells: Sequence[tuple[_Cell, float]], value: float) -> tuple[float, float]:
        """One of Newton's steps to the number with which the cells' takings are as expected."""
        own = _share(value)
        missing, information = 2 * PRIOR * (0.5 - own), 2 * PRIOR * own * (1 - own)
        for cell, other in cells:
            share = _share(self._base[cell.kind] + other + value)
            missing += cell.taken - cell.offers * share
            information += cell.offers * share * (1 - share)
        step = max(-1.0, min(1.0, missing / information))
        return max(-FARTHEST, min(FARTHEST, value + step)), information

    def figure(self, giver: int, taker: int) -> Figure | None:
        """How much oftener taker takes giver's discards than expected; None where it can't be compared."""
        cells = [cell for cell in self._given[giver] if cell.taker == taker]
        if not cells or len(self._given[giver]) == len(cells) or len(self._got[taker]) == len(cells):
            return None
        inviting, greedy = self._inviting.copy(), self._greedy.copy()
        givers, takers = self._fit(inviting, greedy, ROUNDS_WITHOUT, (giver, taker))
        odds, doubt = inviting[giver] + greedy[taker], 1 / givers[giver] + 1 / takers[taker]
        offers, taken = sum(cell.offers for cell in cells), sum(cell.taken for cell in cells)
        expected = sum(cell.offers * _share(self._base[cell.kind] + odds) for cell in cells)
        bound = [_share(self._base[cell.kind] + odds + TOLERANCE) for cell in cells]
        most = sum(cell.offers * share for cell, share in zip(cells, bound, strict=True))
        chance = sum(cell.offers * share * (1 - share) for cell, share in zip(cells, bound, strict=True))
        spread = chance + chance**2 * doubt
        score = beyond(taken, offers, most / offers, spread)
        return Figure(Sign.DISCARDS, giver, taker, offers, taken / offers, expected / offers, score)


def _log_odds(cells: Sequence[_Cell]) -> float:
    taken, offers = sum(cell.taken for cell in cells), sum(cell.offers for cell in cells)
    return log((taken + PRIOR) / (offers - taken + PRIOR))


def beyond(taken: int, offers: int, share: float, spread: float) -> float:
    """How unlikely it is that so many or more are taken, as a number of standard errors.

    Few offers and small shares are no bell curve: the tail is that of the beta-binomial law with this mean and
    variance, which is the binomial law of a share that is itself known only so well.
    """
    plain = offers * share * (1 - share)
    most = 0.5  # of the correlation between offers: the law needs less than 1
    alike = min(most, max(LEAST_ALIKE, (spread / plain - 1) / max(1, offers - 1)))
    one, other = share * (1 / alike - 1), (1 - share) * (1 / alike - 1)
    whole = lgamma(one) + lgamma(other) - lgamma(one + other) - lgamma(offers + 1)
    tail = sum(
        exp(
            lgamma(count + one)
            + lgamma(offers - count + other)
            - lgamma(offers + one + other)
            - lgamma(count + 1)
            - lgamma(offers - count + 1)
            - whole
        )
        for count in range(taken, offers + 1)
    )
    return -NormalDist().inv_cdf(min(1 - SMALLEST, max(SMALLEST, tail)))
