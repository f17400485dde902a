"""Leagues and seasons: making them, saying how they are counted, and which events belong to them.

An event counts in one season at most. Whoever assigns it must direct the event's club as well as the season's, so
that clubs can share a season but none can take another's evenings.
"""

from collections.abc import Sequence
from datetime import date

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Club, Player, User
from accounts.permissions import can_organise
from tournaments.enums import TournamentStatus
from tournaments.errors import AlreadyEntered, FormatError, WrongStatus
from tournaments.formats import FormatOptions
from tournaments.models import League, Season, SeasonPlayoff, Tournament
from tournaments.queries.scoring import ruleset_of
from tournaments.queries.seasons import season_page
from tournaments.season_format import SeasonFormat
from tournaments.services.acts import record_act
from tournaments.services.entrants import enter_player
from tournaments.services.locks import announce_change, locked_for_director, require
from tournaments.services.setup import checked_name, create_tournament, open_entries


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
def make_playoff(*, season: Season, players: Sequence[int], actor: User | None) -> Tournament:
    """The extra round of a tie at the season's end: an event of one round for exactly these people, by the rules of
    the season's last evening, open and with everybody entered. Again gives the one that was made.

    Raises NotAllowed, and WrongStatus for a group that isn't tied, doesn't fit at one table, or played already.
    """
    season = Season.objects.select_related("league__club").select_for_update(of=("self",)).get(pk=season.pk)
    club = season.league.club
    require(actor is None or can_organise(actor, club))
    made = SeasonPlayoff.objects.filter(season=season, players_json=sorted(players)).first()
    if made is not None:
        return made.tournament
    if sorted(players) not in [sorted(tie.players) for tie in season_page(season).ties]:
        raise WrongStatus(_("These people aren't tied across a line that matters."))
    last = season.tournaments.order_by("-starts_on", "-starts_time", "-pk").first()
    if last is None or len(players) not in table_range(last):
        raise WrongStatus(
            _("They don't fit at one table; make an event for them, and give the order by a penalty.")
        )
    places = tuple(range(1, len(players)))
    tournament = create_tournament(
        club=club,
        name=_("Extra round, %(season)s") % {"season": season.name},
        actor=actor,
        starts_on=max(season.ends_on, last.starts_on),
        starts_time=last.starts_time,
        ruleset=ruleset_of(last),
        format_options=FormatOptions(
            rounds=1, table_sizes=(len(players),), boundaries=places, table_mode=last.format.table_mode
        ),
        time_zone=last.time_zone,
        venue=last.venue,
        is_public=last.is_public,
    )
    for player in Player.objects.filter(pk__in=players).order_by("sort_key", "pk"):
        enter_player(tournament=tournament, actor=None, player=player)
    SeasonPlayoff.objects.create(season=season, tournament=tournament, players_json=sorted(players))
    return open_entries(tournament=tournament, actor=actor)


def table_range(tournament: Tournament) -> range:
    """How many people fit at one table of the event's game."""
    rules = ruleset_of(tournament)
    return range(rules.min_players, rules.max_players + 1)


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
