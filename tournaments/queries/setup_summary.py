"""What a set-up comes to, in plain words, before it is saved: how long it takes, how many tables and bots it needs,
what mixed table sizes do to its points, what to know about the first seat. Estimates say that they are.
"""

from dataclasses import dataclass
from math import ceil

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.queries.first_seat import order_of_play
from games.queries.rulesets import Ruleset, team_size
from tournaments.engine import seating
from tournaments.engine.scoring import size_example
from tournaments.formats import EmptySeats, FormatOptions
from tournaments.queries.criteria import number_text
from tournaments.queries.facts import FactLine, facts_of
from tournaments.queries.ranking_words import SchemeLine, scheme_lines
from tournaments.queries.scoring import scheme_of
from tournaments.queries.seating_advice import advice_for

FIELDS = (11, 16, 24)
# Minutes a deal, measured on club evenings with real cards: dealing, playing and writing down.
MINUTES_A_DEAL = {2: 2.5, 3: 3.0, 4: 3.5, 5: 4.0}
DEALS_OF_A_GAME = 8
BETWEEN_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class FieldLine:
    """What the event needs for so many players."""

    players: int
    tables: str
    bots: int
    byes: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupSummary:
    """`minutes` is an estimate for the whole evening."""

    facts: tuple[FactLine, ...]
    minutes: int
    duration: str
    fields: tuple[FieldLine, ...]
    sizes: str
    first_seat: str
    table_sizes: tuple[int, ...]
    schemes: tuple[SchemeLine, ...]


def setup_summary(options: FormatOptions, ruleset: Ruleset, players: int = 0) -> SetupSummary:
    """The summary of a set-up that was checked, also for the `players` who are in the event already."""
    minutes = _minutes(options, ruleset)
    return SetupSummary(
        facts=facts_of(options, ruleset),
        minutes=minutes,
        duration=_duration(minutes),
        fields=tuple(_field(count, options, team_size(ruleset)) for count in _counts(players, ruleset)),
        sizes=_sizes(options, ruleset),
        first_seat=_first_seat(options, ruleset),
        table_sizes=tuple(sorted(options.table_sizes)),
        schemes=scheme_lines(scheme_of(options, ruleset), sorted(options.table_sizes)),
    )


def _minutes(options: FormatOptions, ruleset: Ruleset) -> int:
    if options.round_seconds is not None:
        each = options.round_seconds / 60
    else:
        size = options.table_sizes[0]
        deals = ruleset.deals_planned(size) or DEALS_OF_A_GAME * ruleset.best_of
        each = deals * MINUTES_A_DEAL[size]
    rounds = options.rounds + sum(stage.rounds for stage in options.cuts)
    return ceil((rounds * (each + BETWEEN_ROUNDS)) / 5) * 5


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("about %(minutes)d minutes") % {"minutes": rest}
    return _("about %(hours)d h %(minutes)02d") % {"hours": hours, "minutes": rest}


def _counts(entrants: int, ruleset: Ruleset) -> list[int]:
    """Fields of some sizes, in people or teams, and the one that has entered."""
    usual = {count // team_size(ruleset) for count in FIELDS}
    return sorted(usual | {entrants} if entrants > 1 else usual)


def _field(entrants: int, options: FormatOptions, each: int) -> FieldLine:
    """What so many people, or teams of *each* people, need."""
    empty = seating.EmptySeats(options.empty_seats.value)
    units = tuple(size // each for size in options.table_sizes)
    try:
        shape = seating.table_sizes(entrants, units, empty)
    except seating.CannotSeat:
        return FieldLine(entrants * each, _("can't be seated"), 0, 0, ())
    sizes = [table.size * each for table in shape.tables]
    parts = [f"{sizes.count(size)} × {size}" for size in sorted(set(sizes), reverse=True)]
    bots = sum(table.bots * each for table in shape.tables)
    notes = advice_for(entrants, options, each)
    return FieldLine(entrants * each, " + ".join(parts), bots, shape.byes, notes)


def _sizes(options: FormatOptions, ruleset: Ruleset) -> str:
    """What a winner who takes 10 from each opponent in each deal gets at tables of each size."""
    sizes = sorted(size for size in options.table_sizes)
    if options.empty_seats is not EmptySeats.MIXED or len(sizes) < 2:
        return _("All tables have the same size, so points mean the same everywhere.")
    scheme = scheme_of(options, ruleset)
    example = size_example(scheme, sizes)
    values = ", ".join(
        _("table of %(size)d: %(points)s") % {"size": size, "points": number_text(points)}
        for size, points in example
    )
    if len({points for _size, points in example}) == 1:
        text = _(
            "Mixed table sizes change nothing. Whoever takes 10 from each opponent in each deal gets: %(values)s."
        )
    else:
        text = _(
            "Mixed table sizes matter with these points. Whoever takes 10 from each opponent in each deal gets: "
            "%(values)s. “Net points per opponent and deal” or “Points for places” make them equal."
        )
    return text % {"values": values}


def _first_seat(options: FormatOptions, ruleset: Ruleset) -> str:
    """What playing first is worth in this game, as it was measured, and what the event does about it."""
    size = options.table_sizes[0]
    order = order_of_play(ruleset, size)
    if order is None:
        return ""
    if order.edge <= order.half_width:
        return _(
            "Playing first is worth nothing that could be measured, in %(deals)s deals between bots."
        ) % {"deals": number_text(order.deals)}
    measured = _(
        "Who plays first has an advantage: %(edge)s points a deal more than who plays last (± %(half)s, measured in "
        "%(deals)s deals between bots)."
    ) % {
        "edge": number_format(order.edge, 1),
        "half": number_format(order.half_width, 1),
        "deals": number_text(order.deals),
    }
    return f"{measured} {_what_evens_out(ruleset, size)}"


def _what_evens_out(ruleset: Ruleset, size: int) -> str:
    deals = ruleset.deals_planned(size)
    if deals is None:
        return _("The deal passes on, and the seating gives everybody each seat about equally often.")
    if deals % size == 0:
        return _("Here everybody deals equally often, so it evens out.")
    return _(
        "Here not everybody deals equally often. The seating evens it out over the rounds; whole rotations do so at "
        "each table."
    )
