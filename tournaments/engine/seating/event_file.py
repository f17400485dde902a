"""The seating part of an exported event (docs/formats.md): from and to plain JSON structures.

Knows the format and nothing else; reads no file. Standings for the next round come from the results
in the file: sums of points, higher is better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.engine.seating.certificate import JsonValue
from tournaments.engine.seating.constraints import Constraints, FixedTable, Group, LockedSeat, SitOut
from tournaments.engine.seating.values import (
    EntrantId,
    Occupant,
    RoundSeating,
    Seat,
    SeatingEntrant,
    SeatingTable,
)

FORMAT = "deadwood-event"
VERSION = 1


class EventFileError(Exception):
    """The structure isn't an event; `where` is the path of keys to what is wrong."""

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(where)


@dataclass(frozen=True, slots=True)
class EventEntrant:
    """An entrant who takes part from round `joins` on and, if `leaves` is set, until before it."""

    id: EntrantId
    name: str = ""
    joins: int = 1
    leaves: int | None = None

    def present(self, round_number: int) -> bool:
        return self.joins <= round_number and (self.leaves is None or round_number < self.leaves)


@dataclass(frozen=True, slots=True)
class Event:
    """Entrants, rounds in order, and points per round: `points[i]` maps entrants to what round i gave."""

    entrants: tuple[EventEntrant, ...]
    rounds: tuple[RoundSeating, ...] = ()
    points: tuple[Mapping[EntrantId, int], ...] = ()
    constraints: Constraints = field(default_factory=Constraints)

    def standings(self) -> list[SeatingEntrant]:
        """Those who are in the coming round, with places by the sum of points (ties share one)."""
        coming = max((round_.number for round_ in self.rounds), default=0) + 1
        here = [entrant.id for entrant in self.entrants if entrant.present(coming)]
        total = {who: sum(points.get(who, 0) for points in self.points) for who in here}
        return [SeatingEntrant(who, 1 + sum(other > total[who] for other in total.values())) for who in here]


def read_event(document: Any) -> Event:
    """An event from its JSON structure; raises EventFileError."""
    rounds_in = _get(document, "rounds", list, "")
    rounds = tuple(_read_round(item, i) for i, item in enumerate(rounds_in))
    points = tuple(_read_points(item) for item in rounds_in)
    if "entrants" in document:
        items = _get(document, "entrants", list, "")
        entrants = tuple(_read_entrant(item, f"entrants[{i}]") for i, item in enumerate(items))
    else:
        people = dict.fromkeys(who for round_ in rounds for who in (*round_.entrants, *round_.byes))
        entrants = tuple(EventEntrant(who) for who in people)
    return Event(entrants, rounds, points, _read_constraints(document.get("constraints", {})))


def _get(item: Any, key: str, kind: type, where: str) -> Any:
    path = f"{where}.{key}" if where else key
    if not isinstance(item, dict) or not isinstance(item.get(key), kind) or isinstance(item.get(key), bool):
        raise EventFileError(path)
    return item[key]


def _identity(value: Any, where: str) -> EntrantId:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise EventFileError(where)
    return value


def _read_entrant(item: Any, where: str) -> EventEntrant:
    if not isinstance(item, dict):
        raise EventFileError(where)
    joins, leaves = item.get("joins", 1), item.get("leaves")
    if not isinstance(joins, int) or not (leaves is None or isinstance(leaves, int)):
        raise EventFileError(where)
    return EventEntrant(_identity(item.get("id"), f"{where}.id"), str(item.get("name", "")), joins, leaves)


def _read_round(item: Any, index: int) -> RoundSeating:
    where = f"rounds[{index}]"
    if isinstance(item, list):
        plain = [{"number": n, "seats": seats} for n, seats in enumerate(item, start=1)]
        item = {"number": index + 1, "tables": plain}
    tables = tuple(
        _read_table(table, f"{where}.tables[{t}]")
        for t, table in enumerate(_get(item, "tables", list, where))
    )
    byes = tuple(_identity(who, f"{where}.byes") for who in item.get("byes", []))
    out = tuple(_identity(who, f"{where}.sitting_out") for who in item.get("sitting_out", []))
    return RoundSeating(int(item.get("number", index + 1)), tables, byes, out)


def _read_table(item: Any, where: str) -> SeatingTable:
    seats = _get(item, "seats", list, where)
    return SeatingTable(
        _get(item, "number", int, where),
        tuple(_read_seat(seat, f"{where}.seats[{s}]") for s, seat in enumerate(seats)),
    )


def _read_seat(item: Any, where: str) -> Seat:
    if item is None:
        return Seat(Occupant.BOT)
    if not isinstance(item, dict):
        return Seat(Occupant.PLAYER, _identity(item, where))
    try:
        occupant = Occupant(item.get("occupant", "player"))
    except ValueError as problem:
        raise EventFileError(f"{where}.occupant") from problem
    who = item.get("entrant")
    if who is None and occupant is not Occupant.PLAYER:
        return Seat(occupant)
    return Seat(occupant, _identity(who, f"{where}.entrant"))


def _read_points(item: Any) -> dict[EntrantId, int]:
    """Points per entrant of a round: `results` of its tables in seat order, `points` of the byes."""
    points: dict[EntrantId, int] = {}
    for table in item.get("tables", []) if isinstance(item, dict) else []:
        for seat, result in zip(table["seats"], table.get("results") or [], strict=False):
            who = seat.get("entrant") if isinstance(seat, dict) else seat
            if who is not None and isinstance(result, int):
                points[who] = result
    return points


def _read_constraints(item: Any) -> Constraints:
    try:
        return Constraints(
            tuple(Group(tuple(g["members"]), g.get("at_most", 1)) for g in item.get("apart", [])),
            tuple(FixedTable(f["entrant"], f["table"]) for f in item.get("fixed_tables", [])),
            tuple(
                LockedSeat(lock["entrant"], lock["table"], lock.get("seat"), lock.get("round"))
                for lock in item.get("locks", [])
            ),
            tuple(SitOut(s["entrant"], s.get("round")) for s in item.get("sit_outs", [])),
        )
    except (KeyError, TypeError, AttributeError) as problem:
        raise EventFileError("constraints") from problem


def round_to_json(
    round_: RoundSeating, results: Mapping[EntrantId, int] | None = None
) -> dict[str, JsonValue]:
    """A round in the event format, with results where they are given."""
    tables: list[JsonValue] = []
    for table in round_.tables:
        plain: dict[str, JsonValue] = {
            "number": table.number,
            "seats": [_seat_to_json(seat) for seat in table.seats],
        }
        if results is not None:
            plain["results"] = [
                results.get(seat.entrant) if seat.entrant is not None else None for seat in table.seats
            ]
        tables.append(plain)
    return {
        "number": round_.number,
        "tables": tables,
        "byes": list(round_.byes),
        "sitting_out": list(round_.sitting_out),
    }


def _seat_to_json(seat: Seat) -> JsonValue:
    if seat.entrant is None:
        return {"occupant": seat.occupant.value}
    if seat.is_phantom:
        return {"occupant": seat.occupant.value, "entrant": seat.entrant}
    return {"entrant": seat.entrant}


def entrants_to_json(entrants: Sequence[EventEntrant]) -> list[JsonValue]:
    return [{"id": e.id, "name": e.name, "joins": e.joins, "leaves": e.leaves} for e in entrants]
