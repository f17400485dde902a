"""The deals behind a figure, so that a person can look at them: what happened in each between giver and taker."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.engine.fair_play.facts import FairDeal, Sign
from tournaments.engine.fair_play.habits import Habits
from tournaments.engine.fair_play.payments import flows

USUALLY: Final = 0.5
"""From this share of its like that giver uses elsewhere, a chance to knock that isn't used is one let go."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One deal of the two: points giver paid taker (net), giver's discards that taker took, and giver's chances to
    knock that were let go though giver mostly uses such when taker isn't there, points of deadwood that giver kept
    without need, summed over the turns.
    """

    key: int
    paid: float
    taken: int
    let_go: int
    wasted: int

    def of(self, sign: Sign) -> float:
        """What of it belongs to a sign."""
        by_sign = {
            Sign.PAYMENTS: self.paid,
            Sign.DISCARDS: self.taken,
            Sign.KNOCKS: self.let_go,
            Sign.WASTE: self.wasted,
            Sign.SERVED: self.wasted,
        }
        return by_sign[sign]


def evidence(deals: Sequence[FairDeal], giver: int, taker: int, sign: Sign) -> tuple[Evidence, ...]:
    """All deals of the two, those first that show most of `sign`."""
    habits = Habits(deals)
    found = [
        _of_deal(deal, giver, taker, habits)
        for deal in deals
        if giver in deal.people and taker in deal.people
    ]
    return tuple(sorted(found, key=lambda each: (-each.of(sign), -each.paid, each.key)))


def _of_deal(deal: FairDeal, giver: int, taker: int, habits: Habits) -> Evidence:
    paid = flows(deal)
    return Evidence(
        deal.key,
        paid.get((giver, taker), 0.0) - paid.get((taker, giver), 0.0),
        sum(offer.taken for offer in deal.offers if (offer.giver, offer.taker) == (giver, taker)),
        sum(
            end.may_knock and not end.knocked and habits.share_without(deal.kind, end, taker) >= USUALLY
            for end in deal.ends
            if end.person == giver
        ),
        sum(end.left - end.best for end in deal.ends if end.person == giver and not end.knocked),
    )
