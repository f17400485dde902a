"""The tables of a round as read models: seats, points, how far they are. One reader for pages, live board and
API.

A constant number of queries for any number of tables. People on autopilot are shown as people.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.enums import GameStatus, Occupant
from games.models import Game, GameSeat
from games.queries.clock import database_now
from games.queries.progress import GameProgress, progress_of
from tournaments.enums import ResultStatus, SeatOccupant, TableMode, TableStatus
from tournaments.models import SeatScore, Table, TableGame, TableSeat
from tournaments.queries.criteria import number_text, place_text
from tournaments.queries.paper_progress import PaperProgress, paper_progress
from tournaments.queries.shown_names import ALL_NAMES, ShownNames


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A chair. `points` are the confirmed net points, or those so far; None before the first deal.

    `is_bot` is a bot's own seat, `stand_in` a bot that plays for an absent player.
    """

    seat: int
    name: str
    entrant_id: int | None
    player_user_id: int | None
    is_bot: bool
    stand_in: bool
    points: int | None
    points_text: str
    place: int | None
    place_text: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table. `progress` says in words how far it is; `leader` who is ahead ("" before the first deal).

    `minutes_quiet` is how long nothing happened (None unless it plays, and on real cards before the first deal was
    told), `deals_planned` 0 where the score decides.
    """

    table_id: int
    public_id: str
    number: int
    mode: str
    status: str
    status_label: str
    game_public_id: str
    game_status: str
    seats: tuple[SeatLine, ...]
    deals_finished: int
    deals_planned: int
    progress: str
    leader: str
    minutes_quiet: int | None
    closes_at: datetime | None
    is_paused: bool
    is_halted: bool

    @property
    def is_settled(self) -> bool:
        return self.status in (TableStatus.CONFIRMED, TableStatus.CANCELLED)


@dataclass(slots=True)
class _Facts:
    """What the lines of several tables are made of, each read once."""

    chairs: dict[int, list[TableSeat]]
    games: dict[int, Game]
    progress: dict[int, GameProgress]
    told: dict[int, PaperProgress]
    stand_ins: set[tuple[int, int]]
    scores: dict[tuple[int, int], SeatScore]
    now: datetime
    names: ShownNames


def table_lines(tables: Iterable[Table], names: ShownNames = ALL_NAMES) -> tuple[TableLine, ...]:
    """The lines of these tables, in their order, with the names of one reader. Six queries, whatever their number; two
    more on real cards.
    """
    chosen = list(tables)
    ids = [table.pk for table in chosen]
    chairs: dict[int, list[TableSeat]] = defaultdict(list)
    for chair in TableSeat.objects.filter(table__in=ids).select_related("player").order_by("seat"):
        chairs[chair.table_id].append(chair)
    links = TableGame.objects.filter(table__in=ids).select_related("game").order_by("number")
    games = {link.table_id: link.game for link in links}
    stand_ins = GameSeat.objects.filter(
        game__in=[game.pk for game in games.values()], occupant=Occupant.STAND_IN
    )
    scores = SeatScore.objects.filter(
        result__table__in=ids, result__status=ResultStatus.CONFIRMED
    ).select_related("result")
    facts = _Facts(
        chairs,
        games,
        progress_of(games.values()),
        _told(chosen, chairs),
        set(stand_ins.values_list("game_id", "seat")),
        {(score.result.table_id, score.seat): score for score in scores},
        database_now(),
        names,
    )
    return tuple(_line(table, facts) for table in chosen)


def _told(tables: Iterable[Table], chairs: dict[int, list[TableSeat]]) -> dict[int, PaperProgress]:
    """What was told of tables on real cards whose result doesn't stand yet."""
    settled = (TableStatus.CONFIRMED, TableStatus.CANCELLED)
    paper = [table for table in tables if table.mode == TableMode.PAPER and table.status not in settled]
    return paper_progress(paper, {table.pk: len(chairs[table.pk]) for table in paper})


def _line(table: Table, facts: _Facts) -> TableLine:
    game = facts.games.get(table.pk)
    progress: GameProgress | PaperProgress | None = facts.told.get(table.pk)
    if game is not None:
        progress = facts.progress.get(game.pk)
    seats = tuple(_seat(table, chair, game, progress, facts) for chair in facts.chairs[table.pk])
    finished, planned = _deals(game, progress)
    plays = table.status == TableStatus.PLAYING
    news = (progress.last_news if progress else None) if plays else None
    return TableLine(
        table_id=table.pk,
        public_id=table.public_id,
        number=table.number,
        mode=table.mode,
        status=table.status,
        status_label=table.get_status_display(),
        game_public_id=game.public_id if game else "",
        game_status=game.status if game else "",
        seats=seats,
        deals_finished=finished,
        deals_planned=planned,
        progress=_progress(table, game, finished, planned, is_told=table.pk in facts.told),
        leader=_leader(seats),
        minutes_quiet=int((facts.now - news).total_seconds() // 60) if news else None,
        closes_at=table.closes_at if plays else None,
        is_paused=game is not None and game.paused_at is not None,
        is_halted=game is not None and game.status == GameStatus.HALTED,
    )


def _deals(game: Game | None, progress: GameProgress | PaperProgress | None) -> tuple[int, int]:
    """How many deals are over, and how many are planned (0 where the score decides)."""
    if isinstance(progress, PaperProgress):
        return progress.deals, progress.planned
    planned = (game.ruleset.deals_planned(game.seat_count) or 0) if game else 0
    return progress.deals_finished if progress else 0, planned


def _seat(
    table: Table,
    chair: TableSeat,
    game: Game | None,
    progress: GameProgress | PaperProgress | None,
    facts: _Facts,
) -> SeatLine:
    score = facts.scores.get((table.pk, chair.seat))
    points = score.net if score else None
    if points is None and progress is not None and _deals(game, progress)[0]:
        points = progress.totals[chair.seat]
    return SeatLine(
        seat=chair.seat,
        name=facts.names.seat(chair.entrant_id, chair.player, chair.name),
        entrant_id=chair.entrant_id,
        player_user_id=chair.player.user_id if chair.player else None,
        is_bot=chair.occupant == SeatOccupant.BOT or chair.player is None,
        stand_in=game is not None and (game.pk, chair.seat) in facts.stand_ins,
        points=points,
        points_text="" if points is None else number_text(points, signed=True),
        place=score.place if score else None,
        place_text=place_text(score.place) if score else "",
    )


def _progress(table: Table, game: Game | None, finished: int, planned: int, *, is_told: bool) -> str:
    if table.status != TableStatus.PLAYING or (game is None and not is_told):
        return str(table.get_status_display())
    if game is not None and game.status == GameStatus.HALTED:
        return str(GameStatus.HALTED.label)
    deal = min(finished + 1, planned) if planned else finished + 1
    if planned:
        return _("Deal %(number)d of %(planned)d") % {"number": deal, "planned": planned}
    return _("Deal %(number)d") % {"number": deal}


def _leader(seats: tuple[SeatLine, ...]) -> str:
    known = [seat for seat in seats if seat.points is not None]
    if not known:
        return ""
    most = max(seat.points or 0 for seat in known)
    ahead = [seat.name for seat in known if seat.points == most]
    if len(ahead) == 1:
        return ahead[0]
    return ngettext("%(count)d level", "%(count)d level", len(ahead)) % {"count": len(ahead)}
