"""Explain my place: the chain of criteria against a neighbour, with the numbers and the tables they come
from.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.engine.explain import Line, Standing, explain, working
from tournaments.engine.rows import StandingRow, decision
from tournaments.engine.standings import EventInput
from tournaments.models import Round, Table, Tournament
from tournaments.queries.criteria import Numbers, criterion, place_text
from tournaments.queries.ranking import ranked_event
from tournaments.queries.round_words import title_of
from tournaments.queries.shown_names import ALL_NAMES, ShownNames, entrant_names
from tournaments.queries.standings import RARE, reason_of


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """One number of a sum: the round, the table (public id, "" for byes and penalties), whether it counts."""

    round_number: int
    round_title: str
    table_number: int
    table_public_id: str
    value_text: str
    opponent: str
    counted: bool


@dataclass(frozen=True, slots=True)
class StepLine:
    """One criterion of the chain, with the lines that both numbers come from.

    `outcome` is ahead, behind, level or skipped; `outcome_label` says it in words.
    """

    key: str
    name: str
    definition: str
    own: str
    theirs: str
    outcome: str
    outcome_label: str
    lines: tuple[WorkingLine, ...]
    other_lines: tuple[WorkingLine, ...]

    @property
    def decides(self) -> bool:
        return self.outcome in (Standing.AHEAD, Standing.BEHIND)


@dataclass(frozen=True, slots=True)
class PlaceExplanation:
    """Why `name` stands where it stands, against `other_name` ("" for an entrant alone in the list)."""

    entrant_id: int
    name: str
    place_text: str
    other_id: int | None
    other_name: str
    sentence: str
    steps: tuple[StepLine, ...]
    points: tuple[WorkingLine, ...]
    other_points: tuple[WorkingLine, ...]
    other_place_text: str


def explain_place(
    tournament: Tournament,
    after: int,
    entrant: int,
    other: int | None = None,
    shown_as: ShownNames = ALL_NAMES,
) -> PlaceExplanation | None:
    """The explanation after round `after`, against `other` or the nearest neighbour; None for an unknown
    entrant.

    It is computed from the records as they are now, like the snapshot was from those of its day.
    """
    event = ranked_event(tournament)
    rows, at = event.rows(after), event.at(after)
    by_id = {int(row.entrant): row for row in rows}
    row = by_id.get(entrant)
    if row is None:
        return None
    neighbour = by_id.get(other) if other is not None else _neighbour(by_id, row)
    names = entrant_names(tournament, shown_as)
    words = _Words(tournament, names)
    about = _About(words, at, rows, after)
    return PlaceExplanation(
        entrant_id=entrant,
        name=names[entrant],
        place_text=about.place(row),
        other_id=int(neighbour.entrant) if neighbour else None,
        other_name=names[int(neighbour.entrant)] if neighbour else "",
        sentence=words.against(row, neighbour) if other is not None else reason_of(row, names, words.numbers),
        steps=about.steps(row, neighbour) if neighbour else (),
        points=about.lines("points", row),
        other_points=about.lines("points", neighbour) if neighbour else (),
        other_place_text=about.place(neighbour) if neighbour else "",
    )


@dataclass(frozen=True, slots=True)
class _About:
    """Standings after a round, to be put into words row by row."""

    words: "_Words"
    event: EventInput
    rows: list[StandingRow]
    after: int

    def place(self, row: StandingRow) -> str:
        return place_text(row.place, shared=sum(found.place == row.place for found in self.rows) > 1)

    def lines(self, key: str, row: StandingRow) -> tuple[WorkingLine, ...]:
        return self.words.lines(key, working(self.event, self.rows, self.after, row.entrant, key))

    def steps(self, row: StandingRow, other: StandingRow) -> tuple[StepLine, ...]:
        """The chain between the two, without what seldom comes up and didn't."""
        return tuple(
            StepLine(
                step.key,
                criterion(step.key).name,
                criterion(step.key).definition,
                self.words.numbers.value(step.key, step.own),
                self.words.numbers.value(step.key, step.theirs),
                step.standing.value,
                _OUTCOMES[step.standing](),
                self.lines(step.key, row),
                self.lines(step.key, other),
            )
            for step in explain(row, other).steps
            if step.standing is not Standing.SKIPPED or step.key not in RARE
        )


_OUTCOMES = {
    Standing.AHEAD: lambda: _("ahead"),
    Standing.BEHIND: lambda: _("behind"),
    Standing.LEVEL: lambda: _("level"),
    Standing.SKIPPED: lambda: _("doesn't apply to this tie"),
}


def _neighbour(by_id: dict[int, StandingRow], row: StandingRow) -> StandingRow | None:
    decision = row.above or row.below
    return by_id.get(int(decision.other)) if decision else None


class _Words:
    """Turns lines of a working into words and links; reads rounds and tables once."""

    def __init__(self, tournament: Tournament, names: dict[int, str]) -> None:
        self.names = names
        self.numbers = Numbers.of_scheme(tournament.format.scheme)
        self.titles = {
            number: title_of(kind, number)
            for number, kind in Round.objects.filter(tournament=tournament).values_list("number", "kind")
        }
        self.tables = {
            (number, table): public_id
            for number, table, public_id in Table.objects.filter(round__tournament=tournament).values_list(
                "round__number", "number", "public_id"
            )
        }

    def against(self, row: StandingRow, other: StandingRow | None) -> str:
        """Why one stands before or behind somebody who isn't the neighbour."""
        if other is None or row.place is None or other.place is None:
            return reason_of(row, self.names, self.numbers)
        between = decision(row, other)
        if row.place > other.place:
            pair = replace(row, above=between, below=None)
        else:
            pair = replace(row, above=None, below=between)
        return reason_of(pair, self.names, self.numbers)

    def lines(self, key: str, working_lines: Iterable[Line]) -> tuple[WorkingLine, ...]:
        return tuple(
            WorkingLine(
                line.round_number,
                self.titles.get(line.round_number, ""),
                line.table_number,
                self.tables.get((line.round_number, line.table_number), ""),
                self.numbers.one(key, line.value),
                self.names.get(int(line.opponent), "") if line.opponent is not None else "",
                line.counted,
            )
            for line in working_lines
        )
