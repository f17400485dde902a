"""When entries close, as fields of an event's set-up: a day and an hour by the clock of the place, or neither."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class ClosingFields(forms.Form):
    """Both fields, and the check that they make a time before the beginning."""

    entries_close_on = forms.DateField(
        label=_("Entries close on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Empty: when play begins."),
    )
    entries_close_time = forms.TimeField(
        label=_("Entries close at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("By the clock of the place. A director can enter people after it."),
    )

    def check_closing(self, data: dict[str, Any]) -> None:
        """Say at its field what can't be."""
        on, at = data.get("entries_close_on"), data.get("entries_close_time")
        if (on is None) != (at is None):
            name = "entries_close_time" if at is None else "entries_close_on"
            self.add_error(name, _("A day and an hour, or neither."))
        starts = (data.get("starts_on"), data.get("starts_time"))
        if on and at and all(starts) and (on, at) > starts:
            self.add_error("entries_close_on", _("Entries close before it begins."))
