"""The cut to a final or to semifinals: who goes through, what an unsolved tie at the line does, who sits
where.

A tie on the last qualifying place never lets anybody through by accident: the rule is an extra round, all,
none, or a lot, and while an extra round is due the cut stays open. Withdrawn, disqualified and bot entrants
never qualify.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.boundaries import Boundary, BoundaryKind, Tie, tied_groups
from tournaments.engine.lots import OWN_IDS, LotIds, drawn_order
from tournaments.engine.ranking import Group
from tournaments.engine.results import EntrantStatus, Reason, StandingsError
from tournaments.engine.rows import StandingRow, classified


class TieAtCut(StrEnum):
    """What a tie across the line does: play it off, let all of the tied through, none of them, or draw
    lots.
    """

    EXTRA_ROUND = "extra_round"
    ALL = "all"
    NONE = "none"
    LOT = "lot"


class StageSeeding(StrEnum):
    """SNAKE: 1 4 5, 2 3 6. BLOCKS: the best together, 1 2 3, 4 5 6."""

    SNAKE = "snake"
    BLOCKS = "blocks"


@dataclass(frozen=True, slots=True)
class CutResult:
    """`qualified` best first. While `open_tie` is set the cut isn't made: only those above the tie are
    through.

    `reserves` are the others who may still step in, best first.
    """

    qualified: Group
    reserves: Group
    open_tie: Tie | None = None


def make_cut(
    standings: Sequence[StandingRow],
    size: int,
    rule: TieAtCut = TieAtCut.EXTRA_ROUND,
    *,
    rng_seed: str = "",
    lot_ids: LotIds = OWN_IDS,
) -> CutResult:
    """The best `size` of those still in. Raises StandingsError for a size below 1 or a lot without a seed."""
    if size < 1:
        raise StandingsError(Reason.CUT_SIZE, size)
    if rule is TieAtCut.LOT and not rng_seed:
        raise StandingsError(Reason.LOT_NEEDS_SEED)
    above: Group = ()
    below: Group = ()
    tied: list[StandingRow] = []
    for group in tied_groups(standings):
        active = tuple(row.entrant for row in group if row.status is EntrantStatus.ACTIVE)
        if tied or len(above) == size:
            below += active
        elif len(above) + len(active) <= size:
            above += active
        else:
            tied = group
    if not tied:
        return CutResult(above, below)
    if rule is TieAtCut.LOT:
        players = tuple(row.entrant for row in tied if row.status is EntrantStatus.ACTIVE)
        drawn = drawn_order(rng_seed, f"cut to {size}", players, lot_ids)
        taken = size - len(above)
        return CutResult(above + drawn[:taken], drawn[taken:] + below)
    return _tied_cut(standings, size, rule, CutResult(above, below), tied)


def _tied_cut(
    standings: Sequence[StandingRow],
    size: int,
    rule: TieAtCut,
    clear: CutResult,
    tied: list[StandingRow],
) -> CutResult:
    """What the rule does with a group across the line; `clear` are those above and below it."""
    above, below = clear.qualified, clear.reserves
    players = tuple(row.entrant for row in tied if row.status is EntrantStatus.ACTIVE)
    if rule is TieAtCut.ALL:
        return CutResult(above + players, below)
    if rule is TieAtCut.NONE:
        return CutResult(above, players + below)
    members = tuple(row.entrant for row in tied)
    first = min(row.place or 0 for row in tied)
    return CutResult(above, below, Tie(first, members, players, (cut_boundary(standings, size),)))


def cut_boundary(standings: Sequence[StandingRow], size: int) -> Boundary:
    """The line of a cut in places: below the `size`-th of those still in, however many above it have
    withdrawn.

    Level with the line, those still in count before the withdrawn, as they do in the extra round.
    """
    rows = classified(standings)
    through = place = 0
    for group in tied_groups(standings):
        active = sum(1 for row in group if row.status is EntrantStatus.ACTIVE)
        if through + active >= size:
            return Boundary(place + size - through, BoundaryKind.CUT)
        through += active
        place += len(group)
    return Boundary(max(len(rows), 1), BoundaryKind.CUT)


def stage_tables(
    qualified: Sequence[int | str], table_size: int, seeding: StageSeeding = StageSeeding.SNAKE
) -> tuple[Group, ...]:
    """The qualified, best first, at as few tables of at most `table_size` as they fit, sizes as equal as
    possible.
    """
    if table_size < 2 or not qualified:
        raise StandingsError(Reason.CUT_SIZE, table_size)
    count = -(-len(qualified) // table_size)
    base, larger = divmod(len(qualified), count)
    sizes = [base + (1 if index < larger else 0) for index in range(count)]
    tables: list[list[int | str]] = [[] for _ in sizes]
    waiting = list(qualified)
    if seeding is StageSeeding.BLOCKS:
        for table, size in zip(tables, sizes, strict=True):
            table += [waiting.pop(0) for _ in range(size)]
        return tuple(tuple(table) for table in tables)
    order = list(range(count))
    while waiting:
        for index in order:
            if waiting and len(tables[index]) < sizes[index]:
                tables[index].append(waiting.pop(0))
        order.reverse()
    return tuple(tuple(table) for table in tables)
