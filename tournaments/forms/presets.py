"""The ways to run an evening that a new event starts from. Values only; the set-up form shows and changes them."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.engine.tiebreaks import PRESETS as CHAINS
from tournaments.formats import ByeValue, EmptySeats, FormatOptions, SeatingMode
from tournaments.queries.game_words import EVENT_ROTATIONS

# Part of every chain, added by the standings themselves.
CLOSING = ("points", "extra_round", "shared", "lot")


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to run an evening. `game` is the preset of the rules with `rules` changed, `options` is the format."""

    key: str
    label: Any
    text: Any
    game: str
    options: FormatOptions
    rules: tuple[tuple[str, int], ...] = ()


WHOLE_ROTATIONS = (("rotations", EVENT_ROTATIONS),)
PRESETS: tuple[Preset, ...] = (
    Preset(
        "club_night",
        _("Club night"),
        _("Knock Rummy at tables of four, four rounds, real cards."),
        "knock-rummy",
        FormatOptions(table_mode="paper", check_in=True, scheme="net_per_opponent"),
        WHOLE_ROTATIONS,
    ),
    Preset(
        "pool_night",
        _("Pool night"),
        _("Everybody has a stake; the last one left wins the table. Points for places."),
        "knock-pool",
        FormatOptions(rounds=3, table_mode="paper", check_in=True, scheme="placement"),
    ),
    Preset(
        "gin_swiss",
        _("Gin Swiss"),
        _("Gin Rummy, two at a table, people of equal points meet. A point for each win."),
        "gin",
        FormatOptions(
            rounds=5,
            table_sizes=(2,),
            empty_seats=EmptySeats.BYES,
            bye_value=ByeValue.AVERAGE,
            scheme="win_loss",
            tiebreaks=tuple(key for key in CHAINS["gin"] if key not in CLOSING),
            check_in=True,
            table_mode="paper",
        ),
    ),
    Preset(
        "league_evening",
        _("League evening"),
        _("All rounds planned in advance, so that everybody meets as many others as possible. Online."),
        "knock-rummy",
        FormatOptions(
            rounds=3,
            seating=SeatingMode.FULL,
            scheme="placement",
            tiebreaks=tuple(key for key in CHAINS["league"] if key not in CLOSING),
            extra_round_cap=0,
            round_seconds=45 * 60,
        ),
        WHOLE_ROTATIONS,
    ),
)


def preset_of(key: str) -> Preset:
    """The preset of that key, the first one for any other."""
    return next((preset for preset in PRESETS if preset.key == key), PRESETS[0])
