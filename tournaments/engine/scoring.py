"""Tournament points for a table: one exact number per seat under the event's scheme.

| scheme | points of a seat | which is better |
| --- | --- | --- |
| net | net points of the game | high |
| net_per_opponent | net / ((k - 1) x deals) x (nominal size - 1) x nominal deals; still sums to zero | high |
| placement | fixed ends whatever the table size, tied places share the average | high |
| win_loss | win points to the winner, tied winners share them | high |
| deadwood | sum of deadwood over the deals | low |
| share | own share of the table's positive points, in hundredths | high |
| given | the seat's `net` as it stands (league points, imported results) | high |

A game-win bonus goes to the table's winner (tied winners share it); a cap limits what one table can
cost. A forfeit or absent seat is placed last. Nothing here knows about other tables or rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

from tournaments.engine.exact import Exact, ratio, simplest, total
from tournaments.engine.results import Reason, SeatResult, SeatStatus, StandingsError, TableOutcome


class SchemeKind(StrEnum):
    NET = "net"
    NET_PER_OPPONENT = "net_per_opponent"
    PLACEMENT = "placement"
    WIN_LOSS = "win_loss"
    DEADWOOD = "deadwood"
    SHARE = "share"
    GIVEN = "given"


# The ends are the same at every size. Sizes 2 to 5 in this order.
ARCHON_PLACEMENT: tuple[tuple[int, ...], ...] = (
    (60, 12),
    (60, 36, 12),
    (60, 48, 24, 12),
    (60, 48, 36, 24, 12),
)

CAPPED_KINDS = frozenset({SchemeKind.NET, SchemeKind.NET_PER_OPPONENT, SchemeKind.DEADWOOD})


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a table's result becomes points.

    `placement` holds one row per table size, best place first; a size without a row gets the ends of the
    longest row and even steps between them. `loss_cap` is the most points one table can cost
    (for deadwood: the most it can charge). `win_points` and `win_bonus` are whole points.
    Raises StandingsError(SCHEME_OPTION) for an impossible option.
    """

    kind: SchemeKind = SchemeKind.NET
    nominal_size: int = 4
    nominal_deals: int = 8
    placement: tuple[tuple[int, ...], ...] = ARCHON_PLACEMENT
    win_points: int = 1
    win_bonus: int = 0
    loss_cap: int | None = None

    def __post_init__(self) -> None:
        self._refuse(self.nominal_size < 2, "nominal_size")
        self._refuse(self.nominal_deals < 1, "nominal_deals")
        self._refuse(self.win_points < 1, "win_points")
        self._refuse(self.win_bonus < 0, "win_bonus")
        self._refuse(self.win_bonus > 0 and self.lower_is_better, "win_bonus")
        self._refuse(self.loss_cap is not None and self.loss_cap < 1, "loss_cap")
        self._refuse(self.loss_cap is not None and self.kind not in CAPPED_KINDS, "loss_cap")
        rows = self.placement
        self._refuse(not rows or len({len(row) for row in rows}) != len(rows), "placement")
        self._refuse(any(len(row) < 2 or any(a < b for a, b in pairwise(row)) for row in rows), "placement")

    @staticmethod
    def _refuse(wrong: bool, option: str) -> None:
        if wrong:
            raise StandingsError(Reason.SCHEME_OPTION, option)

    @property
    def lower_is_better(self) -> bool:
        return self.kind is SchemeKind.DEADWOOD

    @property
    def table_sum(self) -> Exact | None:
        """What a table's net points must sum to before penalties; None where any sum is right."""
        return 0 if self.kind in (SchemeKind.NET, SchemeKind.NET_PER_OPPONENT) else None


def placement_row(scheme: Scheme, size: int) -> tuple[Exact, ...]:
    """Points per place at a table of that size, best first, with the same ends at every size."""
    for row in scheme.placement:
        if len(row) == size:
            return row
    if size == 1:
        return (max(scheme.placement, key=len)[0],)
    longest = max(scheme.placement, key=len)
    top, bottom = longest[0], longest[-1]
    return tuple(simplest(top - Fraction((top - bottom) * step, size - 1)) for step in range(size))


_LATENESS = {SeatStatus.PLAYED: 0, SeatStatus.FORFEIT: 1, SeatStatus.ABSENT: 2}


def table_places(seats: Sequence[SeatResult], *, lower_is_better: bool = False) -> tuple[int, ...]:
    """Place of each seat at its table, competition ranking (1, 1, 3), seats that gave up or never came last.

    Given places count where every seat has one; else net points. Where low is good only the deadwood counts.
    """
    given = not lower_is_better and all(seat.place is not None for seat in seats)
    keys: list[tuple[int, Exact]] = []
    for seat in seats:
        late = _LATENESS[seat.status]
        if given:
            order: Exact = seat.place or 0
        else:
            order = seat.deadwood if lower_is_better else -seat.net
        keys.append((late, order))
    ordered = sorted(keys)
    first: dict[tuple[int, Exact], int] = {}
    for index, key in enumerate(ordered):
        first.setdefault(key, index + 1)
    return tuple(first[key] for key in keys)


def table_points(outcome: TableOutcome, scheme: Scheme) -> tuple[Exact, ...]:
    """Points of each seat in seat order, bonus and cap included (docs/standings.md)."""
    seats = outcome.seats
    if not seats:
        return ()
    needs_places = scheme.win_bonus or scheme.kind in (SchemeKind.PLACEMENT, SchemeKind.WIN_LOSS)
    places = table_places(seats, lower_is_better=scheme.lower_is_better) if needs_places else ()
    base = _base_points(outcome, scheme, places)
    if scheme.loss_cap is not None:
        base = [_capped(points, scheme) for points in base]
    if scheme.win_bonus:
        winners = places.count(1)
        base = [
            simplest(points + Fraction(scheme.win_bonus, winners)) if place == 1 else points
            for points, place in zip(base, places, strict=True)
        ]
    return tuple(base)


def _capped(points: Exact, scheme: Scheme) -> Exact:
    cap = scheme.loss_cap or 0
    return min(points, cap) if scheme.lower_is_better else max(points, -cap)


def _base_points(outcome: TableOutcome, scheme: Scheme, places: tuple[int, ...]) -> list[Exact]:
    seats = outcome.seats
    match scheme.kind:
        case SchemeKind.NET | SchemeKind.GIVEN:
            return [seat.net for seat in seats]
        case SchemeKind.NET_PER_OPPONENT:
            present = sum(1 for seat in seats if seat.status is not SeatStatus.ABSENT)
            weight = (present - 1) * outcome.deals
            nominal = (scheme.nominal_size - 1) * scheme.nominal_deals
            # without an opponent or a deal nobody was paid anything
            return [ratio(seat.net * nominal, weight) if weight > 0 else 0 for seat in seats]
        case SchemeKind.PLACEMENT:
            return _shared(placement_row(scheme, len(seats)), places)
        case SchemeKind.WIN_LOSS:
            return [ratio(scheme.win_points, places.count(1)) if place == 1 else 0 for place in places]
        case SchemeKind.DEADWOOD:
            return [seat.deadwood for seat in seats]
        case SchemeKind.SHARE:
            pot = total(seat.positive for seat in seats)
            return [ratio(100 * seat.positive, pot) if pot else ratio(100, len(seats)) for seat in seats]


def _shared(row: tuple[Exact, ...], places: tuple[int, ...]) -> list[Exact]:
    """Tied places pool their points and share them evenly."""
    points: list[Exact] = []
    for place in places:
        sharing = places.count(place)
        points.append(ratio(total(row[place - 1 : place - 1 + sharing]), sharing))
    return points


def table_sum_error(outcome: TableOutcome, scheme: Scheme) -> Exact | None:
    """By how much a table's net points miss the sum the scheme demands; None if they are right."""
    wanted = scheme.table_sum
    if wanted is None:
        return None
    return (total(seat.net for seat in outcome.seats) - wanted) or None


def size_example(scheme: Scheme, sizes: Sequence[int] = (2, 3, 4, 5)) -> tuple[tuple[int, Exact], ...]:
    """What mixed table sizes do to a scheme: (size, points of a winner who gets 10 from each opponent in
    each deal).

    Every table plays the nominal number of deals. The app turns the numbers into words at set-up.
    """
    example: list[tuple[int, Exact]] = []
    for size in sizes:
        deals = scheme.nominal_deals
        won = 10 * deals
        winner = SeatResult("winner", won * (size - 1), positive=won * (size - 1))
        losers = (SeatResult(f"loser {n}", -won, deadwood=won) for n in range(1, size))
        outcome = TableOutcome(1, 1, (winner, *losers), deals=deals)
        example.append((size, table_points(outcome, scheme)[0]))
    return tuple(example)
