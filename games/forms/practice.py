"""The form that starts a game against bots. It checks shape and numbers; the rules refuse what can't be
played.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.errors import OptionError
from games.queries.bots import bot_label, bot_levels
from games.queries.rulesets import Ruleset, preset_names, preset_ruleset
from games.queries.words import game_name

MOST_BOTS = 4


def _presets() -> list[tuple[str, str]]:
    return [(key, game_name(key)) for key in preset_names()]


def _levels() -> list[tuple[str, str]]:
    return [(level, bot_label(level)) for level in bot_levels()]


class PracticeForm(forms.Form):
    preset = forms.ChoiceField(label=_("Game"), choices=_presets, initial="knock-rummy")
    bots = forms.IntegerField(label=_("Bots"), min_value=1, max_value=MOST_BOTS, initial=3)
    level = forms.ChoiceField(label=_("They play"), choices=_levels, initial="club")

    ruleset: Ruleset

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "preset" not in data or "bots" not in data:
            return data
        try:
            self.ruleset = preset_ruleset(data["preset"])
        except OptionError as error:
            raise forms.ValidationError(str(error)) from error
        players = data["bots"] + 1
        if not self.ruleset.min_players <= players <= self.ruleset.max_players:
            self.add_error(
                "bots", _players_wanted(self.ruleset.min_players - 1, self.ruleset.max_players - 1)
            )
        return data


def _players_wanted(least: int, most: int) -> str:
    if least == most:
        return str(_("This game is played with %(number)d bots.") % {"number": least})
    return str(_("This game is played with %(least)d to %(most)d bots.") % {"least": least, "most": most})
