"""The seating part of an exported event (docs/formats.md): from and to plain JSON structures.

Knows the format and nothing else; reads no file. Standings for the next round are the places in the file, or come
from its results: sums of points, higher is better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.engine.seating.certificate import JsonValue
from tournaments.engine.seating.constraints import Constraints, FixedTable, Group, LockedSeat, SitOut
from tournaments.engine.seating.values import (
    DEFAULT_SIZES,
    EmptySeats,
    EntrantId,
    Occupant,
    RoundSeating,
    Seat,
    SeatingEntrant,
    SeatingMode,
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
    """An entrant who takes part from round `joins` on and, if `leaves` is set, until before it. `place` is that of
    the standings so far, where the file says it.
    """

    id: EntrantId
    name: str = ""
    joins: int = 1
    leaves: int | None = None
    place: int | None = None

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
        """Those who are in the coming round, with their places: where the file has places, those, and behind them who
        has none; else by the sum of points (ties share one).
        """
        coming = max((round_.number for round_ in self.rounds), default=0) + 1
        known = {one.id: one.place for one in self.entrants if one.present(coming) and one.place is not None}
        here = [entrant.id for entrant in self.entrants if entrant.present(coming)]
        if known:
            last = max(known.values()) + 1
            return [SeatingEntrant(who, known.get(who, last)) for who in here]
        total = {who: sum(points.get(who, 0) for points in self.points) for who in here}
        return [SeatingEntrant(who, 1 + sum(other > total[who] for other in total.values())) for who in here]


@dataclass(frozen=True, slots=True)
class Settings:
    """How an event wants to be seated; `rounds` 0 where the file doesn't say how many are planned."""

    sizes: tuple[int, ...] = DEFAULT_SIZES
    empty: EmptySeats = EmptySeats.MIXED
    mode: SeatingMode = SeatingMode.SCORE_GROUPS
    rounds: int = 0


def read_settings(document: Any) -> Settings:
    """The `seating` of an event's JSON structure, with the usual values for what it leaves out; raises
    EventFileError.
    """
    item = document.get("seating", {})
    usual = Settings()
    try:
        sizes = tuple(int(size) for size in item.get("sizes", usual.sizes))
        return Settings(
            sizes or usual.sizes,
            EmptySeats(item.get("empty", usual.empty)),
            SeatingMode(item.get("mode", usual.mode)),
            int(item.get("rounds", usual.rounds)),
        )
    except (AttributeError, TypeError, ValueError) as problem:
        raise EventFileError("seating") from problem


def read_event(document: Any) -> Event:
    """An event from its JSON structure; raises EventFileError."""
    rounds_in = _get(document, "rounds", list, "")
    rounds = _with_byes(tuple(_read_round(item, i) for i, item in enumerate(rounds_in)), rounds_in)
    points = tuple(_read_points(item) for item in rounds_in)
    if "entrants" in document:
        items = _get(document, "entrants", list, "")
        entrants = tuple(_read_entrant(item, f"entrants[{i}]") for i, item in enumerate(items))
    else:
        people = dict.fromkeys(who for round_ in rounds for who in (*round_.entrants, *round_.byes))
        entrants = tuple(EventEntrant(who) for who in people)
    return Event(entrants, rounds, points, _read_constraints(document.get("constraints", {})))


def _with_byes(rounds: tuple[RoundSeating, ...], items: Sequence[Any]) -> tuple[RoundSeating, ...]:
    """In a bare list of tables, who sits in other rounds only has a bye: a plan has nobody away."""
    people = dict.fromkeys(who for round_ in rounds for who in round_.entrants)
    return tuple(
        replace(round_, byes=tuple(who for who in people if who not in set(round_.entrants)))
        if isinstance(item, list)
        else round_
        for round_, item in zip(rounds, items, strict=True)
    )


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
    place = item.get("place")
    if not (place is None or isinstance(place, int)) or isinstance(place, bool):
        raise EventFileError(f"{where}.place")
    who = _identity(item.get("id"), f"{where}.id")
    return EventEntrant(who, str(item.get("name", "")), joins, leaves, place)


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
    round_: RoundSeating,
    results: Mapping[EntrantId, int] | None = None,
    places: Mapping[EntrantId, int] | None = None,
) -> dict[str, JsonValue]:
    """A round in the event format, with results, and the places by which it was seated, where they are given."""
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
    made: dict[str, JsonValue] = {
        "number": round_.number,
        "tables": tables,
        "byes": list(round_.byes),
        "sitting_out": list(round_.sitting_out),
    }
    return made if places is None else {**made, "places": [[who, place] for who, place in places.items()]}


def _seat_to_json(seat: Seat) -> JsonValue:
    if seat.entrant is None:
        return {"occupant": seat.occupant.value}
    if seat.is_phantom:
        return {"occupant": seat.occupant.value, "entrant": seat.entrant}
    return {"entrant": seat.entrant}


def entrants_to_json(entrants: Sequence[EventEntrant]) -> list[JsonValue]:
    return [{"id": e.id, "name": e.name, "joins": e.joins, "leaves": e.leaves} for e in entrants]
