"""The seating part of a whole event's file: what `check_seating` and `seating_plan --after` read of an export.

From the file that `export_event` writes to the seating format (docs/formats.md, "Event: the seating part"), JSON to
JSON. It stands outside the seating package, so that the independent check reads a file without the planner. Never
here: a database, a search, a count of anything.
"""

from collections.abc import Mapping, Sequence
from typing import Any

JsonObject = dict[str, Any]

_EXTRA, _CANCELLED = "extra", "cancelled"
_IN_THE_EVENT = ("entered", "checked_in")


class NotAnExport(Exception):
    """The file has a content that isn't an event's."""


def seating_part(document: Any) -> Any:
    """The seating part of an exported event; any other structure as it is, to be judged by its reader.

    Main and final rounds that weren't cancelled, from 1; entrants by their ids in the file. Who isn't seated in a
    round sits out. `place` is that of the last round's standings, `certificate` the one that was published with the
    last round, where nothing was changed since. Raises NotAnExport.
    """
    if not isinstance(document, dict) or "content" not in document:
        return document
    try:
        return _part(document["content"])
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as problem:
        raise NotAnExport(str(problem)) from problem


def _part(content: JsonObject) -> JsonObject:
    options = content["event"]["format"]
    played = [
        round_
        for round_ in content["rounds"]
        if round_["kind"] != _EXTRA and round_["status"] != _CANCELLED and round_["tables"]
    ]
    rounds = [_round(number, round_) for number, round_ in enumerate(played, start=1)]
    field = _field(content["entrants"], check_in=bool(options["check_in"]))
    entrants = _entrants(content["entrants"], rounds, field, _places(content["rounds"]))
    for round_ in rounds:
        _add_sitting_out(round_, entrants)
    part: JsonObject = {
        "entrants": entrants,
        "seating": _seating(content, options),
        "constraints": _constraints(content, set(field), bool(options["keep_groups_apart"])),
        "rounds": rounds,
    }
    claimed = _published(content["drafts"], played, rounds)
    if claimed is None:
        return part
    if claimed["distance"]:
        rounds[-1]["places"] = _seated_by(content["rounds"], played[-1]["number"], rounds[-1])
    return {**part, "certificate": claimed}


def _round(number: int, round_: JsonObject) -> JsonObject:
    tables = [
        {
            "number": table["number"],
            "seats": [
                {"occupant": "bot"} if seat["entrant"] is None else {"entrant": seat["entrant"]}
                for seat in sorted(table["seats"], key=lambda seat: int(seat["seat"]))
                if not seat["team_member"]
            ],
        }
        for table in round_["tables"]
        if table["status"] != _CANCELLED
    ]
    return {"number": number, "tables": tables, "byes": [_who(bye) for bye in round_["byes"]]}


def _who(bye: Any) -> int:
    return int(bye["entrant"] if isinstance(bye, dict) else bye)


def _seen(round_: JsonObject) -> list[int]:
    seated = [seat["entrant"] for table in round_["tables"] for seat in table["seats"] if "entrant" in seat]
    return seated + list(round_["byes"])


def _field(entrants: Sequence[JsonObject], *, check_in: bool) -> list[int]:
    """Who is to be seated in the coming round."""
    wanted = ("checked_in",) if check_in else _IN_THE_EVENT
    return [one["id"] for one in entrants if one["status"] in wanted and not one["standby"]]


def _places(rounds: Sequence[JsonObject]) -> dict[int, int]:
    """Places after the last round that has standings, from their newest version."""
    rows: list[JsonObject] = next((one["standings"] for one in reversed(rounds) if one["standings"]), [])
    newest = max((row["version"] for row in rows), default=0)
    return {row["entrant"]: row["place"] for row in rows if row["version"] == newest and row["place"]}


def _seated_by(rounds: Sequence[JsonObject], number: int, last: JsonObject) -> list[list[int]]:
    """Pairs of entrant and place by which round `number` was seated; none where the standings before it were corrected
    since, so that it isn't known.
    """
    before = [round_ for round_ in rounds if round_["number"] < number]
    if any(row["version"] > 1 for round_ in before for row in round_["standings"]):
        return []
    places = _places(before)
    behind = max(places.values(), default=0) + 1
    return [[who, places.get(who, behind)] for who in _seen(last)]


def _entrants(
    entrants: Sequence[JsonObject],
    rounds: Sequence[JsonObject],
    field: Sequence[int],
    places: Mapping[int, int],
) -> list[JsonObject]:
    coming = len(rounds) + 1
    first: dict[int, int] = {}
    for round_ in rounds:
        for who in _seen(round_):
            first.setdefault(who, round_["number"])
    found = []
    for one in entrants:
        who = one["id"]
        if who in first or who in field:
            leaves = None if who in field else coming
            line = {"id": who, "name": one["name"], "joins": first.get(who, coming), "leaves": leaves}
            found.append(line | ({"place": places[who]} if who in places else {}))
    return found


def _add_sitting_out(round_: JsonObject, entrants: Sequence[JsonObject]) -> None:
    seen = set(_seen(round_))
    round_["sitting_out"] = [
        one["id"] for one in entrants if one["joins"] <= round_["number"] and one["id"] not in seen
    ]


def _seating(content: JsonObject, options: JsonObject) -> JsonObject:
    """What the director chose; sizes in entrants, of whom a team takes several chairs."""
    teams = [len(one["members"]) for one in content["entrants"] if one["kind"] == "team"]
    each = max(teams, default=1) or 1
    return {
        "sizes": [size // each for size in options["table_sizes"]],
        "empty": options["empty_seats"],
        "mode": "random" if options["seating"] == "full" else options["seating"],
        "rounds": options["rounds"],
    }


def _constraints(content: JsonObject, field: set[int], groups_apart: bool) -> JsonObject:
    entrants = [one for one in content["entrants"] if one["id"] in field]
    apart: list[list[int]] = []
    for row in content["apart"]:
        apart.append([one["id"] for one in entrants if set(one["members"]) & set(row["players"])])
    names = {one["group"].casefold() for one in entrants if one["group"]} if groups_apart else set()
    for name in sorted(names):
        apart.append([one["id"] for one in entrants if one["group"].casefold() == name])
    fixed = [(one["id"], one["fixed_table"]) for one in entrants if one["fixed_table"] is not None]
    return {
        "apart": [{"members": members, "at_most": 1} for members in apart if len(members) > 1],
        "fixed_tables": [{"entrant": who, "table": table} for who, table in fixed],
    }


def _published(
    drafts: Sequence[JsonObject], played: Sequence[JsonObject], rounds: Sequence[JsonObject]
) -> JsonObject | None:
    """The certificate published with the last round; None for a plan of more rounds, or where chairs or tables
    changed after it was made.
    """
    tables = [table for round_ in played for table in round_["tables"]]
    if not played or any(table["status"] == _CANCELLED for table in tables):
        return None
    last, certificate = played[-1], played[-1]["certificate"]
    if not certificate or certificate["rounds"] != len(rounds):
        return None
    seats = {
        table["number"]: [seat.get("entrant") for seat in table["seats"]] for table in rounds[-1]["tables"]
    }
    for draft in drafts:
        if (draft["round_number"], draft["rng_seed"]) == (last["number"], last["rng_seed"]):
            drawn = {table["number"]: table["seats"] for table in draft["plan"]["tables"]}
            return dict(certificate) if drawn == seats else None
    return None
