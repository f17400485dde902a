"""What the points of a deal are worth as the game stands: in a pool, and in a match to a target.

In the middle of a game a point is a point. Near its end it isn't: what is lost beyond the stakes costs nothing more,
what is won beyond the target brings nothing more. `Standing.worth` turns a deal's payments into the chance of
winning the game, measured in points of the deal. It decides nothing and sees nothing but the score sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from games.engine.formats import GameDealKind, Scoresheet
from games.engine.observation import Observation
from games.engine.options import Scoring

RETURNS: Final = 0.5  # how likely a player past the stakes pays to come back, where that is allowed
NEAR: Final = 80  # points that a deal may well bring: who has more than that left plays for points alone
STEP: Final = 5


@dataclass(frozen=True, slots=True)
class Standing:
    """The score sheet as the players of one deal need it; all by place in the deal, *own* is the viewer's.

    *left* is what each may still lose in a pool, or has to win in a match. *stakes* are the re-entries that a player
    of a pool may still pay, as likely as that is; the viewer pays none.
    """

    own: int
    is_match: bool
    left: tuple[int, ...]
    stakes: tuple[int, ...] = ()
    stake: int = 0
    now: float = field(init=False)
    points: float = field(init=False)

    def __post_init__(self) -> None:
        """*now* is the chance before the deal; *points* what the whole game is worth in points of it.

        That is judged by a small payment which all others share.
        """
        others = len(self.left) - 1
        step = min(STEP, max(1, min(self.left) // 2))
        up = [step if place == self.own else -step / others for place in range(others + 1)]
        gained = self.chance(up) - self.chance([-each for each in up])
        object.__setattr__(self, "now", self.chance([0] * len(self.left)))
        object.__setattr__(self, "points", 2 * step / gained)

    @classmethod
    def of(cls, observation: Observation) -> Self | None:
        """The standing as this seat sees it; None where points are just points.

        So it is in games of a set number of deals, in deals that only break a tie, and far from the end.
        """
        sheet, seat, ruleset = observation.sheet, observation.seat, observation.ruleset
        if sheet is None or seat not in observation.deal_seats:
            return None
        if observation.deal_kind is not GameDealKind.NORMAL or ruleset.scoring is Scoring.CUMULATIVE:
            return None
        seats, own = observation.deal_seats, observation.deal_seats.index(seat)
        if ruleset.scoring is Scoring.MATCH:
            found = cls(own, True, tuple(ruleset.target - sheet.totals[each] for each in seats))
        else:
            found = cls(own, False, *_pool(sheet, seats, own, ruleset.re_entries), ruleset.stake)
        return found if min(found.left) <= NEAR else None

    def chance(self, net: Sequence[float]) -> float:
        """The chance of winning the game after a deal with these payments."""
        return self._in_match(net) if self.is_match else self._in_pool(net)

    def worth(self, net: Sequence[float]) -> float:
        """The same, less the chance now, in points: as long as nothing is near, the viewer's own payment."""
        return (self.chance(net) - self.now) * self.points

    def _in_match(self, net: Sequence[float]) -> float:
        """Nearly the chance that a fair walk of the totals leaves on one's own side; exactly that between two."""
        left = [before - won for before, won in zip(self.left, net, strict=True)]
        least = min(left)
        if least <= 0:
            return (left[self.own] == least) / left.count(least)
        return (1 / left[self.own]) / sum([1 / each for each in left])

    def _in_pool(self, net: Sequence[float]) -> float:
        """Everybody wins the pool as often as what they have left is of what all have left."""
        left = [
            self._remains(place, before + won)
            for place, (before, won) in enumerate(zip(self.left, net, strict=True))
        ]
        whole = sum(left)
        return left[self.own] / whole if whole else 1 / len(left)

    def _remains(self, place: int, left: float) -> float:
        """What a player has left, further stakes included as far as they may be counted on."""
        stakes = self.stakes[place]
        if left > 0:
            return left + RETURNS * self.stake * stakes
        needed = int(-left // self.stake) + 1
        return RETURNS * (left + needed * self.stake) if needed <= stakes else 0.0


def _pool(
    sheet: Scoresheet, seats: Sequence[int], own: int, allowed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By place in the deal: what each may still lose, and the stakes that may still be paid."""
    left = tuple(sheet.limits[seat] + sheet.totals[seat] for seat in seats)
    stakes = tuple(
        allowed - sheet.re_entries[seat] if place != own else 0 for place, seat in enumerate(seats)
    )
    return left, stakes
