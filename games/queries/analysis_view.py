"""The page of an analysis: each decision of a finished deal with what the expert would have done instead.

Made of the deal's record, which exists for finished deals alone, and of the stored analysis; nothing is worked
out here. The hand beside a decision is the one that the player held, before the others' cards were known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Player, User
from games.engine.cards import Card
from games.engine.melds import best_arrangement
from games.engine.moves import (
    BIG_GIN,
    DROP,
    PASS,
    TAKE_PILE,
    Discard,
    Knock,
    LayOff,
    Move,
    Spread,
    parse_move,
)
from games.models import Deal, DealAnalysis, Game
from games.queries.records import DealRecord, deal_record
from games.queries.table_view import OpenGroup
from games.queries.table_words import Names

# Points that a move must cost to count as another than the expert's; played-out values are rougher.
WORTH_SAYING: Final = 0.5
WORTH_SAYING_ROUGH: Final = 2.0
WIDTH, HEIGHT, MARGIN = 640, 220, 10


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """One choice: what it is called, the card it is about, its points as text."""

    act: str
    cards: tuple[Card, ...]
    points: str
    is_best: bool
    is_played: bool


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One decision. `cost` is the points given away as text, empty where the move was as good as the expert's."""

    at: int
    before: int
    seat: int
    name: str
    groups: tuple[OpenGroup, ...]
    deadwood: int
    top: Card | None
    choices: tuple[ChoiceLine, ...]
    cost: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A place of the plot where points were given away."""

    at: int
    x: str
    y: str
    label: str


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat's sums, and its line in the plot (`points` of a polyline)."""

    seat: int
    name: str
    decisions: int
    alike: int
    cost: str
    points: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """The plot's box in its own units; `zero` is the height of 0 points."""

    width: int
    height: int
    zero: str
    high: str
    low: str


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """How far the analysis is, and what it found once it is finished. `view` is the seat looked at, None for all."""

    is_asked: bool
    is_finished: bool
    has_failed: bool
    done: int
    total: int
    view: int | None = None
    shows_all: bool = False
    by_playing: bool = False
    lines: tuple[DecisionLine, ...] = ()
    hidden: int = 0
    seats: tuple[SeatLine, ...] = ()
    plot: Plot | None = None

    @property
    def is_working(self) -> bool:
        return self.is_asked and not self.is_finished and not self.has_failed


def analysis_view(
    game: Game, record: DealRecord, *, view: int | None, shows_all: bool, me: int | None
) -> AnalysisView:
    """The page's state. Only the moves that cost points are listed unless `shows_all`; `me` is the reader's seat."""
    found = DealAnalysis.objects.filter(deal__game=game, deal__number=record.number).first()
    if found is None:
        return AnalysisView(False, False, False, 0, 0)
    if not found.is_finished:
        return AnalysisView(True, False, found.has_failed, found.done, found.total)
    names = Names.of(record.names, me)
    view = view if view is not None and 0 <= view < len(record.names) else None
    rows = [_Row.of(each) for each in found.decisions or ()]
    listed = [row for row in rows if view is None or row.seat == view]
    shown = [row for row in listed if shows_all or row.counts]
    plot, seats = _plotted(rows, record, names)
    return AnalysisView(
        is_asked=True,
        is_finished=True,
        has_failed=False,
        done=found.done,
        total=found.total,
        view=view,
        shows_all=shows_all,
        by_playing=any(row.by_playing for row in rows),
        lines=tuple(_line(row, record, names) for row in shown),
        hidden=len(listed) - len(shown),
        seats=seats,
        plot=plot,
    )


def analysed_deal(game: Game, number: int, person: User | AnonymousUser | Player) -> DealRecord | None:
    """The record of a finished deal with the names that `person` may read, None for one that is played or isn't
    there.
    """
    finished = Deal.objects.filter(game=game, number=number, ended_at__isnull=False).exists()
    return deal_record(game, number, person) if finished else None


@dataclass(frozen=True, slots=True)
class _Row:
    """A stored decision read back: options as (move, points), best first."""

    at: int
    seat: int
    played: Move
    options: tuple[tuple[Move, float], ...]
    by_playing: bool

    @classmethod
    def of(cls, stored: dict[str, Any]) -> "_Row":
        options = tuple((parse_move(code), float(value)) for code, value in stored["options"])
        return cls(stored["at"], stored["seat"], parse_move(stored["played"]), options, stored["by_playing"])

    @property
    def best(self) -> float:
        return self.options[0][1]

    @property
    def cost(self) -> float:
        return self.best - next(value for move, value in self.options if move == self.played)

    @property
    def counts(self) -> bool:
        """Whether the move that was made was clearly another than the expert's."""
        return self.cost >= (WORTH_SAYING_ROUGH if self.by_playing else WORTH_SAYING)


def points_text(value: float) -> str:
    """Points with their sign and one decimal, as the reader's language writes them."""
    rounded = round(value, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{number_format(abs(rounded), 1)}"


def _line(row: _Row, record: DealRecord, names: Names) -> DecisionLine:
    before = record.moves[row.at - 1]
    arrangement = best_arrangement(before.hands[row.seat])
    melds = tuple(OpenGroup(meld.cards) for meld in arrangement.melds)
    return DecisionLine(
        at=row.at,
        before=row.at - 1,
        seat=row.seat,
        name=_("You") if row.seat == names.me else names.full[row.seat],
        groups=melds + ((OpenGroup(arrangement.rest, is_loose=True),) if arrangement.rest else ()),
        deadwood=arrangement.deadwood,
        top=before.top,
        choices=tuple(
            _choice(move, value, before.top, is_best=place == 0, is_played=move == row.played)
            for place, (move, value) in enumerate(row.options)
        ),
        cost=number_format(round(row.cost, 1), 1) if row.counts else "",
    )


def _choice(move: Move, value: float, top: Card | None, *, is_best: bool, is_played: bool) -> ChoiceLine:
    act, cards = choice_words(move, top)
    return ChoiceLine(act, cards, points_text(value), is_best, is_played)


def choice_words(move: Move, top: Card | None) -> tuple[str, tuple[Card, ...]]:
    """What a choice is called, and the cards it is about; `top` lies on the pile."""
    match move:
        case Discard(card):
            return pgettext("a choice", "Discard"), (card,)
        case Knock(card):
            return pgettext("a choice", "Knock, laying away"), (card,)
        case Spread(cards):
            return pgettext("a choice", "Lay down"), cards
        case LayOff(card):
            return pgettext("a choice", "Lay off"), (card,)
    if move == TAKE_PILE:
        return pgettext("a choice", "Take"), (top,) if top is not None else ()
    words = {
        PASS: pgettext("a choice", "Pass"),
        DROP: pgettext("a choice", "Drop"),
        BIG_GIN: pgettext("a choice", "Go big gin"),
    }
    return words.get(move, pgettext("a choice", "Draw from the stock")), ()


def _plotted(
    rows: Sequence[_Row], record: DealRecord, names: Names
) -> tuple[Plot | None, tuple[SeatLine, ...]]:
    """Each seat's expected points over the deal, in the units of the plot."""
    if not rows:
        return None, ()
    high, low = max(0.0, *(row.best for row in rows)), min(0.0, *(row.best for row in rows))
    last = max(1, len(record.moves) - 1)
    span = (high - low) or 1.0

    def place(row: _Row) -> tuple[str, str]:
        x = MARGIN + (WIDTH - 2 * MARGIN) * row.at / last
        return f"{x:.1f}", f"{MARGIN + (HEIGHT - 2 * MARGIN) * (high - row.best) / span:.1f}"

    seats = []
    for seat, name in enumerate(names.full):
        own = [row for row in rows if row.seat == seat]
        if not own:
            continue
        seats.append(
            SeatLine(
                seat=seat,
                name=_("You") if seat == names.me else name,
                decisions=len(own),
                alike=sum(not row.counts for row in own),
                cost=number_format(round(sum(row.cost for row in own if row.counts), 1), 1),
                points=" ".join(f"{x},{y}" for x, y in map(place, own)),
                marks=tuple(
                    Mark(row.at, *place(row), label=f"{name}: −{number_format(round(row.cost, 1), 1)}")
                    for row in own
                    if row.counts
                ),
            )
        )
    zero = f"{MARGIN + (HEIGHT - 2 * MARGIN) * high / span:.1f}"
    return Plot(WIDTH, HEIGHT, zero, points_text(high), points_text(low)), tuple(seats)
