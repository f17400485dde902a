"""Extra rounds: from a tie that matters to its order, stage by stage (docs/standings.md, "Extra rounds").

`resolve` replays what was played so far and says how far the tie is settled and what is to be played next;
`plan_extra_round` turns the open stages of all ties, side by side, into tables with seats and first dealers
drawn by lot. Both are functions of results and the published seed, so nothing is ever stored half decided.

The points of an extra round order the tied and enter nothing else. Who never came is last of the group, two
such share. Withdrawn members come behind them: they keep a place among the tied but can't play. Bots are in
no tie. A repeat after a new tie counts towards the cap, the planned stages of a large group are one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.boundaries import Boundary, BoundaryKind, Tie, boundaries_of, ties_that_matter
from tournaments.engine.extra_stages import (
    MAX_TABLE,
    AfterCap,
    ExtraRules,
    PlayLength,
    StageKind,
    Tiers,
    bracket_slots,
    pairs_of_next_round,
    present_and_absent,
    rank_all_play_all,
    rank_tables,
    split_into_tables,
    table_winners,
)
from tournaments.engine.lots import drawn_order, lot_number
from tournaments.engine.ranking import Group, TieOrder
from tournaments.engine.results import (
    EntrantId,
    Reason,
    RoundKind,
    StandingsError,
    TableOutcome,
    TableStatus,
)

__all__ = [
    "AfterCap",
    "Boundary",
    "BoundaryKind",
    "Ending",
    "ExtraRoundPlan",
    "ExtraRules",
    "ExtraTable",
    "PlayLength",
    "Resolution",
    "Settled",
    "Stage",
    "StageKind",
    "Tie",
    "boundaries_of",
    "plan_extra_round",
    "resolve",
    "ties_that_matter",
]


class Ending(StrEnum):
    """How a group ended that wasn't separated by play."""

    WALKOVER = "walkover"
    SHARED = "shared"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Stage:
    """What a group plays next: `tables` are who meets whom, `attempt` counts from 1, `first_place` what it
    is for.
    """

    kind: StageKind
    first_place: int
    attempt: int
    tables: Tiers


@dataclass(frozen=True, slots=True)
class Settled:
    """A group that was not separated by play, and how it ended."""

    group: Group
    how: Ending


@dataclass(frozen=True, slots=True)
class Resolution:
    """How far a tie is settled. `order` goes into `compute_standings(extra_orders=...)` as it is.

    While `stages` is not empty the tie is open; groups still to be separated share a tier of the order.
    """

    tie: Tie
    order: TieOrder
    stages: tuple[Stage, ...] = ()
    settled: tuple[Settled, ...] = ()

    @property
    def is_decided(self) -> bool:
        return not self.stages


@dataclass(frozen=True, slots=True)
class ExtraTable:
    """A table of an extra round: seats in order and the first dealer's seat, both by lot."""

    table_number: int
    tie: Tie
    kind: StageKind
    first_place: int
    attempt: int
    seats: Group
    first_dealer: int
    length: PlayLength


@dataclass(frozen=True, slots=True)
class ExtraRoundPlan:
    round_number: int
    tables: tuple[ExtraTable, ...]


@dataclass(frozen=True, slots=True)
class _Pool:
    """A group to be put in order for the places from `first_place`; rounds up to `after` are used up."""

    players: Group
    first_place: int
    attempt: int
    after: int


@dataclass(frozen=True, slots=True)
class _Found:
    tiers: Tiers
    stages: tuple[Stage, ...] = ()
    settled: tuple[Settled, ...] = ()


def resolve(
    tie: Tie, results: Sequence[TableOutcome], rules: ExtraRules, *, absent: Sequence[EntrantId] = ()
) -> Resolution:
    """The state of a tie after the extra-round tables played so far.

    `results` may hold any tables: only confirmed ones of extra rounds whose players all belong to the group
    are used, in the order of rounds. `absent` are players known not to come before seats are drawn.
    """
    missing = tuple(entrant for entrant in tie.players if entrant in absent)
    players = tuple(entrant for entrant in tie.players if entrant not in missing)
    withdrawn = tuple(entrant for entrant in tie.members if entrant not in tie.players)
    found = _Resolver(tie, results, rules).settle(_Pool(players, tie.first_place, 1, 0))
    untouched = found.stages and found.tiers == (players,)
    if untouched or (rules.cap == 0 and rules.after_cap is AfterCap.SHARED):
        return Resolution(tie, TieOrder((tie.members,)), found.stages, found.settled)
    settled = found.settled
    if len(players) == 1:
        settled = (Settled(players, Ending.WALKOVER),)
    tiers = tuple(tier for tier in (*found.tiers, missing, withdrawn) if tier)
    return Resolution(tie, TieOrder(tiers), found.stages, settled)


def plan_extra_round(
    ties: Sequence[Tie],
    results: Sequence[TableOutcome],
    rules: ExtraRules,
    round_number: int,
    first_table: int = 0,
    *,
    absent: Sequence[EntrantId] = (),
) -> ExtraRoundPlan:
    """The next extra round: every open stage of every tie in parallel. No tables: nothing is left to play.

    Tables are numbered from the one after `first_table`, where others of the round are planned already.
    """
    tables: list[ExtraTable] = []
    for tie in ties:
        for stage in resolve(tie, results, rules, absent=absent).stages:
            for group in stage.tables:
                tables.append(_seated(tie, stage, group, rules, round_number, first_table + len(tables) + 1))
    return ExtraRoundPlan(round_number, tuple(tables))


def _seated(
    tie: Tie, stage: Stage, group: Group, rules: ExtraRules, round_number: int, table_number: int
) -> ExtraTable:
    purpose = f"extra round {round_number} table {table_number}"
    seats = drawn_order(rules.rng_seed, f"{purpose} seats", group, rules.lot_ids)
    drawn = [
        lot_number(rules.rng_seed, f"{purpose} dealer", rules.lot_ids.get(seated, seated)) for seated in seats
    ]
    dealer = drawn.index(min(drawn))
    length = rules.length
    if stage.kind is StageKind.ALL_PLAY_ALL:
        length = PlayLength.DEAL
    elif stage.kind in (StageKind.DUEL, StageKind.BRACKET):
        length = PlayLength.GAME
    return ExtraTable(table_number, tie, stage.kind, stage.first_place, stage.attempt, seats, dealer, length)


class _Resolver:
    """Replays one tie. Every method takes a pool and returns its tiers and what is still open."""

    def __init__(self, tie: Tie, results: Sequence[TableOutcome], rules: ExtraRules) -> None:
        self.lines = frozenset(boundary.place for boundary in tie.boundaries)
        self.rules = rules
        self.history = sorted(
            (
                outcome
                for outcome in results
                if outcome.round_kind is RoundKind.EXTRA and outcome.status is TableStatus.CONFIRMED
            ),
            key=lambda outcome: (outcome.round_number, outcome.table_number),
        )

    def settle(self, pool: _Pool) -> _Found:
        players = pool.players
        if not self._crossed(pool.first_place, len(players)):
            return _Found((players,) if players else ())
        if pool.attempt > self.rules.cap:
            return self._after_cap(pool)
        if not self.rules.two_player:
            kind = StageKind.TABLE if len(players) <= MAX_TABLE else StageKind.TABLES
            return self._tables(pool, kind)
        if len(players) == 2:
            return self._tables(pool, StageKind.DUEL)
        if len(players) <= 4:
            return self._all_play_all(pool)
        return self._bracket(pool)

    def _crossed(self, first_place: int, size: int) -> frozenset[int]:
        return frozenset(line for line in self.lines if first_place <= line < first_place + size - 1)

    def _after_cap(self, pool: _Pool) -> _Found:
        if self.rules.after_cap is AfterCap.SHARED:
            return _Found((pool.players,), settled=(Settled(pool.players, Ending.SHARED),))
        purpose = f"places from {pool.first_place} after {self.rules.cap} extra rounds"
        order = drawn_order(self.rules.rng_seed, purpose, pool.players, self.rules.lot_ids)
        return _Found(tuple((entrant,) for entrant in order), settled=(Settled(order, Ending.LOT),))

    def _tables(self, pool: _Pool, kind: StageKind) -> _Found:
        """One table, or several for six and more: ranked together, or their winners in a decider for one
        place.
        """
        played = self._next_round(pool)
        if played is None:
            return self._open(pool, kind, split_into_tables(pool.players))
        came, missing = present_and_absent(played)
        absent = _in_order(pool, missing)
        after = played[0].round_number
        one_place = self._crossed(pool.first_place, len(pool.players)) == {pool.first_place}
        if len(played) > 1 and one_place:
            winners = table_winners(played, pool.players)
            decided = self._decider(_Pool(winners, pool.first_place, pool.attempt, after))
            others = tuple(entrant for entrant in pool.players if entrant in came and entrant not in winners)
            tiers = tuple(tier for tier in (*decided.tiers, others, absent) if tier)
            return _Found(tiers, decided.stages, decided.settled)
        tiers = rank_tables(played, pool.players)
        return self._each_tier(tiers, absent, pool, after, pool.attempt + 1)

    def _decider(self, pool: _Pool) -> _Found:
        if len(pool.players) < 2:
            return _Found((pool.players,) if pool.players else ())
        return self._tables(pool, StageKind.DECIDER if len(pool.players) <= MAX_TABLE else StageKind.TABLES)

    def _all_play_all(self, pool: _Pool) -> _Found:
        used: dict[frozenset[EntrantId], TableOutcome] = {}
        for outcome in self._own_tables(pool):
            if len(outcome.seats) == 2:
                used.setdefault(frozenset(seat.entrant for seat in outcome.seats), outcome)
        _, absent = present_and_absent(list(used.values()))
        came = tuple(entrant for entrant in pool.players if entrant not in absent)
        pairs = pairs_of_next_round(came, set(used))
        if pairs:
            return self._open(pool, StageKind.ALL_PLAY_ALL, pairs)
        after = max((outcome.round_number for outcome in used.values()), default=pool.after)
        tiers = rank_all_play_all(list(used.values()), came)
        return self._each_tier(tiers, _in_order(pool, absent), pool, after, pool.attempt + 1)

    def _bracket(self, pool: _Pool) -> _Found:
        """Single games until no boundary lies among those still in. Losers of one bracket round share its
        places.
        """
        slots = bracket_slots(pool.players)
        after = pool.after
        losers: list[Group] = []
        absent: list[EntrantId] = []
        while True:
            still_in = _in_order(pool, slots)
            if len(slots) == 1 or not self._crossed(pool.first_place, len(still_in)):
                break
            matches = [
                self._match(one, other, after) for one, other in zip(slots[::2], slots[1::2], strict=True)
            ]
            pending = tuple(match.pair for match in matches if match.is_open)
            if pending:
                return self._open(
                    pool, StageKind.BRACKET, pending, (still_in, *reversed(losers), _in_order(pool, absent))
                )
            absent += [entrant for match in matches for entrant in match.absent]
            losers.append(_in_order(pool, [match.loser for match in matches]))
            after = max([after, *(match.round_number for match in matches)])
            slots = tuple(match.winner for match in matches)
        tiers = tuple(tier for tier in (still_in, *reversed(losers)) if tier)
        return self._each_tier(tiers, _in_order(pool, absent), pool, after, pool.attempt)

    def _match(self, one: EntrantId | None, other: EntrantId | None, after: int) -> "_Match":
        if one is None or other is None:
            return _Match((), one if other is None else other)
        pair = (one, other)
        tied = 0
        for outcome in self._own_tables(_Pool(pair, 0, 0, after)):
            if len(outcome.seats) != 2:
                continue
            _, absent = present_and_absent([outcome])
            ranked = [entrant for tier in rank_tables([outcome], pair) for entrant in tier]
            number = outcome.round_number
            if absent:
                return _Match(pair, ranked[0] if ranked else None, None, number, absent)
            if len(rank_tables([outcome], pair)) == 2:
                return _Match(pair, ranked[0], ranked[1], number)
            tied += 1
            if tied >= self.rules.cap:
                first, second = drawn_order(
                    self.rules.rng_seed, f"bracket game {number}", pair, self.rules.lot_ids
                )
                return _Match(pair, first, second, number)
        return _Match(pair, None, is_open=True)

    def _each_tier(self, tiers: Tiers, absent: Group, pool: _Pool, after: int, attempt: int) -> _Found:
        """Who is still level across a boundary goes on by themselves; absent players share what is left."""
        out: list[Group] = []
        stages: list[Stage] = []
        settled: list[Settled] = []
        place = pool.first_place
        for tier in tiers:
            found = self.settle(_Pool(tier, place, attempt, after))
            out += found.tiers
            stages += found.stages
            settled += found.settled
            place += len(tier)
        return _Found((*out, absent) if absent else tuple(out), tuple(stages), tuple(settled))

    def _open(self, pool: _Pool, kind: StageKind, tables: Tiers, so_far: Tiers = ()) -> _Found:
        stage = Stage(kind, pool.first_place, pool.attempt, tables)
        return _Found(tuple(tier for tier in so_far if tier) or (pool.players,), (stage,))

    def _own_tables(self, pool: _Pool) -> list[TableOutcome]:
        group = set(pool.players)
        return [
            outcome
            for outcome in self.history
            if outcome.round_number > pool.after
            and outcome.seats
            and all(seat.entrant in group for seat in outcome.seats)
        ]

    def _next_round(self, pool: _Pool) -> list[TableOutcome] | None:
        """The tables of the first round after the used ones in which the pool played; None until all have."""
        own = self._own_tables(pool)
        played = [outcome for outcome in own if outcome.round_number == own[0].round_number]
        seated = [seat.entrant for outcome in played for seat in outcome.seats]
        if len(seated) != len(set(seated)):
            raise StandingsError(Reason.EXTRA_ROUND_TABLES, own[0].round_number)
        return played if set(seated) == set(pool.players) else None


@dataclass(frozen=True, slots=True)
class _Match:
    """A bracket game: the pair (empty for a bye) and how it ended."""

    pair: Group
    winner: EntrantId | None
    loser: EntrantId | None = None
    round_number: int = 0
    absent: Group = ()
    is_open: bool = False


def _in_order(pool: _Pool, entrants: Sequence[EntrantId | None]) -> Group:
    return tuple(entrant for entrant in pool.players if entrant in entrants)
