"""Prizes in rows, and an entry fee. Amounts are typed with decimals and kept in the smallest unit."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.enums import PaymentStatus, TournamentRoleKind
from tournaments.models import Prize
from tournaments.services.money import PrizeSpec

ROWS = 6


def cents(amount: Decimal | None) -> int:
    return int((amount or Decimal(0)) * 100)


class PrizesForm(forms.Form):
    """Places 1 to 6, money and a thing each; empty rows are no prize."""

    def __init__(self, *args: Any, prizes: Sequence[Prize] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = {prize.place: prize for prize in prizes}
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
            self.fields[f"thing-{place}"] = forms.CharField(
                label=_("Prize for place %(place)d") % {"place": place},
                max_length=120,
                required=False,
                initial=prize.description if prize else "",
            )

    def pairs(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        return [(n, self[f"amount-{n}"], self[f"thing-{n}"]) for n in range(1, self.rows + 1)]

    @property
    def specs(self) -> list[PrizeSpec]:
        found = []
        for place in range(1, self.rows + 1):
            amount, thing = cents(self.cleaned_data[f"amount-{place}"]), self.cleaned_data[f"thing-{place}"]
            if amount or thing:
                found.append(PrizeSpec(place, amount, thing))
        return found


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
