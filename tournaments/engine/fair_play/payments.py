"""Who pays whom: the payments between two people against what both pay and win with everybody else.

What i pays j in a deal is expected to be (what is usual in this kind of game) x (how freely i pays) x (how much j
wins). The two factors of a person come from deals without the other of the pair, so that a weak player who pays a
strong one much isn't taken for a friend. Both directions count: what giver pays taker, less what taker pays giver.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from tournaments.engine.fair_play.facts import FairDeal, Figure, Sign

ROUNDS_OF_FITTING: Final = 30
TOLERANCE: Final = 0.25
"""Of the usual payment between two people in a deal: the model of strength isn't exact, so less isn't looked at."""


@dataclass(slots=True)
class _Side:
    """One person in one deal: what was paid and won, and what would be with factors of 1."""

    deal: FairDeal
    paid: float
    won: float
    paid_base: float = 0.0
    won_base: float = 0.0


@dataclass(frozen=True, slots=True)
class _Own:
    """A person's factors from some deals, and for each deal how far it lies from them."""

    pays: float
    wins: float
    pay_errors: Sequence[float]
    win_errors: Sequence[float]

    def variance(self, weight_pays: float, weight_wins: float) -> float:
        """Of weight_pays x pays + weight_wins x wins."""
        pairs = zip(self.pay_errors, self.win_errors, strict=True)
        return sum((weight_pays * pay + weight_wins * win) ** 2 for pay, win in pairs)


def flows(deal: FairDeal) -> dict[tuple[int, int], float]:
    """What each loser paid each winner in a deal; where several win, in proportion to what they got."""
    total = sum(net for net in deal.net if net > 0)
    return {
        (loser, winner): -paid * won / total
        for loser, paid in zip(deal.people, deal.net, strict=True)
        if paid < 0
        for winner, won in zip(deal.people, deal.net, strict=True)
        if won > 0
    }


class Payments:
    """The payments in a set of deals."""

    def __init__(self, deals: Iterable[FairDeal]) -> None:
        self._deals = [deal for deal in deals if len(deal.people) > 1]
        self._flows = {deal.key: flows(deal) for deal in self._deals}
        self._usual = self._usual_payments()
        self._sides: dict[int, list[_Side]] = defaultdict(list)
        for deal in self._deals:
            for person, net in zip(deal.people, deal.net, strict=True):
                self._sides[person].append(_Side(deal, max(0, -net), max(0, net)))
        self._fit()

    def _usual_payments(self) -> dict[str, float]:
        """By kind: what one person pays another in a deal, on average over all ordered pairs."""
        paid: dict[str, float] = defaultdict(float)
        pairs: dict[str, int] = defaultdict(int)
        for deal in self._deals:
            paid[deal.kind] += sum(net for net in deal.net if net > 0)
            pairs[deal.kind] += len(deal.people) * (len(deal.people) - 1)
        return {kind: paid[kind] / pairs[kind] for kind in pairs}

    def _fit(self) -> None:
        """Everybody's factors, by turns until they agree with what everybody paid and won (iterative fitting)."""
        self._pays = dict.fromkeys(self._sides, 1.0)
        self._wins = dict.fromkeys(self._sides, 1.0)
        weights: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for deal in self._deals:
            for one in deal.people:
                for other in deal.people:
                    if one != other:
                        weights[one][other] += self._usual[deal.kind]
        for _unused in range(ROUNDS_OF_FITTING):
            for person, sides in self._sides.items():
                base = sum(weight * self._wins[other] for other, weight in weights[person].items())
                self._pays[person] = sum(side.paid for side in sides) / base if base else 1.0
            for person, sides in self._sides.items():
                base = sum(weight * self._pays[other] for other, weight in weights[person].items())
                self._wins[person] = sum(side.won for side in sides) / base if base else 1.0
        for person, sides in self._sides.items():
            for side in sides:
                usual = self._usual[side.deal.kind]
                others = [other for other in side.deal.people if other != person]
                side.paid_base = usual * sum(self._wins[other] for other in others)
                side.won_base = usual * sum(self._pays[other] for other in others)

    def _own(self, person: int, without: int) -> _Own | None:
        """The person's factors from deals without the other; None where there are none."""
        sides = [side for side in self._sides[person] if without not in side.deal.people]
        paid_base, won_base = sum(side.paid_base for side in sides), sum(side.won_base for side in sides)
        if not paid_base or not won_base:
            return None
        pays = sum(side.paid for side in sides) / paid_base
        wins = sum(side.won for side in sides) / won_base
        return _Own(
            pays,
            wins,
            [(side.paid - pays * side.paid_base) / paid_base for side in sides],
            [(side.won - wins * side.won_base) / won_base for side in sides],
        )

    def figure(self, giver: int, taker: int) -> Figure | None:
        """What giver pays taker beyond expectation; None where it can't be compared."""
        together = [side.deal for side in self._sides[giver] if taker in side.deal.people]
        own, other = self._own(giver, taker), self._own(taker, giver)
        if len(together) < 2 or own is None or other is None:
            return None
        balance = own.pays * other.wins - own.wins * other.pays
        usual = [self._usual[deal.kind] for deal in together]
        paid = [
            self._flows[deal.key].get((giver, taker), 0.0) - self._flows[deal.key].get((taker, giver), 0.0)
            for deal in together
        ]
        over = [one - balance * base for one, base in zip(paid, usual, strict=True)]
        mean = sum(over) / len(over)
        spread = sum((each - mean) ** 2 for each in over) / (len(over) - 1) * len(over)
        doubt = own.variance(other.wins, -other.pays) + other.variance(-own.wins, own.pays)
        error = sqrt(spread + sum(usual) ** 2 * doubt)
        if not error:
            return None
        return Figure(
            Sign.PAYMENTS, giver, taker, len(together),
            sum(paid) / len(paid), balance * sum(usual) / len(usual),
            (sum(over) - TOLERANCE * sum(usual)) / error,
        )  # fmt: skip
