"""How gin deals make a game (docs/rules.md, B "Game", "Match" and the variants with more seats).

One format serves the game, the match, Hollywood, Partnership and cutthroat: sides
score in columns until each column is won. Who sits where, who deals and what a deal
is worth to a side stands in `gin_layouts`. No cards here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.formats import Column, DealPlan, PlayedDeal, Scoresheet, Verdict
from games.engine.game_result import GameResult, grouped, places_of, seat_figures
from games.engine.gin_layouts import Layout, Worth, layout_of
from games.engine.results import DealResult
from games.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over: its columns, each side's result, and who won it (None: a tie)."""

    columns: tuple[Column, ...]
    net: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class GinScore:
    """The game in play: columns, deals that count, each side's deals won; dead deals running; games before.

    `columns` is empty once nothing more is played.
    """

    columns: tuple[Column, ...]
    wins: tuple[int, ...]
    games: tuple[FinishedGame, ...] = ()
    deals: int = 0
    deals_before: int = 0
    dead: int = 0
    early: bool = False


@dataclass(frozen=True, slots=True)
class GinFormat:
    """Game, match, Hollywood, Partnership and cutthroat; see `GameFormat` for the interface."""

    ruleset: Ruleset

    @property
    def layout(self) -> Layout:
        return layout_of(self.ruleset)

    def start(self, first_dealer: int) -> tuple[GinScore, DealPlan]:
        return _fresh(self.layout), self.layout.plan(first_dealer)

    def settle(self, score: GinScore, plan: DealPlan, results: tuple[DealResult, ...]) -> Verdict:
        layout = self.layout
        worth = layout.worth(self.ruleset, results)
        points, net = _by_seat(layout, plan, worth)
        scored = any(result.is_scored for result in results)
        if not scored and score.dead + 1 < self.ruleset.max_void_deals:
            again = replace(score, dead=score.dead + 1)
            return Verdict(again, plan, counts=False, points=points, net=net)
        score = replace(score, deals=score.deals + 1, dead=0)
        if worth.winner is not None:
            score = _entered(self.ruleset, score, worth.winner, worth.points)
        dealer = layout.dealer_after(self.ruleset, plan.dealer, worth)
        score, dealer = _after_deal(self.ruleset, layout, score, dealer)
        next_plan = layout.plan(dealer) if score.columns else None
        return Verdict(score, next_plan, points=points, net=net)

    def decide(self, score: GinScore, plan: DealPlan, seat: int, stays: bool) -> Verdict:  # noqa: ARG002 - the interface
        raise AssertionError("nobody decides about re-entry in gin")

    def close(self, score: GinScore) -> GinScore:
        """A game that has begun ends by its totals without game bonus; one that hasn't vanishes."""
        if score.deals:
            score = _with_finished(self.ruleset, score)
        return replace(score, columns=(), deals=0, early=True)

    def result(self, score: GinScore, played: tuple[PlayedDeal, ...]) -> GameResult:
        layout = self.layout
        net = tuple(sum(game.net[side] for game in score.games) for side in _sides(layout))
        won = _games_won(layout, score)
        # Hollywood's three games are added up; elsewhere who won more games is ahead, whatever the totals.
        keys = net if layout.columns > 1 else tuple(zip(won, net, strict=True))
        side_places = places_of(grouped(_sides(layout), keys), len(net))
        results = [result for deal in played if deal.counts for result in deal.results]
        seats = []
        for seat in sorted(seat for team in layout.sides for seat in team):
            side = _side_of(layout, seat)
            boxes = sum(column.boxes[side] for game in score.games for column in game.columns)
            seats.append(
                seat_figures(seat, side_places[side], net[side], results, games_won=won[side], boxes=boxes)
            )
        places = tuple(figures.place for figures in seats)
        return GameResult(
            totals=tuple(figures.net for figures in seats),
            places=places,
            winners=tuple(seat for seat, place in enumerate(places) if place == 1),
            seats=tuple(seats),
            sides=layout.sides,
            deals_played=score.deals_before,
            deals_planned=None,
            extra_deals=0,
            ended_early=score.early,
        )

    def sheet(self, score: GinScore) -> Scoresheet:
        layout = self.layout
        columns = score.columns or (score.games[-1].columns if score.games else ())
        running = [sum(column.points[side] for column in columns) for side in _sides(layout)]
        return Scoresheet(
            sides=layout.sides,
            totals=_spread(layout, running),
            deals_counted=score.deals_before + score.deals,
            target=self.ruleset.target,
            columns=columns,
            games_won=_games_won(layout, score),
        )


def columns_after(
    ruleset: Ruleset, played: Sequence[PlayedDeal]
) -> tuple[tuple[int, tuple[Column, ...]], ...]:
    """For every deal of a gin game: which game of the match it belonged to (from 1), and that game's columns after
    it.
    """
    form = GinFormat(ruleset)
    score, found = _fresh(form.layout), []
    for deal in played:
        before = len(score.games)
        score = form.settle(score, deal.plan, deal.results).score
        is_over = len(score.games) > before
        found.append((before + 1, score.games[before].columns if is_over else score.columns))
    return tuple(found)


def column_results(ruleset: Ruleset, column: Column) -> tuple[int, ...]:
    """Rules.md, B "Game": each side's result of one column, summed over its opponents; sums to zero.

    Boxes are added to the points; the winner has the game bonus against each opponent, or
    the shutout bonus against one who scored in no deal. Nobody has a bonus in a column that
    ended before its time.
    """
    totals = [
        points + ruleset.box_bonus * boxes for points, boxes in zip(column.points, column.boxes, strict=True)
    ]
    net = [len(totals) * total - sum(totals) for total in totals]
    if column.winner is not None:
        for side, boxes in enumerate(column.boxes):
            if side != column.winner:
                bonus = ruleset.game_bonus if boxes else ruleset.shutout_bonus
                net[column.winner] += bonus
                net[side] -= bonus
    return tuple(net)


def _fresh(layout: Layout) -> GinScore:
    nothing = (0,) * len(layout.sides)
    return GinScore(tuple(Column(nothing, nothing) for _ in range(layout.columns)), nothing)


def _sides(layout: Layout) -> range:
    return range(len(layout.sides))


def _side_of(layout: Layout, seat: int) -> int:
    return next(side for side, team in enumerate(layout.sides) if seat in team)


def _spread(layout: Layout, by_side: list[int]) -> tuple[int, ...]:
    """A value of each side, laid out over the seats."""
    seats = sorted(seat for team in layout.sides for seat in team)
    return tuple(by_side[_side_of(layout, seat)] for seat in seats)


def _by_seat(layout: Layout, plan: DealPlan, worth: Worth) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Points and net of a deal by seat: the side that lost it pays, who sat out doesn't."""
    points, net = [], []
    for side in _sides(layout):
        won = side == worth.winner
        played = any(seat in plan.seats for seat in layout.sides[side])
        points.append(worth.points if won else 0)
        net.append(worth.points if won else -worth.points if played else 0)
    return _spread(layout, points), _spread(layout, net)


def _entered(ruleset: Ruleset, score: GinScore, winner: int, points: int) -> GinScore:
    """Rules.md, B "Hollywood": a side's n-th winning deal goes into the first n columns still open.

    With a single column that is every deal into the one column.
    """
    wins = _plus(score.wins, winner, 1)
    columns = list(score.columns)
    for at, column in enumerate(columns[: wins[winner]]):
        if not column.is_over:
            total = _plus(column.points, winner, points)
            reached = total[winner] >= ruleset.target
            boxes = _plus(column.boxes, winner, 1)
            columns[at] = Column(total, boxes, winner if reached else None, reached)
    return replace(score, columns=tuple(columns), wins=wins)


def _plus(values: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
    return tuple(value + more if at == side else value for at, value in enumerate(values))


def _after_deal(ruleset: Ruleset, layout: Layout, score: GinScore, dealer: int) -> tuple[GinScore, int]:
    """The score and next dealer: the game goes on, the next game of the match begins, or all is over."""
    if not all(column.is_over for column in score.columns):
        if score.deals < ruleset.max_deals:
            return score, dealer
        score = replace(score, early=True)
    score = _with_finished(ruleset, score)
    if _match_is_over(ruleset, layout, score):
        return replace(score, columns=()), dealer
    winner = score.games[-1].winner
    if winner is not None:
        dealer = layout.dealer_of_side(1 - winner)
    fresh = _fresh(layout)
    return replace(score, columns=fresh.columns, wins=fresh.wins), dealer


def _with_finished(ruleset: Ruleset, score: GinScore) -> GinScore:
    """The game in play put among the finished ones."""
    by_column = [column_results(ruleset, column) for column in score.columns]
    net = tuple(sum(side) for side in zip(*by_column, strict=True))
    single = score.columns[0].winner if len(score.columns) == 1 else None
    ahead = max(net)
    by_totals = net.index(ahead) if net.count(ahead) == 1 else None
    game = FinishedGame(score.columns, net, by_totals if single is None else single)
    return replace(
        score,
        games=(*score.games, game),
        deals_before=score.deals_before + score.deals,
        deals=0,
    )


def _match_is_over(ruleset: Ruleset, layout: Layout, score: GinScore) -> bool:
    decided = max(_games_won(layout, score)) > ruleset.best_of // 2
    return decided or len(score.games) >= ruleset.best_of


def _games_won(layout: Layout, score: GinScore) -> tuple[int, ...]:
    """Games of the match that each side won; in Hollywood each column is one."""
    winners = [column.winner for game in score.games for column in game.columns if layout.columns > 1] or [
        game.winner for game in score.games
    ]
    return tuple(winners.count(side) for side in _sides(layout))
