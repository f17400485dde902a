"""A draft's seating as JSON: tables in order with their seats, byes, and whom the draft was made for.

`{"tables": [{"number": 1, "seats": [17, 4, null, 9]}], "byes": [3], "field": [3, 4, 9, 17]}`; null is a bot.
Drafts of extra rounds also have `"extra"`: the ties that are played off, and what each table is for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.engine.extra_rounds import Boundary, BoundaryKind, ExtraRoundPlan, ExtraTable, Tie
from tournaments.engine.seating import BOT_SEAT, Occupant, RoundSeating, Seat, SeatingTable


@dataclass(frozen=True, slots=True)
class ExtraNote:
    """What a table of an extra round is for: the tie (index), the stage, its length and first place at
    stake.
    """

    table: int
    tie: int
    kind: str
    length: str
    first_place: int
    attempt: int


@dataclass(frozen=True, slots=True)
class ExtraNotes:
    """The ties of an extra round as they stood when it was planned, and its tables' notes. Kept with the
    round.
    """

    ties: tuple[Tie, ...]
    tables: tuple[ExtraNote, ...]

    @classmethod
    def from_plan(cls, plan: ExtraRoundPlan) -> "ExtraNotes":
        ties = tuple(dict.fromkeys(table.tie for table in plan.tables))
        return cls(ties, tuple(_note(table, ties.index(table.tie)) for table in plan.tables))

    def to_json(self) -> dict[str, Any]:
        return {
            "ties": [
                {
                    "first_place": tie.first_place,
                    "members": list(tie.members),
                    "players": list(tie.players),
                    "boundaries": [[line.place, line.kind.value] for line in tie.boundaries],
                }
                for tie in self.ties
            ],
            "tables": [
                [note.table, note.tie, note.kind, note.length, note.first_place, note.attempt]
                for note in self.tables
            ],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "ExtraNotes":
        """Read back what `to_json` gave."""
        return cls(
            tuple(
                Tie(
                    tie["first_place"],
                    tuple(tie["members"]),
                    tuple(tie["players"]),
                    tuple(Boundary(place, BoundaryKind(kind)) for place, kind in tie["boundaries"]),
                )
                for tie in data["ties"]
            ),
            tuple(ExtraNote(*note) for note in data["tables"]),
        )

    def note_of(self, table: int) -> ExtraNote | None:
        return next((note for note in self.tables if note.table == table), None)


def _note(table: ExtraTable, tie: int) -> ExtraNote:
    return ExtraNote(
        table.table_number, tie, table.kind.value, table.length.value, table.first_place, table.attempt
    )


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table of a draft: entrants' ids in seat order, None for a bot."""

    number: int
    seats: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """A draft's content. `field` are the ids of all whom it was made for, sorted: it fits as long as they are
    the same.
    """

    tables: tuple[PlannedTable, ...]
    byes: tuple[int, ...] = ()
    field: tuple[int, ...] = ()
    extra: ExtraNotes | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "tables": [{"number": table.number, "seats": list(table.seats)} for table in self.tables],
            "byes": list(self.byes),
            "field": list(self.field),
            "extra": self.extra.to_json() if self.extra else None,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "SeatingPlan":
        """Read back what `to_json` gave."""
        return cls(
            tuple(PlannedTable(table["number"], tuple(table["seats"])) for table in data["tables"]),
            tuple(data["byes"]),
            tuple(data["field"]),
            ExtraNotes.from_json(data["extra"]) if data["extra"] else None,
        )

    @classmethod
    def from_extra(cls, plan: ExtraRoundPlan) -> "SeatingPlan":
        """The engine's extra round: the first dealer, drawn by lot, gets seat 0, since seat 0 deals first."""
        return cls(
            tuple(
                PlannedTable(
                    table.table_number,
                    tuple(
                        int(entrant)
                        for entrant in table.seats[table.first_dealer :] + table.seats[: table.first_dealer]
                    ),
                )
                for table in plan.tables
            ),
            field=tuple(sorted(int(entrant) for table in plan.tables for entrant in table.seats)),
            extra=ExtraNotes.from_plan(plan),
        )

    @classmethod
    def from_seating(cls, seating: RoundSeating, field: Sequence[int]) -> "SeatingPlan":
        """The engine's round; its ids are entrants' ids."""
        return cls(
            tuple(
                PlannedTable(
                    table.number,
                    tuple(
                        None if seat.entrant is None else int(seat.entrant) for seat in table.playing_seats
                    ),
                )
                for table in seating.tables
            ),
            tuple(int(entrant) for entrant in seating.byes),
            tuple(sorted(field)),
        )

    def to_seating(self, number: int) -> RoundSeating:
        """As the engine's value, for its certificate."""
        return RoundSeating(
            number,
            tuple(
                SeatingTable(
                    table.number,
                    tuple(
                        BOT_SEAT if entrant is None else Seat(Occupant.PLAYER, entrant)
                        for entrant in table.seats
                    ),
                )
                for table in self.tables
            ),
            self.byes,
        )
