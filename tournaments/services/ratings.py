"""Putting finished events into the ratings: once each, in the order of their dates whenever they were finished.

Rated are people at tables of main and final rounds. Bots are left out, and so is a seat whose moves a bot made for
the most part: it neither moves nor is moved. Pairs and extra rounds aren't rated.
"""

from collections import defaultdict
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from accounts.models import Club
from tournaments.engine.ratings import Rating, rate_table
from tournaments.enums import EntrantKind, ResultStatus, RoundKind, RoundStatus, TableStatus, TournamentStatus
from tournaments.models import EntrantMember, RatedEvent, RatingChange, SeatScore, Tournament
from tournaments.queries.ratings import family_of, ratings_of


@transaction.atomic
def rate_event(*, tournament_id: int) -> bool:
    """Put a finished event into its club's ratings; whether it wasn't there before.

    Events of the club that are later by date and rated already are rated again after it.
    """
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)  # one event of a club at a time
    if tournament.status != TournamentStatus.FINISHED or tournament.is_rehearsal:
        return False
    if RatedEvent.objects.filter(tournament=tournament).exists():
        return False
    later = _later_rated(tournament)
    RatedEvent.objects.filter(tournament__in=later).delete()
    for event in (tournament, *later):
        _rate(event)
    return True


def _later_rated(tournament: Tournament) -> list[Tournament]:
    """Rated events of the club that come after this one by date."""
    day, time = tournament.starts_on, tournament.starts_time
    after = (
        Q(starts_on__gt=day)
        | Q(starts_on=day, starts_time__gt=time)
        | Q(starts_on=day, starts_time=time, pk__gt=tournament.pk)
    )
    events = Tournament.objects.filter(after, club=tournament.club, rated__isnull=False)
    return list(events.order_by("starts_on", "starts_time", "pk"))


def _rate(tournament: Tournament) -> None:
    rated, family = RatedEvent.objects.create(tournament=tournament), family_of(tournament)
    player_of = dict(
        EntrantMember.objects.filter(tournament=tournament, entrant__kind=EntrantKind.PERSON).values_list(
            "entrant", "player"
        )
    )
    tables = _tables(tournament, player_of)
    ratings = ratings_of(player_of.values(), family)
    changed: set[int] = set()
    for players, places in tables:
        after = rate_table([ratings.get(player, Rating()) for player in players], places)
        ratings.update(zip(players, after, strict=True))
        changed.update(players)
    RatingChange.objects.bulk_create(
        RatingChange(
            rated=rated,
            player_id=player,
            family=family,
            mu=ratings[player].mu,
            sigma=ratings[player].sigma,
            games=ratings[player].games,
        )
        for player in sorted(changed)
    )


def _tables(tournament: Tournament, player_of: dict[int, int]) -> list[tuple[list[int], list[int]]]:
    """Players and places of each table with two people or more, in the order of play."""
    scores = (
        SeatScore.objects.filter(
            result__table__round__tournament=tournament,
            result__status=ResultStatus.CONFIRMED,
            entrant__in=player_of,
        )
        .exclude(result__table__round__kind=RoundKind.EXTRA)
        .exclude(result__table__round__status=RoundStatus.CANCELLED)
        .exclude(result__table__status=TableStatus.CANCELLED)
        .order_by("result__table__round__number", "result__table__number", "seat")
        .values_list("result__table", "entrant", "place", "moves", "bot_moves")
    )
    return _by_table(
        (table, player_of[entrant], place)
        for table, entrant, place, moves, bot_moves in scores
        if 2 * bot_moves <= moves
    )


def _by_table(seats: Iterable[tuple[int, int, int]]) -> list[tuple[list[int], list[int]]]:
    tables: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for table, player, place in seats:
        tables[table].append((player, place))
    return [
        ([player for player, _place in found], [place for _player, place in found])
        for found in tables.values()
        if len(found) > 1
    ]
