"""The one function that ranks anything: `compute_standings`, always "after round r".

Places come from an explicit chain of exact values, criterion after criterion inside each tied group.
Equal entrants share a place (1, 1, 3). Bots entered in their own right are listed without a place at the
position their points give them, disqualified entrants without a place at the end; withdrawn entrants keep the
place their results give. Nothing here rounds, stores, or depends on the order of its input.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from tournaments.engine.exact import Value
from tournaments.engine.metrics import TiebreakOptions
from tournaments.engine.ranking import Ranked, RankingRules, TieOrder, rank_window
from tournaments.engine.records import (
    Drops,
    Ledger,
    LedgerRules,
    build_ledger,
    score_tables,
)
from tournaments.engine.results import (
    Bye,
    EntrantId,
    EntrantInfo,
    EntrantStatus,
    MissedRule,
    PenaltyEntry,
    Reason,
    RoundKind,
    StandingsError,
    TableOutcome,
    id_key,
)
from tournaments.engine.rows import CriterionValue, Decision, StandingRow, classified, decision
from tournaments.engine.scoring import Scheme
from tournaments.engine.tiebreaks import Tiebreak, full_chain

__all__ = [
    "CriterionValue",
    "Cut",
    "Decision",
    "EventInput",
    "StandingRow",
    "classified",
    "compute_standings",
    "stage_ledger",
]


@dataclass(frozen=True, slots=True)
class Cut:
    """After `after_round` only the qualified play on for the top places.

    Carried: main and final rounds count together. Fresh: points and tiebreaks come from the final rounds
    after the cut alone; with `level_by_place` those level after the chain keep the order of their places at
    the cut.
    """

    after_round: int
    qualified: tuple[EntrantId, ...]
    carried: bool = False
    level_by_place: bool = False


@dataclass(frozen=True, slots=True)
class EventInput:
    """Everything that standings depend on, in one value, so that two versions of an event can be compared."""

    entrants: tuple[EntrantInfo, ...]
    results: tuple[TableOutcome, ...]
    scheme: Scheme
    tiebreaks: tuple[str, ...] = ()
    byes: tuple[Bye, ...] = ()
    penalties: tuple[PenaltyEntry, ...] = ()
    missed: MissedRule = MissedRule.ZERO
    drops: Drops | None = None
    cuts: tuple[Cut, ...] = ()
    extra_orders: tuple[TieOrder, ...] = ()
    options: TiebreakOptions = field(default_factory=TiebreakOptions)
    provisional: bool = False
    unplaced: frozenset[EntrantId] = frozenset()

    def standings(self, after_round: int) -> list[StandingRow]:
        """`compute_standings` of this event after that round."""
        return _standings(self, after_round)


def compute_standings(
    entrants: Sequence[EntrantInfo],
    results: Sequence[TableOutcome],
    scheme: Scheme,
    tiebreaks: Sequence[str],
    after_round: int,
    *,
    byes: Sequence[Bye] = (),
    penalties: Sequence[PenaltyEntry] = (),
    missed: MissedRule = MissedRule.ZERO,
    drops: Drops | None = None,
    cuts: Sequence[Cut] = (),
    extra_orders: Sequence[TieOrder] = (),
    options: TiebreakOptions | None = None,
    provisional: bool = False,
    unplaced: Iterable[EntrantId] = (),
) -> list[StandingRow]:
    """The standings after that round, best first; who shares a place is listed by seeding, then id.

    Only what belongs to rounds up to `after_round` is read, and only confirmed tables (`provisional`:
    reported ones too). `tiebreaks` are registry keys; "points" comes first if it isn't among them.
    Extra-round tables among the results are ignored: what they decided comes in as `extra_orders`, which
    apply to exactly the group that played. Raises StandingsError for unknown or doubled entrants, a table
    reported twice, or an impossible chain.
    """
    event = EventInput(
        tuple(entrants),
        tuple(results),
        scheme,
        tuple(tiebreaks),
        tuple(byes),
        tuple(penalties),
        missed,
        drops,
        tuple(cuts),
        tuple(extra_orders),
        options or TiebreakOptions(),
        provisional,
        frozenset(unplaced),
    )
    return _standings(event, after_round)


def _standings(event: EventInput, after_round: int) -> list[StandingRow]:
    _check_input(event)
    rows: list[StandingRow] = []
    place = 1
    for stage in range(len(_cuts(event, after_round)), -1, -1):
        tier = _tier_rows(event, after_round, stage)
        rows += [replace(row, place=row.place + place - 1) if row.place else row for row in tier]
        place += len(classified(tier))
    listed = [row for row in rows if row.place is not None or row.is_bot]
    unplaced = [row for row in rows if row.place is None and not row.is_bot]
    unplaced.sort(key=lambda row: row.status is EntrantStatus.DISQUALIFIED)
    return _with_neighbours(listed) + unplaced


def _listing_key(info: EntrantInfo) -> tuple[bool, int, tuple[int, int, str]]:
    return (info.seeding == 0, info.seeding, id_key(info.entrant))


def _check_input(event: EventInput) -> None:
    known = {info.entrant for info in event.entrants}
    if len(known) != len(event.entrants):
        raise StandingsError(Reason.DUPLICATE_ENTRANT)
    seen: set[tuple[int, int]] = set()
    for outcome in event.results:
        key = (outcome.round_number, outcome.table_number)
        if key in seen:
            raise StandingsError(Reason.DUPLICATE_TABLE, key)
        seen.add(key)
        for seat in outcome.seats:
            if seat.entrant not in known:
                raise StandingsError(Reason.UNKNOWN_ENTRANT, seat.entrant)
    named = [bye.entrant for bye in event.byes] + [entry.entrant for entry in event.penalties]
    for entrant in named:
        if entrant not in known:
            raise StandingsError(Reason.UNKNOWN_ENTRANT, entrant)


@dataclass(frozen=True, slots=True)
class _Window:
    """Which rounds make up a stage's points: from `first` to `last`, of main and/or final rounds."""

    first: int
    last: int
    kinds: frozenset[RoundKind]

    def has(self, round_number: int) -> bool:
        return self.first <= round_number <= self.last


def _window(cuts: Sequence[Cut], stage: int, after_round: int) -> _Window:
    if stage == 0:
        return _Window(0, after_round, frozenset({RoundKind.MAIN}) if cuts else _COUNTED_KINDS)
    cut = cuts[stage - 1]
    last = cuts[stage].after_round if stage < len(cuts) else after_round
    if cut.carried:
        return _Window(0, last, _COUNTED_KINDS)
    return _Window(cut.after_round + 1, last, frozenset({RoundKind.FINAL}))


_COUNTED_KINDS = frozenset({RoundKind.MAIN, RoundKind.FINAL})


def stage_ledger(event: EventInput, after_round: int, stage: int) -> Ledger:
    """The records that the points and tiebreaks of a stage come from: `stage` cuts survived, 0 for none."""
    infos = tuple(sorted(event.entrants, key=_listing_key))
    bots = frozenset(info.entrant for info in infos if info.is_bot)
    window = _window(_cuts(event, after_round), stage, after_round)
    outcomes = [
        outcome
        for outcome in event.results
        if window.has(outcome.round_number)
        and outcome.round_kind in window.kinds
        and outcome.counts(provisional=event.provisional)
    ]
    return build_ledger(
        infos,
        score_tables(outcomes, event.scheme, bots),
        [bye for bye in event.byes if window.has(bye.round_number)],
        [entry for entry in event.penalties if window.has(entry.round_number)],
        LedgerRules(event.scheme, event.missed, event.drops),
    )


def _cuts(event: EventInput, after_round: int) -> list[Cut]:
    return sorted(
        (cut for cut in event.cuts if cut.after_round < after_round), key=lambda cut: cut.after_round
    )


def _tier_rows(event: EventInput, after_round: int, stage: int) -> list[StandingRow]:
    """The rows of those whose last cut survived is number `stage`, places counted from 1.

    They are ranked among all who took part in that stage, so that who went on later still counts in a tie.
    """
    cuts = _cuts(event, after_round)
    reached = {entrant: number for number, cut in enumerate(cuts, 1) for entrant in cut.qualified}
    took_part = [
        info for info in sorted(event.entrants, key=_listing_key) if reached.get(info.entrant, 0) >= stage
    ]
    status = {info.entrant: info.status_after(after_round) for info in took_part}
    out = frozenset(who for who, now in status.items() if now is EntrantStatus.DISQUALIFIED)
    ranked_field = tuple(
        info.entrant
        for info in took_part
        if not info.is_bot and info.entrant not in event.unplaced and info.entrant not in out
    )
    rules = RankingRules(
        full_chain(event.tiebreaks, event.scheme, event.options),
        event.options,
        # a disqualification after an extra round leaves the order of the others as it was played
        {order.members - out: order for order in event.extra_orders},
        frozenset(who for who in ranked_field if status[who] is EntrantStatus.WITHDRAWN),
        _places_at_cut(event, cuts, stage),
    )
    ledger = stage_ledger(event, after_round, stage)
    ranked = rank_window(ledger, ranked_field, rules)
    tier = tuple(info for info in took_part if reached.get(info.entrant, 0) == stage)
    return _rows(ledger, ranked, tier, rules, stage, after_round)


def _places_at_cut(event: EventInput, cuts: Sequence[Cut], stage: int) -> dict[EntrantId, Value]:
    if stage == 0 or not cuts[stage - 1].level_by_place:
        return {}
    rows = _standings(event, cuts[stage - 1].after_round)
    return {row.entrant: (row.place,) for row in rows if row.place is not None}


def _rows(
    ledger: Ledger,
    ranked: Ranked,
    tier: tuple[EntrantInfo, ...],
    rules: RankingRules,
    stage: int,
    after_round: int,
) -> list[StandingRow]:
    infos = {info.entrant: info for info in tier}
    place_of: dict[EntrantId, int] = {}
    order: list[EntrantId] = []
    for group in ranked.groups:
        staying = [entrant for entrant in group if entrant in infos]
        place_of.update(dict.fromkeys(staying, len(order) + 1))
        order += staying
    rest = [info.entrant for info in tier if info.entrant not in place_of]
    bots = [entrant for entrant in rest if infos[entrant].is_bot]
    first = next(tiebreak for tiebreak in rules.chain if tiebreak.metric is not None)
    listed = _merge(order, bots, ranked, first, ledger.scheme)
    others = [entrant for entrant in rest if not infos[entrant].is_bot]
    listed += _merge([], others, ranked, first, ledger.scheme)
    keys = [tiebreak.key for tiebreak in rules.chain if tiebreak.key in ranked.values]
    return [
        StandingRow(
            place_of.get(entrant),
            entrant,
            ledger.records[entrant].points,
            tuple(CriterionValue(key, ranked.values[key].get(entrant)) for key in keys),
            infos[entrant].status_after(after_round),
            infos[entrant].is_bot,
            ledger.records[entrant].entries,
            stage=stage,
            seeding=infos[entrant].seeding,
        )
        for entrant in listed
    ]


def _merge(
    order: list[EntrantId], unplaced: list[EntrantId], ranked: Ranked, first: Tiebreak, scheme: Scheme
) -> list[EntrantId]:
    """Who has no place goes behind the people who are level with them on the first number of the chain."""
    values = ranked.values[first.key]
    low = first.is_low(scheme)
    waiting = sorted(unplaced, key=lambda entrant: values[entrant], reverse=not low)
    merged: list[EntrantId] = []
    for entrant in order:
        while waiting and (
            values[waiting[0]] < values[entrant] if low else values[waiting[0]] > values[entrant]
        ):
            merged.append(waiting.pop(0))
        merged.append(entrant)
    return merged + waiting


def _with_neighbours(rows: list[StandingRow]) -> list[StandingRow]:
    placed = classified(rows)
    above = {low.entrant: decision(low, high) for high, low in pairwise(placed)}
    below = {high.entrant: decision(high, low) for high, low in pairwise(placed)}
    return [
        replace(row, above=above.get(row.entrant), below=below.get(row.entrant)) if row.place else row
        for row in rows
    ]
