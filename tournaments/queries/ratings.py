"""Ratings as they are in force, and as a club's page lists them. Fewer than five tables: no number is shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Club
from accounts.permissions import can_organise
from tournaments.engine.ratings import Rating
from tournaments.enums import TournamentStatus
from tournaments.models import RatingChange, Tournament
from tournaments.queries.scoring import ruleset_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

MOST_SHOWN = 200
IN_ORDER = ("tournament__starts_on", "tournament__starts_time", "tournament_id")


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player in the list. `shown` and `uncertainty` are None below five tables."""

    player_id: int
    name: str
    shown: int | None
    uncertainty: int | None
    games: int


@dataclass(frozen=True, slots=True)
class RatingFamily:
    """A family of games that are rated together."""

    key: str
    name: str


def family_of(tournament: Tournament) -> str:
    """Which games the event's are rated with: those of Knock Rummy and of Gin Rummy each by themselves."""
    return str(ruleset_of(tournament).family.value)


def fresh_season(tournament: Tournament) -> int | None:
    """The event's season where that one begins everybody's rating anew, None where ratings go on."""
    season = tournament.season
    return season.pk if season is not None and season.format.fresh_ratings else None


def family_name(key: str) -> str:
    return {"knock": _("Knock Rummy"), "gin": _("Gin Rummy"), "tonk": _("Tonk")}.get(key, key)


def newest_changes(
    players: Iterable[int], family: str, season: int | None = None
) -> "QuerySet[RatingChange]":
    """The change in force of each of the players. By the events' dates, whenever they were finished.

    With `season` only what its own events did counts.
    """
    newest = [f"-rated__{name}" for name in IN_ORDER]
    found = RatingChange.objects.filter(player__in=players, family=family)
    if season is not None:
        found = found.filter(rated__tournament__season=season)
    return found.order_by("player_id", *newest).distinct("player_id")


def ratings_of(players: Iterable[int], family: str, season: int | None = None) -> dict[int, Rating]:
    """The ratings in force by player; who has none isn't in it. `season` as in `newest_changes`."""
    return {change.player_id: change.rating for change in newest_changes(players, family, season)}


def families(club: Club) -> tuple[RatingFamily, ...]:
    """The families of games in which the club has ratings."""
    keys = RatingChange.objects.filter(player__club=club).order_by("family").values_list("family", flat=True)
    return tuple(RatingFamily(key, family_name(key)) for key in keys.distinct())


def rating_list(club: Club, family: str, user: "User | AnonymousUser") -> tuple[RatingLine, ...]:
    """The club's players by rating, best first; those whose rating isn't shown yet after them, by tables.

    Who hides the own page is in it for directors and for the player only.
    """
    shown = club.players.filter(merged_into=None)
    if not can_organise(user, club):
        shown = shown.filter(Q(is_private=False) | Q(user__isnull=False, user=user.pk))
    players = shown.values_list("pk", flat=True)
    columns = ("mu", "sigma", "games", "player__sort_key", "player_id", "player__name")
    lines = [
        (Rating(mu, sigma, games), key, player, name)
        for mu, sigma, games, key, player, name in newest_changes(players, family).values_list(*columns)
    ]
    lines.sort(
        key=lambda line: (
            not line[0].is_shown,
            -line[0].shown if line[0].is_shown else -line[0].games,
            line[1],
        )
    )
    return tuple(rating_line(rating, player, name) for rating, _key, player, name in lines[:MOST_SHOWN])


def rating_line(rating: Rating, player_id: int, name: str) -> RatingLine:
    shown = rating.is_shown
    return RatingLine(
        player_id, name, rating.shown if shown else None, rating.uncertainty if shown else None, rating.games
    )


def unrated_events() -> list[int]:
    """Finished events that aren't in the ratings yet, oldest first. Rehearsals never are."""
    return list(
        Tournament.objects.filter(status=TournamentStatus.FINISHED, is_rehearsal=False, rated__isnull=True)
        .order_by("starts_on", "starts_time", "pk")
        .values_list("pk", flat=True)
    )
