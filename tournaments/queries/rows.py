"""A line of the standings as JSON and back: exact numbers as texts, so that stored and recomputed can be
compared.
"""

from typing import Any

from tournaments.engine.exact import Value, from_text, text
from tournaments.engine.records import Entry, EntryKind
from tournaments.engine.results import EntrantStatus
from tournaments.engine.standings import CriterionValue, Decision, StandingRow


def row_to_json(row: StandingRow) -> dict[str, Any]:
    """Everything of the row, as plain values."""
    return {
        "place": row.place,
        "entrant": row.entrant,
        "points": text(row.points),
        "criteria": [[item.key, _value(item.value)] for item in row.criteria],
        "status": row.status.value,
        "is_bot": row.is_bot,
        "entries": [
            [entry.round_number, entry.table_number, entry.kind.value, text(entry.points), entry.counted]
            for entry in row.entries
        ],
        "above": _decision(row.above),
        "below": _decision(row.below),
        "stage": row.stage,
        "seeding": row.seeding,
    }


def row_from_json(data: dict[str, Any], *, with_entries: bool = True) -> StandingRow:
    """Read back what `row_to_json` gave; the lines that the points are the sum of only where they are asked for, since
    they are most of a long event's row.
    """
    return StandingRow(
        place=data["place"],
        entrant=data["entrant"],
        points=from_text(data["points"]),
        criteria=tuple(CriterionValue(key, _read_value(value)) for key, value in data["criteria"]),
        status=EntrantStatus(data["status"]),
        is_bot=data["is_bot"],
        entries=tuple(
            Entry(number, table, EntryKind(kind), from_text(points), counted)
            for number, table, kind, points, counted in (data["entries"] if with_entries else ())
        ),
        above=_read_decision(data["above"]),
        below=_read_decision(data["below"]),
        stage=data["stage"],
        seeding=data["seeding"],
    )


def _value(value: Value | None) -> list[str] | None:
    return None if value is None else [text(part) for part in value]


def _read_value(value: list[str] | None) -> Value | None:
    return None if value is None else tuple(from_text(part) for part in value)


def _decision(decision: Decision | None) -> dict[str, Any] | None:
    if decision is None:
        return None
    return {
        "criterion": decision.criterion,
        "other": decision.other,
        "own": _value(decision.own),
        "theirs": _value(decision.theirs),
    }


def _read_decision(data: dict[str, Any] | None) -> Decision | None:
    if data is None:
        return None
    return Decision(data["criterion"], data["other"], _read_value(data["own"]), _read_value(data["theirs"]))
