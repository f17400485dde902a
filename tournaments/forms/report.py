"""What is reported of a table on real cards: totals, or deal by deal. Field names are those that a refused
report names (`total-2`, `deal-3-seat-1`), so that an error stands at its field. Whether it can have happened
is the service's matter.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.queries.settlement import HIGHEST_UPCARD, DealFacts, ReportedDeal
from tournaments.errors import BadReport
from tournaments.queries.table_desk import PoolDesk

MOST_DEALS = 60
MOST_TOTAL = 100_000
MOST_DEADWOOD = 150
MOST_CARD_LETTERS = 80
VOID = "void"
UPCARDS = (
    ("", "–"),
    ("1", gettext_lazy("Ace: gin only")),
    *((str(value), str(value)) for value in range(2, HIGHEST_UPCARD)),
    (str(HIGHEST_UPCARD), gettext_lazy("10 or a picture")),
)
DOUBLED = {
    ("upcard",): gettext_lazy("It was a spade: counts twice"),
    ("discard",): gettext_lazy("A spade lay on top: counts twice"),
    ("upcard", "discard"): gettext_lazy("A spade, first or on top: counts twice"),
}
WENT_OUT = (
    gettext_lazy("Still in at the end"),
    gettext_lazy("First out"),
    gettext_lazy("Second out"),
    gettext_lazy("Third out"),
    gettext_lazy("Fourth out"),
)


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
    """Final net points of every seat, of partners together (`teams`, seats from 0). One may be left empty: it is what
    makes the sum 0. Of a `pool` also when each went out and how often each re-entered.
    """

    def __init__(
        self,
        names: Sequence[str],
        *args: Any,
        teams: Sequence[Sequence[int]] = (),
        pool: PoolDesk | None = None,
        **kwargs: Any,
    ) -> None:
        self.pool = pool
        self.teams = tuple(teams) or tuple((seat,) for seat in range(len(names)))
        super().__init__(names, *args, **kwargs)

    def add_seats(self) -> None:
        for team in self.teams:
            field = forms.IntegerField(
                label=" + ".join(self.names[seat] for seat in team),
                required=False,
                min_value=-MOST_TOTAL,
                max_value=MOST_TOTAL,
                widget=forms.NumberInput,
            )
            field.widget.attrs |= {"inputmode": "text", "autocomplete": "off", "step": "1"}
            self.fields[f"total-{team[0] + 1}"] = field
        if self.pool is not None:
            for seat, name in enumerate(self.names, 1):
                self._add_pool(self.pool, seat, name)

    def _add_pool(self, pool: PoolDesk, seat: int, name: str) -> None:
        choices: dict[str, list[tuple[int, Any]]] = {
            "out": list(enumerate(WENT_OUT[: len(self.names)])),
            "again": [(n, n) for n in range(pool.re_entries + 1)] if pool.re_entries else [],
        }
        labels = {
            "out": _("%(name)s: when out?") % {"name": name},
            "again": _("%(name)s: re-entries") % {"name": name},
        }
        for kind, given in choices.items():
            if given:
                self.fields[f"{kind}-{seat}"] = forms.TypedChoiceField(
                    label=labels[kind],
                    choices=given,
                    coerce=int,
                    required=False,
                    error_messages={
                        "invalid_choice": _("So many re-entries aren't allowed in this game.")
                        if kind == "again"
                        else _("Choose one of these.")
                    },
                )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        totals = [f"total-{team[0] + 1}" for team in self.teams]
        empty = [name for name in totals if data.get(name) is None]
        if len(empty) > 1:
            for name in empty:
                self.add_error(name, _("Enter the points."))
        elif empty:
            data[empty[0]] = -sum(data[name] for name in totals if name != empty[0])
        return data

    @property
    def totals(self) -> list[int]:
        of_seat = {seat: self.cleaned_data[f"total-{team[0] + 1}"] for team in self.teams for seat in team}
        return [of_seat[seat] for seat in range(len(self.names))]

    @property
    def out(self) -> list[int]:
        """When each went out, in seat order; empty where the game isn't a pool."""
        return self._of_seats("out")

    @property
    def re_entries(self) -> list[int]:
        """How often each re-entered; empty where nobody can."""
        return self._of_seats("again")

    def _of_seats(self, kind: str) -> list[int]:
        names = [f"{kind}-{seat}" for seat in range(1, len(self.names) + 1)]
        return [int(self.cleaned_data[name] or 0) for name in names if name in self.fields]

    def rows(self) -> list[tuple[forms.BoundField, list[forms.BoundField]]]:
        """For a template: each total with what is asked of a pool beside it."""
        return [
            (
                self[f"total-{team[0] + 1}"],
                [self[name] for kind in ("out", "again") if (name := f"{kind}-{team[0] + 1}") in self.fields],
            )
            for team in self.teams
        ]


class DealsForm(_SeatsForm):
    """Deals in rows: who knocked, and each seat's deadwood, or each seat's cards (codes with a space between).

    Rows without anything in them don't count. Where all deadwoods of a row are given they count, not the cards.
    `facts` are what this game asks of each deal besides.
    """

    def __init__(
        self, names: Sequence[str], rows: int, *args: Any, facts: DealFacts | None = None, **kwargs: Any
    ) -> None:
        self.rows = min(max(1, rows), MOST_DEALS)
        self.facts = facts or DealFacts()
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
            self.fields |= self._fact_fields(row)
            for seat, name in enumerate(self.names, 1):
                field = forms.IntegerField(label=name, required=False, min_value=0, max_value=MOST_DEADWOOD)
                field.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}
                self.fields[f"deal-{row}-seat-{seat}"] = field
                self.fields[f"deal-{row}-hand-{seat}"] = forms.CharField(
                    label=name, required=False, max_length=MOST_CARD_LETTERS
                )

    def _fact_fields(self, row: int) -> dict[str, forms.Field]:
        found: dict[str, forms.Field] = {}
        if self.facts.upcard:
            found[f"deal-{row}-upcard"] = forms.TypedChoiceField(
                label=gettext_lazy("Turned up first"),
                choices=UPCARDS,
                coerce=int,
                required=False,
            )
        if self.facts.doubled_by:
            found[f"deal-{row}-multiplier"] = forms.BooleanField(
                label=DOUBLED[self.facts.doubled_by], required=False
            )
        if self.facts.big_gin:
            found[f"deal-{row}-big_gin"] = forms.BooleanField(
                label=gettext_lazy("Big gin: all eleven cards"), required=False
            )
        return found

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for row in range(1, self.rows + 1):
            self._clean_row(row, data)
        return data

    def _clean_row(self, row: int, data: dict[str, Any]) -> None:
        knocker = data.get(f"deal-{row}-knocker") or ""
        hands = self._filled(row, "hand", data)
        woods = self._filled(row, "seat", data)
        if (woods or hands) and not knocker:
            self.add_error(f"deal-{row}-knocker", _("Who knocked?"))
        if not knocker or knocker == VOID:
            return
        upcard = f"deal-{row}-upcard"
        if self.facts.upcard and not data.get(upcard) and upcard not in self.errors:
            self.add_error(upcard, _("What was turned up first?"))
        by_cards = hands and not woods
        given, kind = (hands, "hand") if by_cards else (woods, "seat")
        for seat in range(1, len(self.names) + 1):
            name = f"deal-{row}-{kind}-{seat}"
            if seat not in given and name not in self.errors:
                self.add_error(name, _("Tap this hand's cards.") if by_cards else _("Enter the deadwood."))

    def _filled(self, row: int, kind: str, data: dict[str, Any]) -> list[int]:
        """The seats (from 1) of a row with something in them."""
        seats = range(1, len(self.names) + 1)
        return [seat for seat in seats if data.get(f"deal-{row}-{kind}-{seat}") not in (None, "")]

    @property
    def deals(self) -> list[ReportedDeal]:
        """The deals that were filled in, in order. Empty rows between them are left out."""
        found = (self.deal(row) for row in range(1, self.rows + 1))
        return [deal for deal in found if deal is not None]

    def deal(self, row: int) -> ReportedDeal | None:
        """The deal of a row; None where the row is empty or not whole. For a form that was validated."""
        knocker = self.cleaned_data.get(f"deal-{row}-knocker") or ""
        if not knocker:
            return None
        if knocker == VOID:
            return ReportedDeal(None)
        upcard = self.cleaned_data.get(f"deal-{row}-upcard") or 0
        if self.facts.upcard and not upcard:
            return None
        facts: dict[str, Any] = {
            "multiplier": 2 if self.cleaned_data.get(f"deal-{row}-multiplier") else 1,
            "upcard": upcard,
            "big_gin": bool(self.cleaned_data.get(f"deal-{row}-big_gin")),
        }
        seats = range(1, len(self.names) + 1)
        woods = tuple(self.cleaned_data.get(f"deal-{row}-seat-{seat}") for seat in seats)
        if None not in woods:
            return ReportedDeal(int(knocker), tuple(int(wood) for wood in woods if wood is not None), **facts)
        hands = tuple(self.cleaned_data.get(f"deal-{row}-hand-{seat}") or "" for seat in seats)
        if all(hands) and set(woods) == {None}:
            return ReportedDeal(int(knocker), (), hands, **facts)
        return None

    def refuse(self, error: BadReport) -> None:
        """Put a refusal at the field that it names; one about a hand at the hand, where cards were given."""
        parts = error.field.split("-")
        if (
            len(parts) == 4
            and parts[2] == "seat"
            and self.cleaned_data.get("-".join([*parts[:2], "hand", parts[3]]))
        ):
            error.field = "-".join([*parts[:2], "hand", parts[3]])
        elif error.field.startswith("deal-") and len(parts) == 2:
            error.field = f"{error.field}-knocker"
        super().refuse(error)

    def blocks(self) -> list["DealBlock"]:
        """The rows for a template: number, knocker field, seat fields."""
        return [
            DealBlock(
                row,
                self[f"deal-{row}-knocker"],
                [self[name] for name in self._fact_fields(row)],
                [self[f"deal-{row}-seat-{seat}"] for seat in range(1, len(self.names) + 1)],
                [self[f"deal-{row}-hand-{seat}"] for seat in range(1, len(self.names) + 1)],
            )
            for row in range(1, self.rows + 1)
        ]


class DealBlock:
    """A deal's fields as a template shows them."""

    def __init__(
        self,
        number: int,
        knocker: forms.BoundField,
        facts: list[forms.BoundField],
        seats: list[forms.BoundField],
        hands: list[forms.BoundField],
    ) -> None:
        self.number, self.knocker, self.facts, self.seats, self.hands = number, knocker, facts, seats, hands

    @property
    def has_errors(self) -> bool:
        return bool(self.knocker.errors) or any(
            field.errors for field in (*self.facts, *self.seats, *self.hands)
        )

    @property
    def chairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Deadwood and cards of each seat, in seat order."""
        return list(zip(self.seats, self.hands, strict=True))

    @property
    def by_cards(self) -> bool:
        """Whether the cards were given."""
        return any(field.value() for field in self.hands)


def initial_of_pool(pool: PoolDesk | None) -> dict[str, Any]:
    """What is known of a pool as the initial values of a TotalsForm."""
    if pool is None:
        return {}
    out = {f"out-{seat}": number for seat, number in enumerate(pool.out, 1)}
    return out | {f"again-{seat}": number for seat, number in enumerate(pool.used, 1)}


def initial_of(deals: Sequence[ReportedDeal]) -> dict[str, Any]:
    """Stored deals as the initial values of a DealsForm."""
    values: dict[str, Any] = {}
    for row, deal in enumerate(deals, 1):
        values[f"deal-{row}-knocker"] = VOID if deal.knocker is None else str(deal.knocker)
        values[f"deal-{row}-upcard"] = str(deal.upcard or "")
        values[f"deal-{row}-multiplier"] = deal.multiplier > 1
        values[f"deal-{row}-big_gin"] = deal.big_gin
        for seat, deadwood in enumerate(deal.deadwoods, 1):
            values[f"deal-{row}-seat-{seat}"] = deadwood
        for seat, hand in enumerate(deal.hands, 1):
            values[f"deal-{row}-hand-{seat}"] = hand
    return values
