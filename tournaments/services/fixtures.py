"""League games of two: the list for a season, agreeing on a time, playing online or reporting, and what is missed.

The two who meet act for themselves, a director of the season's club for everybody. A result counts when the other one
has confirmed it, when it comes from a game played here, or when a director gives it. The table follows from the rows.
"""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from accounts.permissions import can_organise
from games.enums import GamePurpose, GameStatus
from games.models import Game
from games.options import GameOptions
from games.queries.outcomes import outcome_of
from games.queries.rulesets import Ruleset, is_two_sided, preset_ruleset, read_ruleset
from games.services.clock import database_now
from games.services.create import SeatSpec, create_game, start_game
from tournaments.engine.fixtures import league_fixtures
from tournaments.enums import FixtureStatus
from tournaments.errors import FormatError, NotAllowed, OwnReport, WrongStatus
from tournaments.models import Fixture, FixtureList, Season
from tournaments.services.fixture_news import tell_agreed, tell_proposed, tell_reported
from tournaments.services.locks import require

BEFORE_TIME: Final = timedelta(minutes=15)
MOST_PLAYERS: Final = 30
MOST_LEGS: Final = 4
MOST_POINTS: Final = 100_000
LAST_DAY: Final = date(9990, 1, 1)  # after it clocks of some zones would leave the calendar
OPEN: Final = (FixtureStatus.OPEN, FixtureStatus.AGREED)


@transaction.atomic
def make_fixtures(
    *,
    season: Season,
    players: Sequence[Player],
    first_day: date,
    days: int,
    legs: int,
    preset: str,
    actor: User | None,
) -> FixtureList:
    """Everybody against everybody, home and away in turn, a week of `days` days for each game; again gives the list.

    Raises NotAllowed, and FormatError for `players`, `legs`, `days`, `first_day`, or a game that isn't one of two
    (`preset`).
    """
    season = Season.objects.select_related("league__club").select_for_update(of=("self",)).get(pk=season.pk)
    club = season.league.club
    require(actor is None or can_organise(actor, club))
    made = FixtureList.objects.filter(season=season).first()
    if made is not None:
        return made
    rules = preset_ruleset(preset)
    _check(players, season, rules, days=days, legs=legs)
    by_id = {player.pk: player for player in players}
    games = league_fixtures(list(by_id), legs)
    if days * max(game.week for game in games) > (LAST_DAY - first_day).days:
        raise FormatError("first_day", "out_of_range")
    fixtures = FixtureList.objects.create(season=season, ruleset_json=rules.to_json())
    zone = ZoneInfo(club.time_zone)
    Fixture.objects.bulk_create(
        Fixture(
            fixtures=fixtures,
            week=game.week,
            home=by_id[int(game.home)],
            away=by_id[int(game.away)],
            deadline=datetime.combine(first_day + timedelta(days=days * game.week), time(0), tzinfo=zone),
        )
        for game in games
    )
    return fixtures


def _check(players: Sequence[Player], season: Season, rules: Ruleset, *, days: int, legs: int) -> None:
    if not 2 <= len({player.pk for player in players}) <= MOST_PLAYERS:
        raise FormatError("players", "out_of_range")
    if any(player.club_id != season.league.club_id for player in players):
        raise NotAllowed
    if not 1 <= legs <= MOST_LEGS:
        raise FormatError("legs", "out_of_range")
    if not 1 <= days <= 100:
        raise FormatError("days", "out_of_range")
    if not (is_two_sided(rules) and rules.min_players <= 2 <= rules.max_players):
        raise FormatError("preset", "unknown")


@transaction.atomic
def propose(*, fixture: Fixture, when: datetime, actor: User) -> Fixture:
    """Ask for a time; an agreement there was is off. Raises NotAllowed, WrongStatus, FormatError (`when`)."""
    fixture, own = _locked_for(fixture, actor)
    _require_open(fixture)
    if not database_now() < when <= fixture.deadline:
        raise FormatError("when", "out_of_range")
    fixture.proposed_at, fixture.proposed_by, fixture.agreed_at = when, own, None
    fixture.status = FixtureStatus.OPEN
    fixture.save(update_fields=["proposed_at", "proposed_by", "agreed_at", "status"])
    tell_proposed(fixture, _other(fixture, own))
    return fixture


@transaction.atomic
def accept(*, fixture: Fixture, actor: User) -> Fixture:
    """Agree to the time that the other asked for; again changes nothing. Raises NotAllowed and WrongStatus."""
    fixture, own = _locked_for(fixture, actor)
    if fixture.status == FixtureStatus.AGREED:
        return fixture
    _require_open(fixture)
    if fixture.proposed_at is None or fixture.proposed_by == own:
        raise WrongStatus(_("There is no time to agree to."))
    fixture.agreed_at, fixture.status = fixture.proposed_at, FixtureStatus.AGREED
    fixture.save(update_fields=["agreed_at", "status"])
    tell_agreed(fixture)
    return fixture


@transaction.atomic
def play_online(*, fixture: Fixture, actor: User) -> Game:
    """Deal the cards, from a quarter of an hour before the time agreed on; again gives the same game.

    The home player deals first. Raises NotAllowed and WrongStatus.
    """
    fixture, _own = _locked_for(fixture, actor)
    if fixture.game is not None:
        return fixture.game
    if fixture.status != FixtureStatus.AGREED or fixture.agreed_at is None:
        raise WrongStatus(_("Agree on a time first."))
    if database_now() < fixture.agreed_at - BEFORE_TIME:
        raise WrongStatus(_("The cards are dealt from a quarter of an hour before the time on."))
    if fixture.home.user_id is None or fixture.away.user_id is None:
        raise WrongStatus(_("Both need an account to play here."))
    game = create_game(
        ruleset=read_ruleset(fixture.fixtures.ruleset_json),
        options=GameOptions(),
        seats=[SeatSpec(player, player.name) for player in (fixture.home, fixture.away)],
        purpose=GamePurpose.TOURNAMENT,
        label=f"fixture-{fixture.pk}",
        is_public=fixture.fixtures.season.league.club.is_public,
        created_by=actor,
    )
    fixture.game, fixture.status = game, FixtureStatus.PLAYING
    fixture.save(update_fields=["game", "status"])
    return start_game(game=game)


@transaction.atomic
def report(*, fixture: Fixture, home: int, away: int, actor: User) -> Fixture:
    """Say how a game on real cards ended. The other one saying the same confirms it; a director's word counts at once.

    Raises NotAllowed, WrongStatus, FormatError for points that can't be (`home`, `away`).
    """
    fixture, own = _locked_or_directed(fixture, actor)
    if fixture.status not in (*OPEN, FixtureStatus.REPORTED, FixtureStatus.MISSED):
        raise WrongStatus(_("The result of this game stands already."))
    for name, points in (("home", home), ("away", away)):
        if not -MOST_POINTS <= points <= MOST_POINTS:
            raise FormatError(name, "out_of_range")
    if own is None:
        return _played(fixture, home, away)
    if fixture.status == FixtureStatus.MISSED:
        raise NotAllowed
    same = (fixture.home_points, fixture.away_points) == (home, away)
    if fixture.status == FixtureStatus.REPORTED and same and fixture.reported_by != own:
        return _played(fixture, home, away)
    fixture.home_points, fixture.away_points, fixture.reported_by = home, away, own
    fixture.status = FixtureStatus.REPORTED
    fixture.save(update_fields=["home_points", "away_points", "reported_by", "status"])
    tell_reported(fixture, _other(fixture, own))
    return fixture


@transaction.atomic
def confirm(*, fixture: Fixture, actor: User) -> Fixture:
    """Agree to what the other reported; again changes nothing. Raises NotAllowed, OwnReport, WrongStatus."""
    fixture, own = _locked_or_directed(fixture, actor)
    if fixture.status == FixtureStatus.PLAYED:
        return fixture
    if fixture.status != FixtureStatus.REPORTED:
        raise WrongStatus(_("Nothing is reported."))
    if own is not None and fixture.reported_by == own:
        raise OwnReport
    return _played(fixture, fixture.home_points or 0, fixture.away_points or 0)


@transaction.atomic
def take_game(*, game_id: int) -> bool:
    """Take the result of a finished game as its league game's; whether there was one to take. Idempotent."""
    found = Fixture.objects.select_for_update(of=("self",)).filter(game=game_id, status=FixtureStatus.PLAYING)
    fixture = found.select_related("game").first()
    if fixture is None or fixture.game is None or fixture.game.status != GameStatus.FINISHED:
        return False
    outcome = outcome_of(fixture.game)
    if outcome is None:
        return False
    home, away = outcome.result.totals[:2]
    _played(fixture, home, away)
    return True


def ended_fixtures() -> list[int]:
    """Ids of finished games whose league game doesn't have their result yet."""
    rows = Fixture.objects.filter(status=FixtureStatus.PLAYING, game__status=GameStatus.FINISHED)
    return [game for game in rows.order_by("pk").values_list("game", flat=True) if game is not None]


@transaction.atomic
def close_missed() -> int:
    """League games whose deadline is over without a report are missed; how many were."""
    late = Fixture.objects.select_for_update(of=("self",), skip_locked=True).filter(
        status__in=OPEN, deadline__lte=database_now()
    )
    ids = list(late.values_list("pk", flat=True))
    return Fixture.objects.filter(pk__in=ids).update(status=FixtureStatus.MISSED)


def _locked_for(fixture: Fixture, actor: User) -> tuple[Fixture, Player]:
    """The game, locked, and which of the two the actor is. Raises NotAllowed for everybody else."""
    fixture, own = _locked(fixture, actor)
    if own is None:
        raise NotAllowed
    return fixture, own


def _locked_or_directed(fixture: Fixture, actor: User) -> tuple[Fixture, Player | None]:
    """The same, and for a director None instead of a player."""
    fixture, own = _locked(fixture, actor)
    require(own is not None or can_organise(actor, fixture.fixtures.season.league.club))
    return fixture, own


def _locked(fixture: Fixture, actor: User) -> tuple[Fixture, Player | None]:
    rows = Fixture.objects.select_for_update(of=("self",)).select_related(
        "home__user", "away__user", "game", "reported_by", "proposed_by", "fixtures__season__league__club"
    )
    fixture = rows.get(pk=fixture.pk)
    return fixture, next((one for one in (fixture.home, fixture.away) if one.user_id == actor.pk), None)


def _other(fixture: Fixture, own: Player) -> Player:
    return fixture.away if own == fixture.home else fixture.home


def _require_open(fixture: Fixture) -> None:
    if fixture.status not in OPEN:
        raise WrongStatus(_("This game is over, or being played."))


def _played(fixture: Fixture, home: int, away: int) -> Fixture:
    fixture.home_points, fixture.away_points, fixture.status = home, away, FixtureStatus.PLAYED
    fixture.save(update_fields=["home_points", "away_points", "status"])
    return fixture
