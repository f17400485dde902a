"""Tiebreaks in words: name, short column head, definition, and how a value is written. Keys are the
engine's.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.engine.exact import Exact, Value
from tournaments.engine.rows import SHARED, STAGE
from tournaments.engine.scoring import SchemeKind


@dataclass(frozen=True, slots=True)
class CriterionWords:
    """How people speak of a criterion."""

    key: str
    name: str
    head: str
    definition: str


_WORDS: dict[str, tuple[Any, Any, Any]] = {
    "points": (
        gettext_lazy("Points"),
        pgettext_lazy("column", "Pts"),
        gettext_lazy("All points of the tables, byes and penalties together."),
    ),
    "games_won": (
        gettext_lazy("Tables won"),
        pgettext_lazy("column", "Won"),
        gettext_lazy(
            "How many tables were won. A shared win counts in part, or not at all if the event says so."
        ),
    ),
    "countback": (
        gettext_lazy("Places at the tables"),
        pgettext_lazy("column", "1-2-3"),
        gettext_lazy(
            "More first places at the tables, then more second places, and so on. A shared place counts as the better "
            "one."
        ),
    ),
    "average_place": (
        gettext_lazy("Average place"),
        pgettext_lazy("column", "Avg"),
        gettext_lazy("The average of the places at the tables; low is better."),
    ),
    "table_share": (
        gettext_lazy("Share of the table's points"),
        pgettext_lazy("column", "Share"),
        gettext_lazy("Own points as a part of all points of the table, summed up."),
    ),
    "spread_best": (
        gettext_lazy("Lead over the best opponent"),
        pgettext_lazy("column", "Lead"),
        gettext_lazy("Own points less those of the table's best opponent, summed up."),
    ),
    "spread_mean": (
        gettext_lazy("Lead over the table's average"),
        pgettext_lazy("column", "Mean"),
        gettext_lazy("Own points less the table's average, summed up."),
    ),
    "best_game": (
        gettext_lazy("Best single table"),
        pgettext_lazy("column", "Best"),
        gettext_lazy("The best result at one table, then the next best."),
    ),
    "head_to_head": (
        gettext_lazy("Head to head"),
        pgettext_lazy("column", "H2H"),
        gettext_lazy(
            "Points of the tables at which all the tied sat together. If there was none and every two of them met "
            "equally often, the differences between them, summed up. Left out if they beat each other in a circle."
        ),
    ),
    "opponents": (
        gettext_lazy("Strength of opponents"),
        pgettext_lazy("column", "Opp"),
        gettext_lazy(
            "The average of what the opponents won at their own tables: every opponent of every table counts."
        ),
    ),
    "cumulative": (
        gettext_lazy("Progressive score"),
        pgettext_lazy("column", "Prog"),
        gettext_lazy("The totals after each round, summed up: early points weigh more."),
    ),
    "penalties": (
        gettext_lazy("Fewest penalties"),
        pgettext_lazy("column", "Pen"),
        gettext_lazy("How many penalties and warnings there were; low is better."),
    ),
    "later_result": (
        gettext_lazy("Later result"),
        pgettext_lazy("column", "Last"),
        gettext_lazy("The result of the last round, then of the one before."),
    ),
    "seeding": (
        gettext_lazy("Seeding"),
        pgettext_lazy("column", "Seed"),
        gettext_lazy("The number in the seeding; low is better."),
    ),
    "extra_round": (
        gettext_lazy("Extra round"),
        pgettext_lazy("column", "Extra"),
        gettext_lazy("The place in the extra round that the tied played off."),
    ),
    "lot": (
        gettext_lazy("Lot"),
        pgettext_lazy("column", "Lot"),
        gettext_lazy("Drawn from the event's published seed; the lowest number is first."),
    ),
    "deals_won": (
        gettext_lazy("Deals won"),
        pgettext_lazy("column", "Deals"),
        gettext_lazy("How many deals were won."),
    ),
    "fewest_undercuts": (
        gettext_lazy("Fewest undercuts"),
        pgettext_lazy("column", "Cuts"),
        gettext_lazy("How often the own knock was undercut; low is better."),
    ),
    "place_at_cut": (
        gettext_lazy("Place at the cut"),
        pgettext_lazy("column", "Cut"),
        gettext_lazy("The place in the standings before the final."),
    ),
    SHARED: (
        gettext_lazy("Shared place"),
        pgettext_lazy("column", "="),
        gettext_lazy("Nothing separates them: the place is shared."),
    ),
    STAGE: (
        gettext_lazy("Reached the final"),
        pgettext_lazy("column", "Final"),
        gettext_lazy("Who reached the final stands before who didn't."),
    ),
}

_SCHEMES = {
    SchemeKind.NET: gettext_lazy("Net points"),
    SchemeKind.NET_PER_OPPONENT: gettext_lazy("Net points per opponent and deal"),
    SchemeKind.PLACEMENT: gettext_lazy("Points for places"),
    SchemeKind.WIN_LOSS: gettext_lazy("A point for each table won"),
    SchemeKind.DEADWOOD: gettext_lazy("Lowest deadwood"),
    SchemeKind.SHARE: gettext_lazy("Share of the table's points"),
    SchemeKind.GIVEN: gettext_lazy("Points as entered"),
}


_SCHEME_DEFINITIONS = {
    SchemeKind.NET: gettext_lazy(
        "What was won and lost at the table, as it was written down. A winner collects from more people at a larger "
        "table."
    ),
    SchemeKind.NET_PER_OPPONENT: gettext_lazy(
        "What was won, divided by opponents and deals, times those of a usual table. Fair where tables differ in size "
        "or length; a table still sums to zero."
    ),
    SchemeKind.PLACEMENT: gettext_lazy(
        "60 for the first and 12 for the last, whatever the size; those between get even steps. Who ties shares the "
        "average."
    ),
    SchemeKind.WIN_LOSS: gettext_lazy(
        "One for who wins the table, shared if several do, nothing for the others. A win is easier at a small table."
    ),
    SchemeKind.DEADWOOD: gettext_lazy(
        "The deadwood of all deals together, and low is good. The size changes little, the number of deals a lot."
    ),
    SchemeKind.SHARE: gettext_lazy(
        "The own part, in hundredths, of everything that was won at the table. Small tables are worth more."
    ),
}


def scheme_definition(key: str) -> str:
    """What a table's points are and what mixed table sizes do to them."""
    return str(_SCHEME_DEFINITIONS.get(SchemeKind(key), ""))


def criterion(key: str) -> CriterionWords:
    """The words for a criterion; an unknown key is its own name."""
    name, head, definition = _WORDS.get(key, (key, key, ""))
    return CriterionWords(key, str(name), str(head), str(definition))


def criterion_name(key: str) -> str:
    """Its name alone; an unknown key is its own."""
    return str(_WORDS[key][0]) if key in _WORDS else key


def scheme_name(key: str) -> str:
    """What a table's points are, in words."""
    return str(_SCHEMES.get(SchemeKind(key), key))


# Criteria in the points of the event, which are gains and losses only under some schemes; leads always are.
_IN_POINTS = {"points", "head_to_head", "best_game", "later_result", "opponents"}
_LEADS = {"spread_best", "spread_mean"}
_GAINS = {SchemeKind.NET, SchemeKind.NET_PER_OPPONENT}


@dataclass(frozen=True, slots=True)
class Numbers:
    """Writes an event's numbers. `signed_points`: its points are gains and losses, which people read with a sign."""

    signed_points: bool

    @classmethod
    def of_scheme(cls, scheme: str) -> "Numbers":
        return cls(scheme in _GAINS)

    def points(self, value: Exact) -> str:
        return number_text(value, signed=self.signed_points)

    def one(self, key: str, value: Exact) -> str:
        """One number of that criterion."""
        return number_text(value, signed=key in _LEADS or (self.signed_points and key in _IN_POINTS))

    def value(self, key: str, value: Value | None) -> str:
        """A criterion's value; "" where it wasn't consulted."""
        return "" if value is None else " · ".join(self.one(key, part) for part in value[:4])


def number_text(value: Exact, *, signed: bool = False) -> str:
    """A number for people: whole, or with two decimals; a true minus sign; `signed` puts a plus before
    gains.
    """
    # rounded for people only: nothing is decided by the text
    text = str(abs(value)) if isinstance(value, int) else f"{float(abs(value)):.2f}".rstrip("0").rstrip(".")
    if value < 0:
        return f"−{text}"
    return f"+{text}" if signed and value > 0 else text


def place_text(place: int | None, *, shared: bool = False) -> str:
    """A place as people write it: 3. or =3.; a dash for those without one."""
    if place is None:
        return "–"
    return _("=%(place)d") % {"place": place} if shared else str(place)
