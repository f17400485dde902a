"""The one function that ranks anything: `compute_standings`, always "after round r".

Places come from an explicit chain of exact values, criterion after criterion inside each tied group.
Equal entrants share a place (1, 1, 3). Bots entered in their own right are listed without a place at the
position their points give them, disqualified entrants without a place at the end; withdrawn entrants keep the
place their results give. Nothing here rounds, stores, or depends on the order of its input.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.engine.exact import Exact, Value
from tournaments.engine.metrics import TiebreakOptions
from tournaments.engine.ranking import Ranked, TieOrder, rank_window
from tournaments.engine.records import Drops, Entry, Ledger, LedgerRules, build_ledger, score_tables
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
from tournaments.engine.scoring import Scheme
from tournaments.engine.tiebreaks import Tiebreak, full_chain

STAGE = "stage"
SHARED = "shared"


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """What one criterion gave one entrant; None where it wasn't consulted or was skipped for this tie."""

    key: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class Decision:
    """What separates a row from a neighbour: the criterion, the neighbour, both values.

    `criterion` is "shared" where nothing does, and "stage" between those who reached a final and those who didn't.
    """

    criterion: str
    other: EntrantId
    own: Value | None
    theirs: Value | None


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings.

    `place` is None for bots and disqualified entrants. `points` are the points of the entrant's stage.
    `criteria` follow the chain. `above` and `below` compare with the next classified rows. `entries` are the lines
    that sum up to the points, dropped ones marked. `stage` counts the cuts survived.
    """

    place: int | None
    entrant: EntrantId
    points: Exact
    criteria: tuple[CriterionValue, ...]
    status: EntrantStatus
    is_bot: bool
    entries: tuple[Entry, ...]
    above: Decision | None = None
    below: Decision | None = None
    stage: int = 0
    seeding: int = 0

    @property
    def decided_by(self) -> str | None:
        """The criterion that put this row behind the one above (for the first: ahead of the one below)."""
        decision = self.above or self.below
        return decision.criterion if decision else None

    @property
    def counted_rounds(self) -> tuple[int, ...]:
        return tuple(sorted({entry.round_number for entry in self.entries if entry.counted}))

    @property
    def dropped_rounds(self) -> tuple[int, ...]:
        return tuple(sorted({entry.round_number for entry in self.entries if not entry.counted}))

    def value(self, key: str) -> Value | None:
        """The value of that criterion, None where the chain hasn't got it or it didn't apply."""
        return next((item.value for item in self.criteria if item.key == key), None)


@dataclass(frozen=True, slots=True)
class Cut:
    """After `after_round` only the qualified play on for the top places.

    Fresh: their points and tiebreaks then come from later final rounds alone, and those still level keep the order of
    the cut (`order`, best first, entrants of one tuple level). Carried: main and final rounds count together.
    """

    after_round: int
    qualified: tuple[EntrantId, ...]
    carried: bool = False


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
) -> list[StandingRow]:
    """The standings after that round, best first; who shares a place is listed by seeding, then id.

    Only what belongs to rounds up to `after_round` is read, and only confirmed tables (`provisional`: reported ones
    too). `tiebreaks` are registry keys; "points" comes first if it isn't among them. Extra-round tables among the
    results are ignored: what they decided comes in as `extra_orders`, which apply to exactly the group that played.
    Raises StandingsError for unknown or doubled entrants, a table reported twice, or an impossible chain.
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
    )
    return _standings(event, after_round)


def classified(rows: Sequence[StandingRow]) -> list[StandingRow]:
    """The rows that hold a place: the one definition of who is counted."""
    return [row for row in rows if row.place is not None]
