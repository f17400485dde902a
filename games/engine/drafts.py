"""Cheap construction of frozen values.

A frozen dataclass pays a guarded assignment for every field: dear for values of
many fields that are made with every move. Its draft is the same class without
the guard: it is filled at full speed and then becomes the frozen class for good.

    view = DRAFT(...)
    view.__class__ = Observation
"""

from __future__ import annotations

from dataclasses import MISSING, field, fields, make_dataclass
from typing import Any, TypeVar, cast

T = TypeVar("T")


def draft_of(frozen: type[T]) -> type[T]:
    """The draft of a frozen, slotted dataclass with the same fields and defaults (no default factories).

    It is typed as the class itself, since that is what its instances are meant to become.
    """
    shape: list[tuple[str, Any, Any]] = []
    for each in fields(cast(Any, frozen)):
        given = field() if each.default is MISSING else field(default=each.default)
        shape.append((each.name, each.type, given))
    return cast(type[T], make_dataclass(f"{frozen.__name__}Draft", shape, slots=True, eq=False))
