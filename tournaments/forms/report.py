"""What is reported of a table on real cards: totals, or deal by deal. Field names are those that a refused
report names (`total-2`, `deal-3-seat-1`), so that an error stands at its field. Whether it can have happened
is the service's matter.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.queries.settlement import ReportedDeal
from tournaments.errors import BadReport

MOST_DEALS = 60
MOST_TOTAL = 100_000
MOST_DEADWOOD = 150
VOID = "void"


class _SeatsForm(forms.Form):
    """A form about the seats of one table; `names` in seat order."""

    def __init__(self, names: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = tuple(names)
        self.add_seats()

    def add_seats(self) -> None:
        """Make a field for each chair."""

    def refuse(self, error: BadReport) -> None:
        """Put a refusal at the field that it names, or above all fields."""
        self.add_error(error.field if error.field in self.fields else None, str(error))


class TotalsForm(_SeatsForm):
    """Final net points of every seat. One may be left empty: it is what makes the sum 0."""

    def add_seats(self) -> None:
        for seat, name in enumerate(self.names, 1):
            field = forms.IntegerField(
                label=name,
                required=False,
                min_value=-MOST_TOTAL,
                max_value=MOST_TOTAL,
                widget=forms.NumberInput,
            )
            field.widget.attrs |= {"inputmode": "text", "autocomplete": "off", "step": "1"}
            self.fields[f"total-{seat}"] = field

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        empty = [name for name in self.fields if data.get(name) is None]
        if len(empty) > 1:
            for name in empty:
                self.add_error(name, _("Enter the points."))
        elif empty:
            data[empty[0]] = -sum(data[name] for name in self.fields if name != empty[0])
        return data

    @property
    def totals(self) -> list[int]:
        return [self.cleaned_data[f"total-{seat}"] for seat in range(1, len(self.names) + 1)]


class DealsForm(_SeatsForm):
    """Deals in rows: who knocked, and each seat's deadwood. Rows without anything in them don't count."""

    def __init__(
        self, names: Sequence[str], rows: int, *args: Any, limit: int | None = None, **kwargs: Any
    ) -> None:
        self.rows = min(max(1, rows), MOST_DEALS)
        self.limit = limit
        super().__init__(names, *args, **kwargs)

    def add_seats(self) -> None:
        knockers = [
            ("", "–"),
            *((str(n), name) for n, name in enumerate(self.names)),
            (VOID, gettext_lazy("Void")),
        ]
        for row in range(1, self.rows + 1):
            self.fields[f"deal-{row}-knocker"] = forms.ChoiceField(
                label=gettext_lazy("Who knocked?"), choices=knockers, required=False, widget=forms.RadioSelect
            )
            for seat, name in enumerate(self.names, 1):
                field = forms.IntegerField(label=name, required=False, min_value=0, max_value=MOST_DEADWOOD)
                field.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}
                self.fields[f"deal-{row}-seat-{seat}"] = field

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for row in range(1, self.rows + 1):
            knocker = data.get(f"deal-{row}-knocker") or ""
            seats = [f"deal-{row}-seat-{seat}" for seat in range(1, len(self.names) + 1)]
            filled = [name for name in seats if data.get(name) is not None]
            if knocker and knocker != VOID:
                for name in seats:
                    if name not in filled and name not in self.errors:
                        self.add_error(name, _("Enter the deadwood."))
            elif filled and not knocker:
                self.add_error(f"deal-{row}-knocker", _("Who knocked?"))
        return data

    @property
    def deals(self) -> list[ReportedDeal]:
        """The deals that were filled in, in order. Empty rows between them are left out."""
        found: list[ReportedDeal] = []
        for row in range(1, self.rows + 1):
            knocker = self.cleaned_data.get(f"deal-{row}-knocker") or ""
            if knocker == VOID:
                found.append(ReportedDeal(None))
            elif knocker:
                seats = range(1, len(self.names) + 1)
                deadwoods = tuple(self.cleaned_data[f"deal-{row}-seat-{seat}"] for seat in seats)
                found.append(ReportedDeal(int(knocker), deadwoods))
        return found

    def blocks(self) -> list["DealBlock"]:
        """The rows for a template: number, knocker field, seat fields."""
        return [
            DealBlock(
                row,
                self[f"deal-{row}-knocker"],
                [self[f"deal-{row}-seat-{seat}"] for seat in range(1, len(self.names) + 1)],
            )
            for row in range(1, self.rows + 1)
        ]


class DealBlock:
    """A deal's fields as a template shows them."""

    def __init__(self, number: int, knocker: forms.BoundField, seats: list[forms.BoundField]) -> None:
        self.number, self.knocker, self.seats = number, knocker, seats

    @property
    def has_errors(self) -> bool:
        return bool(self.knocker.errors) or any(seat.errors for seat in self.seats)


def initial_of(deals: Sequence[ReportedDeal]) -> dict[str, Any]:
    """Stored deals as the initial values of a DealsForm."""
    values: dict[str, Any] = {}
    for row, deal in enumerate(deals, 1):
        values[f"deal-{row}-knocker"] = VOID if deal.knocker is None else str(deal.knocker)
        for seat, deadwood in enumerate(deal.deadwoods, 1):
            values[f"deal-{row}-seat-{seat}"] = deadwood
    return values
