"""The games and their options in words, for the set-up form: the lists of the practice page, cut to what an event
is set up by, and with the defaults of events.
"""

from django.utils.translation import gettext as _

from games.queries.presets import OptionLine, PresetLine, option_lines, preset_lines
from games.queries.rulesets import Ruleset, preset_ruleset

# Ties at a table are the event's to break, not the table's (docs/rules.md, A "Ties").
_NOT_OFFERED = frozenset({"tie_deals"})
# Everybody deals equally often: the default of events (docs/rules.md, A "Scoring a game of several deals").
EVENT_ROTATIONS = 2


def event_games() -> tuple[PresetLine, ...]:
    """All games of events with what sets each apart."""
    return preset_lines(for_events=True)


def game_choices() -> list[tuple[str, str]]:
    """All games of events by key and name."""
    return [(line.key, line.name) for line in event_games()]


def event_options(rules: Ruleset) -> tuple[OptionLine, ...]:
    """The options that an event may set in this game, with their values."""
    return tuple(line for line in option_lines(rules) if line.name not in _NOT_OFFERED)


def changed_words(rules: Ruleset) -> tuple[str, ...]:
    """What differs from the preset, option by option; deals and rotations are said elsewhere."""
    return tuple(
        _in_words(line)
        for line in event_options(rules)
        if line.name in rules.changed() and line.name not in ("deals", "rotations")
    )


def _in_words(line: OptionLine) -> str:
    if line.kind == "yes_no":
        said = line.label if line.value else _("not: %(option)s") % {"option": line.label}
        return str(said)
    value = line.empty if line.value is None else dict(line.choices).get(str(line.value), line.value)
    return _("%(option)s: %(value)s") % {"option": line.label, "value": value}


def event_ruleset(preset: str, scoring: str | None = None) -> Ruleset:
    """A game as events play it by default, won in this way: where the number of deals ends it, in whole
    rotations. Raises OptionError.
    """
    options: dict[str, object] = {"scoring": scoring} if scoring else {}
    rules = preset_ruleset(preset, options)
    if any(option.name == "rotations" for option in rules.options()):
        rules = preset_ruleset(preset, options | {"rotations": EVENT_ROTATIONS})
    return rules
