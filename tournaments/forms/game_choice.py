"""The game in the set-up of an event: which one, its options, and what of the evening follows from it.

Options are those of the game and way of scoring that the page was made for (`options_of`). Sent with another game
they count for nothing, since they were never seen with it; another way of scoring keeps those that it has too.
What goes together is the ruleset's to decide; nothing is saved here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.errors import OptionError
from games.queries.presets import OptionLine
from games.queries.rulesets import Ruleset, team_size
from tournaments.formats import EmptySeats, FormatOptions
from tournaments.queries.game_words import event_options, event_ruleset

PREFIX = "opt-"
FEE = "re_entry_fee"
SIZES = [
    ("4,3,5,2", _("Fours, else threes, fives, twos")),
    ("5,4,3,2", _("Fives, else fours, threes, twos")),
    ("3,4,2,5", _("Threes, else fours, twos, fives")),
    ("4,3,5", _("Fours, threes and fives, never two")),
    ("4", _("Fours only")),
    ("3", _("Threes only")),
    ("2", _("Twos only")),
]


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The game that is chosen now, within an evening that began as `base`."""

    rules: Ruleset
    base: FormatOptions

    @property
    def mark(self) -> str:
        """Which game's options a page shows."""
        return f"{self.rules.key}/{self.rules.scoring}"

    @property
    def lines(self) -> tuple[OptionLine, ...]:
        return event_options(self.rules)

    @property
    def has_re_entries(self) -> bool:
        return any(line.name == "re_entries" for line in self.lines)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The evening's table sizes that this game can be played at; its largest table where there are none."""
        least, most = self.rules.min_players, self.rules.max_players
        return tuple(size for size in self.base.table_sizes if least <= size <= most) or (most,)

    @property
    def empty_seats(self) -> EmptySeats:
        """What the evening does with a field that doesn't divide; one size of table can't be mixed."""
        mixed = self.base.empty_seats is EmptySeats.MIXED
        return EmptySeats.BYES if mixed and len(self.sizes) == 1 else self.base.empty_seats

    def size_choices(self) -> list[tuple[str, Any]]:
        """The usual sizes that this game can be played at, the evening's own among them."""
        least, most = self.rules.min_players, self.rules.max_players
        if team_size(self.rules) > 1:
            return [(_joined(self.sizes), _("Two teams at a table"))]
        fitting = [
            (value, words) for value, words in SIZES if all(least <= int(n) <= most for n in value.split(","))
        ]
        own = _joined(self.sizes)
        return fitting if own in dict(fitting) else [*fitting, (own, own)]

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        """The fields of its options, by their names in the form."""
        for line in self.lines:
            yield PREFIX + line.name, _field(line)
            if line.name == "re_entries":
                yield FEE, _fee_field()


def _joined(sizes: tuple[int, ...]) -> str:
    return ",".join(map(str, sizes))


def _field(line: OptionLine) -> forms.Field:
    if line.kind == "yes_no":
        return forms.BooleanField(label=line.label, help_text=line.hint, initial=line.value, required=False)
    if line.kind == "choice":
        return forms.TypedChoiceField(
            label=line.label,
            help_text=line.hint,
            initial=line.value,
            choices=line.choices,
            coerce=str if line.name == "scoring" else int,
        )
    hint = f"{line.hint} {_('Empty: %(meaning)s.') % {'meaning': line.empty}}" if line.empty else line.hint
    return forms.IntegerField(
        label=line.label,
        help_text=hint.strip(),
        initial=line.value,
        required=not line.empty,
        min_value=line.low,
        max_value=line.high,
    )


def _fee_field() -> forms.Field:
    return forms.DecimalField(
        label=_("Fee of a re-entry"),
        help_text=_("Written down as owed. Empty: none."),
        min_value=0,
        max_value=Decimal(10_000),
        decimal_places=2,
        required=False,
    )


def chosen_game(data: Mapping[str, Any] | None, rules: Ruleset, base: FormatOptions) -> GameChoice:
    """The game that was sent, as events play it; `rules` as they are where nothing else was chosen."""
    preset = data.get("preset") if data is not None else None
    scoring = None
    if data is not None and str(data.get("options_of", "")).partition("/")[0] == (preset or rules.key):
        scoring = data.get(PREFIX + "scoring")
    is_other = (preset and preset != rules.key) or (scoring and scoring != rules.scoring)
    try:
        chosen = event_ruleset(preset or rules.key, scoring) if is_other else rules
    except OptionError:
        chosen = rules
    return GameChoice(chosen, base)


def with_own_options(data: Mapping[str, Any], choice: GameChoice) -> dict[str, Any]:
    """What was sent, with what belongs to the game replaced by the chosen game's own. Table sizes and empty seats
    that were changed by hand stay where the game allows them.
    """
    before = _shown_before(data, choice.base)
    kept: dict[str, Any] = {name: data[name] for name in data if not name.startswith(PREFIX)}
    seen = {line.name for line in before.lines} if before and before.rules.key == choice.rules.key else set()
    for line in choice.lines:
        name = PREFIX + line.name
        if line.name in seen and line.name != "scoring":
            kept[name] = data.get(name, "")
        else:
            kept[name] = "" if line.value is None or line.value is False else line.value
    if before is None or _joined(before.sizes) == kept.get("table_sizes"):
        kept["table_sizes"] = _joined(choice.sizes)
    if before is None or before.empty_seats.value == kept.get("empty_seats"):
        kept["empty_seats"] = choice.empty_seats.value
    if kept.get("table_sizes") not in dict(choice.size_choices()):
        kept["table_sizes"] = _joined(choice.sizes)
    return kept | {"options_of": choice.mark}


def _shown_before(data: Mapping[str, Any], base: FormatOptions) -> GameChoice | None:
    """The game whose options stood on the page that was sent."""
    key, _slash, scoring = str(data.get("options_of", "")).partition("/")
    try:
        return GameChoice(event_ruleset(key, scoring or None), base)
    except OptionError:
        return None
