"""What a seating must respect, as values. Checked and compiled in `feasible.py`.

Hard constraints come before everything else: they are met or the seating is refused.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tournaments.engine.seating.values import EntrantId


@dataclass(frozen=True, slots=True)
class Group:
    """People of whom at most `at_most` share a table: a pair, a family, a club, a team."""

    members: tuple[EntrantId, ...]
    at_most: int = 1


@dataclass(frozen=True, slots=True)
class FixedTable:
    """This entrant always sits at this physical table, which stays free when they are away."""

    entrant: EntrantId
    table: int


@dataclass(frozen=True, slots=True)
class LockedSeat:
    """The director put this entrant there: a table, and a seat (from 0) if given.

    `round` limits the lock to one round of a full plan; None locks every round planned.
    """

    entrant: EntrantId
    table: int
    seat: int | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class SitOut:
    """This entrant doesn't play, in one round or (None) in every round planned."""

    entrant: EntrantId
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Constraints:
    """All hard constraints of an event. Entrants who aren't in the field are ignored."""

    apart: tuple[Group, ...] = ()
    fixed_tables: tuple[FixedTable, ...] = ()
    locks: tuple[LockedSeat, ...] = ()
    sit_outs: tuple[SitOut, ...] = ()

    @classmethod
    def keep_apart(cls, *groups: Iterable[EntrantId]) -> "Constraints":
        """Constraints that only keep the members of each group apart."""
        return cls(apart=tuple(Group(tuple(group)) for group in groups))

    def locks_of(self, round_number: int) -> tuple[LockedSeat, ...]:
        return tuple(lock for lock in self.locks if lock.round in (None, round_number))

    def sitting_out(self, entrants: Collection[EntrantId], round_number: int) -> tuple[EntrantId, ...]:
        """Who of the entrants sits out that round, in the entrants' order."""
        away = {s.entrant for s in self.sit_outs if s.round in (None, round_number)}
        return tuple(entrant for entrant in entrants if entrant in away)


NO_CONSTRAINTS = Constraints()
