"""Small changes to a round that is already drawn up: late entries, drop-outs, swaps, chairs filled.

Before the round, `repair` changes at most two tables per person where the table sizes allow it, and all
who come or go are handled in one go. During the round nobody moves: `occupy` only changes who
is in a chair.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.seating.certificate import Certificate, certify, meetings
from tournaments.engine.seating.checks import check_history
from tournaments.engine.seating.constraints import NO_CONSTRAINTS, Constraints
from tournaments.engine.seating.errors import CannotSeat, SeatingReason
from tournaments.engine.seating.round_by_round import seat_round
from tournaments.engine.seating.sizes import check_sizes
from tournaments.engine.seating.values import (
    BOT_SEAT,
    DEFAULT_SIZES,
    EmptySeats,
    EntrantId,
    Occupant,
    PastRound,
    RoundSeating,
    Seat,
    SeatingEntrant,
    SeatingMode,
    SeatingTable,
)

Seats = tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """The mended round; `changed` are the numbers of tables where somebody came or went.

    `redrawn` is true when sizes left no small change and the round was drawn up anew.
    """

    seating: RoundSeating
    changed: tuple[int, ...]
    redrawn: bool
    certificate: Certificate


def repair(
    seating: RoundSeating,
    history: Sequence[PastRound] = (),
    sizes: Sequence[int] = DEFAULT_SIZES,
    *,
    leaving: Sequence[EntrantId] = (),
    joining: Sequence[EntrantId] = (),
    seed: int,
    empty: EmptySeats = EmptySeats.MIXED,
    constraints: Constraints = NO_CONSTRAINTS,
) -> Repair:
    """Take people out of a round and others in, with as few tables touched as can be.

    A chair that falls vacant is filled by somebody who comes, then by somebody with a bye, then by a
    bot where the event has bots; else the table shrinks or is evened out with one other.
    Raises CannotSeat with NOT_SEATED or ALREADY_SEATED, or for what `next_round` raises.
    """
    check_history(history)
    here = {*seating.entrants, *seating.byes}
    for who in leaving:
        if who not in here:
            raise CannotSeat(SeatingReason.NOT_SEATED, (who,))
    for who in joining:
        if who in here or who in leaving:
            raise CannotSeat(SeatingReason.ALREADY_SEATED, (who,))
    mender = _Mender(seating, history, check_sizes(sizes), empty, constraints)
    done = mender.run(list(leaving), list(joining))
    if not done:
        people = [who for who in (*seating.entrants, *seating.byes) if who not in leaving]
        mended = seat_round(
            [SeatingEntrant(who) for who in (*people, *joining)],
            history,
            sizes,
            mode=SeatingMode.RANDOM,
            seed=seed,
            empty=empty,
            constraints=constraints,
            table_order=None,
        )
        mended = replace(mended, number=seating.number)
    else:
        mended = mender.seating
    return Repair(mended, changed_tables(seating, mended), not done, certify([*history, mended], seed=seed))


def changed_tables(before: RoundSeating, after: RoundSeating) -> tuple[int, ...]:
    """Numbers of the tables whose people are not the same in both."""
    old = {table.number: frozenset(table.entrants) for table in before.tables}
    new = {table.number: frozenset(table.entrants) for table in after.tables}
    return tuple(sorted(n for n in old.keys() | new.keys() if old.get(n) != new.get(n)))


class _Mender:
    """Tries small changes and keeps the best; `seating` is the round so far."""

    def __init__(
        self,
        seating: RoundSeating,
        history: Sequence[PastRound],
        sizes: tuple[int, ...],
        empty: EmptySeats,
        constraints: Constraints,
    ) -> None:
        self.seating = seating
        self.sizes = sizes
        self.empty = empty
        self.met = meetings(history)
        self.apart = [(frozenset(group.members), group.at_most) for group in constraints.apart]
        self.held = {fixed.entrant for fixed in constraints.fixed_tables}
        self.held |= {lock.entrant for lock in constraints.locks_of(seating.number)}

    def run(self, leaving: list[EntrantId], joining: list[EntrantId]) -> bool:
        """Replace first, then single changes; False when one of them can't be made small."""
        while leaving and joining:
            chairs = [(self._replaced(leaving[0], Seat(Occupant.PLAYER, who)), who) for who in joining]
            seating, newcomer = min(chairs, key=lambda chair: self._cost(chair[0]))
            if self._cost(seating)[0]:
                break
            self.seating = seating
            del leaving[0]
            joining.remove(newcomer)
        for who in leaving:
            if not self._apply(self._leave(who)):
                return False
        return all(self._apply(self._join(who)) for who in joining)

    def _apply(self, options: Iterable[RoundSeating]) -> bool:
        before = self.seating
        best = min(
            (
                (self._cost(option), len(changed_tables(before, option)), n, option)
                for n, option in enumerate(options)
            ),
            default=None,
            key=lambda scored: scored[:3],
        )
        if best is None or best[0][0]:
            return False
        self.seating = best[3]
        return True

    def _cost(self, round_: RoundSeating) -> tuple[int, tuple[int, ...], int]:
        """Broken rules, tables of disliked sizes (worst first), rematches."""
        broken, again = 0, 0
        for table in round_.tables:
            people = table.entrants
            broken += table.size not in self.sizes and self.empty is not EmptySeats.BOTS
            broken += not people
            for members, limit in self.apart:
                broken += max(0, sum(who in members for who in people) - limit)
            for later, who in enumerate(people):
                again += sum(self.met[frozenset((who, other))] for other in people[:later])
        counts = [sum(table.size == size for table in round_.tables) for size in reversed(self.sizes)]
        return broken, tuple(counts), again

    def _replaced(self, who: EntrantId, seat: Seat) -> RoundSeating:
        """Somebody else in this person's chair (or bye)."""
        if who in self.seating.byes:
            byes = tuple(seat.entrant if one == who else one for one in self.seating.byes)
            return replace(self.seating, byes=tuple(one for one in byes if one is not None))
        tables = tuple(
            replace(table, seats=tuple(seat if one.entrant == who else one for one in table.seats))
            for table in self.seating.tables
        )
        return replace(self.seating, tables=tables)

    def _leave(self, who: EntrantId) -> Iterator[RoundSeating]:
        round_ = self.seating
        if who in round_.byes:
            yield replace(round_, byes=tuple(one for one in round_.byes if one != who))
            return
        for substitute in reversed(round_.byes):
            swapped = self._replaced(who, Seat(Occupant.PLAYER, substitute))
            yield replace(swapped, byes=tuple(one for one in round_.byes if one != substitute))
        if self.empty is EmptySeats.BOTS:
            yield self._replaced(who, BOT_SEAT)
            return
        home = round_.table_of(who)
        if home is None:
            return
        rest = tuple(seat for seat in home.seats if seat.entrant != who)
        yield self._with((home.number, rest))
        for other in round_.tables:
            if other.number != home.number:
                yield from self._evened_out(home.number, rest, other)

    def _evened_out(self, number: int, rest: Seats, other: SeatingTable) -> Iterator[RoundSeating]:
        """One person moves from the other table into the gap, or the rest joins the other table."""
        for seat in other.seats:
            if seat.entrant is not None and seat.entrant not in self.held:
                remaining = tuple(one for one in other.seats if one != seat)
                yield self._with((number, (*rest, seat)), (other.number, remaining))
        if not any(seat.entrant in self.held for seat in rest):
            yield self._with((number, ()), (other.number, (*other.seats, *rest)))

    def _join(self, who: EntrantId) -> Iterator[RoundSeating]:
        round_ = self.seating
        newcomer = Seat(Occupant.PLAYER, who)
        phantoms = [
            (table, position)
            for table in round_.tables
            for position, seat in enumerate(table.seats)
            if seat.is_phantom and seat.entrant is None
        ]
        for table, position in phantoms:
            seats = (*table.seats[:position], newcomer, *table.seats[position + 1 :])
            yield self._with((table.number, seats))
        if self.empty is EmptySeats.BYES:
            waiting = (*round_.byes, who)
            if len(waiting) < self.sizes[0]:
                yield replace(round_, byes=waiting)
            else:
                seats = tuple(Seat(Occupant.PLAYER, one) for one in waiting)
                yield replace(self._with((self._new_number(), seats)), byes=())
            return
        for table in round_.tables:
            yield self._with((table.number, (*table.seats, newcomer)))
            for seat in table.seats:
                if seat.entrant is not None and seat.entrant not in self.held:
                    remaining = tuple(one for one in table.seats if one != seat)
                    yield from self._beside(newcomer, seat, table, remaining)

    def _beside(
        self, newcomer: Seat, moved: Seat, home: SeatingTable, remaining: Seats
    ) -> Iterator[RoundSeating]:
        """A new table for the newcomer and one who moves there (with bots where the event has them)."""
        if self.empty is EmptySeats.BOTS:
            bots = (BOT_SEAT,) * (self.sizes[0] - 2)
            pair = (newcomer, moved, *bots)
            yield self._with((self._new_number(), pair), (home.number, (*remaining, BOT_SEAT)))
            return
        yield self._with((self._new_number(), (newcomer, moved)), (home.number, remaining))

    def _new_number(self) -> int:
        return max((table.number for table in self.seating.tables), default=0) + 1

    def _with(self, *changes: tuple[int, Seats]) -> RoundSeating:
        """The round with other seats at some tables; () removes a table, a new number adds one."""
        new = dict(changes)
        tables = [
            replace(table, seats=new.pop(table.number)) if table.number in new else table
            for table in self.seating.tables
        ]
        tables += [SeatingTable(number, seats) for number, seats in new.items()]
        return replace(self.seating, tables=tuple(table for table in tables if table.seats))


def occupy(
    seating: RoundSeating, table: int, seat: int, occupant: Occupant, entrant: EntrantId | None = None
) -> RoundSeating:
    """Put somebody, a bot or nobody into a chair; everybody else stays where they are.

    Raises CannotSeat with NO_SUCH_TABLE, NO_SUCH_SEAT, or ALREADY_SEATED.
    """
    found = next((one for one in seating.tables if one.number == table), None)
    if found is None:
        raise CannotSeat(SeatingReason.NO_SUCH_TABLE, table=table)
    if not 0 <= seat < len(found.seats):
        raise CannotSeat(SeatingReason.NO_SUCH_SEAT, table=table, seat=seat)
    if entrant is not None and entrant in set(seating.entrants) - {found.seats[seat].entrant}:
        raise CannotSeat(SeatingReason.ALREADY_SEATED, (entrant,))
    seats = (*found.seats[:seat], Seat(occupant, entrant), *found.seats[seat + 1 :])
    tables = tuple(replace(one, seats=seats) if one is found else one for one in seating.tables)
    return replace(seating, tables=tables, byes=tuple(one for one in seating.byes if one != entrant))


def swap(seating: RoundSeating, one: EntrantId, other: EntrantId) -> RoundSeating:
    """Exchange two people, chairs or byes, in one step. Raises CannotSeat(NOT_SEATED)."""
    here = {*seating.entrants, *seating.byes}
    for who in (one, other):
        if who not in here:
            raise CannotSeat(SeatingReason.NOT_SEATED, (who,))
    exchange = {one: other, other: one}

    def seat(old: Seat) -> Seat:
        return old if old.entrant is None else replace(old, entrant=exchange.get(old.entrant, old.entrant))

    return replace(
        seating,
        tables=tuple(
            replace(table, seats=tuple(seat(old) for old in table.seats)) for table in seating.tables
        ),
        byes=tuple(exchange.get(who, who) for who in seating.byes),
    )
