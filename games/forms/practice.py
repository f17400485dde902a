"""The form that starts a game against bots: which game, its options, the bots. It checks shape and numbers; the
rules refuse what can't be played, and their reason stands at the field at fault.

The options are those of the game that the page was made for (`options_of`); sent with another game they count
for nothing, since they were never seen with it.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from games.errors import OptionError
from games.queries.bots import bot_label, bot_levels, bot_words
from games.queries.presets import (
    OptionLine,
    PresetLine,
    chosen_ruleset,
    option_lines,
    preset_lines,
)
from games.queries.rulesets import Ruleset, preset_names, preset_ruleset
from games.queries.words import game_name

MOST_BOTS = 4
USUAL_BOTS = 3
FIRST_PRESET = "knock-rummy"
PREFIX = "option_"
# Another way of scoring has other options: they are fetched.
_FETCHES = {
    "hx-get": "",
    "hx-target": "#practice-game",
    "hx-swap": "outerHTML",
    "hx-include": "[name=preset]:checked, [name=options_of]",
}


def _presets() -> list[tuple[str, str]]:
    return [(key, game_name(key)) for key in preset_names()]


def _levels() -> list[tuple[str, str]]:
    return [(level, bot_label(level)) for level in bot_levels()]


class PracticeForm(forms.Form):
    """`data` are what was sent, or None for a page that is only looked at; `wanted` is what its address says."""

    preset = forms.ChoiceField(label=_("Game"), choices=_presets)
    bots = forms.IntegerField(label=_("Bots"), min_value=1, max_value=MOST_BOTS)
    level = forms.ChoiceField(label=_("They play"), choices=_levels, initial="club")
    options_of = forms.CharField(required=False, widget=forms.HiddenInput)

    ruleset: Ruleset

    def __init__(
        self, data: Mapping[str, Any] | None = None, wanted: Mapping[str, Any] | None = None
    ) -> None:
        self.shown = _shown(data if data is not None else wanted or {})
        if data is not None and data.get("options_of") != _mark(self.shown):
            data = _with_own_options(data, self.shown)
        super().__init__(data)
        for line in option_lines(self.shown):
            self.fields[PREFIX + line.name] = _field(line)
        self.fields["preset"].initial = self.shown.key
        self.fields["options_of"].initial = _mark(self.shown)
        most = self.shown.max_players - 1
        self.fields["bots"].initial = max(self.shown.min_players - 1, min(USUAL_BOTS, most))

    @property
    def levels(self) -> list[tuple[str, str]]:
        """How the bots can play: what each level is called, and what to know of it."""
        return [(bot_label(level), bot_words(level)) for level in bot_levels()]

    @property
    def presets(self) -> tuple[PresetLine, ...]:
        """The games to choose from, each with its line."""
        return preset_lines()

    @property
    def option_fields(self) -> list[BoundField]:
        """The fields of the chosen game's options."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    @property
    def has_option_errors(self) -> bool:
        return any(field.errors for field in self.option_fields)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "preset" not in data or any(name.startswith(PREFIX) for name in self.errors):
            return data
        options = {name.removeprefix(PREFIX): data[name] for name in data if name.startswith(PREFIX)}
        try:
            self.ruleset = chosen_ruleset(data["preset"], options)
        except OptionError as error:
            name = PREFIX + error.option
            self.add_error(name if name in self.fields else None, str(error))
            return data
        if "bots" in data and not self.ruleset.min_players <= data["bots"] + 1 <= self.ruleset.max_players:
            self.add_error(
                "bots", _players_wanted(self.ruleset.min_players - 1, self.ruleset.max_players - 1)
            )
        return data


def _shown(values: Mapping[str, Any]) -> Ruleset:
    """The game that the page shows: preset and way of scoring as asked for, the usual one where that is none."""
    preset, scoring = str(values.get("preset", FIRST_PRESET)), values.get(PREFIX + "scoring")
    of = str(values.get("options_of", "")).partition("/")[0]
    options = {"scoring": scoring} if scoring and of == preset else {}
    for attempt in ((preset, options), (preset, {})):
        try:
            return preset_ruleset(*attempt)
        except OptionError:
            continue
    return preset_ruleset(FIRST_PRESET)


def _with_own_options(data: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """What was sent, its options replaced by those of the game that was chosen: they weren't seen with it."""
    kept = {name: data[name] for name in data if not name.startswith(PREFIX)}
    own = {PREFIX + line.name: line.value for line in option_lines(ruleset)}
    return kept | own | {"options_of": _mark(ruleset)}


def _mark(ruleset: Ruleset) -> str:
    """Which game's options a page shows."""
    return f"{ruleset.key}/{ruleset.scoring.value}"


def _field(line: OptionLine) -> forms.Field:
    """The form field of an option, with its value in this game."""
    if line.kind == "yes_no":
        return forms.BooleanField(label=line.label, help_text=line.hint, initial=line.value, required=False)
    if line.kind == "choice":
        is_scoring = line.name == "scoring"
        return forms.TypedChoiceField(
            label=line.label,
            help_text=line.hint,
            initial=line.value,
            choices=line.choices,
            coerce=str if is_scoring else int,
            widget=forms.Select(attrs=_FETCHES if is_scoring else {}),
        )
    hint = line.hint
    if line.empty:
        hint = f"{hint} {_('Empty: %(meaning)s.') % {'meaning': line.empty}}".strip()
    return forms.IntegerField(
        label=line.label, help_text=hint, initial=line.value, required=not line.empty,
        min_value=line.low, max_value=line.high,
    )  # fmt: skip


def _players_wanted(least: int, most: int) -> str:
    if least == most:
        return str(_("This game is played with %(number)d bots.") % {"number": least})
    return str(_("This game is played with %(least)d to %(most)d bots.") % {"least": least, "most": most})
