"""The options that a ruleset has: their kinds, bounds and the games they belong to.

Forms and the API read this table to show the options of a preset; `ruleset`
reads it to refuse what is impossible. It holds no values and no text for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Family(StrEnum):
    """The games that are played by different rules."""

    KNOCK = "knock"
    GIN = "gin"
    TONK = "tonk"


@dataclass(frozen=True, slots=True)
class Traits:
    """What sets a game apart for whoever shows or settles it, so that nobody else asks for its name.

    `two_sided`: sides meet in twos, and ties are played off so. `one_scoring`: another way of winning is another
    preset. `sums_deals`: a game's net points are the sum of its deals' payments. `melds_on_table`: melds are laid
    during the deal, all cards in hand count, and the end is a drop in place of a draw instead of a knock.
    `knocks_by_limit`: one may knock as soon as the limit allows it, and laying off follows.
    """

    two_sided: bool = False
    one_scoring: bool = False
    sums_deals: bool = True
    melds_on_table: bool = False
    knocks_by_limit: bool = False


TRAITS: Final[dict[Family, Traits]] = {
    Family.KNOCK: Traits(),
    Family.GIN: Traits(two_sided=True, one_scoring=True, sums_deals=False, knocks_by_limit=True),
    Family.TONK: Traits(melds_on_table=True),
}


class Scoring(StrEnum):
    """How the deals of a game make a winner."""

    POOL = "pool"
    CUMULATIVE = "cumulative"
    MATCH = "match"
    GAME = "game"
    HOLLYWOOD = "hollywood"
    PARTNERSHIP = "partnership"
    CUTTHROAT = "cutthroat"


class OptionKind(StrEnum):
    """What values an option takes. OPTIONAL_NUMBER may also be None."""

    YES_NO = "yes_no"
    NUMBER = "number"
    OPTIONAL_NUMBER = "optional_number"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Option:
    """One option: numbers lie in *low*..*high* (both allowed) and, where *allowed* is given, in it.

    An option belongs to the games in *families* and, of these, to the *scorings* named.
    """

    name: str
    kind: OptionKind
    low: int = 0
    high: int = 0
    families: frozenset[Family] = frozenset(Family)
    scorings: frozenset[Scoring] = frozenset(Scoring)
    allowed: tuple[int, ...] = ()


_KNOCK: Final = frozenset({Family.KNOCK})
_GIN: Final = frozenset({Family.GIN})
_PAYING: Final = _KNOCK | {Family.TONK}
_RUMMY: Final = _KNOCK | _GIN
_POOL: Final = frozenset({Scoring.POOL})
_TARGET: Final = frozenset(Scoring) - {Scoring.POOL, Scoring.CUMULATIVE}


def _yes_no(
    name: str,
    families: frozenset[Family],
    scorings: frozenset[Scoring] = frozenset(Scoring),
) -> Option:
    return Option(name, OptionKind.YES_NO, families=families, scorings=scorings)


def _number(
    name: str,
    low: int,
    high: int,
    families: frozenset[Family] = frozenset(Family),
    scorings: frozenset[Scoring] = frozenset(Scoring),
    allowed: tuple[int, ...] = (),
) -> Option:
    return Option(name, OptionKind.NUMBER, low, high, families, scorings, allowed)


OPTIONS: Final[tuple[Option, ...]] = (
    Option("scoring", OptionKind.CHOICE),
    _number("min_players", 2, 5),
    _number("max_players", 2, 5),
    _number("jokers", 0, 2, _KNOCK),
    Option("cards_each", OptionKind.OPTIONAL_NUMBER, 3, 25, _KNOCK),
    _yes_no("seven_for_all", _KNOCK),
    Option("knock_limit", OptionKind.OPTIONAL_NUMBER, 0, 100, _RUMMY),
    _yes_no("full_turn_first", _KNOCK),
    _number("rummy_bonus", 0, 1000, _KNOCK),
    _number("undercut_penalty", 0, 1000, _KNOCK),
    _number("max_reshuffles", 0, 20, _KNOCK),
    _number("max_void_deals", 1, 50),
    _number("max_turns", 50, 2000),
    _number("deals", 1, 100, _PAYING, frozenset({Scoring.CUMULATIVE})),
    Option(
        "rotations",
        OptionKind.OPTIONAL_NUMBER,
        1,
        20,
        _PAYING,
        frozenset({Scoring.CUMULATIVE}),
    ),
    _number("stake", 1, 100_000, _PAYING, _POOL),
    _number("re_entries", 0, 20, _PAYING, _POOL),
    _number("target", 1, 100_000, scorings=_TARGET),
    _number("max_deals", 1, 1000, scorings=frozenset(Scoring) - {Scoring.CUMULATIVE}),
    _number("tie_deals", 0, 20, _PAYING),
    _number("gin_bonus", 0, 1000, _GIN),
    _number("undercut_bonus", 0, 1000, _GIN),
    _yes_no("big_gin", _GIN),
    _number("big_gin_bonus", 0, 1000, _GIN),
    _yes_no("oklahoma", _GIN),
    _yes_no("spade_upcard_doubles", _GIN),
    _yes_no("spades_double", _GIN),
    _yes_no("alternate_deal", _GIN, frozenset(Scoring) - {Scoring.CUTTHROAT}),
    _number("box_bonus", 0, 1000, _GIN),
    _number("game_bonus", 0, 10_000, _GIN),
    _number("shutout_bonus", 0, 10_000, _GIN),
    _number("best_of", 1, 5, _GIN, frozenset({Scoring.GAME}), (1, 3, 5)),
    _number("both_win_bonus", 0, 1000, _GIN, frozenset({Scoring.PARTNERSHIP})),
)
OPTION: Final = {option.name: option for option in OPTIONS}

SCORINGS: Final[dict[Family, tuple[Scoring, ...]]] = {
    Family.KNOCK: (Scoring.CUMULATIVE, Scoring.POOL, Scoring.MATCH),
    Family.GIN: (
        Scoring.GAME,
        Scoring.HOLLYWOOD,
        Scoring.PARTNERSHIP,
        Scoring.CUTTHROAT,
    ),
    Family.TONK: (Scoring.CUMULATIVE, Scoring.POOL, Scoring.MATCH),
}
# Least and most players of a game, and of a scoring that has its own table.
PLAYERS: Final[dict[Family, tuple[int, int]]] = {
    Family.KNOCK: (2, 5),
    Family.GIN: (2, 2),
    Family.TONK: (2, 5),
}
PLAYERS_OF_SCORING: Final[dict[Scoring, tuple[int, int]]] = {
    Scoring.PARTNERSHIP: (4, 4),
    Scoring.CUTTHROAT: (3, 3),
}


def options_of(family: Family, scoring: Scoring) -> tuple[Option, ...]:
    """The options that a ruleset of this game and scoring has, in the order to show them."""
    return tuple(option for option in OPTIONS if family in option.families and scoring in option.scorings)
