"""Leagues and seasons: making them, saying how they are counted, and which events belong to them.

An event counts in one season at most. Whoever assigns it must direct the event's club as well as the season's, so
that clubs can share a season but none can take another's evenings.
"""

from datetime import date

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Club, User
from accounts.permissions import can_organise
from tournaments.enums import TournamentStatus
from tournaments.errors import AlreadyEntered, FormatError, WrongStatus
from tournaments.models import League, Season, Tournament
from tournaments.season_format import SeasonFormat
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director, require
from tournaments.services.setup import checked_name


@transaction.atomic
def create_season(
    *,
    club: Club,
    league_name: str,
    name: str,
    starts_on: date,
    ends_on: date,
    format_: SeasonFormat,
    actor: User | None,
) -> Season:
    """A new season of the club's league of that name (whatever the case), which is made where there is none.

    Raises NotAllowed, BadName, FormatError (`ends_on`), and AlreadyEntered where the league has such a season.
    """
    require(actor is None or can_organise(actor, club))
    if ends_on < starts_on:
        raise FormatError("ends_on", "before_start")
    league_name, name = checked_name(league_name), checked_name(name)
    league = League.objects.filter(club=club, name__iexact=league_name).first()
    league = league or League.objects.create(club=club, name=league_name)
    try:
        with transaction.atomic():
            return Season.objects.create(
                league=league, name=name, starts_on=starts_on, ends_on=ends_on, format_json=format_.to_json()
            )
    except IntegrityError:
        raise AlreadyEntered(_("The league has a season of that name.")) from None


@transaction.atomic
def change_season(*, season: Season, format_: SeasonFormat, actor: User | None) -> Season:
    """Count the season in another way; its table follows at once. Raises NotAllowed."""
    season = Season.objects.select_related("league__club").select_for_update(of=("self",)).get(pk=season.pk)
    require(actor is None or can_organise(actor, season.league.club))
    season.format_json = format_.to_json()
    season.save(update_fields=["format_json"])
    return season


@transaction.atomic
def assign_event(*, season: Season | None, tournament: Tournament, actor: User | None) -> Tournament:
    """Let the event count in the season, or in none. Again changes nothing.

    Raises NotAllowed, and WrongStatus for a rehearsal or a cancelled event.
    """
    tournament = locked_for_director(tournament.pk, actor)
    for touched in (season, tournament.season):
        require(touched is None or actor is None or can_organise(actor, touched.league.club))
    if season is not None and (tournament.is_rehearsal or tournament.status == TournamentStatus.CANCELLED):
        raise WrongStatus(_("A rehearsal or a cancelled event can't count."))
    if tournament.season != season:
        tournament.season = season
        tournament.save(update_fields=["season"])
        record_act(
            tournament=tournament, action="assign_season", actor=actor, season=str(season) if season else ""
        )
        announce_change(tournament)
    return tournament
