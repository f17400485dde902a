"""A season's league games as a page shows them to one reader: weeks, what the reader can do, and the table.

It is made by the one function that ranks anything: a game is a table of two, a win a point, a draw half of one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from accounts.permissions import can_organise
from games.queries.clock import database_now
from games.queries.rulesets import is_two_sided, preset_names, preset_ruleset
from games.queries.words import game_name
from tournaments.engine.results import EntrantInfo, SeatResult, TableOutcome
from tournaments.engine.rows import StandingRow
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.standings import EventInput
from tournaments.enums import FixtureStatus
from tournaments.models import Fixture, FixtureList, Season
from tournaments.queries.criteria import number_text, place_text

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player, User

CHAIN = ("points", "head_to_head", "spread_best", "shared")
BEFORE_TIME = timedelta(minutes=15)
WAITED_FOR = frozenset(("accept", "play", "confirm"))


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A game. `can` are the acts that the reader may do now: propose, accept, play, report, confirm."""

    fixture_id: int
    home: str
    away: str
    status: str
    status_label: str
    result: str
    when: datetime | None
    proposed_by: str
    last_day: date
    game: str
    is_own: bool
    can: frozenset[str]

    @property
    def waits_for_reader(self) -> bool:
        """Whether the other one, or the table, waits for the reader now."""
        return self.is_own and bool(self.game or self.can & WAITED_FOR)


@dataclass(frozen=True, slots=True)
class WeekLines:
    """A round of the league; `last_day` is the last one on which it can be played."""

    week: int
    last_day: date
    lines: tuple[FixtureLine, ...]


@dataclass(frozen=True, slots=True)
class FixtureRow:
    """A line of the table. `difference` is won minus lost net points."""

    place_text: str
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    difference: str
    points_text: str


@dataclass(frozen=True, slots=True)
class FixturesPage:
    """Times are by the clock of the club, whose zone is `time_zone`. `own` are the reader's open games; those who
    play in the league and directors read the names of players who hide."""

    season_id: int
    name: str
    game: str
    time_zone: str
    weeks: tuple[WeekLines, ...]
    own: tuple[FixtureLine, ...]
    table: tuple[FixtureRow, ...]
    directs: bool


def find_fixture(season: Season, fixture_id: int) -> Fixture | None:
    """The season's game of that id."""
    return Fixture.objects.filter(fixtures__season=season, pk=fixture_id).first()


def two_player_presets() -> tuple[tuple[str, str], ...]:
    """The games that two can play against each other, with their names."""
    rules = [preset_ruleset(name) for name in preset_names()]
    return tuple((one.key, game_name(one.key)) for one in rules if is_two_sided(one) and one.min_players <= 2)


def fixtures_page(season: Season, user: "User | AnonymousUser") -> FixturesPage | None:
    """The page, None where the season has no such games. A constant number of queries."""
    fixtures = FixtureList.objects.filter(season=season).first()
    if fixtures is None:
        return None
    games = list(
        Fixture.objects.filter(fixtures=fixtures)
        .select_related("home", "away", "proposed_by", "game")
        .order_by("week", "pk")
    )
    club = season.league.club
    directs = can_organise(user, club)
    now, zone = database_now(), ZoneInfo(club.time_zone)
    plays = user.is_authenticated and any(user.pk in (g.home.user_id, g.away.user_id) for g in games)
    knows = directs or plays
    lines = {game.pk: _line(game, user, now, zone, directs=directs, knows=knows) for game in games}
    weeks = sorted({game.week for game in games})
    return FixturesPage(
        season_id=season.pk,
        name=str(season),
        game=game_name(str(fixtures.ruleset_json.get("preset", ""))),
        time_zone=club.time_zone,
        weeks=tuple(
            _week(week, [game for game in games if game.week == week], lines, zone) for week in weeks
        ),
        own=tuple(line for line in lines.values() if line.is_own and line.can),
        table=_table(games, knows=knows),
        directs=directs,
    )


def _week(week: int, games: Sequence[Fixture], lines: dict[int, FixtureLine], zone: ZoneInfo) -> WeekLines:
    return WeekLines(week, _last_day(games[0], zone), tuple(lines[game.pk] for game in games))


def _last_day(game: Fixture, zone: ZoneInfo) -> date:
    """The deadline is the midnight that ends this day."""
    return (game.deadline.astimezone(zone) - timedelta.resolution).date()


def _line(
    game: Fixture,
    user: "User | AnonymousUser",
    now: datetime,
    zone: ZoneInfo,
    *,
    directs: bool,
    knows: bool,
) -> FixtureLine:
    own = None
    if user.is_authenticated:
        own = next((one for one in (game.home, game.away) if one.user_id == user.pk), None)
    moment = game.agreed_at or game.proposed_at
    scored = game.status in (FixtureStatus.PLAYED, FixtureStatus.REPORTED)
    return FixtureLine(
        fixture_id=game.pk,
        home=_name(game.home, knows=knows),
        away=_name(game.away, knows=knows),
        status=game.status,
        status_label=str(FixtureStatus(game.status).label),
        result=f"{number_text(game.home_points or 0)} : {number_text(game.away_points or 0)}"
        if scored
        else "",
        when=moment.astimezone(zone) if moment else None,
        proposed_by=_name(game.proposed_by, knows=knows) if game.proposed_by else "",
        last_day=_last_day(game, zone),
        game=game.game.public_id if game.game else "",
        is_own=own is not None,
        can=frozenset(_acts(game, own, now, directs=directs)),
    )


def _acts(game: Fixture, own: "Player | None", now: datetime, *, directs: bool) -> list[str]:
    is_open = game.status in (FixtureStatus.OPEN, FixtureStatus.AGREED)
    found = []
    if own is not None and is_open and now < game.deadline:
        found.append("propose")
        if game.status == FixtureStatus.OPEN and game.proposed_at and game.proposed_by_id != own.pk:
            found.append("accept")
        if game.agreed_at and now >= game.agreed_at - BEFORE_TIME:
            found.append("play")
    if (own is not None and is_open) or (directs and (is_open or game.status == FixtureStatus.MISSED)):
        found.append("report")
    if game.status == FixtureStatus.REPORTED and (
        directs or (own is not None and game.reported_by_id != own.pk)
    ):
        found += ["confirm", "report"]
    return found


def _name(player: "Player", *, knows: bool) -> str:
    return _("Hidden player") if player.is_private and not knows else player.name


def fixture_standings(games: Sequence[Fixture]) -> list[StandingRow]:
    """Everybody of these games, ranked by those that are played."""
    people = {one for game in games for one in (game.home_id, game.away_id)}
    played = [game for game in games if game.status == FixtureStatus.PLAYED]
    results = tuple(
        TableOutcome(
            game.week,
            number,
            (
                SeatResult(game.home_id, game.home_points or 0),
                SeatResult(game.away_id, game.away_points or 0),
            ),
        )
        for number, game in enumerate(played, 1)
    )
    infos = tuple(EntrantInfo(entrant=one) for one in sorted(people))
    event = EventInput(infos, results, Scheme(SchemeKind.WIN_LOSS, nominal_size=2), CHAIN)
    return event.standings(max((game.week for game in games), default=0))


def _table(games: Sequence[Fixture], *, knows: bool) -> tuple[FixtureRow, ...]:
    people = {one.pk: one for game in games for one in (game.home, game.away)}
    played = [game for game in games if game.status == FixtureStatus.PLAYED]
    rows = fixture_standings(games)
    shared = Counter(row.place for row in rows)
    return tuple(
        _row(
            place_text(row.place, shared=shared[row.place] > 1),
            _name(people[int(row.entrant)], knows=knows),
            _scores(int(row.entrant), played),
            number_text(row.points),
        )
        for row in rows
    )


def _scores(player: int, played: Sequence[Fixture]) -> list[int]:
    """Own points minus the other's, game by game."""
    found = []
    for game in played:
        margin = (game.home_points or 0) - (game.away_points or 0)
        if game.home_id == player:
            found.append(margin)
        elif game.away_id == player:
            found.append(-margin)
    return found


def _row(place: str, name: str, margins: Sequence[int], points: str) -> FixtureRow:
    return FixtureRow(
        place,
        name,
        len(margins),
        sum(margin > 0 for margin in margins),
        sum(margin == 0 for margin in margins),
        sum(margin < 0 for margin in margins),
        number_text(sum(margins), signed=True),
        points,
    )
