"""The set-up of an event: a short form from a preset, everything else under "more". It reads and checks shape; the
formats and rulesets refuse what can't be, at the field.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Club
from accounts.names import MAX_NAME_LENGTH
from games.errors import OptionError
from games.queries.bots import bot_label, bot_levels
from games.queries.presets import PresetLine
from games.queries.rulesets import Ruleset, preset_ruleset
from tournaments.errors import FormatError
from tournaments.formats import ByeValue, EmptySeats, FormatOptions, SeatingMode
from tournaments.forms.closing import ClosingFields
from tournaments.forms.clubs import LongSelect, zone_choices
from tournaments.forms.finals import FINAL_FIELDS, FinalFields, final_initial
from tournaments.forms.game_choice import FEE, PREFIX, chosen_game, with_own_options
from tournaments.forms.groups import FieldGroup
from tournaments.forms.money import cents
from tournaments.forms.ranking import RANKING_FIELDS, REASONS, RankingFields, ranking_initial
from tournaments.models import Tournament
from tournaments.queries.game_words import event_games, game_choices

MODES = [("paper", _("With real cards")), ("online", _("On screens"))]
EMPTY = [
    (EmptySeats.MIXED.value, _("Tables of mixed sizes")),
    (EmptySeats.BOTS.value, _("Bots in empty seats")),
    (EmptySeats.BYES.value, _("Byes")),
]
BYES = [
    (ByeValue.AVERAGE.value, _("The average of own results")),
    (ByeValue.FIXED.value, _("A fixed number of points")),
    (ByeValue.NONE.value, _("Nothing")),
]
SEATING = [
    (SeatingMode.SCORE_GROUPS.value, _("Equal points together")),
    (SeatingMode.RANDOM.value, _("Drawn by lot")),
    (SeatingMode.FULL.value, _("All rounds planned in advance")),
    (SeatingMode.FOLD.value, _("Upper half against lower half")),
    (SeatingMode.STANDINGS.value, _("Strictly by the standings")),
]


def _levels() -> list[tuple[str, str]]:
    return [(level, bot_label(level)) for level in bot_levels()]


class SetupForm(RankingFields, FinalFields, ClosingFields):
    """Everything an event can be; `ruleset` and `format_options` after validation."""

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME_LENGTH)
    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    starts_on = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    starts_time = forms.TimeField(
        label=_("Begins at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    venue = forms.CharField(
        label=pgettext_lazy("where an event is played", "Place"), max_length=120, required=False
    )
    table_mode = forms.ChoiceField(label=_("Played"), choices=MODES, widget=forms.RadioSelect)
    preset = forms.ChoiceField(label=_("Game"), choices=game_choices)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=50)
    round_minutes = forms.IntegerField(
        label=_("Minutes a round"),
        min_value=1,
        max_value=1440,
        required=False,
        help_text=_("Empty: no clock."),
    )
    capacity = forms.IntegerField(
        label=_("Places"), min_value=2, max_value=5000, required=False, help_text=_("Empty: no limit.")
    )
    table_sizes = forms.ChoiceField(label=_("Table sizes"))
    empty_seats = forms.ChoiceField(label=_("When it doesn't divide"), choices=EMPTY)
    bye_value = forms.ChoiceField(label=_("A bye is worth"), choices=BYES)
    bye_points = forms.IntegerField(label=_("Points of a fixed bye"), min_value=-10_000, max_value=10_000)
    seating = forms.ChoiceField(label=_("Seating"), choices=SEATING)
    keep_groups_apart = forms.BooleanField(label=_("Keep clubs and families apart"), required=False)
    check_in = forms.BooleanField(label=_("Only people who are checked in are seated"), required=False)
    automatic = forms.BooleanField(label=_("The next round starts by itself"), required=False)
    turn_seconds = forms.IntegerField(
        label=_("Seconds a turn, online"),
        min_value=5,
        max_value=86_400,
        required=False,
        help_text=_("Empty: no clock."),
    )
    reserve_seconds = forms.IntegerField(label=_("Seconds in reserve, online"), min_value=0, max_value=86_400)
    no_show_bots = forms.BooleanField(label=_("A bot plays for who doesn't show up, online"), required=False)
    bot_level = forms.ChoiceField(label=_("Bots play"), choices=_levels)
    objection_minutes = forms.IntegerField(label=_("Minutes for objections"), min_value=0, max_value=10_080)
    is_public = forms.BooleanField(label=_("Everybody may see the event"), required=False)
    time_zone = forms.ChoiceField(label=_("Time zone of the place"), choices=zone_choices, widget=LongSelect)
    ranking_too = forms.BooleanField(
        label=_("Change how the standings are reckoned, although play has begun"),
        required=False,
        help_text=_("Standings that are out get a new version, and their page says what was changed."),
    )
    options_of = forms.CharField(required=False, widget=forms.HiddenInput)

    SHORT = (
        "name", "club", "starts_on", "starts_time", "venue",
        "table_mode", "rounds", "round_minutes", "capacity",
    )  # fmt: skip
    TABLES = ("table_sizes", "empty_seats")

    ruleset: Ruleset
    format_options: FormatOptions

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        clubs: Sequence[Club],
        base: FormatOptions,
        rules: Ruleset,
        initial: Mapping[str, Any],
    ) -> None:
        self.base = base
        self.game = chosen_game(data, rules, base)
        self.rules = self.game.rules
        if data is not None and data.get("options_of", "") != self.game.mark:
            data = with_own_options(data, self.game)
        super().__init__(data, initial={**initial, "options_of": self.game.mark})
        self.fields["club"].queryset = Club.objects.filter(pk__in=[club.pk for club in clubs])  # type: ignore[attr-defined]
        self.fields["table_sizes"].choices = self.game.size_choices()  # type: ignore[attr-defined]
        self.add_chain()
        self.fields |= dict(self.game.fields())
        self.option_names = [f"{PREFIX}{line.name}" for line in self.game.lines]

    def _offer(self, name: str, value: str, words: str) -> None:
        """Offer what the event has already, where the usual choices don't."""
        field = self.fields[name]
        choices = list(field.choices)  # type: ignore[attr-defined]
        if value not in dict(choices):
            field.choices = [*choices, (value, words)]  # type: ignore[attr-defined]

    def short_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.SHORT]

    def presets(self) -> tuple[PresetLine, ...]:
        """The games to choose from, each with its line."""
        return event_games()

    def chosen(self) -> PresetLine:
        """The game that is chosen now."""
        return next(line for line in event_games() if line.key == self.rules.key)

    def _names_of_options(self) -> list[str]:
        return [name for name in self.fields if name == FEE or name in self.option_names]

    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self._names_of_options()]

    def table_fields(self) -> list[forms.BoundField]:
        """What follows from the game, of the rest of the evening."""
        return [self[name] for name in self.TABLES]

    def more_fields(self) -> list[forms.BoundField]:
        shown = {*self.SHORT, *self.TABLES, *RANKING_FIELDS, *FINAL_FIELDS, *self._names_of_options()}
        shown |= {"preset", "options_of", "ranking_too"}
        return [self[name] for name in self.fields if name not in shown]

    @property
    def options_have_errors(self) -> bool:
        return any(name in self.errors for name in self._names_of_options())

    @property
    def more_has_errors(self) -> bool:
        own = {*self.SHORT, *RANKING_FIELDS, *FINAL_FIELDS, *self._names_of_options(), "preset"}
        return any(name not in own for name in self.errors)

    def ranking_groups(self) -> tuple[FieldGroup, ...]:
        """How the standings are reckoned, in groups that open where something is wrong."""
        return (*self.point_and_tie_groups(), self.final_group())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "cut" in data:
            self.check_cut(data)
        self.check_closing(data)
        if self.errors:
            return data
        try:
            self.ruleset = self._ruleset(data)
            self.format_options = self._options(data)
        except OptionError as error:
            name = PREFIX + error.option
            self.add_error(name if name in self.fields else "preset", str(error))
        except FormatError as error:
            self.refuse(error)
        return data

    def refuse(self, error: FormatError) -> None:
        """Say what can't be at the field that it is about."""
        name = {"cuts": "cut"}.get(error.option, error.option)
        sentence = REASONS.get(error.reason, str(error))
        self.add_error(name if name in self.fields else None, sentence)

    def _ruleset(self, data: dict[str, Any]) -> Ruleset:
        wanted = {name.removeprefix(PREFIX): data[name] for name in self.option_names}
        changed = {name: value for name, value in wanted.items() if getattr(self.rules, name) != value}
        return preset_ruleset(self.rules.key, {**self.rules.changed(), **changed})

    def _options(self, data: dict[str, Any]) -> FormatOptions:
        minutes, fee = data["round_minutes"], cents(data.get(FEE))
        if fee and not self.ruleset.re_entries:
            raise FormatError(FEE, "needs_re_entries")
        return replace(
            self.base,
            rounds=data["rounds"],
            table_sizes=tuple(int(size) for size in data["table_sizes"].split(",")),
            empty_seats=EmptySeats(data["empty_seats"]),
            bye_value=ByeValue(data["bye_value"]),
            bye_points=data["bye_points"],
            seating=SeatingMode(data["seating"]),
            **self.ranking_options(data),
            cuts=self.cuts(data),
            table_mode=data["table_mode"],
            round_seconds=60 * minutes if minutes else None,
            automatic=data["automatic"],
            objection_seconds=60 * data["objection_minutes"],
            re_entry_fee=fee,
            capacity=data["capacity"],
            check_in=data["check_in"],
            keep_groups_apart=data["keep_groups_apart"],
            no_show_bots=data["no_show_bots"],
            bot_level=data["bot_level"],
            game=replace(
                self.base.game,
                turn_seconds=data["turn_seconds"],
                reserve_seconds=data["reserve_seconds"],
                bot_level=data["bot_level"],
            ),
        )


def initial_of(options: FormatOptions, rules: Ruleset) -> dict[str, Any]:
    """The form's values for these options."""
    names = (
        "rounds", "bye_points", "table_mode", "automatic", "capacity", "check_in",
        "keep_groups_apart", "no_show_bots", "bot_level",
    )  # fmt: skip
    values: dict[str, Any] = {name: getattr(options, name) for name in names}
    for name in ("empty_seats", "bye_value", "seating"):
        values[name] = getattr(options, name).value
    values |= ranking_initial(options) | final_initial(options)
    return values | {
        "preset": rules.key,
        "table_sizes": ",".join(map(str, options.table_sizes)),
        FEE: Decimal(options.re_entry_fee) / 100 if options.re_entry_fee else None,
        "round_minutes": options.round_seconds // 60 if options.round_seconds else None,
        "objection_minutes": options.objection_seconds // 60,
        "turn_seconds": options.game.turn_seconds,
        "reserve_seconds": options.game.reserve_seconds,
    }


def facts_initial(tournament: Tournament, *, copied: bool = False) -> dict[str, Any]:
    """Name, time and place of an event; of a copy a week later."""
    starts: date = tournament.starts_on + timedelta(days=7) if copied else tournament.starts_on
    closes: date | None = tournament.entries_close_on
    return {
        "name": tournament.name,
        "club": tournament.club_id,
        "starts_on": starts,
        "starts_time": tournament.starts_time,
        "entries_close_on": closes + timedelta(days=7) if copied and closes else closes,
        "entries_close_time": tournament.entries_close_time,
        "venue": tournament.venue,
        "is_public": tournament.is_public,
        "time_zone": tournament.time_zone,
    }


def new_initial(club: Club | None, today: date) -> dict[str, Any]:
    """Name, time and place of a new event."""
    return {
        "club": club.pk if club else None,
        "starts_on": today,
        "starts_time": time(19, 30),
        "is_public": True,
        "time_zone": club.time_zone if club else "UTC",
    }
