"""What a whole game on real cards comes to, from its settled deals: totals, places and games won, by the engine's own
formats, as if the deals had been played online. No card is looked at here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import Hand
from games.engine.formats import Column, DealPlan, PlayedDeal
from games.engine.game import GameState
from games.engine.game_result import GameResult
from games.engine.gin_game import GinScore
from games.engine.results import DealKind, DealResult
from games.engine.ruleset import Ruleset
from games.errors import ReportError
from games.queries.settlement import SettledDeal


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of a match, or one of Hollywood's three: points and boxes in seat order, and the seat that won it."""

    number: int
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class ReportedSeat:
    """What a seat has of a table, online or on real cards: net points, place, and the figures that tiebreaks read."""

    net: int
    place: int
    deals_played: int = 0
    deals_won: int = 0
    undercuts: int = 0
    deadwood: int = 0
    positive: int = 0


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """Figures in seat order; `is_over` is whether the table has nothing more to play; `lines` are the games of a table
    that plays several.
    """

    seats: tuple[ReportedSeat, ...]
    is_over: bool
    lines: tuple[GameLine, ...] = ()

    @property
    def net(self) -> tuple[int, ...]:
        return tuple(seat.net for seat in self.seats)


def reported_game(ruleset: Ruleset, players: int, deals: Sequence[SettledDeal]) -> ReportedGame:
    """The game of these deals. One that isn't over counts as it stands, like a game that the round's clock ended
    (docs/rules.md, C "Time").

    Raises ReportError with reason `game_over` where a deal was played after the end.
    """
    planned = ruleset.deals_planned(players)
    if planned is not None:
        return _summed(deals, players, planned)
    state = GameState.new(ruleset, players)
    form, score = state.format, state.score
    plan: DealPlan | None = state.plan
    played: list[PlayedDeal] = []
    for number, deal in enumerate(deals, 1):
        if plan is None:
            raise ReportError("game_over")
        result = _result(deal, players)
        verdict = form.settle(score, plan, (result,))
        played.append(PlayedDeal(number, plan, (result,), verdict.counts, verdict.points, verdict.net))
        score, plan = verdict.score, verdict.plan
    lines = _lines(score) if isinstance(score, GinScore) else ()
    if plan is not None:
        score = form.close(score)
    return ReportedGame(_figures(form.result(score, tuple(played))), plan is None, lines)


def _summed(deals: Sequence[SettledDeal], players: int, planned: int) -> ReportedGame:
    """So many deals, whose payments are added up."""
    scored = [deal for deal in deals if deal.knocker is not None]
    if len(scored) > planned:
        raise ReportError("game_over")
    nets = [sum(deal.net[seat] for deal in scored) for seat in range(players)]
    seats = tuple(
        ReportedSeat(
            net=net,
            place=1 + sum(other > net for other in nets),
            deals_played=len(scored),
            deals_won=sum(seat in deal.winners for deal in scored),
            undercuts=sum(deal.undercut and deal.knocker == seat for deal in scored),
            deadwood=sum(deal.deadwoods[seat] for deal in scored),
            positive=sum(max(0, deal.net[seat]) for deal in scored),
        )
        for seat, net in enumerate(nets)
    )
    return ReportedGame(seats, len(scored) == planned)


def _result(deal: SettledDeal, players: int) -> DealResult:
    """The deal as the engine's formats read it. They never look at its cards."""
    seats, hands = tuple(range(players)), (Hand(),) * players
    if deal.knocker is None:
        nothing = (0,) * players
        return DealResult(DealKind.VOID, seats, nothing, nothing, hands)
    return DealResult(
        DealKind.KNOCK,
        seats,
        deal.net,
        deal.points,
        hands,
        knocker=deal.knocker,
        winners=deal.winners,
        deadwoods=deal.deadwoods,
    )


def _figures(result: GameResult) -> tuple[ReportedSeat, ...]:
    return tuple(
        ReportedSeat(
            net=seat.net,
            place=seat.place,
            deals_played=seat.deals,
            deals_won=seat.deals_won,
            undercuts=seat.undercuts_suffered,
            deadwood=seat.deadwood,
            positive=seat.positive_points,
        )
        for seat in result.seats
    )


def _lines(score: GinScore) -> tuple[GameLine, ...]:
    """The games so far, where a table plays more than one."""
    columns: list[Column] = [column for game in score.games for column in game.columns]
    columns += score.columns
    if len(columns) < 2:
        return ()
    return tuple(
        GameLine(number, column.points, column.boxes, column.winner)
        for number, column in enumerate(columns, 1)
    )
