"""Divisions from one season to the next: which stands above which, making the next season with everybody in the
division they earned, taking that back, and entering a division in an evening.

Nobody moves over a tie that isn't decided: it is played off, or the director says who moves.
"""

from collections.abc import Collection, Mapping
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import can_organise
from tournaments.errors import TournamentsError, WrongStatus
from tournaments.models import EntrantMember, FixtureList, Season, SeasonMember, Tournament
from tournaments.queries.divisions import MOST_DIVISIONS, division_chain, next_season
from tournaments.services.entrants import enter_player
from tournaments.services.locks import locked_for_director, require
from tournaments.services.seasons import create_season


@transaction.atomic
def set_division_above(*, season: Season, above: Season | None, actor: User | None) -> Season:
    """The best of the season go up into `above`, a season of the same club; None: it is the highest. Again changes
    nothing.

    Raises NotAllowed, and WrongStatus where that one has a division below it already or the season stands above it.
    """
    season = _locked(season, actor)
    if above is not None:
        require(above.league.club_id == season.league.club_id)
        chain = [one.pk for one in division_chain(above)]
        if season.pk in chain[: chain.index(above.pk) + 1]:
            raise WrongStatus(_("It stands below this division."))
        if Season.objects.filter(above=above).exclude(pk=season.pk).exists():
            raise WrongStatus(_("Another division is below that one."))
        if len(set(chain) | {one.pk for one in division_chain(season)}) > MOST_DIVISIONS:
            raise WrongStatus(_("There are too many divisions."))
    if season.above != above:
        season.above = above
        season.save(update_fields=["above"])
    return season


@transaction.atomic
def make_next_season(
    *,
    season: Season,
    names: Mapping[int, str],
    starts_on: date,
    ends_on: date,
    actor: User | None,
    up: Collection[int] = (),
    down: Collection[int] = (),
    leaving: Collection[int] = (),
) -> Season:
    """The season after this one, for it and all divisions above and below, counted as they are, with everybody but
    those `leaving` in the division they earned. `names` are of the new seasons, by the ids of those they follow; `up`
    and `down` say who of the tied moves. Again gives what was made.

    Raises NotAllowed, WrongStatus while something is still played or a tie is open, and as `create_season`.
    """
    season = _locked(season, actor)
    made = Season.objects.filter(follows=season).first()
    if made is not None:
        return made
    plan = next_season(season, up=up, down=down, leaving=leaving)
    if plan.waits:
        raise WrongStatus(" ".join(plan.waits))
    if plan.is_open:
        raise WrongStatus(_("Say who of the tied moves, or let them play it off."))
    before = {one.pk: one for one in division_chain(season)}
    following: dict[int, Season] = {}
    above: Season | None = None
    for division in plan.divisions:
        old = before[division.season_id]
        new = create_season(
            club=old.league.club,
            league_name=old.league.name,
            name=names.get(old.pk, ""),
            starts_on=starts_on,
            ends_on=ends_on,
            format_=old.format,
            actor=actor,
        )
        new.above, new.follows = above, old
        new.save(update_fields=["above", "follows"])
        SeasonMember.objects.bulk_create(
            SeasonMember(season=new, player_id=person.player_id, came=person.came)
            for person in division.people
            if person.plays
        )
        following[old.pk] = above = new
    return following[season.pk]


@transaction.atomic
def take_back_next_season(*, season: Season, actor: User | None) -> Season:
    """Remove a season that was made from the one before, with its divisions; gives the one before.

    Raises NotAllowed, and WrongStatus once one of them has an evening, league games or a season after it.
    """
    season = _locked(season, actor)
    if season.follows is None:
        raise WrongStatus(_("It wasn't made from another season."))
    made = [one for one in division_chain(season) if one.follows_id is not None]
    begun = (
        Tournament.objects.filter(season__in=made).exists()
        or FixtureList.objects.filter(season__in=made).exists()
        or Season.objects.filter(follows__in=made).exists()
    )
    if begun:
        raise WrongStatus(
            _("The new season has begun: it has an evening, league games or a season after it.")
        )
    before = season.follows
    Season.objects.filter(pk__in=[one.pk for one in made]).delete()
    return before


@transaction.atomic
def enter_division(*, tournament: Tournament, actor: User | None) -> tuple[int, tuple[str, ...]]:
    """Enter everybody of the division of the event's season who isn't in the event. Gives how many were entered, and
    the sentences of those who couldn't be. Raises NotAllowed.
    """
    tournament = locked_for_director(tournament.pk, actor)
    inside = EntrantMember.objects.filter(tournament=tournament).values("player")
    missing = SeasonMember.objects.filter(season=tournament.season_id, player__merged_into=None).exclude(
        player__in=inside
    )
    entered, refused = 0, []
    for member in missing.select_related("player").order_by("player__sort_key", "pk"):
        try:
            with transaction.atomic():
                enter_player(tournament=tournament, actor=actor, player=member.player)
        except TournamentsError as error:
            refused.append(f"{member.player.name}: {error}")
        else:
            entered += 1
    return entered, tuple(refused)


def _locked(season: Season, actor: User | None) -> Season:
    """The season, with the club's seasons locked, since a change of divisions touches several. Raises NotAllowed."""
    rows = Season.objects.select_for_update(of=("self",)).filter(league__club=season.league.club_id)
    list(rows.order_by("pk").values_list("pk", flat=True))
    season = Season.objects.select_related("league__club", "above", "follows__league__club").get(pk=season.pk)
    require(actor is None or can_organise(actor, season.league.club))
    return season
