"""Making an event, opening and closing its entries, pausing and cancelling it, and who has a role in it."""

import hashlib
from datetime import date, time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import transaction

from accounts.enums import NoticeKind
from accounts.errors import BadName as BadAccountName
from accounts.models import Club, User
from accounts.permissions import can_organise
from accounts.services import usable_name
from games.queries.rulesets import Ruleset, preset_ruleset
from games.seeds import draw_seed
from tournaments.enums import TOURNAMENT_TRANSITIONS, TournamentRoleKind, TournamentStatus
from tournaments.errors import BadName, FormatError
from tournaments.formats import FormatOptions
from tournaments.models import Tournament, TournamentRole
from tournaments.queries.scoring import check_scoring, ruleset_of
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director, require, set_status
from tournaments.services.news import tell_entries
from tournaments.services.ranking_change import frozen_changes, record_ranking_change

LARGEST_SEED = 2**53


def checked_name(name: str) -> str:
    """`name` cleaned. Raises BadName with the sentence that says what is wrong."""
    try:
        return usable_name(name)
    except BadAccountName as error:
        raise BadName(error.message, reason=error.reason) from None


def derived_seed(seed: int, *parts: object) -> int:
    """A seed that follows from `seed` and what it is for; never above 2^53, which every program can read."""
    text = "|".join(["seed/v1", str(seed), *map(str, parts)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % LARGEST_SEED


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    name: str,
    actor: User | None,
    starts_on: date,
    starts_time: time,
    preset: str = "knock-rummy",
    ruleset: Ruleset | None = None,
    format_options: FormatOptions | None = None,
    time_zone: str = "",
    venue: str = "",
    is_public: bool = True,
    is_rehearsal: bool = False,
    rng_seed: int | None = None,
) -> Tournament:
    """A new event of `club`, as a draft. `ruleset` goes before `preset`; the time zone is the club's by
    default.

    Raises NotAllowed, BadName, FormatError, and games' OptionError for an unknown preset.
    """
    require(actor is None or can_organise(actor, club))
    options = format_options or FormatOptions()
    rules = ruleset or preset_ruleset(preset)
    check_scoring(options, rules)
    zone = time_zone or club.time_zone
    check_zone(zone)
    tournament = Tournament.objects.create(
        club=club,
        name=checked_name(name),
        preset=rules.key,
        ruleset_json=rules.to_json(),
        format_json=options.to_json(),
        starts_on=starts_on,
        starts_time=starts_time,
        time_zone=zone,
        venue=venue.strip(),
        is_public=is_public,
        is_rehearsal=is_rehearsal,
        rng_seed=draw_seed("event") % LARGEST_SEED if rng_seed is None else rng_seed,
        created_by=actor,
    )
    record_act(
        tournament=tournament,
        action="create_tournament",
        actor=actor,
        name=tournament.name,
        ruleset=rules.to_json(),
    )
    return tournament


def check_zone(name: str) -> None:
    """Raises FormatError for a time zone there isn't."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise FormatError("time_zone", "unknown") from None


@transaction.atomic
def change_settings(
    *,
    tournament: Tournament,
    actor: User | None,
    ruleset: Ruleset | None = None,
    format_options: FormatOptions | None = None,
    name: str | None = None,
    venue: str | None = None,
    starts_on: date | None = None,
    starts_time: time | None = None,
    is_public: bool | None = None,
    ranking_too: bool = False,
) -> Tournament:
    """Change what is given. Rules of the game only before play; other options also later, always written
    down; how the standings are reckoned only where that is said (`ranking_too`).

    Raises NotAllowed, BadName, FormatError, RankingFrozen, WrongStatus.
    """
    tournament = locked_for_director(tournament.pk, actor)
    reckoned, ranking = tournament.format, frozen_changes(tournament, format_options, ranking_too=ranking_too)
    changed: dict[str, object] = {}
    if ruleset is not None:
        require_before_play(tournament)
        changed["ruleset_json"], changed["preset"] = ruleset.to_json(), ruleset.key
    if format_options is not None:
        changed["format_json"] = format_options.to_json()
    given = {"venue": venue, "starts_on": starts_on, "starts_time": starts_time, "is_public": is_public}
    changed |= {field: value for field, value in given.items() if value is not None}
    if name is not None:
        changed["name"] = checked_name(name)
    changed = {field: value for field, value in changed.items() if getattr(tournament, field) != value}
    if not changed:
        return tournament
    before = {field: getattr(tournament, field) for field in changed}
    for field, value in changed.items():
        setattr(tournament, field, value)
    check_scoring(tournament.format, ruleset_of(tournament))
    tournament.save(update_fields=list(changed))
    record_act(
        tournament=tournament,
        action="change_settings",
        actor=actor,
        before={field: _plain(value) for field, value in before.items()},
        after={field: _plain(value) for field, value in changed.items()},
    )
    if ranking:
        record_ranking_change(tournament, reckoned, ranking, actor=actor)
    announce_change(tournament)
    return tournament


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date | time) else value


def require_before_play(tournament: Tournament) -> None:
    """Raises WrongStatus once a round was published."""
    if tournament.status not in (TournamentStatus.DRAFT, TournamentStatus.OPEN):
        set_status(tournament, TournamentStatus.OPEN, TOURNAMENT_TRANSITIONS)


@transaction.atomic
def open_entries(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Show the event and take entries. Again changes nothing. Raises NotAllowed and WrongStatus."""
    tournament = _to_status(tournament, TournamentStatus.OPEN, actor, "open_entries")
    tell_entries(tournament, NoticeKind.ENTRY)  # those whom a director entered before
    return tournament


@transaction.atomic
def close_entries(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Take no more entries and begin. Late entries are then the director's. Again changes nothing."""
    return _to_status(tournament, TournamentStatus.RUNNING, actor, "close_entries")


@transaction.atomic
def back_to_draft(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Hide an open event again. Entries stay. Raises NotAllowed and WrongStatus."""
    return _to_status(tournament, TournamentStatus.DRAFT, actor, "back_to_draft")


def _to_status(tournament: Tournament, status: str, actor: User | None, action: str) -> Tournament:
    tournament = locked_for_director(tournament.pk, actor)
    if tournament.status != status:
        set_status(tournament, status, TOURNAMENT_TRANSITIONS)
        tournament.save(update_fields=["status"])
        record_act(tournament=tournament, action=action, actor=actor)
        announce_change(tournament)
    return tournament


@transaction.atomic
def appoint(
    *, tournament: Tournament, user: User, role: TournamentRoleKind | None, actor: User | None
) -> None:
    """Give `user` a role in this event, or (None) take it away. Raises NotAllowed."""
    tournament = locked_for_director(tournament.pk, actor)
    if role is None:
        TournamentRole.objects.filter(tournament=tournament, user=user).delete()
    else:
        TournamentRole.objects.update_or_create(tournament=tournament, user=user, defaults={"role": role})
    record_act(tournament=tournament, action="appoint", actor=actor, user=str(user), role=role or "")
