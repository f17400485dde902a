"""An event's rules in plain words: what the set-up form chose, for its page, its print and its summary."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.queries.rulesets import Ruleset
from games.queries.words import game_name
from tournaments.formats import ByeValue, EmptySeats, FormatOptions, SeatingMode
from tournaments.models import Tournament
from tournaments.queries.game_words import changed_words
from tournaments.queries.money import money_text
from tournaments.queries.ranking_facts import counted_text, finals_text, points_text, ties_text
from tournaments.queries.scoring import ruleset_of


@dataclass(frozen=True, slots=True)
class FactLine:
    """A label and what it says."""

    label: str
    text: str


def format_facts(tournament: Tournament) -> tuple[FactLine, ...]:
    """The event's rules in the order in which people ask for them."""
    return facts_of(tournament.format, ruleset_of(tournament))


def facts_of(options: FormatOptions, ruleset: Ruleset) -> tuple[FactLine, ...]:
    """The same for options that aren't saved yet."""
    return (
        FactLine(_("Game"), _game(ruleset, options)),
        FactLine(
            _("Rounds"),
            ngettext("%(count)d round", "%(count)d rounds", options.rounds) % {"count": options.rounds},
        ),
        FactLine(_("Tables"), _tables(options)),
        FactLine(_("Seating"), _seating(options)),
        FactLine(_("Points"), points_text(options)),
        *_line(_("What counts"), counted_text(options)),
        FactLine(_("Ties"), ties_text(options)),
        *_line(_("Final"), finals_text(options)),
        FactLine(_("Time"), _time(options)),
    )


def _line(label: str, text: str) -> tuple[FactLine, ...]:
    """A line that is only there where it says something."""
    return (FactLine(label, text),) if text else ()


def _game(ruleset: Ruleset, options: FormatOptions) -> str:
    """The game, how many deals it has, and what of it was changed."""
    parts = [_name_and_deals(ruleset, options), *changed_words(ruleset)]
    if options.re_entry_fee and ruleset.re_entries:
        parts.append(_("a re-entry costs %(fee)s") % {"fee": money_text(options.re_entry_fee)})
    return pgettext("between facts", "; ").join(parts)


def _name_and_deals(ruleset: Ruleset, options: FormatOptions) -> str:
    name = game_name(ruleset.key)
    if ruleset.rotations is not None and ruleset.deals_planned(options.table_sizes[0]):
        return ngettext(
            "%(game)s, everybody deals once at a table",
            "%(game)s, everybody deals %(count)d times at a table",
            ruleset.rotations,
        ) % {"game": name, "count": ruleset.rotations}
    deals = ruleset.deals_planned(options.table_sizes[0])
    if deals:
        return ngettext("%(game)s, %(count)d deal a table", "%(game)s, %(count)d deals a table", deals) % {
            "game": name,
            "count": deals,
        }
    return name


def _tables(options: FormatOptions) -> str:
    sizes = pgettext("between table sizes", ", ").join(map(str, options.table_sizes))
    text = {
        EmptySeats.MIXED: _("tables of %(sizes)s, in this order of preference"),
        EmptySeats.BOTS: _("tables of %(first)s, bots in empty seats"),
        EmptySeats.BYES: _("tables of %(first)s, byes for who is left over (%(bye)s)"),
    }[options.empty_seats] % {"sizes": sizes, "first": options.table_sizes[0], "bye": _bye(options)}
    mode = _("on real cards") if options.table_mode == "paper" else _("online")
    return f"{text}; {mode}"


def _bye(options: FormatOptions) -> str:
    return {
        ByeValue.AVERAGE: _("worth the average of own results"),
        ByeValue.FIXED: _("worth %(points)d points") % {"points": options.bye_points},
        ByeValue.NONE: _("worth nothing"),
    }[options.bye_value]


def _seating(options: FormatOptions) -> str:
    return {
        SeatingMode.RANDOM: _("drawn by lot, meeting as many people as possible"),
        SeatingMode.SCORE_GROUPS: _("people of similar points together, meeting as many people as possible"),
        SeatingMode.FOLD: _("the upper half against the lower half"),
        SeatingMode.STANDINGS: _("strictly by the standings"),
        SeatingMode.FULL: _("all rounds planned in advance, meeting as many people as possible"),
    }[options.seating]


def _time(options: FormatOptions) -> str:
    turn = options.game.turn_seconds
    online = options.table_mode != "paper"
    parts = [
        _("%(turn)d s a turn and %(reserve)d s in reserve")
        % {"turn": turn, "reserve": options.game.reserve_seconds}
        if turn is not None
        else _("no clock for turns")
    ] * online
    if options.round_seconds is not None:
        parts.append(_("%(minutes)d minutes a round") % {"minutes": options.round_seconds // 60})
    return pgettext("between facts", "; ").join(parts) or _("no clock: a round ends when all tables are in")
