"""What if: the standings, and the ties that would be played off, if the open tables ended as somebody imagines.

Everything stands on the page already for everybody who sees the event; nothing is stored. An open table without
numbers is left out, as it is in the standings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from accounts.numbers import whole_number
from games.queries.rulesets import Ruleset
from tournaments.engine.results import SeatResult, TableOutcome
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.what_if import with_imagined
from tournaments.enums import RoundKind, RoundStatus
from tournaments.models import Round, Table, Tournament
from tournaments.queries.event_input import engine_kind, owners_of
from tournaments.queries.ranking import RankedEvent, ranked_event
from tournaments.queries.round_words import round_title, tie_sentence
from tournaments.queries.scoring import ruleset_of, scheme_of
from tournaments.queries.shown_names import ALL_NAMES, ShownNames, entrant_names
from tournaments.queries.standings import StandingLine, standing_lines
from tournaments.queries.table_rules import table_ruleset
from tournaments.queries.tables import TableLine, table_lines

LARGEST = 100_000


@dataclass(frozen=True, slots=True)
class WhatIfSeat:
    """One side of a table: `field` is the name of its input, `value` what stands in it."""

    field: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class WhatIfTable:
    number: int
    seats: tuple[WhatIfSeat, ...]
    error: str
    is_counted: bool


@dataclass(frozen=True, slots=True)
class WhatIfPage:
    """`ties` are sentences, most important first; `through` those who would play the final. `is_last` is whether
    ties would be played off after this round.
    """

    title: str
    wants_deadwood: bool
    tables: tuple[WhatIfTable, ...]
    left_out: int
    is_last: bool
    ties: tuple[str, ...]
    through: tuple[str, ...]
    lines: tuple[StandingLine, ...]


def what_if_page(
    tournament: Tournament, given: Mapping[str, str], shown_as: ShownNames = ALL_NAMES
) -> WhatIfPage | None:
    """The page for the round that plays, None where none does. `given` has the inputs by field name."""
    round_ = Round.objects.filter(tournament=tournament, status=RoundStatus.PLAYING).first()
    if round_ is None:
        return None
    scheme = scheme_of(tournament.format, ruleset_of(tournament))
    tables = {table.number: table for table in Table.objects.filter(round=round_).order_by("number")}
    open_tables = [line for line in table_lines(tables.values(), shown_as) if not line.is_settled]
    rules = {
        line.number: table_ruleset(tournament, round_, tables[line.number], len(line.seats))
        for line in open_tables
    }
    read = [_read(line, given, scheme) for line in open_tables]
    imagined = [
        _outcome(round_, line, values, scheme, rules[line.number])
        for line, (values, error) in zip(open_tables, read, strict=True)
        if values and not error
    ]
    names = entrant_names(tournament, shown_as)
    event = _if_it_ended(ranked_event(tournament), imagined, round_.number)
    rows = event.rows(round_.number)
    stage = event.coming_stage(round_.number)
    return WhatIfPage(
        title=_("If %(round)s ended like this") % {"round": round_title(round_)},
        wants_deadwood=scheme.kind is SchemeKind.DEADWOOD,
        tables=tuple(_table(line, *found) for line, found in zip(open_tables, read, strict=True)),
        left_out=len(open_tables) - len(imagined),
        is_last=event.is_main_over(round_.number),
        ties=tuple(
            tie_sentence(found.tie, names)
            for found in event.resolutions(round_.number)
            if not found.is_decided
        ),
        through=tuple(names[entrant] for entrant in stage.order) if stage and not stage.played else (),
        lines=standing_lines(tournament, rows, {}, shown_as),
    )


def _if_it_ended(event: RankedEvent, imagined: list[TableOutcome], number: int) -> RankedEvent:
    """The event with that round over, its open tables as imagined."""
    rounds = tuple(
        replace(fact, is_completed=True) if fact.number == number else fact for fact in event.rounds
    )
    return replace(event, event=with_imagined(event.event, imagined), rounds=rounds)


def _sides(line: TableLine) -> list[tuple[int, str, int | None]]:
    """The sides of a table, partners as one: whose, the name, the points so far."""
    owners = owners_of(line.number, [seat.entrant_id for seat in line.seats])
    found: dict[int, tuple[int, str, int | None]] = {}
    for owner, seat in zip(owners, line.seats, strict=True):
        if owner in found:
            found[owner] = (owner, f"{found[owner][1]}, {seat.name}", found[owner][2])
        else:
            found[owner] = (owner, seat.name, seat.points)
    return list(found.values())


def _read(line: TableLine, given: Mapping[str, str], scheme: Scheme) -> tuple[list[int | None], str]:
    """The numbers that are imagined for a table (none: it is left out), and what is wrong with them."""
    sides = _sides(line)
    fields = [_field(line, index) for index in range(len(sides))]
    if not any(field in given for field in fields):
        values = [points for _owner, _name, points in sides]
        return (values, "") if None not in values and any(values) else ([], "")
    texts = [given.get(field, "").strip().replace("−", "-") for field in fields]
    if not any(texts):
        return [], ""
    numbers = [_number(text) for text in texts]
    wrong = any(text and number is None for text, number in zip(texts, numbers, strict=True))
    if wrong or (
        scheme.kind is SchemeKind.DEADWOOD and any(number is not None and number < 0 for number in numbers)
    ):
        return numbers, _("Whole numbers, please.")
    if numbers.count(None) == 1 and scheme.kind is not SchemeKind.DEADWOOD:
        # the points of a table sum to zero: the last number follows from the others
        rest = -sum(number for number in numbers if number is not None)
        numbers = [rest if number is None else number for number in numbers]
    if None in numbers:
        return numbers, _("A number for everybody at the table, or for all but one.")
    missing = sum(number for number in numbers if number is not None)
    if scheme.kind is not SchemeKind.DEADWOOD and missing != 0:
        return numbers, _("What some win the others lose: the numbers must sum to zero.")
    return numbers, ""


def _number(text: str) -> int | None:
    size = whole_number(text[1:] if text[:1] in ("-", "+") else text)
    if size is None or size > LARGEST:
        return None
    return -size if text.startswith("-") else size


def _field(line: TableLine, side: int) -> str:
    return f"t{line.number}-{side + 1}"


def _table(line: TableLine, values: list[int | None], error: str) -> WhatIfTable:
    sides = _sides(line)
    shown = values or [None] * len(sides)
    return WhatIfTable(
        line.number,
        tuple(
            WhatIfSeat(_field(line, index), name, "" if shown[index] is None else str(shown[index]))
            for index, (_owner, name, _points) in enumerate(sides)
        ),
        error,
        bool(values) and not error,
    )


def _outcome(
    round_: Round, line: TableLine, values: list[int | None], scheme: Scheme, ruleset: Ruleset
) -> TableOutcome:
    deals = ruleset.deals_planned(len(line.seats)) or scheme.nominal_deals
    low = scheme.kind is SchemeKind.DEADWOOD
    seats = tuple(
        SeatResult(
            owner,
            0 if low else value or 0,
            deals_played=deals,
            deadwood=(value or 0) if low else 0,
            positive=max(0, value or 0),
        )
        for (owner, _name, _points), value in zip(_sides(line), values, strict=True)
    )
    return TableOutcome(round_.number, line.number, seats, engine_kind(RoundKind(round_.kind)), deals=deals)
