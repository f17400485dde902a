"""A group of a form's fields with a heading, folded away until it is wanted or something in it is wrong."""

from dataclasses import dataclass
from typing import Any

from django import forms


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """`title` and `text` are for people; the fields stand in their order."""

    title: Any
    text: Any
    fields: tuple[forms.BoundField, ...]

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in self.fields)
