"""The forms of league games of two: making the list, proposing a time, reporting a result. They check shape."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH
from accounts.queries import PlayerLine
from tournaments.queries.fixtures import two_player_presets


class FixturesForm(forms.Form):
    """Who plays whom: everybody chosen against everybody else."""

    preset = forms.ChoiceField(label=_("Game"), choices=())
    first_day = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    days = forms.IntegerField(label=_("Days for each round"), min_value=1, max_value=100, initial=7)
    legs = forms.IntegerField(
        label=_("Games of each pair"), min_value=1, max_value=4, initial=2, help_text=_("2: home and away.")
    )
    q = forms.CharField(label=_("Search by name"), max_length=MAX_NAME_LENGTH, required=False)
    players = forms.MultipleChoiceField(
        label=_("Players"), choices=(), widget=forms.CheckboxSelectMultiple, help_text=_("Two to thirty.")
    )

    def __init__(
        self, *args: Any, players: Iterable[PlayerLine], is_long: bool = False, **kwargs: Any
    ) -> None:
        """`is_long`: there are more players than those, so that they are searched for."""
        super().__init__(*args, **kwargs)
        if not is_long:
            del self.fields["q"]
        preset, chosen = self.fields["preset"], self.fields["players"]
        assert isinstance(preset, forms.ChoiceField)
        assert isinstance(chosen, forms.ChoiceField)
        preset.choices = list(two_player_presets())
        chosen.choices = [(str(line.player_id), line.name) for line in players]


class TimeForm(forms.Form):
    """A time by the clock of the club."""

    when = forms.DateTimeField(
        label=_("Date and time"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def instant(self, zone: str) -> datetime:
        """The time as an instant, read by the club's clock."""
        found: datetime = self.cleaned_data["when"]
        return found.replace(tzinfo=ZoneInfo(zone))


class ResultForm(forms.Form):
    """The points of both."""

    home = forms.IntegerField(label=_("Home"), min_value=-100_000, max_value=100_000)
    away = forms.IntegerField(label=_("Away"), min_value=-100_000, max_value=100_000)
