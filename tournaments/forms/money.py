"""Prizes in rows, and an entry fee. Amounts are typed with decimals and kept in the smallest unit."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.engine.prizes import OddCents
from tournaments.enums import PaymentStatus, TournamentRoleKind
from tournaments.models import Prize
from tournaments.services.money import PrizeSpec

ROWS = 6
ODD_CENTS = [
    (OddCents.ONE_EACH.value, _("One each, in the order of the list")),
    (OddCents.KEPT.value, _("Stay with the organiser")),
]


def cents(amount: Decimal | None) -> int:
    return int((amount or Decimal(0)) * 100)


class PrizesForm(forms.Form):
    """Places 1 to 6: money, a share of the pot, a thing; empty rows are no prize. And who gets odd cents."""

    def __init__(
        self, *args: Any, prizes: Sequence[Prize] = (), odd_cents: str = OddCents.ONE_EACH, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        known = {prize.place: prize for prize in prizes}
        self.fields["odd_cents"] = forms.ChoiceField(
            label=_("Odd cents of a shared prize"), choices=ODD_CENTS, initial=odd_cents, required=False
        )
        self.rows = max(ROWS, *known, 0) if known else ROWS
        for place in range(1, self.rows + 1):
            prize = known.get(place)
            self.fields[f"amount-{place}"] = forms.DecimalField(
                label=_("Amount for place %(place)d") % {"place": place},
                min_value=0,
                max_digits=9,
                decimal_places=2,
                required=False,
                initial=Decimal(prize.amount) / 100 if prize and prize.amount else None,
            )
            self.fields[f"share-{place}"] = forms.IntegerField(
                label=_("Percent of the pot for place %(place)d") % {"place": place},
                min_value=0,
                max_value=100,
                required=False,
                initial=prize.share if prize and prize.share else None,
            )
            self.fields[f"thing-{place}"] = forms.CharField(
                label=_("Prize for place %(place)d") % {"place": place},
                max_length=120,
                required=False,
                initial=prize.description if prize else "",
            )

    def places(self) -> list[tuple[int, forms.BoundField, forms.BoundField, forms.BoundField]]:
        """A row a place: its number and its three fields."""
        return [
            (n, self[f"amount-{n}"], self[f"share-{n}"], self[f"thing-{n}"]) for n in range(1, self.rows + 1)
        ]

    @property
    def specs(self) -> list[PrizeSpec]:
        found = []
        for place in range(1, self.rows + 1):
            amount, thing = cents(self.cleaned_data[f"amount-{place}"]), self.cleaned_data[f"thing-{place}"]
            share = self.cleaned_data[f"share-{place}"] or 0
            if amount or thing or share:
                found.append(PrizeSpec(place, amount, thing, share))
        return found

    @property
    def odd_cents(self) -> OddCents:
        return OddCents(self.cleaned_data["odd_cents"] or OddCents.ONE_EACH)


class EveryFeeForm(forms.Form):
    """The entry fee that everybody owes who has none yet."""

    amount = forms.DecimalField(label=_("Entry fee"), min_value=0, max_digits=9, decimal_places=2)


class FeeForm(forms.Form):
    amount = forms.DecimalField(label=_("Entry fee"), min_value=0, max_digits=9, decimal_places=2)
    status = forms.ChoiceField(choices=PaymentStatus.choices)


class StaffForm(forms.Form):
    """A member of the club, and what they are in this event."""

    user = forms.ModelChoiceField(label=_("Member of the club"), queryset=User.objects.none())
    role = forms.ChoiceField(label=_("Role in this event"), choices=TournamentRoleKind.choices)

    def __init__(self, *args: Any, club_id: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = User.objects.filter(memberships__club=club_id).order_by("display_name", "pk")
        self.fields["user"].queryset = members  # type: ignore[attr-defined]
