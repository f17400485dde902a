"""Forms about people: a name to enter, an entrant's details. They check shape; the services decide."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH

LARGEST = 1000


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=MAX_NAME_LENGTH)


class TeamForm(forms.Form):
    """The players of a team, and a name if it has one of its own."""

    player_1 = forms.CharField(label=_("First player"), max_length=MAX_NAME_LENGTH)
    player_2 = forms.CharField(label=_("Second player"), max_length=MAX_NAME_LENGTH)
    team = forms.CharField(
        label=_("Name of the team"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_("Empty: both names."),
    )


class PartnerForm(forms.Form):
    """Whom somebody who enters brings along."""

    partner = forms.CharField(label=_("Your partner"), max_length=MAX_NAME_LENGTH)
    team = forms.CharField(
        label=_("Name of the team"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_("Empty: both names."),
    )


class ApartForm(forms.Form):
    """People who shouldn't sit together: here, or at every event of the club."""

    name = forms.CharField(
        label=_("What they are"),
        max_length=60,
        required=False,
        help_text=_("A pair, a family. Only directors see it."),
    )
    people = forms.TypedMultipleChoiceField(
        label=_("People"), coerce=int, widget=forms.CheckboxSelectMultiple, choices=()
    )

    def __init__(self, *args: Any, people: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["people"].choices = list(people)  # type: ignore[attr-defined]


class EntrantForm(forms.Form):
    """Everything that a director may change about somebody."""

    name = forms.CharField(label=_("Name in this event"), max_length=MAX_NAME_LENGTH)
    group = forms.CharField(
        label=_("Club or family"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_("Entrants of one group can be kept apart: see the settings."),
    )
    strength = forms.IntegerField(
        label=_("Seeding"), min_value=1, max_value=LARGEST, required=False, help_text=_("1 is the strongest.")
    )
    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        min_value=1,
        max_value=LARGEST,
        required=False,
        help_text=_("For somebody who shouldn't have to walk. The table is kept for this entrant."),
    )
    note = forms.CharField(
        label=_("Private note"),
        max_length=200,
        required=False,
        help_text=_("Only directors and scorers see it."),
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=300)


class PenaltyForm(forms.Form):
    """Points with their sign: a penalty is below zero."""

    points = forms.IntegerField(
        label=_("Points"),
        min_value=-10_000,
        max_value=10_000,
        help_text=_("Below 0: a penalty. Above: a bonus."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Everybody can read it."))
