"""Fair play: pairs of people whose games together differ from their games with everybody else, for directors.

It reads finished games only and accuses nobody: it says what differs, by how much, and which deals to look at. What
is unlikely and what is usual is worked out in `tournaments/engine/fair_play`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.db.models import QuerySet
from django.utils.formats import number_format

from accounts.models import Player
from games.models import Game
from games.queries.choices import GameHead, StoredChoices, game_heads, stored_choices
from tournaments.engine.fair_play.evidence import evidence
from tournaments.engine.fair_play.facts import FairDeal, Figure, Offer, Sign, TurnEnd
from tournaments.engine.fair_play.judging import LEAST_TOGETHER, Judgement, judge
from tournaments.models import EntrantMember, TableGame, Tournament
from tournaments.models.tournament import directed_by

if TYPE_CHECKING:
    from accounts.models import User

MOST_DEALS: Final = 6000
MOST_PAIRS: Final = 12
MOST_SHOWN_DEALS: Final = 10
SEATS: Final = 5
PAIR: Final = 2
YEAR: Final = timedelta(days=365)


class Scope(StrEnum):
    """Which events are looked at: this one, or all of its season (without one: of the club's year before it)."""

    EVENT = "event"
    SEASON = "season"


@dataclass(frozen=True, slots=True)
class FairFigure:
    """One comparison. The texts are points a deal (payments), points a turn (waste, served) or whole percentages;
    `count` says how many deals, discards, chances or turns stand behind it.
    """

    sign: str
    count: int
    observed_text: str
    expected_text: str
    score: float
    stands_out: bool


@dataclass(frozen=True, slots=True)
class FairLine:
    """How giver plays towards taker. `figures` has up to five, in the order of Sign."""

    giver_id: int
    giver: str
    taker_id: int
    taker: str
    figures: tuple[FairFigure, ...]
    score: float

    @property
    def stands_out(self) -> bool:
        return any(figure.stands_out for figure in self.figures)

    @property
    def foremost(self) -> tuple[FairFigure, ...]:
        """Those that stand out, or the one that comes nearest to it."""
        found = tuple(figure for figure in self.figures if figure.stands_out)
        return found or (max(self.figures, key=lambda figure: figure.score),)


@dataclass(frozen=True, slots=True)
class FairPage:
    """All pairs that could be compared: those worth a look, and those nearest to it. `most_together` is how many
    deals the pair that met most has; `pairs` how many ordered pairs were compared.
    """

    scope: Scope
    since: date | None
    deals: int
    events: int
    least: int
    most_together: int
    pairs: int
    worth_a_look: tuple[FairLine, ...]
    others: tuple[FairLine, ...]


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal of the two. `game` is empty where the reader may not open its record."""

    game: str
    number: int
    event: str
    played_on: date
    paid: int
    taken: int
    let_go: int
    wasted: int


@dataclass(frozen=True, slots=True)
class FairPair:
    """Two people: each line with the deals behind it. Without lines they have too few deals to be compared."""

    names: tuple[str, str]
    together: int
    least: int
    lines: tuple[tuple[FairLine, tuple[DealLine, ...]], ...]


@dataclass(frozen=True, slots=True)
class _Read:
    """The deals of a scope as the engine wants them; a deal's key is its place in `stored`."""

    stored: tuple[StoredChoices, ...]
    deals: tuple[FairDeal, ...]


def events_of(tournament: Tournament, user: "User", scope: Scope) -> "QuerySet[Tournament]":
    """The events looked at: of others, those that the user directs; rehearsals by themselves only."""
    one = Tournament.objects.filter(pk=tournament.pk)
    if scope is Scope.EVENT or tournament.is_rehearsal:
        return one
    directed = directed_by(user).filter(club=tournament.club_id, is_rehearsal=False)
    if tournament.season_id is not None:
        return one | directed.filter(season=tournament.season_id)
    return one | directed.filter(
        starts_on__gt=tournament.starts_on - YEAR, starts_on__lte=tournament.starts_on
    )


def fair_play_page(tournament: Tournament, user: "User", scope: Scope) -> FairPage:
    """All pairs of a scope. A constant number of queries; nothing is replayed unless two people have met enough."""
    events = events_of(tournament, user, scope)
    heads = _heads(events)
    met = _most_together(heads)
    read = _read(heads) if met >= LEAST_TOGETHER else _Read((), ())
    judged = judge(read.deals)
    lines = _lines(judged)
    return FairPage(
        scope=scope,
        since=tournament.starts_on - YEAR if tournament.season_id is None else None,
        deals=sum(head.deals for head in heads),
        events=events.count(),
        least=LEAST_TOGETHER,
        most_together=met,
        pairs=len(lines),
        worth_a_look=tuple(line for line in lines if line.stands_out),
        others=tuple(line for line in lines if not line.stands_out)[:MOST_PAIRS],
    )


def fair_pair(tournament: Tournament, user: "User", scope: Scope, one: int, other: int) -> FairPair | None:
    """What is known of two players (ids), with the deals to look at; None for such as don't play in these events."""
    events = events_of(tournament, user, scope)
    entries = EntrantMember.objects.filter(tournament__in=events.values("pk"))
    names = dict(Player.objects.filter(pk__in={one, other}, entries__in=entries).values_list("pk", "name"))
    if len(names) < PAIR:
        return None
    heads = _heads(events)
    together = sum(head.deals for head in heads if set(names) <= {seat.player_id for seat in head.seats})
    lines: list[tuple[FairLine, tuple[DealLine, ...]]] = []
    if together >= LEAST_TOGETHER:
        read = _read(heads)
        for line in _lines(judge(read.deals)):
            if {line.giver_id, line.taker_id} == set(names):
                lines.append((line, _deal_lines(read, line, user)))
    return FairPair((names[one], names[other]), together, LEAST_TOGETHER, tuple(lines))


def _heads(events: "QuerySet[Tournament]") -> tuple[GameHead, ...]:
    tables = TableGame.objects.filter(table__round__tournament__in=events.values("pk"))
    return game_heads(Game.objects.filter(pk__in=tables.values("game")), MOST_DEALS)


def _most_together(heads: Sequence[GameHead]) -> int:
    """How many deals the two who met most have, by the games' heads: in a pool some may have been out."""
    met: dict[tuple[int, int], int] = {}
    for head in heads:
        people = sorted(seat.player_id for seat in head.seats if seat.player_id is not None)
        for at, one in enumerate(people):
            for other in people[at + 1 :]:
                met[one, other] = met.get((one, other), 0) + head.deals
    return max(met.values(), default=0)


def _read(heads: Sequence[GameHead]) -> _Read:
    """Replays the games. Who isn't a person of the club, or didn't play themselves, gets a negative number."""
    levels = sorted({seat.bot_level for head in heads for seat in head.seats})
    seats = {head.game_id: head.seats for head in heads}
    stored = tuple(stored_choices(heads))
    deals = []
    for key, deal in enumerate(stored):
        people: dict[int, int] = {}
        for seat in deal.seats:
            facts = seats[deal.game_id][seat]
            own = facts.player_id is not None and seat not in deal.stood_in
            # two bots of one level at a table are told apart by their chairs
            bot = -1 - seat - SEATS * levels.index(facts.bot_level)
            people[seat] = facts.player_id if own and facts.player_id is not None else bot
        deals.append(_fair(key, deal, people))
    return _Read(stored, tuple(deals))


def _fair(key: int, deal: StoredChoices, people: Mapping[int, int]) -> FairDeal:
    return FairDeal(
        key,
        deal.kind,
        tuple(people[seat] for seat in deal.seats),
        deal.net,
        tuple(Offer(people[offer.giver], people[offer.taker], offer.taken) for offer in deal.offers),
        tuple(
            TurnEnd(people[end.seat], end.lap, end.best, end.left, end.may_knock, end.knocked)
            for end in deal.ends
        ),
    )


def _lines(judged: Judgement) -> tuple[FairLine, ...]:
    """One line for each ordered pair, the most striking first."""
    by_pair: dict[tuple[int, int], list[Figure]] = {}
    for figure in judged.figures:
        by_pair.setdefault((figure.giver, figure.taker), []).append(figure)
    names = dict(Player.objects.filter(pk__in={giver for giver, _ in by_pair}).values_list("pk", "name"))
    lines = [
        FairLine(
            giver,
            names[giver],
            taker,
            names[taker],
            tuple(_figure(figure, judged) for figure in figures),
            max(figure.score for figure in figures),
        )
        for (giver, taker), figures in by_pair.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.score, line.giver, line.taker)))


def _figure(figure: Figure, judged: Judgement) -> FairFigure:
    return FairFigure(
        figure.sign.value,
        figure.count,
        _text(figure.sign, figure.observed),
        _text(figure.sign, figure.expected),
        figure.score,
        judged.stands_out(figure),
    )


def _text(sign: Sign, value: float) -> str:
    """A number for people: whole percentages, or points with one decimal and a true minus sign."""
    if sign in (Sign.DISCARDS, Sign.KNOCKS):
        return number_format(value * 100, 0)
    text = number_format(abs(value), 1)
    return f"−{text}" if value < 0 and text != number_format(0, 1) else text


def _deal_lines(read: _Read, line: FairLine, user: "User") -> tuple[DealLine, ...]:
    """The deals that show most of what differs most."""
    sign = max(line.figures, key=lambda figure: (figure.stands_out, figure.score)).sign
    found = evidence(read.deals, line.giver_id, line.taker_id, Sign(sign))[:MOST_SHOWN_DEALS]
    deals = [(read.stored[each.key], each) for each in found]
    ids = {deal.game_id for deal, _ in deals}
    open_to = set(Game.objects.visible_to(user).filter(pk__in=ids).values_list("pk", flat=True))
    rows = TableGame.objects.filter(game__in=ids).select_related("game", "table__round__tournament")
    tables = {row.game_id: row for row in rows}
    return tuple(
        DealLine(
            game=tables[deal.game_id].game.public_id if deal.game_id in open_to else "",
            number=deal.number,
            event=tables[deal.game_id].table.round.tournament.name,
            played_on=tables[deal.game_id].table.round.tournament.starts_on,
            paid=round(each.paid),
            taken=each.taken,
            let_go=each.let_go,
            wasted=each.wasted,
        )
        for deal, each in deals
    )
