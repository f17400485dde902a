"""The registry of tiebreaks (docs/standings.md, "Tiebreaks") and the chains made of them.

Each tiebreak declares its direction, which rounds it reads, whether dropped results are left out, and what it
does with byes, bots, forfeits and withdrawn entrants. The numbers come from `metrics` and
`head_to_head`; names and definitions for people are the app's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine import metrics
from tournaments.engine.metrics import Metric, TiebreakOptions
from tournaments.engine.results import Reason, RoundKind, StandingsError
from tournaments.engine.scoring import Scheme, SchemeKind

MAX_CHAIN = 10


class Direction(StrEnum):
    """Which value is ahead. SCHEME: high, or low where the scheme's low scores are good."""

    HIGH = "high"
    LOW = "low"
    SCHEME = "scheme"


class Treatment(StrEnum):
    """What a tiebreak does with a special case.

    COUNTED: like any other result. IGNORED: not there at all. AS_LAST: as the last place, never a
    win. PLAYED_ONLY: with the games really played. LAST_OF_TIE: behind the others of a tie that the
    criterion splits.
    """

    COUNTED = "counted"
    IGNORED = "ignored"
    AS_LAST = "as_last"
    PLAYED_ONLY = "played_only"
    LAST_OF_TIE = "last_of_tie"


class How(StrEnum):
    """METRIC: a number per entrant. GROUP: depends on who is tied. END: leaves the tie as it is."""

    METRIC = "metric"
    GROUP = "group"
    END = "end"


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One criterion. `number` is its number in the usual list of sixteen (0: added to it)."""

    key: str
    number: int
    direction: Direction
    how: How = How.METRIC
    metric: Metric | None = None
    reads: frozenset[RoundKind] = frozenset({RoundKind.MAIN, RoundKind.FINAL})
    drops: bool = True
    byes: Treatment = Treatment.IGNORED
    bots: Treatment = Treatment.IGNORED
    forfeits: Treatment = Treatment.COUNTED
    withdrawn: Treatment = Treatment.COUNTED

    def is_low(self, scheme: Scheme) -> bool:
        """Whether the lower value is ahead under that scheme."""
        if self.direction is Direction.SCHEME:
            return scheme.lower_is_better
        return self.direction is Direction.LOW


_MAIN = frozenset({RoundKind.MAIN})
_EXTRA = frozenset({RoundKind.EXTRA})
_NONE: frozenset[RoundKind] = frozenset()

_ALL = (
    Tiebreak(
        "points", 1, Direction.SCHEME, metric=metrics.points, byes=Treatment.COUNTED, bots=Treatment.COUNTED
    ),
    Tiebreak("games_won", 2, Direction.HIGH, metric=metrics.games_won, forfeits=Treatment.AS_LAST),
    Tiebreak("countback", 3, Direction.HIGH, metric=metrics.countback, forfeits=Treatment.AS_LAST),
    Tiebreak("average_place", 4, Direction.LOW, metric=metrics.average_place, forfeits=Treatment.AS_LAST),
    Tiebreak("table_share", 5, Direction.HIGH, metric=metrics.table_share),
    Tiebreak("spread_best", 6, Direction.SCHEME, metric=metrics.spread_best),
    Tiebreak("spread_mean", 6, Direction.SCHEME, metric=metrics.spread_mean),
    Tiebreak("best_game", 7, Direction.SCHEME, metric=metrics.best_game),
    Tiebreak(
        "head_to_head",
        8,
        Direction.SCHEME,
        How.GROUP,
        reads=_MAIN,
        drops=False,
        forfeits=Treatment.IGNORED,
        withdrawn=Treatment.LAST_OF_TIE,
    ),
    Tiebreak(
        "opponents",
        9,
        Direction.SCHEME,
        metric=metrics.opponents,
        reads=_MAIN,
        drops=False,
        forfeits=Treatment.IGNORED,
        withdrawn=Treatment.PLAYED_ONLY,
    ),
    Tiebreak(
        "cumulative",
        10,
        Direction.SCHEME,
        metric=metrics.cumulative,
        byes=Treatment.COUNTED,
        bots=Treatment.COUNTED,
    ),
    Tiebreak("penalties", 11, Direction.LOW, metric=metrics.penalties, drops=False),
    Tiebreak(
        "later_result",
        12,
        Direction.SCHEME,
        metric=metrics.later_result,
        byes=Treatment.COUNTED,
        bots=Treatment.COUNTED,
    ),
    Tiebreak("seeding", 13, Direction.LOW, metric=metrics.seeding, reads=_NONE, drops=False),
    Tiebreak(
        "extra_round",
        14,
        Direction.LOW,
        How.GROUP,
        reads=_EXTRA,
        drops=False,
        forfeits=Treatment.AS_LAST,
        withdrawn=Treatment.LAST_OF_TIE,
    ),
    Tiebreak("lot", 15, Direction.LOW, metric=metrics.lot, reads=_NONE, drops=False),
    Tiebreak("shared", 16, Direction.LOW, How.END, reads=_NONE, drops=False),
    Tiebreak("place_at_cut", 0, Direction.LOW, How.GROUP, reads=_MAIN, drops=False),
    Tiebreak("deals_won", 0, Direction.HIGH, metric=metrics.deals_won),
    Tiebreak("fewest_undercuts", 0, Direction.LOW, metric=metrics.undercuts),
)

REGISTRY: Mapping[str, Tiebreak] = {tiebreak.key: tiebreak for tiebreak in _ALL}

# What a chain starts and ends with where the event doesn't say otherwise. The extra round comes last
# before a lot, since it is only played between those whom everything else leaves level.
_CLOSING = ("extra_round", "lot", "shared")

PRESETS: Mapping[str, tuple[str, ...]] = {
    "knock_club": (
        "points",
        "games_won",
        "head_to_head",
        "deals_won",
        "fewest_undercuts",
        "extra_round",
        "shared",
    ),
    "league": ("points", "countback", "head_to_head", "best_game", "later_result", "extra_round", "shared"),
    "gin": ("points", "head_to_head", "opponents", "spread_best", "deals_won", "extra_round", "shared"),
}


def check_chain(keys: Sequence[str], scheme: Scheme, options: TiebreakOptions) -> None:
    """Raises StandingsError with the reason and the key where a chosen chain makes no sense.

    At most ten keys, each known and once; after "extra_round" only "lot" and "shared", after "lot" only
    "shared", after "shared" nothing; a lot needs a seed; table shares need scores that can't be negative.
    """
    if not keys:
        raise StandingsError(Reason.CHAIN_EMPTY)
    if len(keys) > MAX_CHAIN:
        raise StandingsError(Reason.CHAIN_TOO_LONG, len(keys))
    for index, key in enumerate(keys):
        if key not in REGISTRY:
            raise StandingsError(Reason.UNKNOWN_TIEBREAK, key)
        if key in keys[:index]:
            raise StandingsError(Reason.DUPLICATE_TIEBREAK, key)
        if key in _CLOSING and not set(keys[index + 1 :]) <= set(_CLOSING[_CLOSING.index(key) + 1 :]):
            raise StandingsError(Reason.NOT_LAST, key)
    if "lot" in keys and not options.lot_seed:
        raise StandingsError(Reason.LOT_NEEDS_SEED, "lot")
    if "table_share" in keys and scheme.kind is SchemeKind.DEADWOOD:
        raise StandingsError(Reason.SHARE_NEEDS_POSITIVE, "table_share")


def full_chain(keys: Sequence[str], scheme: Scheme, options: TiebreakOptions) -> tuple[Tiebreak, ...]:
    """The checked chain, completed: "points" first if it isn't named, then at the end what closes every
    chain.

    An empty choice is total points alone. Extra rounds order a tie only where one was played, so their
    place in every chain costs nothing.
    """
    if keys:
        check_chain(keys, scheme, options)
    opening = [] if "points" in keys else ["points"]
    middle = [key for key in keys if key not in _CLOSING]
    closing = [key for key in _CLOSING if key in keys or key != "lot"]
    if "place_at_cut" not in keys:
        closing.insert(0, "place_at_cut")
    return tuple(REGISTRY[key] for key in (*opening, *middle, *closing))
