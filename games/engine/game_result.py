"""The result of a game: places, and the figures of each seat that standings need.

Made when a game is over; the formats rank, this module counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.engine.results import DealKind, DealResult

_OUT: frozenset[DealKind] = frozenset(
    {DealKind.RUMMY, DealKind.GIN, DealKind.BIG_GIN, DealKind.TONK, DealKind.OUT}
)


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """One seat's figures over the deals that count; extra deals and deals dealt again are left out.

    `net` sums to zero over the sides of the table: net points (Knock Rummy) or the difference of
    the totals with boxes and bonuses (gin; partners share their team's). `points` are those of
    the deals alone, `positive_points` the sum of its gains. `deals` are those it was dealt in,
    `deals_won` includes shared wins, `knocks` include going out (`goings_out`). `deadwood` is the
    sum over scored deals, after lay-offs where the game has them.
    """

    seat: int
    place: int
    net: int
    points: int
    positive_points: int
    deals: int
    deals_won: int
    knocks: int
    goings_out: int
    undercuts_made: int
    undercuts_suffered: int
    deadwood: int
    games_won: int = 0
    boxes: int = 0
    re_entries: int = 0

    @property
    def net_per_deal(self) -> Fraction:
        """Net divided by the deals it was dealt in, exactly (docs/rules.md, C "Time")."""
        return Fraction(self.net, self.deals) if self.deals else Fraction(0)


@dataclass(frozen=True, slots=True)
class GameResult:
    """Totals (`net`), places (shared ones are equal) and winners, all in seat order.

    `deals_planned` is None where the score decides the end; `ended_early` is True when the round
    clock or the cap of deals ended the game. `extra_deals` counts those that broke a tie.
    `sides` are the seats that score together.
    """

    totals: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    seats: tuple[SeatFigures, ...]
    sides: tuple[tuple[int, ...], ...]
    deals_played: int
    deals_planned: int | None
    extra_deals: int
    ended_early: bool


def places_of(groups: Iterable[Sequence[int]], count: int) -> tuple[int, ...]:
    """Places of sides 0..count-1 from groups in order of rank; a group shares its place (1, 1, 3)."""
    places = [0] * count
    place = 1
    for group in groups:
        for side in group:
            places[side] = place
        place += len(group)
    return tuple(places)


def grouped(sides: Iterable[int], keys: Sequence[object]) -> tuple[tuple[int, ...], ...]:
    """*sides* in descending order of `keys[side]`, those with equal keys together."""
    ordered = sorted(sides, key=lambda side: keys[side], reverse=True)  # type: ignore[arg-type,return-value]
    groups: list[list[int]] = []
    for side in ordered:
        if groups and keys[groups[-1][0]] == keys[side]:
            groups[-1].append(side)
        else:
            groups.append([side])
    return tuple(tuple(sorted(group)) for group in groups)


def seat_figures(
    seat: int,
    place: int,
    net: int,
    results: Sequence[DealResult],
    *,
    games_won: int = 0,
    boxes: int = 0,
    re_entries: int = 0,
) -> SeatFigures:
    """The figures of one seat, counted over the results of deals that count, in game seats."""
    own = [result for result in results if seat in result.seats]
    knocked = [result for result in own if result.knocker == seat]
    won = [result for result in own if seat in result.winners]
    return SeatFigures(
        seat=seat,
        place=place,
        net=net,
        points=sum(result.points[seat] for result in own),
        positive_points=sum(max(0, result.points[seat]) for result in own),
        deals=len(own),
        deals_won=len(won),
        knocks=len(knocked),
        goings_out=sum(result.kind in _OUT for result in knocked),
        undercuts_made=sum(result.is_undercut for result in won),
        undercuts_suffered=sum(result.is_undercut for result in knocked),
        deadwood=sum(result.deadwoods[seat] or 0 for result in own if result.is_scored),
        games_won=games_won,
        boxes=boxes,
        re_entries=re_entries,
    )
