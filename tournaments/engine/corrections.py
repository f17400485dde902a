"""What a correction would change, shown before it is saved. Played rounds are never rebuilt.

Two versions of the same event are compared: as it stands and as corrected. The director decides; nothing
here does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.boundaries import Boundary, Tie, ties_that_matter
from tournaments.engine.exact import Exact
from tournaments.engine.explain import tied_before
from tournaments.engine.prizes import award_prizes
from tournaments.engine.ranking import TieOrder
from tournaments.engine.results import EntrantId, EntrantStatus, id_key
from tournaments.engine.rows import StandingRow, classified
from tournaments.engine.standings import EventInput

Reseat = Callable[[int, Sequence[StandingRow]], object]


@dataclass(frozen=True, slots=True)
class Change:
    """One entrant before and after: places (None: no place), points, prize in cents."""

    entrant: EntrantId
    place_before: int | None
    place_after: int | None
    points_before: Exact
    points_after: Exact
    prize_before: int = 0
    prize_after: int = 0


@dataclass(frozen=True, slots=True)
class Consequences:
    """Everything a correction touches.

    `changes`: entrants whose place, points or prize differ, in the corrected order. `void_orders`: extra
    rounds whose group is no longer exactly the group that is tied. `new_ties`: ties that matter and have no
    decision yet. `reseated_rounds`: played rounds that would have been seated differently; they stay as
    played. `qualified_in` / `qualified_out`: who would have (not) passed each cut, by the cut's round.
    """

    before: tuple[StandingRow, ...]
    after: tuple[StandingRow, ...]
    changes: tuple[Change, ...]
    void_orders: tuple[TieOrder, ...]
    new_ties: tuple[Tie, ...]
    reseated_rounds: tuple[int, ...]
    qualified_in: tuple[tuple[int, EntrantId], ...]
    qualified_out: tuple[tuple[int, EntrantId], ...]

    @property
    def is_harmless(self) -> bool:
        """Whether nothing but points moves: no place, prize, extra round, seating or qualification."""
        moved = any(
            change.place_before != change.place_after or change.prize_before != change.prize_after
            for change in self.changes
        )
        return not (
            moved
            or self.void_orders
            or self.new_ties
            or self.reseated_rounds
            or self.qualified_in
            or self.qualified_out
        )


@dataclass(frozen=True, slots=True)
class Stakes:
    """What hangs on the standings: boundaries, prizes in cents by place, and how rounds were seated.

    `seated_from` maps a round to the round whose standings seated it. With `reseat` (round, rows -> any
    comparable seating, with the stored seed) a round counts as different if its seating would be; without
    it, if the order or the places of the standings it was seated from would be.
    """

    boundaries: tuple[Boundary, ...] = ()
    prizes: tuple[int, ...] = ()
    seated_from: Mapping[int, int] | None = None
    reseat: Reseat | None = None


def consequences(
    before: EventInput, after: EventInput, after_round: int, stakes: Stakes | None = None
) -> Consequences:
    """What replacing `before` by `after` does to the standings after that round and to all that hangs on
    them.
    """
    at_stake = stakes or Stakes()
    old_rows = before.standings(after_round)
    new_rows = after.standings(after_round)
    void = tuple(
        order
        for order in after.extra_orders
        if _in_force(order, before, after_round) and not _in_force(order, after, after_round)
    )
    known = {tie.members for tie in ties_that_matter(old_rows, at_stake.boundaries)}
    ties = ties_that_matter(new_rows, at_stake.boundaries)
    into, out = _qualifications(before, after)
    return Consequences(
        tuple(old_rows),
        tuple(new_rows),
        _changes(old_rows, new_rows, at_stake.prizes),
        void,
        tuple(tie for tie in ties if tie.members not in known),
        _reseated(before, after, at_stake),
        into,
        out,
    )


def _in_force(order: TieOrder, event: EventInput, after_round: int) -> bool:
    """Whether the order's group is tied in the standings after that round, or was at an earlier cut."""
    rounds = [after_round, *(cut.after_round for cut in event.cuts if cut.after_round < after_round)]
    return any(_applies(order, event.standings(number)) for number in rounds)


def _applies(order: TieOrder, rows: Sequence[StandingRow]) -> bool:
    """Whether exactly the order's group, disqualified members left out, is level before the extra round."""
    out = {row.entrant for row in rows if row.status is EntrantStatus.DISQUALIFIED}
    row = next((row for row in rows if row.entrant in order.members and row.place is not None), None)
    return row is not None and frozenset(tied_before(rows, row, "extra_round")) == order.members - out


def _changes(
    old: Sequence[StandingRow], new: Sequence[StandingRow], prizes: Sequence[int]
) -> tuple[Change, ...]:
    old_prizes = {award.entrant: award.cents for award in award_prizes(old, prizes)}
    new_prizes = {award.entrant: award.cents for award in award_prizes(new, prizes)}
    old_rows = {row.entrant: row for row in old}
    changes: list[Change] = []
    for row in new:
        was = old_rows.get(row.entrant, row)
        change = Change(
            row.entrant,
            was.place,
            row.place,
            was.points,
            row.points,
            old_prizes.get(row.entrant, 0),
            new_prizes.get(row.entrant, 0),
        )
        if (was.place, was.points, change.prize_before) != (row.place, row.points, change.prize_after):
            changes.append(change)
    return tuple(changes)


def _reseated(before: EventInput, after: EventInput, stakes: Stakes) -> tuple[int, ...]:
    def seating(event: EventInput, round_number: int, source: int) -> object:
        rows = event.standings(source)
        if stakes.reseat is not None:
            return stakes.reseat(round_number, rows)
        return [(row.entrant, row.place) for row in rows]

    seated_from = stakes.seated_from or {}
    return tuple(
        round_number
        for round_number, source in sorted(seated_from.items())
        if seating(before, round_number, source) != seating(after, round_number, source)
    )


def _qualifications(
    before: EventInput, after: EventInput
) -> tuple[tuple[tuple[int, EntrantId], ...], tuple[tuple[int, EntrantId], ...]]:
    """Who would surely pass, or surely miss, each cut that was made. Who is tied across the line is in a
    new tie instead.
    """
    into: list[tuple[int, EntrantId]] = []
    out: list[tuple[int, EntrantId]] = []
    for cut in sorted(before.cuts, key=lambda cut: cut.after_round):
        through = set(cut.qualified)
        old_sure, old_possible = _best(before, cut.after_round, len(through))
        new_sure, new_possible = _best(after, cut.after_round, len(through))
        into += [(cut.after_round, who) for who in sorted(new_sure - old_sure - through, key=id_key)]
        out += [(cut.after_round, who) for who in sorted((old_possible - new_possible) & through, key=id_key)]
    return tuple(into), tuple(out)


def _best(event: EventInput, after_round: int, size: int) -> tuple[set[EntrantId], set[EntrantId]]:
    """Whose place lets them through for certain, and whose may: a tie across the line included."""
    rows = classified(event.standings(after_round))
    places = [row.place or 0 for row in rows]
    possible = {row.entrant for row in rows if (row.place or 0) <= size}
    sure = {row.entrant for row in rows if (row.place or 0) + places.count(row.place or 0) - 1 <= size}
    return sure, possible
