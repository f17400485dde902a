"""Lists of events and an event's own page: facts, words for where it stands, and what comes next."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.enums import ClubRole
from accounts.models import User
from games.queries.words import game_name
from tournaments.enums import EntrantStatus, RoundKind, RoundStatus, TournamentStatus
from tournaments.models import Entrant, Round, Tournament
from tournaments.permissions import can_enter, role_in
from tournaments.queries.coming import coming_round
from tournaments.queries.facts import FactLine, format_facts
from tournaments.queries.next_action import NextAction, next_action
from tournaments.queries.rounds import OwnTable, RoundLine, own_table, round_lines

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

IN_EVENT = [EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN]


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """An event in a list. `entrants` are those who take part now; `rounds_played` counts completed
    rounds of those that were planned: semifinals, finals and extra rounds come on top of them.
    """

    public_id: str
    name: str
    club: str
    game: str
    starts_at: datetime
    venue: str
    status: str
    status_label: str
    entrants: int
    capacity: int | None
    rounds_played: int
    rounds_planned: int
    is_public: bool
    is_rehearsal: bool


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """How many are in which state. `taking_part` are entered and checked in together."""

    taking_part: int
    checked_in: int
    waiting: int
    withdrawn: int
    disqualified: int


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """An event's page for one viewer. `standing` says in a sentence where the event stands; `next` what a
    director does next (None for others); `facts` are its rules in words.
    """

    public_id: str
    topic: str
    version: int
    name: str
    club: str
    club_slug: str
    game: str
    starts_at: datetime
    entries_close_at: datetime | None
    time_zone: str
    venue: str
    status: str
    status_label: str
    standing: str
    is_paused: bool
    is_public: bool
    is_rehearsal: bool
    review_until: datetime | None
    facts: tuple[FactLine, ...]
    counts: EntryCounts
    rounds: tuple[RoundLine, ...]
    open_round: RoundLine | None
    last_completed: RoundLine | None
    own_table: OwnTable | None
    own_entrant_id: int | None
    own_status: str
    role: str
    may_direct: bool
    may_score: bool
    may_enter: bool
    next: NextAction | None


def tournament_list(
    user: "User | AnonymousUser",
    *,
    statuses: Iterable[str] = (),
    club_slug: str = "",
    mine: bool = False,
    most: int | None = None,
) -> tuple[TournamentLine, ...]:
    """Events that the user may see, newest first: of these statuses, of this club, or only those entered in
    or run; `most` are the most that are given.

    One query, whatever their number.
    """
    events = Tournament.objects.visible_to(user)
    if mine:
        events = events.distinct()
    if wanted := list(statuses):
        events = events.filter(status__in=wanted)
    if club_slug:
        events = events.filter(club__slug=club_slug)
    if mine and user.is_authenticated:
        events = events.filter(
            Q(entrants__members__player__user=user)
            | Q(roles__user=user)
            | Q(club__memberships__user=user, club__memberships__role__in=[ClubRole.OWNER, ClubRole.DIRECTOR])
        )
    if most is not None:
        newest = events.order_by("-starts_on", "-pk").values("pk").distinct()
        events = Tournament.objects.filter(pk__in=[row["pk"] for row in newest[:most]])
    return tuple(tournament_line(event) for event in with_counts(events))


def with_counts(events: "QuerySet[Tournament]") -> "QuerySet[Tournament]":
    """The queryset with what a line needs, in the order of lists."""
    return (
        events.select_related("club")
        .annotate(
            entrant_count=_count(Entrant.objects.filter(status__in=IN_EVENT)),
            rounds_done=_count(Round.objects.filter(status=RoundStatus.COMPLETED, kind=RoundKind.MAIN)),
        )
        .order_by("-starts_on", "-starts_time", "-pk")
    )


def _count(rows: "QuerySet[Any]") -> Coalesce:
    """How many of the rows each event has, asked for each event of a page alone: joined, all events there are would
    have to be counted to show fifty.
    """
    of_event = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Coalesce(Subquery(of_event.annotate(count=Count("pk")).values("count")), 0)


def tournament_line(event: Tournament) -> TournamentLine:
    """A line of an event read by `with_counts`."""
    options = event.format
    return TournamentLine(
        public_id=event.public_id,
        name=event.name,
        club=event.club.name,
        game=game_name(event.preset),
        starts_at=event.starts_at,
        venue=event.venue,
        status=event.status,
        status_label=event.get_status_display(),
        entrants=event.entrant_count,  # type: ignore[attr-defined]
        capacity=options.capacity,
        rounds_played=event.rounds_done,  # type: ignore[attr-defined]
        rounds_planned=options.rounds,
        is_public=event.is_public,
        is_rehearsal=event.is_rehearsal,
    )


def find_tournament(user: "User | AnonymousUser", public_id: str) -> Tournament | None:
    """The event with that id, None where there is none that the user may see: answered as unknown."""
    if "\0" in public_id:
        return None  # from a form; no database can look for it
    return Tournament.objects.visible_to(user).select_related("club").filter(public_id=public_id).first()


def tournament_page(tournament: Tournament, user: "User | AnonymousUser") -> TournamentPage:
    """The page of an event that the user may see (`find_tournament`). A constant number of queries."""
    role = role_in(user, tournament)
    directs = role is not None and role.includes(ClubRole.DIRECTOR)
    rounds = round_lines(tournament)
    open_round = next(
        (line for line in rounds if line.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)), None
    )
    completed = [line for line in rounds if line.status == RoundStatus.COMPLETED]
    own = _own_entrant(tournament, user)
    return TournamentPage(
        public_id=tournament.public_id,
        topic=tournament.topic,
        version=tournament.version,
        name=tournament.name,
        club=tournament.club.name,
        club_slug=tournament.club.slug,
        game=game_name(tournament.preset),
        starts_at=tournament.starts_at,
        entries_close_at=tournament.entries_close_at,
        time_zone=tournament.time_zone,
        venue=tournament.venue,
        status=tournament.status,
        status_label=tournament.get_status_display(),
        standing=standing_sentence(tournament, open_round, completed),
        is_paused=tournament.paused_at is not None,
        is_public=tournament.is_public,
        is_rehearsal=tournament.is_rehearsal,
        review_until=tournament.review_until,
        facts=format_facts(tournament),
        counts=entry_counts(tournament),
        rounds=rounds,
        open_round=open_round,
        last_completed=completed[-1] if completed else None,
        own_table=own_table(user, tournament),
        own_entrant_id=own.pk if own else None,
        own_status=own.get_status_display() if own else "",
        role=str(role.label) if role else "",
        may_direct=directs,
        may_score=role is not None and role.includes(ClubRole.SCORER),
        may_enter=can_enter(user, tournament),
        next=next_action(tournament, coming_round(tournament), open_round) if directs else None,
    )


def _own_entrant(tournament: Tournament, user: "User | AnonymousUser") -> Entrant | None:
    if not user.is_authenticated:
        return None
    return Entrant.objects.filter(tournament=tournament, members__player__user=user).first()


def entry_counts(tournament: Tournament) -> EntryCounts:
    """How many entrants are in which state. One query."""
    rows = Entrant.objects.filter(tournament=tournament).order_by().values_list("status")
    found = dict(rows.annotate(count=Count("pk")))
    checked_in = found.get(EntrantStatus.CHECKED_IN, 0)
    return EntryCounts(
        taking_part=found.get(EntrantStatus.ENTERED, 0) + checked_in,
        checked_in=checked_in,
        waiting=found.get(EntrantStatus.WAITING, 0),
        withdrawn=found.get(EntrantStatus.WITHDRAWN, 0),
        disqualified=found.get(EntrantStatus.DISQUALIFIED, 0),
    )


def standing_sentence(
    tournament: Tournament, open_round: RoundLine | None, completed: list[RoundLine]
) -> str:
    """Where the event stands, for everybody."""
    if tournament.status == TournamentStatus.DRAFT:
        return _("Being prepared; nobody else sees it yet.")
    if tournament.status == TournamentStatus.OPEN and open_round is None:
        return _("Entries are open.")
    if tournament.status == TournamentStatus.REVIEW:
        return _("All rounds are played. The results are up for objections.")
    if tournament.status == TournamentStatus.FINISHED:
        return _("Finished: the standings are final.")
    if tournament.status == TournamentStatus.CANCELLED:
        return _("Cancelled.")
    if tournament.paused_at is not None:
        return _("Paused: all clocks stand still.")
    if open_round is None:
        if not completed:
            return _("About to begin.")
        return _("%(round)s is over.") % {"round": completed[-1].title}
    if open_round.status == RoundStatus.PUBLISHED:
        return _("%(round)s: please take your seats.") % {"round": open_round.title}
    left = open_round.tables - open_round.settled
    return ngettext(
        "%(round)s is being played: %(left)d of %(tables)d tables still plays.",
        "%(round)s is being played: %(left)d of %(tables)d tables still play.",
        left,
    ) % {"round": open_round.title, "left": left, "tables": open_round.tables}
