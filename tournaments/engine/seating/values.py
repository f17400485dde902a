"""The values that seating takes and gives: seats, tables, rounds, plans.

Everything is frozen and compares by content. An empty chair, a bot, a standby and a late player
are one kind of seat with different occupants, so filling a chair never moves anybody.
Never here: search, cost, text for people.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

EntrantId = int | str

SIZES_SUPPORTED = (2, 3, 4, 5)
DEFAULT_SIZES = (4, 3, 5, 2)


class EmptySeats(StrEnum):
    """What happens to a field that doesn't divide by the preferred table size."""

    MIXED = "mixed"
    BOTS = "bots"
    BYES = "byes"


class SeatingMode(StrEnum):
    """How the next round is drawn up from the standings."""

    RANDOM = "random"
    SCORE_GROUPS = "score_groups"
    FOLD = "fold"
    STANDINGS = "standings"


class TableOrder(StrEnum):
    """How tables get their numbers: changing ones for everybody, or the leaders at the first."""

    VARIED = "varied"
    BY_STANDINGS = "by_standings"


class Occupant(StrEnum):
    """Who is in a seat. All but PLAYER are phantoms: they fill or leave without moving others."""

    PLAYER = "player"
    BOT = "bot"
    EMPTY = "empty"
    STANDBY = "standby"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat; `entrant` is set for a player, and for a standby or late player who is known."""

    occupant: Occupant
    entrant: EntrantId | None = None

    @property
    def is_phantom(self) -> bool:
        return self.occupant is not Occupant.PLAYER

    @property
    def plays(self) -> bool:
        """True when cards are dealt to this seat."""
        return self.occupant is not Occupant.EMPTY


BOT_SEAT = Seat(Occupant.BOT)
EMPTY_SEAT = Seat(Occupant.EMPTY)


@dataclass(frozen=True, slots=True)
class SeatingTable:
    """A table with its physical number (from 1) and its seats in order; seat 0 deals first."""

    number: int
    seats: tuple[Seat, ...]

    @property
    def entrants(self) -> tuple[EntrantId, ...]:
        """Known people (players, standbys, late players) in seat order."""
        return tuple(seat.entrant for seat in self.seats if seat.entrant is not None)

    @property
    def size(self) -> int:
        """Seats that are dealt to, bots included."""
        return sum(seat.plays for seat in self.seats)

    @property
    def bots(self) -> int:
        return sum(seat.occupant is Occupant.BOT for seat in self.seats)

    @property
    def playing_seats(self) -> tuple[Seat, ...]:
        """The seats in order without empty chairs: what the game at this table is made of."""
        return tuple(seat for seat in self.seats if seat.plays)


@dataclass(frozen=True, slots=True)
class RoundSeating:
    """One round: tables, entrants with a bye, entrants who sit out at their own wish."""

    number: int
    tables: tuple[SeatingTable, ...]
    byes: tuple[EntrantId, ...] = ()
    sitting_out: tuple[EntrantId, ...] = ()

    @classmethod
    def of(
        cls,
        tables: Sequence[Sequence[EntrantId | None]],
        *,
        number: int = 1,
        byes: Sequence[EntrantId] = (),
        sitting_out: Sequence[EntrantId] = (),
    ) -> "RoundSeating":
        """Build a round from plain lists in seat order; `None` is a bot. Tables count from 1."""
        return cls(
            number,
            tuple(
                SeatingTable(
                    index,
                    tuple(BOT_SEAT if who is None else Seat(Occupant.PLAYER, who) for who in seats),
                )
                for index, seats in enumerate(tables, start=1)
            ),
            tuple(byes),
            tuple(sitting_out),
        )

    @property
    def entrants(self) -> Iterator[EntrantId]:
        """Everyone who has a seat, by table and seat."""
        for table in self.tables:
            yield from table.entrants

    def table_of(self, entrant: EntrantId) -> SeatingTable | None:
        """The table where the entrant sits, or None."""
        for table in self.tables:
            if entrant in table.entrants:
                return table
        return None


# A round that was played is history as it stands: the same value serves both.
PastRound = RoundSeating


@dataclass(frozen=True, slots=True)
class SeatingEntrant:
    """An entrant of the coming round with the place in the standings the public sees.

    Equal places are equal strength; in round 1 give everybody place 1 (or the seeding).
    Teams are entrants like any other.
    """

    id: EntrantId
    place: int = 1
