"""The forms of private tables: what is to be played by how many, and the name under which a guest sits down."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH, clean_name, validate_name
from games.forms.practice import PracticeForm
from games.options import GameOptions

TURNS = (("30", _("30 seconds")), ("60", _("1 minute")), ("180", _("3 minutes")), ("", _("No clock")))


class InviteForm(PracticeForm):
    """As for a game against bots; the others' places are for people first (`bots` counts them)."""

    turn = forms.ChoiceField(label=_("Time for a turn"), choices=TURNS, initial="60", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bots"].label = _("Places beside yours")
        self.fields["level"].label = _("Bots in places left free play")

    @property
    def game_options(self) -> GameOptions:
        """Times and bots, once the form is valid."""
        turn = self.cleaned_data["turn"]
        return GameOptions(turn_seconds=int(turn) if turn else None, bot_level=self.cleaned_data["level"])


class GuestForm(forms.Form):
    """A name, checked as all names are."""

    name = forms.CharField(
        label=_("Your name"), max_length=MAX_NAME_LENGTH, help_text=_("The name that the others see.")
    )

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        validate_name(name)
        return name
