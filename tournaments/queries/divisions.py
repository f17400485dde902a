"""Divisions of a season: which stand above each other, who belongs to them, and what the next season would be like.

A division is a season of a league; `Season.above` leads to the one into which its best go up. Only directors read the
plan of a next season, with all names.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.permissions import can_organise
from tournaments.engine.divisions import Division, NextDivision, next_divisions
from tournaments.engine.results import EntrantId
from tournaments.engine.rows import StandingRow
from tournaments.enums import CameInto, FixtureStatus
from tournaments.models import EntrantMember, Fixture, Season, SeasonMember, Tournament
from tournaments.queries.fixtures import fixture_standings
from tournaments.queries.season_scores import season_scores
from tournaments.queries.seasons import events_left, playoff_orders, ranked, visible_seasons

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

MOST_DIVISIONS: Final = 20
YEAR: Final = re.compile(r"(?<![0-9])(?:[0-9]{4}|(?<=/)[0-9]{2})(?![0-9])")
STILL_PLAYED: Final = (
    FixtureStatus.OPEN,
    FixtureStatus.AGREED,
    FixtureStatus.PLAYING,
    FixtureStatus.REPORTED,
)


@dataclass(frozen=True, slots=True)
class DivisionMember:
    """Somebody of a division; `came` is a CameInto with its label."""

    player_id: int
    name: str
    came: str
    came_label: str


@dataclass(frozen=True, slots=True)
class DivisionPage:
    """What a season's page says of its division. `members` is empty where nobody said who plays in it; the others are
    seasons with their names, None where there is none.
    """

    members: tuple[DivisionMember, ...]
    above: tuple[int, str] | None
    below: tuple[int, str] | None
    before: tuple[int, str] | None
    after: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class PlannedPerson:
    """Somebody of a coming division. `plays` is False for who doesn't go on."""

    player_id: int
    name: str
    came: str
    plays: bool


@dataclass(frozen=True, slots=True)
class PlannedTie:
    """Tied people of whom `up` go up and `down` go down; `sentence` says so."""

    sentence: str
    up: int
    down: int
    members: tuple[PlannedPerson, ...]


@dataclass(frozen=True, slots=True)
class PlannedDivision:
    """A division of the coming season with a name for it, and the season it comes from, whose open ties `ties` are."""

    season_id: int
    league: str
    name: str
    people: tuple[PlannedPerson, ...]
    ties: tuple[PlannedTie, ...]

    @property
    def count(self) -> int:
        return sum(person.plays for person in self.people)


@dataclass(frozen=True, slots=True)
class NextSeason:
    """The coming season, divisions from the top down. `waits` are the reasons why it can't be made yet."""

    divisions: tuple[PlannedDivision, ...]
    waits: tuple[str, ...]
    starts_on: date
    ends_on: date

    @property
    def is_open(self) -> bool:
        """Whether it must still be said who of the tied moves."""
        return any(division.ties for division in self.divisions)


def division_chain(season: Season) -> list[Season]:
    """The season and those of the divisions above and below it, from the top down. Two queries."""
    rows = Season.objects.filter(league__club=season.league.club_id, above__isnull=False)
    above = dict(rows.values_list("pk", "above"))
    below = {upper: lower for lower, upper in above.items()}
    top = season.pk
    for _step in range(MOST_DIVISIONS):
        top = above.get(top) or top
    chain: list[int] = []
    at: int | None = top
    while at is not None and at not in chain and len(chain) < MOST_DIVISIONS:
        chain.append(at)
        at = below.get(at)
    found = Season.objects.select_related("league__club").in_bulk(chain)
    return [found[one] for one in chain]


def division_page(season: Season, user: "User | AnonymousUser") -> DivisionPage:
    """The division as the user may read it: who hides is "Hidden player" for all but directors and the person."""
    directs = can_organise(user, season.league.club)
    rows = (
        SeasonMember.objects.filter(season=season, player__merged_into=None)
        .select_related("player")
        .order_by("player__sort_key", "pk")
    )
    members = [
        DivisionMember(
            row.player_id,
            row.player.name
            if directs
            or not row.player.is_private
            or (user.is_authenticated and row.player.user_id == user.pk)
            else _("Hidden player"),
            row.came,
            str(CameInto(row.came).label),
        )
        for row in rows
    ]
    near = visible_seasons(season.league.club, user)
    ids = (season.above_id, season.follows_id)
    found = {one.pk: one for one in near.filter(pk__in=[one for one in ids if one])}
    others = list(near.filter(Q(above=season) | Q(follows=season)))
    return DivisionPage(
        tuple(members),
        _named(found.get(season.above_id or 0)),
        _named(next((one for one in others if one.above_id == season.pk), None)),
        _named(found.get(season.follows_id or 0)),
        _named(next((one for one in others if one.follows_id == season.pk), None)),
    )


def _named(season: Season | None) -> tuple[int, str] | None:
    return (season.pk, str(season)) if season is not None else None


def missing_of_division(tournament: Tournament) -> int:
    """How many of the division of the event's season aren't in the event; 0 without a season."""
    if tournament.season_id is None:
        return 0
    inside = EntrantMember.objects.filter(tournament=tournament).values("player")
    rows = SeasonMember.objects.filter(season=tournament.season_id, player__merged_into=None)
    return rows.exclude(player__in=inside).count()


def next_season(
    season: Season,
    *,
    up: Collection[int] = (),
    down: Collection[int] = (),
    leaving: Collection[int] = (),
) -> NextSeason:
    """What follows the season and the divisions above and below it. `up` and `down` say who of the tied moves,
    `leaving` who doesn't play on.
    """
    chain = division_chain(season)
    states = [_state(one) for one in chain]
    found = next_divisions([state.division for state in states], up, down)
    names = {one: name for state in states for one, name in state.names.items()}
    length = season.ends_on - season.starts_on
    starts = _day_after(max(one.ends_on for one in chain))
    return NextSeason(
        tuple(_planned(one, new, names, leaving) for one, new in zip(chain, found, strict=True)),
        tuple(
            f"{one.league}: {reason}" if len(chain) > 1 else reason
            for one, state in zip(chain, states, strict=True)
            for reason in state.waits
        ),
        starts,
        min(starts + min(length, date.max - starts), date.max),
    )


def _day_after(day: date) -> date:
    return day if day == date.max else day + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _State:
    division: Division
    names: dict[int, str]
    waits: tuple[str, ...]


def _state(season: Season) -> _State:
    """A season at its end: by its league games where it has no evenings, else by its evenings."""
    read, format_ = season_scores(season), season.format
    known = {user: one for one, user in read.users.items() if user is not None}
    belong = SeasonMember.objects.filter(season=season, player__merged_into=None).order_by(
        "player__sort_key", "pk"
    )
    # players of one account in several clubs are one line of a season
    members = {
        known.get(user, player): name
        for player, user, name in belong.values_list("player", "player__user", "player__name")
    }
    games = list(
        Fixture.objects.filter(fixtures__season=season).select_related("home", "away").order_by("week", "pk")
    )
    rows: Sequence[StandingRow]
    if games and not read.events:
        rows = fixture_standings(games)
        names = {one.pk: one.name for game in games for one in (game.home, game.away)}
    else:
        orders, _made = playoff_orders(season)
        rows = [row.row for row in ranked(read, format_, orders)]
        names = dict(read.names)
    division = Division(tuple(rows), tuple(members), format_.promoted, format_.relegated)
    waits = _waits(
        len(read.events) - len(read.played),
        events_left(format_, len(read.played)) if read.events else None,
        sum(game.status in STILL_PLAYED for game in games),
        bool(rows) or bool(members),
    )
    return _State(division, members | names, tuple(waits))


def _waits(coming: int, planned: int | None, games: int, has_people: bool) -> Iterable[str]:
    if left := max(coming, planned or 0):
        yield ngettext("%(n)d evening is still to come.", "%(n)d evenings are still to come.", left) % {
            "n": left
        }
    if games:
        yield ngettext("%(n)d league game isn't over.", "%(n)d league games aren't over.", games) % {
            "n": games
        }
    if not has_people:
        yield _("Nobody has played in it yet.")


def _planned(
    season: Season,
    new: NextDivision,
    names: dict[int, str],
    leaving: Collection[int],
) -> PlannedDivision:
    def people(found: Iterable[EntrantId], came: CameInto) -> list[PlannedPerson]:
        return [
            PlannedPerson(int(one), names[int(one)], came.value, int(one) not in leaving) for one in found
        ]

    return PlannedDivision(
        season.pk,
        season.league.name,
        following_name(season.name),
        (
            *people(new.came_down, CameInto.DOWN),
            *people(new.stayed, CameInto.STAYED),
            *people(new.came_up, CameInto.UP),
        ),
        tuple(
            PlannedTie(
                _sentence(tie.up, tie.down, tie.first_place),
                tie.up,
                tie.down,
                tuple(people(tie.members, CameInto.STAYED)),
            )
            for tie in new.ties
        ),
    )


def following_name(name: str) -> str:
    """A name for the season after: its years are one more, "2026/27" is followed by "2027/28"; "" without a year."""
    found = YEAR.sub(lambda year: str(int(year.group()) + 1).zfill(2)[-len(year.group()) :], name)
    return found if found != name else ""


def _sentence(up: int, down: int, place: int) -> str:
    parts = [_("They share place %(place)d.") % {"place": place}]
    if up:
        parts.append(ngettext("One of them goes up.", "%(n)d of them go up.", up) % {"n": up})
    if down:
        parts.append(ngettext("One of them goes down.", "%(n)d of them go down.", down) % {"n": down})
    return " ".join(parts)
