"""All pairs of a set of deals, and which of them are worth a look.

Nobody is accused: a figure says how unlikely it is that play differs so much by chance. The bound holds for the whole
page: among all figures that are looked at, the chance that honest play brings even one beyond it is at most ALPHA
(Bonferroni), so that of a hundred honest events one shows a pair.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Final

from tournaments.engine.fair_play.discards import Discards
from tournaments.engine.fair_play.facts import FairDeal, Figure
from tournaments.engine.fair_play.habits import Habits
from tournaments.engine.fair_play.payments import Payments

ALPHA: Final = 0.01
LEAST_TOGETHER: Final = 50
LEAST_APART: Final = 50
LEAST_OTHERS: Final = 3
MOST_PAIRS_APART: Final = 8
"""So often deals are left out and the others compared again; what stands out after that is shown as it is."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The figures of all pairs that played enough, in both directions; `bound` is the score beyond which one is worth a
    look.
    """

    figures: tuple[Figure, ...]
    bound: float

    def stands_out(self, figure: Figure) -> bool:
        """Whether it is worth a look."""
        return figure.score > self.bound


def judge(deals: Sequence[FairDeal]) -> Judgement:
    """Compare every pair of people with at least LEAST_TOGETHER deals together, and LEAST_APART of each without the
    other, with LEAST_OTHERS others at least.

    What two people do together also changes what they do beside whoever sits there by chance. So the deals of the pair
    that stands out most are left out, and the others compared again, until nobody stands out any more.
    """
    figures = _figures(deals)
    bound = NormalDist().inv_cdf(1 - ALPHA / max(1, len(figures)))
    apart: list[Figure] = []
    for _unused in range(MOST_PAIRS_APART):
        worst = max(figures, key=lambda figure: figure.score, default=None)
        if worst is None or worst.score <= bound:
            break
        pair = {worst.giver, worst.taker}
        apart += [figure for figure in figures if {figure.giver, figure.taker} == pair]
        deals = [deal for deal in deals if not pair <= set(deal.people)]
        figures = _figures(deals)
    return Judgement((*apart, *figures), bound)


def _figures(deals: Sequence[FairDeal]) -> list[Figure]:
    """Of all pairs that can be compared, in both directions."""
    played: dict[int, list[FairDeal]] = defaultdict(list)
    together: Counter[tuple[int, int]] = Counter()
    for deal in deals:
        for person in deal.people:
            played[person].append(deal)
        together.update(combinations(sorted(person for person in deal.people if person >= 0), 2))
    habits = Habits(deals)
    tests = (Payments(deals).figure, Discards(deals).figure, habits.knocks, habits.waste, habits.served)
    return [
        figure
        for (one, other), count in sorted(together.items())
        if count >= LEAST_TOGETHER
        and _comparable(played[one], one, other)
        and _comparable(played[other], other, one)
        for giver, taker in ((one, other), (other, one))
        for test in tests
        if (figure := test(giver, taker)) is not None
    ]


def _comparable(played: Sequence[FairDeal], person: int, without: int) -> bool:
    """Whether a person has played enough without the other, against enough others."""
    apart = [deal.people for deal in played if without not in deal.people]
    others = {each for people in apart for each in people if each != person}
    return len(apart) >= LEAST_APART and len(others) >= LEAST_OTHERS
