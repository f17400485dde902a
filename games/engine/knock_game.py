"""How Knock Rummy deals make a game: cumulative, match and pool (docs/rules.md, A "Scoring").

One format serves all three, since they differ only in when the game ends and who
is in; `KnockScore` is what it remembers between deals. No cards here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine.formats import (
    BoardPlan,
    DealPlan,
    GameDealKind,
    PlayedDeal,
    Scoresheet,
    Verdict,
    left_of,
    right_of,
)
from games.engine.game_result import GameResult, grouped, places_of, seat_figures
from games.engine.options import Scoring
from games.engine.results import DealResult
from games.engine.ruleset import Ruleset

Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class KnockScore:
    """Net totals by seat; deals counted; void deals running; the state of pool and tie.

    `out` are the seats that left the pool, one group for each deal in which some did, first to
    leave first; `leaving` those of the deal whose decisions are still open. `tied` orders the
    seats that were level for first place, once an extra deal is to be played: the first group
    still shares the lead.
    """

    totals: tuple[int, ...]
    re_entries: tuple[int, ...]
    counted: int = 0
    voids: int = 0
    out: Groups = ()
    leaving: tuple[int, ...] = ()
    pending: tuple[int, ...] = ()
    tied: Groups = ()
    extra_deals: int = 0
    early: bool = False


@dataclass(frozen=True, slots=True)
class KnockFormat:
    """Pool, cumulative and match; see `GameFormat` for the interface."""

    ruleset: Ruleset
    players: int

    def start(self, first_dealer: int) -> tuple[KnockScore, DealPlan]:
        nothing = (0,) * self.players
        return KnockScore(nothing, nothing), _plan(first_dealer, tuple(range(self.players)), self.players)

    def settle(self, score: KnockScore, plan: DealPlan, results: tuple[DealResult, ...]) -> Verdict:
        result = results[0]
        if not result.is_scored and score.voids + 1 < self.ruleset.max_void_deals:
            again = replace(score, voids=score.voids + 1)
            return Verdict(again, plan, counts=False, points=result.points, net=result.net)
        score = replace(score, voids=0)
        if plan.kind is GameDealKind.EXTRA:
            verdict = _after_extra(self.ruleset, score, plan, result)
        else:
            totals = tuple(a + b for a, b in zip(score.totals, result.net, strict=True))
            score = replace(score, totals=totals, counted=score.counted + 1)
            verdict = _after_deal(self.ruleset, score, plan)
        return replace(verdict, points=result.points, net=result.net)

    def decide(self, score: KnockScore, plan: DealPlan, seat: int, stays: bool) -> Verdict:
        pending = tuple(other for other in score.pending if other != seat)
        if stays:
            used = list(score.re_entries)
            used[seat] += needed_re_entries(self.ruleset, score, seat)
            score = replace(score, re_entries=tuple(used), pending=pending)
        else:
            score = replace(score, leaving=(*score.leaving, seat), pending=pending)
        return _after_decisions(self.ruleset, score, plan)

    def close(self, score: KnockScore) -> KnockScore:
        out = (*score.out, tuple(sorted(score.leaving))) if score.leaving else score.out
        return replace(score, early=True, out=out, leaving=(), pending=())

    def result(self, score: KnockScore, played: tuple[PlayedDeal, ...]) -> GameResult:
        count = self.players
        places = places_in_game(score)
        results = [
            deal.results[0] for deal in played if deal.counts and deal.plan.kind is GameDealKind.NORMAL
        ]
        seats = tuple(
            seat_figures(
                seat,
                places[seat],
                score.totals[seat],
                results,
                games_won=int(places[seat] == 1),
                re_entries=score.re_entries[seat],
            )
            for seat in range(count)
        )
        return GameResult(
            totals=score.totals,
            places=places,
            winners=tuple(seat for seat in range(count) if places[seat] == 1),
            seats=seats,
            sides=tuple((seat,) for seat in range(count)),
            deals_played=score.counted,
            deals_planned=self.ruleset.deals_planned(self.players),
            extra_deals=score.extra_deals,
            ended_early=score.early,
        )

    def sheet(self, score: KnockScore) -> Scoresheet:
        count = self.players
        pool = self.ruleset.scoring is Scoring.POOL
        return Scoresheet(
            sides=tuple((seat,) for seat in range(count)),
            totals=score.totals,
            deals_counted=score.counted,
            deals_planned=self.ruleset.deals_planned(self.players),
            target=self.ruleset.target if self.ruleset.scoring is Scoring.MATCH else None,
            limits=tuple(_limit(self.ruleset, score, seat) for seat in range(count)) if pool else (),
            out=_gone(score) if pool else (),
            re_entries=score.re_entries if pool else (),
            needed=tuple(needed_re_entries(self.ruleset, score, seat) for seat in range(count))
            if pool
            else (),
        )


def needed_re_entries(ruleset: Ruleset, score: KnockScore, seat: int) -> int:
    """Re-entries that bring a seat's net loss back below its stakes: one for each whole stake it is past."""
    past = -score.totals[seat] - _limit(ruleset, score, seat)
    return 0 if past < 0 else past // ruleset.stake + 1


def places_in_game(score: KnockScore) -> tuple[int, ...]:
    """Places in seat order: those in by net points, then those out of a pool, last to leave first."""
    return places_of(_ranking(score), len(score.totals))


def _limit(ruleset: Ruleset, score: KnockScore, seat: int) -> int:
    """The net loss at which this seat is out: the stake, once more for each re-entry used."""
    return ruleset.stake * (1 + score.re_entries[seat])


def _plan(
    dealer: int, seats: tuple[int, ...], players: int, kind: GameDealKind = GameDealKind.NORMAL
) -> DealPlan:
    board = BoardPlan(seats, seats.index(dealer))
    return DealPlan(dealer, right_of(dealer, seats, players), (board,), kind)


def _gone(score: KnockScore) -> tuple[int, ...]:
    return tuple(sorted(seat for group in score.out for seat in group))


def _still_in(score: KnockScore) -> tuple[int, ...]:
    gone = _gone(score)
    return tuple(seat for seat in range(len(score.totals)) if seat not in gone)


def _after_deal(ruleset: Ruleset, score: KnockScore, plan: DealPlan) -> Verdict:
    if ruleset.scoring is Scoring.POOL:
        return _after_pool_deal(ruleset, score, plan)
    if ruleset.scoring is Scoring.MATCH:
        capped = score.counted >= ruleset.max_deals
        reached = max(score.totals) >= ruleset.target
        if capped and not reached:
            score = replace(score, early=True)
        return _end_or_go_on(ruleset, score, plan, reached or capped)
    planned = ruleset.deals_planned(len(score.totals))
    assert planned is not None
    return _end_or_go_on(ruleset, score, plan, score.counted >= planned)


def _after_pool_deal(ruleset: Ruleset, score: KnockScore, plan: DealPlan) -> Verdict:
    """Who is past the stakes leaves, or decides, in turn order, where enough re-entries are left."""
    players = len(score.totals)
    past = [seat for seat in _still_in(score) if needed_re_entries(ruleset, score, seat)]
    past.sort(key=lambda seat: (seat - plan.dealer - 1) % players)
    may_stay = [
        seat
        for seat in past
        if score.re_entries[seat] + needed_re_entries(ruleset, score, seat) <= ruleset.re_entries
    ]
    leaving = tuple(seat for seat in past if seat not in may_stay)
    return _after_decisions(ruleset, replace(score, leaving=leaving, pending=tuple(may_stay)), plan)


def _after_decisions(ruleset: Ruleset, score: KnockScore, plan: DealPlan) -> Verdict:
    if score.pending:
        return Verdict(score, None, deciding=score.pending)
    if score.leaving:
        score = replace(score, out=(*score.out, tuple(sorted(score.leaving))), leaving=())
    last_one = len(_still_in(score)) == 1
    capped = score.counted >= ruleset.max_deals
    if capped and not last_one:
        score = replace(score, early=True)
    return _end_or_go_on(ruleset, score, plan, last_one or capped)


def _end_or_go_on(ruleset: Ruleset, score: KnockScore, plan: DealPlan, ended: bool) -> Verdict:
    """The next deal by the next player left in; at the end an extra deal where first place is tied."""
    players = len(score.totals)
    if not ended:
        seats = _still_in(score)
        return Verdict(score, _plan(left_of(plan.dealer, seats, players), seats, players))
    leaders = _ranking(score)[0]
    if len(leaders) == 1 or not ruleset.tie_deals:
        return Verdict(score, None)
    return _extra_deal(replace(score, tied=(leaders,)), plan, leaders)


def _after_extra(ruleset: Ruleset, score: KnockScore, plan: DealPlan, result: DealResult) -> Verdict:
    """Rules.md, A "Ties": the points order those who played; who is still level for first plays another."""
    leaders, *behind = score.tied
    split = grouped(leaders, result.net)
    score = replace(score, tied=(*split, *behind), extra_deals=score.extra_deals + 1)
    if len(split[0]) == 1 or score.extra_deals >= ruleset.tie_deals:
        return Verdict(score, None)
    return _extra_deal(score, plan, split[0])


def _extra_deal(score: KnockScore, plan: DealPlan, seats: tuple[int, ...]) -> Verdict:
    players = len(score.totals)
    dealer = left_of(plan.dealer, seats, players)
    return Verdict(score, _plan(dealer, seats, players, GameDealKind.EXTRA))


def _ranking(score: KnockScore) -> Groups:
    """Groups from first to last: those in by net points, then those out, last to leave first.

    Extra deals, once played, order the group in front.
    """
    groups = grouped(_still_in(score), score.totals)
    for left_together in reversed(score.out):
        groups += grouped(left_together, score.totals)
    return score.tied + groups[1:] if score.tied else groups
