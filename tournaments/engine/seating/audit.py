"""An independent check of a seating: recomputes the certificate from a plain JSON structure.

Shares nothing with the planner, on purpose: it imports no module of this package, works on
sets and counts in the plainest way, and would find an error of the planner's arithmetic. The formats
are those of docs/formats.md: an exported event, or the output of `seating_plan`. Pure; the command
`check_seating` reads the file and prints what is found here.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Any


class Fault(StrEnum):
    """What is wrong with a seating; stable codes."""

    NOT_A_SEATING = "not_a_seating"
    SEATED_TWICE = "seated_twice"
    UNKNOWN_ENTRANT = "unknown_entrant"
    TABLE_SIZE = "table_size"
    TABLE_NUMBER_TWICE = "table_number_twice"
    MISSING_ENTRANT = "missing_entrant"
    NOT_IN_THE_EVENT = "not_in_the_event"
    KEPT_APART_TOGETHER = "kept_apart_together"
    CERTIFICATE_DIFFERS = "certificate_differs"


@dataclass(frozen=True)
class Found:
    """One fault: where, and which values (entrants, sizes, or claimed and true numbers)."""

    fault: Fault
    round: int
    values: tuple[Any, ...] = ()


@dataclass
class Report:
    """Everything that was counted, and every fault."""

    numbers: dict[str, Any] = field(default_factory=dict)
    faults: list[Found] = field(default_factory=list)


@dataclass
class _Round:
    number: int
    tables: list[tuple[int, list[Any]]]
    byes: list[Any]
    out: list[Any]
    places: dict[Any, int] = field(default_factory=dict)


def audit(document: Any) -> Report:
    """Check an event or plan as read from JSON; never raises for what the document contains."""
    report = Report()
    try:
        rounds = [_read_round(position, item) for position, item in enumerate(document["rounds"], start=1)]
        entrants = document.get("entrants")
        apart = document.get("constraints", {}).get("apart", [])
        claims = document.get("certificate")
        _give_byes(rounds, document["rounds"])
    except (KeyError, TypeError, AttributeError, ValueError) as problem:
        report.faults.append(Found(Fault.NOT_A_SEATING, 0, (type(problem).__name__,)))
        return report
    for round_ in rounds:
        _check_round(report, round_, entrants, apart)
    report.numbers = _count(rounds)
    if isinstance(claims, dict):
        _compare(report, claims)
        if isinstance(claims.get("findings"), list) and not report.faults:
            _compare_words(report, claims)
    return report


def _read_round(position: int, item: Any) -> _Round:
    """A round as an object of the event format, or as a bare list of lists of entrants."""
    if isinstance(item, list):
        return _Round(position, [(n, list(seats)) for n, seats in enumerate(item, start=1)], [], [])
    tables = [
        (int(table["number"]), [_occupant(seat) for seat in table["seats"]]) for table in item["tables"]
    ]
    return _Round(
        int(item.get("number", position)),
        tables,
        list(item.get("byes", [])),
        list(item.get("sitting_out", [])),
        {who: int(place) for who, place in item.get("places", [])},
    )


def _give_byes(rounds: list[_Round], items: list[Any]) -> None:
    """In a bare list of tables, who sits in other rounds only has a bye: a plan has nobody away."""
    everybody = {who for round_ in rounds for _, seats in round_.tables for who in _people(seats)}
    for round_, item in zip(rounds, items, strict=True):
        if isinstance(item, list):
            here = {who for _, seats in round_.tables for who in _people(seats)}
            round_.byes = sorted(everybody - here, key=str)


def _occupant(seat: Any) -> Any:
    if isinstance(seat, dict):
        if seat.get("occupant") == "empty":
            return "empty chair"
        return None if seat.get("occupant") == "bot" else seat["entrant"]
    return seat


def _people(seats: list[Any]) -> list[Any]:
    return [who for who in seats if who is not None and who != "empty chair"]


def _dealt_to(seats: list[Any]) -> list[Any]:
    return [who for who in seats if who != "empty chair"]


def _check_round(report: Report, round_: _Round, entrants: Any, apart: Any) -> None:
    seen: list[Any] = []
    for _, seats in round_.tables:
        seen += _people(seats)
        if not 2 <= len(_dealt_to(seats)) <= 5 or not _people(seats):
            report.faults.append(Found(Fault.TABLE_SIZE, round_.number, (len(_dealt_to(seats)),)))
        for group in apart:
            together = [who for who in _people(seats) if who in group["members"]]
            if len(together) > group.get("at_most", 1):
                report.faults.append(Found(Fault.KEPT_APART_TOGETHER, round_.number, tuple(together)))
    seen += round_.byes + round_.out
    for who in sorted({str(one) for one in seen if seen.count(one) > 1}):
        report.faults.append(Found(Fault.SEATED_TWICE, round_.number, (who,)))
    numbers = [number for number, _ in round_.tables]
    for number in sorted({n for n in numbers if numbers.count(n) > 1}):
        report.faults.append(Found(Fault.TABLE_NUMBER_TWICE, round_.number, (number,)))
    if isinstance(entrants, list):
        _check_presence(report, round_, seen, entrants)


def _check_presence(report: Report, round_: _Round, seen: list[Any], entrants: list[Any]) -> None:
    known = {entrant["id"] for entrant in entrants}
    for who in seen:
        if who not in known:
            report.faults.append(Found(Fault.UNKNOWN_ENTRANT, round_.number, (who,)))
    for entrant in entrants:
        leaves = entrant.get("leaves")
        here = entrant.get("joins", 1) <= round_.number and (leaves is None or round_.number < leaves)
        if here and entrant["id"] not in seen:
            report.faults.append(Found(Fault.MISSING_ENTRANT, round_.number, (entrant["id"],)))
        if not here and entrant["id"] in seen:
            report.faults.append(Found(Fault.NOT_IN_THE_EVENT, round_.number, (entrant["id"],)))


def _count(rounds: list[_Round]) -> dict[str, Any]:
    everybody: set[Any] = set()
    for round_ in rounds:
        for _, seats in round_.tables:
            everybody |= set(_people(seats))
        everybody |= set(round_.byes) | set(round_.out)
    always = [who for who in everybody if all(_took_part(round_, who) for round_ in rounds)]
    met = _meetings(rounds)
    slots = sum(met.values())
    pairs = len(everybody) * (len(everybody) - 1) // 2
    seated = [who for who in everybody if any(_table_of(round_, who) for round_ in rounds)]
    spreads = [_seat_spread(rounds, who) for who in seated]
    worst = max(spreads, default=0)
    first = [_first_deals(rounds, who) for who in always if who in seated]
    return {
        "people": len(everybody),
        "rounds": len(rounds),
        "repeats": {
            "coincidences": sum(m * (m - 1) // 2 for m in met.values()),
            "bound": max(_even(slots, pairs), _pigeons(rounds, len(everybody))),
            "pairs": len([m for m in met.values() if m >= 2]),
            "most_meetings": max(met.values(), default=0),
            "most_meetings_bound": -(-slots // pairs) if pairs else 0,
            "new": _met_again(rounds),
            "new_bound": _must_meet_again(rounds),
        },
        "short_tables": _exposure(rounds, always, _at_short_table),
        "byes": _exposure(rounds, always, lambda round_, who: who in round_.byes),
        "bot_tables": _exposure(rounds, always, _beside_bot),
        "seats": {
            "worst": worst,
            "people_at": [spreads.count(n) for n in range(worst + 1)],
            "dealt_first_least": min(first, default=0),
            "dealt_first_most": max(first, default=0),
            "same_neighbour_again": sum(_same_left(rounds, who) for who in seated),
            "most_at_same_table": max((_most_at_one(rounds, who) for who in seated), default=0),
        },
        **_spans(rounds[-1] if rounds else None),
    }


def _took_part(round_: _Round, who: Any) -> bool:
    return who in round_.byes or _table_of(round_, who) is not None


def _table_of(round_: _Round, who: Any) -> list[Any] | None:
    for _, seats in round_.tables:
        if who in _people(seats):
            return _dealt_to(seats)
    return None


def _meetings(rounds: list[_Round]) -> dict[tuple[str, str], int]:
    met: dict[tuple[str, str], int] = {}
    for round_ in rounds:
        for _, seats in round_.tables:
            for pair in combinations(sorted(repr(who) for who in _people(seats)), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


def _met_again(rounds: list[_Round]) -> int:
    """Earlier meetings of those who meet in the last round."""
    before = _meetings(rounds[:-1])
    return sum(before.get(pair, 0) for pair in _meetings(rounds[-1:]))


def _must_meet_again(rounds: list[_Round]) -> int:
    """Of each earlier table, those who are there now are spread over the tables of the last round."""
    if not rounds:
        return 0
    tables = rounds[-1].tables
    here = {who for _, seats in tables for who in _people(seats)}
    earlier = [seats for round_ in rounds[:-1] for _, seats in round_.tables]
    return sum(_even(len([who for who in _people(seats) if who in here]), len(tables)) for seats in earlier)


def _spans(last: _Round | None) -> dict[str, Any]:
    """Places between first and last of a table, in hundredths, where the round says by which places it was seated."""
    if last is None or not last.places:
        return {}
    tables = [[last.places[who] for who in _people(seats) if who in last.places] for _, seats in last.tables]
    tables = [table for table in tables if table]
    spans = [max(table) - min(table) for table in tables]
    in_order, strict = sorted(place for table in tables for place in table), 0
    for size in sorted([len(table) for table in tables], reverse=True):
        group, in_order = in_order[:size], in_order[size:]
        strict += group[-1] - group[0]
    count = max(1, len(tables))
    return {
        "distance": {
            "mean_span_x100": 100 * sum(spans) // count,
            "widest_span": max(spans, default=0),
            "sorted_mean_span_x100": 100 * strict // count,
        }
    }


def _even(things: int, places: int) -> int:
    """The least sum of C(m, 2): hand the things out one by one, always where fewest are."""
    if not places:
        return 0
    full, rest = things // places, things % places
    return rest * (full + 1) * full // 2 + (places - rest) * full * (full - 1) // 2


def _pigeons(rounds: list[_Round], people: int) -> int:
    total = 0
    for one, other in combinations(rounds, 2):
        total += max(_facing(one, other, people), _facing(other, one, people))
    return total


def _facing(one: _Round, other: _Round, people: int) -> int:
    seated = sum(len(_people(seats)) for _, seats in other.tables)
    alone = people - seated
    return sum(_even(max(0, len(_people(seats)) - alone), len(other.tables)) for _, seats in one.tables)


def _at_short_table(round_: _Round, who: Any) -> bool:
    table = _table_of(round_, who)
    return table is not None and len(table) < max(len(_dealt_to(seats)) for _, seats in round_.tables)


def _beside_bot(round_: _Round, who: Any) -> bool:
    return None in (_table_of(round_, who) or [])


def _exposure(rounds: list[_Round], always: list[Any], has: Any) -> dict[str, int]:
    counts = [sum(has(round_, who) for round_ in rounds) for who in always]
    total = sum(
        has(round_, who)
        for round_ in rounds
        for who in [*round_.byes, *(p for _, seats in round_.tables for p in _people(seats))]
    )
    return {"least": min(counts, default=0), "most": max(counts, default=0), "total": total}


def _seat_spread(rounds: list[_Round], who: Any) -> int:
    used: dict[int, Fraction] = {}
    for round_ in rounds:
        table = _table_of(round_, who)
        if table is not None:
            for seat in range(len(table)):
                used[seat] = used.get(seat, Fraction(0)) - Fraction(1, len(table))
            used[table.index(who)] += 1
    return int(max(used.values()) - min(used.values())) if used else 0


def _same_left(rounds: list[_Round], who: Any) -> int:
    """How often somebody at the left had been there before; at a table of two the other one always is."""
    seen: list[Any] = []
    for round_ in rounds:
        table = _table_of(round_, who)
        if table is not None and len(table) > 2:
            seen.append((table + table)[table.index(who) + 1])
    people = [one for one in seen if one is not None]
    return len(people) - len(set(people))


def _most_at_one(rounds: list[_Round], who: Any) -> int:
    numbers = [number for round_ in rounds for number, seats in round_.tables if who in _people(seats)]
    return max(numbers.count(number) for number in numbers)


def _first_deals(rounds: list[_Round], who: Any) -> int:
    tables = [_table_of(round_, who) for round_ in rounds]
    return len([table for table in tables if table is not None and table[0] == who])


def _compare_words(report: Report, claims: dict[str, Any]) -> None:
    """What the certificate says in words must be what its numbers say."""
    repeats, people_at = report.numbers["repeats"], report.numbers["seats"]["people_at"]
    above = repeats["coincidences"] - repeats["bound"]
    true = {
        "no_rematches": repeats["coincidences"] == 0,
        "rematches_fewest_possible": repeats["coincidences"] > 0 and above == 0,
        "rematches_at_most_above": repeats["coincidences"] > 0 and above > 0,
        "seats_even": len(people_at) == 1,
        "seats_within_one": len(people_at) == 2,
        "seats_uneven": len(people_at) > 2,
    }
    for part in ("short_tables", "byes", "bot_tables"):
        had = report.numbers[part]
        true[f"{part}_even"] = had["total"] > 0 and had["most"] - had["least"] <= 1
        true[f"{part}_uneven"] = had["total"] > 0 and had["most"] - had["least"] > 1
    said = {found["statement"] for found in claims["findings"]}
    for statement in sorted(true):
        if true[statement] != (statement in said):
            report.faults.append(Found(Fault.CERTIFICATE_DIFFERS, 0, (f"findings.{statement}",)))


def _compare(report: Report, claims: dict[str, Any]) -> None:
    """Every number that was recomputed must be the one that is claimed, and nothing else may be claimed; only of
    places nothing can be said where the file doesn't have them.
    """
    for name in sorted(set(claims) - set(report.numbers) - {"seed", "findings", "distance"}):
        report.faults.append(Found(Fault.CERTIFICATE_DIFFERS, 0, (name, claims[name], None)))
    for name, true in report.numbers.items():
        claimed = claims.get(name)
        if isinstance(true, dict):
            for part, value in true.items():
                said = claimed.get(part) if isinstance(claimed, dict) else None
                if said != value:
                    report.faults.append(Found(Fault.CERTIFICATE_DIFFERS, 0, (f"{name}.{part}", said, value)))
        elif claimed != true:
            report.faults.append(Found(Fault.CERTIFICATE_DIFFERS, 0, (name, claimed, true)))
