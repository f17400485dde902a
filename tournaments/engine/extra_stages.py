"""What is played in an extra round: the formats of docs/standings.md, "Extra rounds", and how a played
stage orders its players.

A *stage* is what a group plays next: one table, several tables, a decider of table winners, a duel, all
against all, a bracket. Here are the shapes and the arithmetic; which stage comes when is `extra_rounds`.
Nothing here knows places.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

from tournaments.engine.exact import Exact, ratio, total
from tournaments.engine.lots import LotIds
from tournaments.engine.ranking import Group
from tournaments.engine.results import EntrantId, Reason, SeatStatus, StandingsError, TableOutcome

Tiers = tuple[Group, ...]
MAX_TABLE = 5


class StageKind(StrEnum):
    """TABLE: all at one. TABLES: several, ranked together or feeding a DECIDER. The rest are two-player."""

    TABLE = "table"
    TABLES = "tables"
    DECIDER = "decider"
    DUEL = "duel"
    ALL_PLAY_ALL = "all_play_all"
    BRACKET = "bracket"


class AfterCap(StrEnum):
    SHARED = "shared"
    LOT = "lot"


class PlayLength(StrEnum):
    """How long a table of an extra round plays. GAME: one game to 50 (two players)."""

    ROTATION = "rotation"
    DEAL = "deal"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class ExtraRules:
    """The event's choices for extra rounds.

    `rng_seed` is the published seed for seats, dealers and lots. `cap` counts how often a tie may be
    played: planned stages are one, a repeat after a new tie is another; 0 means ties are not played at all.
    `lot_ids` are the ids under which lots are drawn where these aren't the entrants' own.
    """

    rng_seed: str
    two_player: bool = False
    length: PlayLength = PlayLength.ROTATION
    cap: int = 3
    after_cap: AfterCap = AfterCap.SHARED
    lot_ids: LotIds = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.cap < 0 or not self.rng_seed or self.length is PlayLength.GAME:
            raise StandingsError(Reason.EXTRA_ROUND_OPTION)


def table_sizes(players: int) -> tuple[int, ...]:
    """6 = 3+3, 7 = 4+3, 8 = 4+4, 9 = 5+4, 10 = 5+5, 11 = 4+4+3; up to five at one table."""
    tables = -(-players // MAX_TABLE)
    base, larger = divmod(players, tables)
    return tuple(base + 1 if index < larger else base for index in range(tables))


def split_into_tables(players: Sequence[EntrantId]) -> Tiers:
    """The players, best seeding first, dealt to the tables in a snake: first to last table, then back."""
    sizes = table_sizes(len(players))
    tables: list[list[EntrantId]] = [[] for _ in sizes]
    forth = list(range(len(sizes)))
    queue: list[int] = []
    for player in players:
        while True:
            if not queue:
                queue, forth = forth, forth[::-1]
                queue = list(queue)
            table = queue.pop(0)
            if len(tables[table]) < sizes[table]:
                tables[table].append(player)
                break
    return tuple(tuple(table) for table in tables)


def present_and_absent(outcomes: Sequence[TableOutcome]) -> tuple[Group, Group]:
    """Who played and who never came, in seat order."""
    seats = [seat for outcome in outcomes for seat in outcome.seats]
    absent = tuple(seat.entrant for seat in seats if seat.status is SeatStatus.ABSENT)
    return tuple(seat.entrant for seat in seats if seat.status is not SeatStatus.ABSENT), absent


def in_tiers(scores: dict[EntrantId, tuple[int, Exact]], seeded: Sequence[EntrantId]) -> Tiers:
    """Tiers of equal score, highest first, each in seeding order. A score is (2 played / 1 gave up,
    points).
    """
    tiers: dict[tuple[int, Exact], list[EntrantId]] = {}
    for entrant in seeded:
        if entrant in scores:
            tiers.setdefault(scores[entrant], []).append(entrant)
    return tuple(tuple(tiers[score]) for score in sorted(tiers, reverse=True))


def table_scores(outcome: TableOutcome, *, normalised: bool) -> dict[EntrantId, tuple[int, Exact]]:
    """The scores of those who came. Normalised: per opponent and deal, so that tables of different size
    compare.

    A whole rotation is more deals at a larger table, hence per deal as well. Where somebody had no
    opponent, nobody paid: 0.
    """
    seats = [seat for seat in outcome.seats if seat.status is not SeatStatus.ABSENT]
    weight = (len(seats) - 1) * max(outcome.deals, 1)
    scores: dict[EntrantId, tuple[int, Exact]] = {}
    for seat in seats:
        points: Exact = seat.net
        if normalised:
            points = ratio(seat.net, weight) if weight else 0
        scores[seat.entrant] = (2 if seat.status is SeatStatus.PLAYED else 1, points)
    return scores


def rank_tables(outcomes: Sequence[TableOutcome], seeded: Sequence[EntrantId]) -> Tiers:
    """All who came, ranked together: by net points at one table, normalised where there are several."""
    scores: dict[EntrantId, tuple[int, Exact]] = {}
    for outcome in outcomes:
        scores |= table_scores(outcome, normalised=len(outcomes) > 1)
    return in_tiers(scores, seeded)


def table_winners(outcomes: Sequence[TableOutcome], seeded: Sequence[EntrantId]) -> Group:
    """Whoever has a table's best score, all of them where it is tied, in seeding order."""
    winners: set[EntrantId] = set()
    for outcome in outcomes:
        tiers = in_tiers(table_scores(outcome, normalised=False), seeded)
        winners.update(tiers[0] if tiers else ())
    return tuple(entrant for entrant in seeded if entrant in winners)


def rank_all_play_all(outcomes: Sequence[TableOutcome], seeded: Sequence[EntrantId]) -> Tiers:
    """By the sum of net points over the single deals, everybody against everybody who came."""
    _, absent = present_and_absent(outcomes)
    sums: dict[EntrantId, list[Exact]] = {entrant: [] for entrant in seeded if entrant not in absent}
    for outcome in outcomes:
        if all(seat.entrant in sums for seat in outcome.seats):
            for seat in outcome.seats:
                sums[seat.entrant].append(seat.net)
    return in_tiers({entrant: (2, total(nets)) for entrant, nets in sums.items()}, seeded)


def pairs_of_next_round(players: Sequence[EntrantId], played: set[frozenset[EntrantId]]) -> Tiers:
    """Pairs that haven't met yet, as many at once as nobody sits twice; three or four players need three
    rounds.
    """
    best: list[Group] = []
    missing = [pair for pair in combinations(players, 2) if frozenset(pair) not in played]
    for first in missing:
        chosen: list[Group] = [first]
        for pair in missing:
            if not any(set(pair) & set(other) for other in chosen):
                chosen.append(pair)
        if len(chosen) > len(best):
            best = chosen
    return tuple(best)


def bracket_slots(players: Sequence[EntrantId]) -> tuple[EntrantId | None, ...]:
    """The first bracket round in order of play: 1 against the last, the best two in different halves, None
    for a bye.
    """
    size = 1
    while size < len(players):
        size *= 2
    order = [1]
    while len(order) < size:
        order = [slot for number in order for slot in (number, 2 * len(order) + 1 - number)]
    return tuple(players[number - 1] if number <= len(players) else None for number in order)
