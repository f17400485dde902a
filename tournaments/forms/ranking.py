"""The part of an event's set-up that says how its standings are reckoned: points, tiebreaks, what is played off.

A mixin of the set-up form. It reads and checks shape; whether a chain makes sense is the engine's to say.
"""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.numbers import whole_number
from tournaments.engine.metrics import SharedWin
from tournaments.engine.records import DropKind, DropUnit
from tournaments.engine.results import MissedRule
from tournaments.engine.scoring import SchemeKind
from tournaments.engine.tiebreaks import MAX_CHAIN, REGISTRY
from tournaments.engine.tiebreaks import PRESETS as CHAINS
from tournaments.formats import ExtraStart, FormatOptions, TieAfterCap
from tournaments.forms.groups import FieldGroup
from tournaments.forms.presets import CLOSING
from tournaments.queries.criteria import criterion, scheme_name

OWN: Final = "own"
AFTER_CAP = [
    (TieAfterCap.SHARED.value, _("The place is shared")),
    (TieAfterCap.LOT.value, _("Drawn by lot")),
]
EXTRA = [("rotation", _("Everybody deals once")), ("deal", _("One deal"))]
START = [
    (ExtraStart.AS_ROUNDS.value, _("Like the other rounds")),
    (ExtraStart.DIRECTOR.value, _("The director starts it")),
    (ExtraStart.BY_ITSELF.value, _("It starts by itself")),
]
MISSED = [
    (MissedRule.ZERO.value, _("Nothing")),
    (MissedRule.AVERAGE.value, _("The average of own results")),
    (MissedRule.LOWEST.value, _("The lowest result of the round")),
]
DROPS = [
    (DropKind.WORST.value, _("Leave out the worst")),
    (DropKind.BEST.value, _("Count only the best")),
]
UNITS = [
    (DropUnit.ROUND.value, pgettext_lazy("what is left out", "Rounds")),
    (DropUnit.GAME.value, pgettext_lazy("what is left out", "Tables")),
]
WINS = [
    (SharedWin.SPLIT.value, _("Its part of the win")),
    (SharedWin.ZERO.value, _("Nothing")),
]
CHAIN_NAMES = {
    "knock_club": _("Knock Rummy club"),
    "league": _("League"),
    "gin": _("Gin Rummy"),
}
CHAIN_FIELDS: Final = tuple(f"chain_{place}" for place in range(1, MAX_CHAIN + 1))
BOUNDARY_FIELDS: Final = ("play_title", "play_podium", "prize_lines", "promoted", "boundaries")
RANKING_FIELDS: Final = (
    "scheme", "win_bonus", "loss_cap", "missed", "drop_kind", "drop_count", "drop_unit",
    "tiebreaks", *CHAIN_FIELDS, "shared_win",
    *BOUNDARY_FIELDS, "extra_deals", "extra_round_cap", "tie_after_cap", "extra_start",
)  # fmt: skip

REASONS = {
    "as_many_as_rounds": _("There are only so many rounds: at least one must be left to tell people apart."),
    "win_bonus_not_with_scheme": _("There is no bonus where low scores are good."),
    "loss_cap_not_with_scheme": _("With these points a table costs nothing: leave this empty."),
    "not_smaller": _("Fewer play the final than the semifinals."),
    "unknown_tiebreak": _("There is no such criterion."),
    "duplicate_tiebreak": _("A criterion stands there twice."),
    "at_most_ten_once_each": _("At most ten criteria, each once."),
    "chain_too_long": _("At most ten criteria, each once."),
    "not_last": _("After the lot nothing can decide any more: it comes last."),
    "share_needs_positive": _(
        "The share of a table's points needs points that are won; lowest deadwood has none."
    ),
}


def _schemes() -> list[tuple[str, str]]:
    return [(kind.value, scheme_name(kind.value)) for kind in SchemeKind if kind is not SchemeKind.GIVEN]


def chain_text(chain: tuple[str, ...]) -> str:
    """A chain in words."""
    return " → ".join(criterion(key).name for key in chain) or str(_("Points alone"))


def _chains() -> list[tuple[str, str]]:
    """The presets, each with what it is made of, and the way to the own order."""
    found: dict[str, str] = {}
    for name, keys in CHAINS.items():
        chain = tuple(key for key in keys if key not in CLOSING)
        found.setdefault(",".join(chain), f"{CHAIN_NAMES[name]}: {chain_text(chain)}")
    return [*found.items(), (OWN, str(_("The order chosen below")))]


def _criteria() -> list[tuple[str, str]]:
    keys = [key for key in REGISTRY if key not in ("extra_round", "shared", "place_at_cut")]
    return [("", str(pgettext_lazy("place in a list", "–"))), *((key, criterion(key).name) for key in keys)]


def _chain_field(place: int) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Tiebreak %(place)d") % {"place": place}, choices=_criteria, required=False
    )


class RankingFields(forms.Form):
    """Points, ties, extra rounds. `base` is the format that the form starts from."""

    base: FormatOptions

    scheme = forms.ChoiceField(label=_("Points of a table"), choices=_schemes)
    win_bonus = forms.IntegerField(
        label=_("Bonus for winning the table"), min_value=0, max_value=10_000, required=False
    )
    loss_cap = forms.IntegerField(
        label=_("A table costs at most"),
        min_value=1,
        max_value=100_000,
        required=False,
        help_text=_("Points. Empty: no limit."),
    )
    missed = forms.ChoiceField(label=_("Rounds before a late entry are worth"), choices=MISSED)
    drop_kind = forms.ChoiceField(label=_("Results that don't count"), choices=DROPS)
    drop_count = forms.IntegerField(
        label=_("How many"), min_value=0, max_value=50, required=False, help_text=_("0: all results count.")
    )
    drop_unit = forms.ChoiceField(label=_("Counted in"), choices=UNITS)
    tiebreaks = forms.ChoiceField(
        label=_("Ties are broken by"),
        choices=_chains,
        help_text=_("Points come first. Choose one of these, or an order of your own below."),
    )
    shared_win = forms.ChoiceField(label=_("A shared table win counts"), choices=WINS)
    play_title = forms.BooleanField(label=_("Play off the first place"), required=False)
    play_podium = forms.BooleanField(label=_("Play off each of the first three places"), required=False)
    prize_lines = forms.BooleanField(label=_("Play off wherever the prize changes"), required=False)
    promoted = forms.IntegerField(
        label=_("So many go up: play off the last of them"), min_value=1, max_value=1000, required=False
    )
    boundaries = forms.CharField(
        label=_("Other places that are played off"),
        required=False,
        help_text=_("For example 5, 8. Empty: none."),
    )
    extra_deals = forms.ChoiceField(label=_("Length of an extra round"), choices=EXTRA)
    extra_round_cap = forms.IntegerField(label=_("At most so many extra rounds"), min_value=0, max_value=10)
    tie_after_cap = forms.ChoiceField(label=_("A tie after those"), choices=AFTER_CAP)
    extra_start = forms.ChoiceField(label=_("Extra rounds start"), choices=START)

    def add_chain(self) -> None:
        """The ten places of the own order, and the event's chain among the choices."""
        for place, name in enumerate(CHAIN_FIELDS, 1):
            self.fields[name] = _chain_field(place)
        field = self.fields["tiebreaks"]
        choices = list(field.choices)  # type: ignore[attr-defined]
        value = ",".join(self.base.tiebreaks)
        if value not in dict(choices):
            field.choices = [(value, chain_text(self.base.tiebreaks)), *choices]  # type: ignore[attr-defined]

    def clean_boundaries(self) -> tuple[int, ...]:
        parts = self.cleaned_data["boundaries"].replace(";", ",").replace(" ", ",").split(",")
        places = {whole_number(part, digits=3) or 0 for part in parts if part}
        if 0 in places:
            raise forms.ValidationError(_("Give places as numbers, with commas between."))
        return tuple(sorted(places))

    def chosen_chain(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        """The chain that is meant: the own order if it was asked for, or changed while the choice was left."""
        before = {name: self.get_initial_for_field(self.fields[name], name) or "" for name in CHAIN_FIELDS}
        own = tuple(data[name] for name in CHAIN_FIELDS if data.get(name))
        changed = any(data.get(name, "") != before[name] for name in CHAIN_FIELDS)
        if data["tiebreaks"] == OWN or (changed and data["tiebreaks"] == ",".join(self.base.tiebreaks)):
            return own
        return tuple(key for key in data["tiebreaks"].split(",") if key)

    def ranking_options(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The options of the format that these fields say."""
        places = set(data["boundaries"]) | ({1} if data["play_title"] else set())
        places |= {1, 2, 3} if data["play_podium"] else set()
        return {
            "scheme": data["scheme"],
            "win_bonus": data["win_bonus"] or 0,
            "loss_cap": data["loss_cap"],
            "missed": MissedRule(data["missed"]),
            "drop_kind": DropKind(data["drop_kind"]),
            "drop_count": data["drop_count"] or 0,
            "drop_unit": DropUnit(data["drop_unit"]),
            "tiebreaks": self.chosen_chain(data),
            "shared_win": SharedWin(data["shared_win"]),
            "boundaries": tuple(sorted(places)),
            "prize_lines": data["prize_lines"],
            "promoted": data["promoted"],
            "extra_deals": data["extra_deals"],
            "extra_round_cap": data["extra_round_cap"],
            "tie_after_cap": TieAfterCap(data["tie_after_cap"]),
            "extra_start": ExtraStart(data["extra_start"]),
        }

    def point_and_tie_groups(self) -> tuple[FieldGroup, ...]:
        """Points, ties, and what is played off."""
        first, last = RANKING_FIELDS.index("tiebreaks"), RANKING_FIELDS.index("play_title")
        return (
            FieldGroup(
                _("More: points"),
                _("What a table is worth, and which results count."),
                tuple(self[name] for name in RANKING_FIELDS[:first]),
            ),
            FieldGroup(
                _("More: ties"),
                _(
                    "Criteria are read from the first to the last. Who is level on all of them shares the place, or "
                    "plays it off."
                ),
                tuple(self[name] for name in RANKING_FIELDS[first:last]),
            ),
            FieldGroup(
                _("More: what is played off"),
                _("A tie is played off only where it matters. All other ties stay shared."),
                tuple(self[name] for name in RANKING_FIELDS[last:]),
            ),
        )


def ranking_initial(options: FormatOptions) -> dict[str, Any]:
    """The fields' values for these options."""
    names = (
        "scheme",
        "win_bonus",
        "loss_cap",
        "drop_count",
        "prize_lines",
        "promoted",
        "extra_deals",
        "extra_round_cap",
    )
    values: dict[str, Any] = {name: getattr(options, name) for name in names}
    for name in ("missed", "drop_kind", "drop_unit", "shared_win", "tie_after_cap", "extra_start"):
        values[name] = getattr(options, name).value
    places = set(options.boundaries)
    podium, title = {1, 2, 3} <= places, 1 in places
    rest = places - {1} - ({2, 3} if podium else set())
    chain = dict(zip(CHAIN_FIELDS, options.tiebreaks, strict=False))
    return (
        values
        | chain
        | {
            "tiebreaks": ",".join(options.tiebreaks),
            "play_title": title,
            "play_podium": podium,
            "boundaries": ", ".join(map(str, sorted(rest))),
        }
    )
