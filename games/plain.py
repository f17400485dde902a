"""Frozen dataclasses as plain JSON and back, strictly: what comes from outside is read field by field, and refused with
the path of the first thing that can't be. It knows no database; the parts of files say what their fields may hold.

A part is a frozen dataclass whose fields are annotated with `str`, `int`, `bool`, `datetime`, `date`, `time`, `bytes`
(hexadecimal), `tuple[X, ...]`, another part, `X | None`, or `Any` for a JSON value that somebody else checks;
`Annotated[str, text(60)]` has limits. Unknown and missing names are refused.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, date, datetime, time
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

MOST_TEXT: Final = 300
MOST_ITEMS: Final = 10_000
LARGEST: Final = 2**31 - 1
DEEPEST: Final = 12

Part = TypeVar("Part")


class PlainError(ValueError):
    """Something that can't be read: `path` says where (`rounds[2].tables[0].number`), `reason` is a code."""

    def __init__(self, path: str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path}: {reason}")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a field may hold: characters or items up to `most`, one of `among`, numbers from `low` to `high`."""

    most: int | None = None
    among: tuple[str, ...] = ()
    low: int = -LARGEST
    high: int = LARGEST


NO_LIMITS: Final = Limits()


def text(most: int = MOST_TEXT, *, among: tuple[str, ...] = ()) -> Limits:
    """At most so many characters, or one of `among`."""
    return Limits(most=most, among=among)


def whole(low: int = 0, high: int = LARGEST) -> Limits:
    """A whole number from `low` to `high`."""
    return Limits(low=low, high=high)


def many(most: int = MOST_ITEMS) -> Limits:
    """At most so many items."""
    return Limits(most=most)


def to_plain(value: Any) -> Any:
    """The value as JSON would have it. Times are UTC with microseconds, bytes hexadecimal."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: to_plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return str(value) if isinstance(value, str) else value


def canonical(value: Any) -> bytes:
    """The one text of a plain value that hashes are made of: sorted names, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def read_json(data: bytes) -> Any:
    """The JSON value of a file. Names twice in one object, NaN and the like are refused. Raises PlainError whose path
    is the line and column of the fault.
    """
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        raise PlainError(f"{error.lineno}:{error.colno}", "not_json") from None
    except UnicodeDecodeError as error:
        raise PlainError(f"{data.count(10, 0, error.start) + 1}:1", "not_utf8") from None
    except RecursionError:
        raise PlainError("1:1", "too_deep") from None
    except PlainError:
        raise
    except ValueError:
        # Python refuses whole numbers of thousands of digits
        raise PlainError("1:1", "number") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _value in pairs]
        raise PlainError(next(name for name in names if names.count(name) > 1)[:60], "name_twice")
    return found


def _refuse_constant(name: str) -> None:
    raise PlainError(name, "number")


def read_part(kind: type[Part], data: Any, path: str = "") -> Part:
    """The part that the plain value is. Raises PlainError."""
    if not isinstance(data, Mapping):
        raise PlainError(path or "file", "not_an_object")
    known = _fields_of(kind)  # type: ignore[arg-type]
    for name in data:
        if name not in known:
            raise PlainError(_below(path, str(name)[:60]), "unknown")
    values = {}
    for name, (hint, limits) in known.items():
        if name not in data:
            raise PlainError(_below(path, name), "missing")
        values[name] = _read(hint, data[name], limits, _below(path, name))
    return kind(**values)


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


@cache
def _fields_of(kind: type[Any]) -> Mapping[str, tuple[Any, Limits]]:
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if get_origin(hint) is Annotated:
            hint, limits = get_args(hint)[:2]
            found[name] = (hint, limits)
        else:
            found[name] = (hint, NO_LIMITS)
    return found


def _read(hint: Any, value: Any, limits: Limits, path: str) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if value is None and NoneType in arguments:
            return None
        hint = next(each for each in arguments if each is not NoneType)
        origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return _json(value, path, DEEPEST)
    if origin is tuple:
        if not isinstance(value, list):
            raise PlainError(path, "not_a_list")
        if len(value) > (limits.most or MOST_ITEMS):
            raise PlainError(path, "too_many")
        return tuple(_read(arguments[0], item, NO_LIMITS, f"{path}[{at}]") for at, item in enumerate(value))
    if is_dataclass(hint):
        return read_part(hint, value, path)  # type: ignore[arg-type]
    return _READERS[hint](value, limits, path)


def _read_bool(value: Any, _limits: Limits, path: str) -> bool:
    if not isinstance(value, bool):
        raise PlainError(path, "not_a_yes_or_no")
    return value


def _read_int(value: Any, limits: Limits, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise PlainError(path, "not_a_whole_number")
    if not limits.low <= value <= limits.high:
        raise PlainError(path, "out_of_range")
    return value


def _read_text(value: Any, limits: Limits, path: str) -> str:
    if not isinstance(value, str):
        raise PlainError(path, "not_a_text")
    if len(value) > (limits.most or MOST_TEXT):
        raise PlainError(path, "too_long")
    if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise PlainError(path, "characters")
    if limits.among and value not in limits.among:
        raise PlainError(path, "not_known_here")
    return value


def _read_moment(value: Any, limits: Limits, path: str) -> datetime:
    try:
        found = datetime.fromisoformat(_read_text(value, limits, path))
        if found.tzinfo is None:
            raise PlainError(path, "not_a_time")
        return found.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise error if isinstance(error, PlainError) else PlainError(path, "not_a_time") from None


def _read_date(value: Any, limits: Limits, path: str) -> date:
    try:
        return date.fromisoformat(_read_text(value, limits, path))
    except ValueError as error:
        raise error if isinstance(error, PlainError) else PlainError(path, "not_a_date") from None


def _read_time(value: Any, limits: Limits, path: str) -> time:
    try:
        return time.fromisoformat(_read_text(value, limits, path)).replace(tzinfo=None)
    except ValueError as error:
        raise error if isinstance(error, PlainError) else PlainError(path, "not_a_time") from None


def _read_bytes(value: Any, limits: Limits, path: str) -> bytes:
    try:
        return bytes.fromhex(_read_text(value, limits, path))
    except ValueError as error:
        raise error if isinstance(error, PlainError) else PlainError(path, "not_hexadecimal") from None


_READERS: Final = {
    bool: _read_bool,
    int: _read_int,
    str: _read_text,
    datetime: _read_moment,
    date: _read_date,
    time: _read_time,
    bytes: _read_bytes,
}


def _json(value: Any, path: str, depth: int) -> Any:
    """A JSON value whose meaning is checked elsewhere: here only that a database can hold it."""
    if depth == 0:
        raise PlainError(path, "too_deep")
    if isinstance(value, dict):
        for name in value:
            _read_text(name, NO_LIMITS, path)
        return {name: _json(item, _below(path, name), depth - 1) for name, item in value.items()}
    if isinstance(value, list):
        if len(value) > MOST_ITEMS:
            raise PlainError(path, "too_many")
        return [_json(item, f"{path}[{at}]", depth - 1) for at, item in enumerate(value)]
    if isinstance(value, str):
        return _read_text(value, Limits(most=5000), path)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**63 - 1:
        raise PlainError(path, "out_of_range")
    return value
