"""A season's table as a page shows it: places, what each event brought, which results count, what can still be
reached; and a club's seasons in a list. One function of the engine ranks it; nothing here adds up points.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Final

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Club
from accounts.permissions import can_organise, club_role
from tournaments.engine.boundaries import boundaries_of, ties_that_matter
from tournaments.engine.exact import total
from tournaments.engine.league import EventScore, SeasonRow, division_movement, season_table, team_table
from tournaments.engine.ranking import TieOrder
from tournaments.engine.reach import Coming, Reach, still_to_reach
from tournaments.engine.records import EntryKind
from tournaments.engine.results import EntrantId, EntrantInfo
from tournaments.engine.rows import StandingRow, classified
from tournaments.enums import TournamentStatus
from tournaments.models import EntrantMember, Season, SeasonPlayoff, Tournament
from tournaments.models.tournament import directed_by
from tournaments.queries.clubs import final_standings
from tournaments.queries.criteria import criterion, number_text, place_text
from tournaments.queries.season_scores import SeasonScores, season_scores
from tournaments.queries.tournaments import TournamentLine, tournament_line, with_counts
from tournaments.season_format import SeasonFormat, Teams

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


MOST_CHOICES: Final = 60
LEADERS: Final = 5


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season in a list."""

    season_id: int
    name: str
    league: str
    starts_on: date
    ends_on: date
    events: int


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """A column: an event with its number in the season (0 before it is finished)."""

    number: int
    public_id: str
    name: str
    club: str
    starts_on: date


@dataclass(frozen=True, slots=True)
class Cell:
    """What an event brought one player: "" for not being there; `counts` is False where it is dropped."""

    text: str
    counts: bool


@dataclass(frozen=True, slots=True)
class SeasonTableLine:
    """One player. `reach` says in words what can still come ("" where that can't be said); `movement` is "up",
    "down" or "open" (a tie across the line), "" for staying.
    """

    player_id: int
    user_id: int | None
    name: str
    place: int | None
    place_text: str
    points_text: str
    attended: int
    cells: tuple[Cell, ...]
    decided_by: str
    reach: str
    best_place: int | None
    worst_place: int | None
    movement: str

    @property
    def brief(self) -> str:
        """The cells in one line for a narrow page, what is dropped in brackets: "10, –, (6)"."""
        return ", ".join(
            (cell.text if cell.counts else f"({cell.text})") if cell.text else "–" for cell in self.cells
        )


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team: its place, the sum, and who counted for it."""

    place_text: str
    name: str
    points_text: str
    counted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonTie:
    """A tie at the season's end across a line that matters. `event` is the extra round's, "" before it is made."""

    players: tuple[int, ...]
    names: tuple[str, ...]
    place: int
    event: str


@dataclass(frozen=True, slots=True)
class SeasonPage:
    season_id: int
    name: str
    league: str
    starts_on: date
    ends_on: date
    format: SeasonFormat
    played: tuple[SeasonEvent, ...]
    coming: tuple[SeasonEvent, ...]
    events_left: int | None
    lines: tuple[SeasonTableLine, ...]
    teams: tuple[TeamLine, ...]
    ties: tuple[SeasonTie, ...]

    @property
    def has_reach(self) -> bool:
        """Whether it can be said what is still to be reached: only where something bounds what an evening brings."""
        return bool(self.events_left) and any(line.reach for line in self.lines)


def season_list(club: Club, user: "User | AnonymousUser") -> tuple[SeasonLine, ...]:
    """The club's seasons that the user may see, newest first."""
    rows = visible_seasons(club, user).annotate(count=Count("tournaments")).order_by("-starts_on", "-pk")
    return tuple(
        SeasonLine(row.pk, row.name, row.league.name, row.starts_on, row.ends_on, row.count) for row in rows
    )


def find_season(club: Club, user: "User | AnonymousUser", season_id: int) -> Season | None:
    """The club's season of that id, None where there is none that the user may see."""
    return visible_seasons(club, user).filter(pk=season_id).first()


def season_choices(season: Season, user: "User") -> tuple[tuple[TournamentLine, bool], ...]:
    """Evenings that the user may take into the season or out of it, newest first, and whether they are in it: those of
    the season, and the newest of the others that the user directs, in whichever club.
    """
    directed = directed_by(user).filter(is_rehearsal=False).exclude(status=TournamentStatus.CANCELLED)
    inside = set(Tournament.objects.filter(season=season).values_list("pk", flat=True))
    newest = directed.order_by("-starts_on", "-pk").values_list("pk", flat=True)[:MOST_CHOICES]
    shown = with_counts(Tournament.objects.filter(pk__in=[*inside, *newest])).order_by("-starts_on", "-pk")
    return tuple((tournament_line(event), event.pk in inside) for event in shown)


def newest_season(club: Club, user: "User | AnonymousUser") -> SeasonPage | None:
    """The table of the season that began last, of those the user may see."""
    season = visible_seasons(club, user).order_by("-starts_on", "-pk").first()
    return season_page(season, user, most=LEADERS) if season is not None else None


def visible_seasons(club: Club, user: "User | AnonymousUser") -> "QuerySet[Season]":
    """Who doesn't belong to the club sees no season in which a private event counts."""
    seasons = Season.objects.filter(league__club=club).select_related("league__club")
    if club_role(user, club) is not None:
        return seasons
    private = Tournament.objects.filter(is_public=False, season__isnull=False).values("season")
    return seasons.exclude(pk__in=private)


def season_page(
    season: Season, user: "User | AnonymousUser | None" = None, *, most: int | None = None
) -> SeasonPage:
    """The table after the last finished event, as `user` may read it (None: the program itself). With `most` only so
    many of its first lines, without what can still be reached.

    Who hides is "Hidden player" for all but the directors of the season's club and the person.
    """
    read, format_ = season_scores(season), season.format
    if user is not None:
        read = _without_hidden(read, season, user)
    orders, made = playoff_orders(season)
    table = ranked(read, format_, orders)
    left = events_left(format_, len(read.played))
    reaches = _reaches(read, format_, left, table) if most is None else {}
    shared = Counter(row.place for row in table)
    movement = _movement(table, format_)
    return SeasonPage(
        season_id=season.pk,
        name=season.name,
        league=season.league.name,
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        format=format_,
        played=_columns([event for event in read.events if event.pk in read.played]),
        coming=_columns([event for event in read.events if event.pk not in read.played]),
        events_left=left,
        lines=tuple(
            _line(row, read, shared[row.place] > 1, reaches.get(row.entrant), movement)
            for row in table[:most]
        ),
        teams=_teams(table, read, format_),
        ties=_ties(table, read, format_, made) if not left else (),
    )


def _without_hidden(read: SeasonScores, season: Season, user: "User | AnonymousUser") -> SeasonScores:
    if not read.hidden or can_organise(user, season.league.club):
        return read
    own = user.pk if user.is_authenticated else None
    hidden = {one for one in read.hidden if own is None or read.users[one] != own}
    names = {one: _("Hidden player") if one in hidden else name for one, name in read.names.items()}
    return replace(read, names=names)


def playoff_orders(season: Season) -> tuple[tuple[TieOrder, ...], dict[frozenset[int], str]]:
    """What extra rounds at the season's end decided, and the events of all that were made, by who plays."""
    playoffs = list(SeasonPlayoff.objects.filter(season=season).select_related("tournament").order_by("pk"))
    made = {frozenset(playoff.players_json): playoff.tournament.public_id for playoff in playoffs}
    ids = [row.tournament_id for row in playoffs if row.tournament.status == TournamentStatus.FINISHED]
    if not ids:
        return (), made
    person = {
        member.entrant_id: member.player_id for member in EntrantMember.objects.filter(tournament__in=ids)
    }
    places: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in final_standings(Tournament.objects.filter(pk__in=ids)).select_related("round"):
        if row.place is not None and row.entrant_id in person:
            places[row.round.tournament_id][row.place].append(person[row.entrant_id])
    orders = [
        TieOrder(tuple(tuple(tier) for _place, tier in sorted(found.items()))) for found in places.values()
    ]
    return tuple(orders), made


def _teams(table: Sequence[SeasonRow], read: SeasonScores, format_: SeasonFormat) -> tuple[TeamLine, ...]:
    team_of = {Teams.GROUPS: read.groups, Teams.CLUBS: read.clubs}.get(format_.teams, {})
    known: dict[EntrantId, EntrantId] = {one: team for one, team in team_of.items() if one in read.names}
    rows = team_table(table, known, format_.team_best or None)
    shared = Counter(row.place for row in rows)
    return tuple(
        TeamLine(
            place_text(row.place, shared=shared[row.place] > 1),
            str(row.team),
            number_text(row.points),
            tuple(read.names[int(one)] for one in row.counted),
        )
        for row in rows
    )


def _ties(
    table: Sequence[SeasonRow], read: SeasonScores, format_: SeasonFormat, made: dict[frozenset[int], str]
) -> tuple[SeasonTie, ...]:
    """Ties for the title and across the lines of going up and down."""
    rows = classified([row.row for row in table])
    down = format_.relegated
    lines = boundaries_of(
        promoted=format_.promoted or None,
        relegated_from=len(rows) - down + 1 if 0 < down < len(rows) else None,
    )
    return tuple(
        SeasonTie(
            tuple(int(one) for one in tie.members),
            tuple(read.names[int(one)] for one in tie.members),
            tie.first_place,
            made.get(frozenset(int(one) for one in tie.members), ""),
        )
        for tie in ties_that_matter([row.row for row in table], lines)
    )


def ranked(read: SeasonScores, format_: SeasonFormat, orders: Sequence[TieOrder]) -> list[SeasonRow]:
    """The season's table, with what extra rounds decided."""
    return _table(read.scores, read.names, format_, orders)


def _table(
    scores: Sequence[EventScore],
    names: dict[int, str],
    format_: SeasonFormat,
    orders: Sequence[TieOrder] = (),
) -> list[SeasonRow]:
    took_part = {score.entrant for score in scores}
    infos = [EntrantInfo(entrant=player) for player in sorted(names) if player in took_part]
    last = max((score.event_number for score in scores), default=0)
    return season_table(infos, scores, format_.rules, last, extra_orders=orders)


def events_left(format_: SeasonFormat, played: int) -> int | None:
    """How many evenings are still to come, None where nobody said how many are planned."""
    return max(0, format_.planned_events - played) if format_.planned_events else None


def _reaches(
    read: SeasonScores, format_: SeasonFormat, left: int | None, table: Sequence[SeasonRow]
) -> dict[EntrantId, Reach]:
    """What everybody can still reach who can still come often enough; nothing where no bound can be given."""
    most = format_.most_per_event
    if left is None or most is None:
        return {}
    coming = Coming(left, least=0, most=most, drops=format_.rules.drops)
    rows = free_table(read, format_, left) if format_.minimum_attendance else [row.row for row in table]
    return {reach.entrant: reach for reach in still_to_reach(rows, coming)}


def free_table(read: SeasonScores, format_: SeasonFormat, left: int) -> list[StandingRow]:
    """Everybody who can still come often enough, as if that were not asked for."""
    free = replace(format_, minimum_attendance=0)
    table = _table(read.scores, read.names, free)
    return [row.row for row in table if row.attended + left >= format_.minimum_attendance]


def _movement(table: Sequence[SeasonRow], format_: SeasonFormat) -> dict[EntrantId, str]:
    rows = classified([row.row for row in table])
    if not rows or format_.promoted + format_.relegated > len(rows):
        return {}
    found = division_movement(table, format_.promoted, format_.relegated)
    words = dict.fromkeys(found.promoted, "up") | dict.fromkeys(found.relegated, "down")
    return words | {entrant: "open" for tie in found.open_ties for entrant in tie.members}


def _columns(events: Sequence[Tournament]) -> tuple[SeasonEvent, ...]:
    return tuple(
        SeasonEvent(number, event.public_id, event.name, event.club.name, event.starts_on)
        for number, event in enumerate(events, 1)
    )


def _line(
    row: SeasonRow, read: SeasonScores, shared: bool, reach: Reach | None, movement: dict[EntrantId, str]
) -> SeasonTableLine:
    decision = row.row.above or row.row.below
    is_place = decision is not None and decision.criterion not in ("points", "shared")
    return SeasonTableLine(
        player_id=int(row.entrant),
        user_id=read.users[int(row.entrant)],
        name=read.names[int(row.entrant)],
        place=row.place,
        place_text=place_text(row.place, shared=shared),
        points_text=number_text(row.row.points),
        attended=row.attended,
        cells=tuple(_cell(row.row, number) for number in range(1, len(read.played) + 1)),
        decided_by=criterion(decision.criterion).name if decision is not None and is_place else "",
        reach=_reach_words(reach) if reach else "",
        best_place=reach.best_place if reach else None,
        worst_place=reach.worst_place if reach else None,
        movement=movement.get(row.entrant, ""),
    )


def _cell(row: StandingRow, number: int) -> Cell:
    found = [entry for entry in row.entries if entry.round_number == number and entry.kind is EntryKind.TABLE]
    if not found:
        return Cell("", counts=False)
    counted = [entry for entry in found if entry.counted]
    return Cell(number_text(total(entry.points for entry in counted or found)), counts=bool(counted))


def _reach_words(reach: Reach) -> str:
    if reach.is_through(1) and reach.worst_place == reach.best_place:
        return _("first for certain")
    if reach.best_place == reach.worst_place:
        return _("place %(place)d for certain") % {"place": reach.best_place}
    return _("up to %(points)s, places %(best)d to %(worst)d") % {
        "points": number_text(reach.most_points),
        "best": reach.best_place,
        "worst": reach.worst_place,
    }
