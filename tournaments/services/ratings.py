"""Putting finished events into the ratings: once each, in the order of their dates whenever they were finished.

Rated are people at tables of main and final rounds. Bots are left out, and so is a seat whose moves a bot made for
the most part: it neither moves nor is moved. Pairs and extra rounds aren't rated.
"""

from django.db import transaction
from django.db.models import Q

from accounts.models import Club
from tournaments.enums import TournamentStatus
from tournaments.models import RatedEvent, RatingChange, Tournament
from tournaments.queries.rated_tables import rate_tables, rated_tables
from tournaments.queries.ratings import family_of, fresh_season, ratings_of


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
    tables = rated_tables(tournament)
    changed = {player for table in tables for player in table.players}
    ratings = rate_tables(tables, ratings_of(changed, family, fresh_season(tournament)))
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


@transaction.atomic
def rate_again(*, tournament_id: int) -> bool:
    """After a correction: take the event out of the ratings and put it in anew, with those that came after it.

    Whether it was rated.
    """
    if not RatedEvent.objects.filter(tournament=tournament_id).delete()[0]:
        return False
    return rate_event(tournament_id=tournament_id)
