"""The part of an event's set-up that says who plays semifinals and a final. A mixin of the set-up form.

It checks shape at the field; whether so many fit is the format's to say.
"""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.engine.cuts import StageSeeding, TieAtCut
from tournaments.formats import FormatOptions
from tournaments.forms.groups import FieldGroup
from tournaments.stage_format import LARGEST_CUT, MOST_ROUNDS, StageOptions

NONE, FINAL, SEMI = "none", "final", "semi"
CUTS = [
    (NONE, _("No final: the rounds decide")),
    (FINAL, _("The best play a final")),
    (SEMI, _("The best play semifinals, then a final")),
]
POINTS = [
    ("fresh", _("All begin at nothing")),
    ("by_place", _("All begin at nothing; a tie is broken by the place before")),
    ("carried", _("The points so far count on")),
]
TIES = [
    (TieAtCut.EXTRA_ROUND.value, _("An extra round decides")),
    (TieAtCut.ALL.value, _("All of the tied go on")),
    (TieAtCut.NONE.value, _("None of the tied goes on")),
    (TieAtCut.LOT.value, _("A lot decides")),
]
SEEDING = [
    (StageSeeding.SNAKE.value, _("Evenly strong tables: 1 4 5, 2 3 6")),
    (StageSeeding.BLOCKS.value, _("The best together: 1 2 3, 4 5 6")),
]
PARTS: Final = ("size", "table_size", "rounds", "points", "tie", "seeding")
STAGE_FIELDS: Final = {stage: tuple(f"{stage}_{part}" for part in PARTS) for stage in (SEMI, FINAL)}
FINAL_FIELDS: Final = ("cut", *STAGE_FIELDS[SEMI], *STAGE_FIELDS[FINAL])


def _number(label: Any, low: int, high: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, required=False)


class FinalFields(forms.Form):
    """How many go on, at which tables, with which points. Fields of a stage that isn't chosen aren't read."""

    cut = forms.ChoiceField(label=pgettext_lazy("who goes on", "Final"), choices=CUTS)
    semi_size = _number(_("So many play the semifinals"), 3, LARGEST_CUT)
    semi_table_size = _number(_("Seats at a table of the semifinals"), 2, 5)
    semi_rounds = _number(_("Rounds of the semifinals"), 1, MOST_ROUNDS)
    semi_points = forms.ChoiceField(label=_("Points in the semifinals"), choices=POINTS, required=False)
    semi_tie = forms.ChoiceField(
        label=_("A tie for the last place in the semifinals"), choices=TIES, required=False
    )
    semi_seeding = forms.ChoiceField(label=_("Tables of the semifinals"), choices=SEEDING, required=False)
    final_size = _number(_("So many play the final"), 2, LARGEST_CUT)
    final_table_size = _number(_("Seats at a table of the final"), 2, 5)
    final_rounds = _number(_("Rounds of the final"), 1, MOST_ROUNDS)
    final_points = forms.ChoiceField(label=_("Points in the final"), choices=POINTS, required=False)
    final_tie = forms.ChoiceField(
        label=_("A tie for the last place in the final"), choices=TIES, required=False
    )
    final_seeding = forms.ChoiceField(label=_("Tables of the final"), choices=SEEDING, required=False)

    def check_cut(self, data: Mapping[str, Any]) -> None:
        """Errors at the fields of the stages that were chosen."""
        for stage in _stages(data["cut"]):
            for name in STAGE_FIELDS[stage]:
                if data.get(name) in (None, "") and name not in self.errors:
                    self.add_error(name, _("Say this for the stage you chose."))
        semi, final = data.get("semi_size"), data.get("final_size")
        if data["cut"] == SEMI and semi and final and final >= semi:
            self.add_error("final_size", _("Fewer play the final than the semifinals."))

    def cuts(self, data: Mapping[str, Any]) -> tuple[StageOptions, ...]:
        """The stages that these fields say."""
        return tuple(
            StageOptions(
                size=data[f"{stage}_size"],
                table_size=data[f"{stage}_table_size"],
                rounds=data[f"{stage}_rounds"],
                seeding=StageSeeding(data[f"{stage}_seeding"]),
                carried=data[f"{stage}_points"] == "carried",
                tie=TieAtCut(data[f"{stage}_tie"]),
                level_by_place=data[f"{stage}_points"] == "by_place",
            )
            for stage in _stages(data["cut"])
        )

    def final_group(self) -> FieldGroup:
        return FieldGroup(
            _("More: semifinals and final"),
            _(
                "After the rounds the best play on for the first places. Who misses the cut keeps the place it "
                "gave. Fields of a stage that you don't choose are left aside."
            ),
            tuple(self[name] for name in FINAL_FIELDS),
        )


def _stages(cut: str) -> tuple[str, ...]:
    return {NONE: (), FINAL: (FINAL,), SEMI: (SEMI, FINAL)}[cut]


def final_initial(options: FormatOptions) -> dict[str, Any]:
    """The fields' values for these options; usual ones for a stage that isn't chosen."""
    kind = (NONE, FINAL, SEMI)[len(options.cuts)]
    chosen = dict(zip(_stages(kind), options.cuts, strict=True))
    usual = {SEMI: StageOptions(size=8), FINAL: StageOptions()}
    values: dict[str, Any] = {"cut": kind}
    for stage in (SEMI, FINAL):
        found = chosen.get(stage, usual[stage])
        points = "carried" if found.carried else "by_place" if found.level_by_place else "fresh"
        values |= {
            f"{stage}_size": found.size,
            f"{stage}_table_size": found.table_size,
            f"{stage}_rounds": found.rounds,
            f"{stage}_points": points,
            f"{stage}_tie": found.tie.value,
            f"{stage}_seeding": found.seeding.value,
        }
    return values
