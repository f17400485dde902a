"""The form of a season: when it is and how it is counted. It reads and checks shape; SeasonFormat refuses what
can't be.
"""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH
from accounts.numbers import whole_number
from tournaments.engine.league import SeasonPoints
from tournaments.errors import FormatError
from tournaments.queries.divisions import NextSeason
from tournaments.season_format import MOST_EVENTS, MOST_POINTS, Counting, SeasonFormat, Teams

POINTS = (
    (SeasonPoints.BY_PLACE.value, _("Points for places")),
    (SeasonPoints.BY_POINTS.value, _("The points of the evening itself")),
    (SeasonPoints.BY_FIELD_SIZE.value, _("A point for everybody behind, and one")),
    (SeasonPoints.PARTICIPATION.value, _("Points for coming only")),
)
COUNTING = ((Counting.EVENTS.value, _("Whole evenings")), (Counting.ROUNDS.value, _("Single rounds")))
TEAMS = (
    (Teams.NONE.value, _("No team table")),
    (Teams.GROUPS.value, _("By the club or family named at the entry")),
    (Teams.CLUBS.value, _("By the club whose evenings they play")),
)
CHAIN = (
    ("wins", _("More first places, then more second places")),
    ("meetings", _("The evenings at which all the tied were")),
    ("latest", _("The later result")),
    ("shared", _("Nothing: equals share the place")),
)


def _number(label: Any, help_text: Any = "", most: int = MOST_EVENTS) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, min_value=0, max_value=most, required=False)


class SeasonFormatForm(forms.Form):
    """How a season is counted. After `is_valid`, `format` is the SeasonFormat."""

    points = forms.ChoiceField(label=_("What an evening brings"), choices=POINTS)
    by_place = forms.CharField(
        label=_("Points for the places"),
        help_text=_("From the first place on, with spaces between them. The tied share theirs."),
        max_length=300,
        required=False,
    )
    participation = _number(_("Points for coming"), _("On top of the others."), MOST_POINTS)
    counting = forms.ChoiceField(label=_("What is counted"), choices=COUNTING)
    keep_best = _number(_("How many of the best count"), _("0: all of them."))
    minimum_attendance = _number(_("Evenings needed for a place"))
    planned_events = _number(
        _("Evenings planned"), _("Says what everybody can still reach. 0: not known yet.")
    )
    chain = forms.ChoiceField(label=_("Equal points are decided by"), choices=CHAIN)
    promoted = _number(_("How many go up"))
    relegated = _number(_("How many go down"))
    teams = forms.ChoiceField(label=_("Teams"), choices=TEAMS, required=False)
    team_best = _number(_("How many of a team count"), _("0: all of them."))
    fresh_ratings = forms.BooleanField(
        label=_("Everybody's rating begins anew with this season"), required=False
    )

    format: SeasonFormat

    @staticmethod
    def initial_of(format_: SeasonFormat) -> dict[str, Any]:
        """The values with which the form shows a season's format."""
        return format_.to_json() | {"by_place": " ".join(map(str, format_.by_place))}

    def clean_by_place(self) -> tuple[int, ...]:
        words = self.cleaned_data["by_place"].replace(",", " ").split()
        numbers = [number for word in words if (number := whole_number(word, digits=6)) is not None]
        if len(numbers) < len(words):
            raise forms.ValidationError(_("Whole numbers, with spaces between them."))
        return tuple(numbers) or SeasonFormat().by_place

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        known: dict[str, Any] = {name: data[name] or 0 for name in NUMBERS} | {
            "points": SeasonPoints(data["points"]),
            "counting": Counting(data["counting"]),
            "by_place": data["by_place"],
            "chain": data["chain"],
            "fresh_ratings": data["fresh_ratings"],
            "teams": Teams(data["teams"] or Teams.NONE),
        }
        try:
            self.format = SeasonFormat(**known)
        except FormatError as error:
            self.add_error(error.option, _("These points don't fall from the first place on."))
        return data


NUMBERS = (
    "participation",
    "keep_best",
    "minimum_attendance",
    "planned_events",
    "promoted",
    "relegated",
    "team_best",
)


class NextSeasonForm(forms.Form):
    """When the next season is, and what it is called in each of its divisions."""

    starts_on = forms.DateField(label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    ends_on = forms.DateField(label=_("Until"), widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, plan: NextSeason, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"starts_on": plan.starts_on, "ends_on": plan.ends_on}
        for division in plan.divisions:
            self.fields[f"name_{division.season_id}"] = forms.CharField(
                label=division.league, max_length=MAX_NAME_LENGTH, initial=division.name
            )

    @property
    def names(self) -> dict[int, str]:
        """The names of the new seasons by the ids of those they follow."""
        return {
            int(name.removeprefix("name_")): text
            for name, text in self.cleaned_data.items()
            if name.startswith("name_")
        }

    def clean_ends_on(self) -> date:
        return _not_before(self.cleaned_data)


def _not_before(data: dict[str, Any]) -> date:
    ends: date = data["ends_on"]
    if (starts := data.get("starts_on")) and ends < starts:
        raise forms.ValidationError(_("The season ends before it begins."))
    return ends


class SeasonForm(SeasonFormatForm):
    """The same for a new season: also its league, name and dates."""

    league = forms.CharField(
        label=_("League"), max_length=MAX_NAME_LENGTH, help_text=_("Seasons of one league follow each other.")
    )
    name = forms.CharField(label=_("Season"), max_length=MAX_NAME_LENGTH)
    starts_on = forms.DateField(label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    ends_on = forms.DateField(label=_("Until"), widget=forms.DateInput(attrs={"type": "date"}))

    field_order = ["league", "name", "starts_on", "ends_on"]

    def clean_ends_on(self) -> date:
        return _not_before(self.cleaned_data)
