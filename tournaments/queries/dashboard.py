"""A club's evenings in numbers: how many came, how fast it went, who didn't come, where bots sat; and what waits now.

For those who run the club's events. Rehearsals don't count. A constant number of queries, whatever the events.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from statistics import mean
from typing import Any, Final

from django.db.models import Count, F, Q
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Club
from games.queries.clock import database_now
from tournaments.enums import (
    EntrantKind,
    EntrantStatus,
    ResultStatus,
    RoundStatus,
    SeatOccupant,
    TableStatus,
    TournamentStatus,
)
from tournaments.models import Bye, Entrant, EntrantMember, Round, SeatScore, Table, TableSeat, Tournament
from tournaments.queries.bars import BarChart, Measure, bar_chart

MOST_EVENTS: Final = 40
LATE_MINUTES: Final = 45
LIVE: Final = (TournamentStatus.RUNNING, TournamentStatus.REVIEW)


@dataclass(frozen=True, slots=True)
class EventNumbers:
    """One evening. `minutes` is the mean length of its rounds, None before one is over; `no_shows` were entered and
    never sat; `bot_seats` are chairs filled by bots, `stood_in` results in which a bot made moves for a person.
    """

    public_id: str
    name: str
    starts_on: date
    status_label: str
    entrants: int
    newcomers: int
    rounds: int
    minutes: int | None
    no_shows: int
    bot_seats: int
    stood_in: int


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table of a running event without a result, and for how many minutes it is played."""

    public_id: str
    event: str
    table_id: str
    number: int
    status_label: str
    minutes: int
    is_late: bool


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Events newest first; the charts run from the oldest to the newest of them."""

    events: tuple[EventNumbers, ...]
    waiting: tuple[WaitingTable, ...]
    charts: tuple[BarChart, ...]
    people: int
    evenings: int
    no_shows: int
    mean_minutes: int | None


def club_dashboard(club: Club) -> Dashboard:
    """The club's last evenings and the tables that are out now."""
    events = tuple(_numbers(club))
    minutes = [event.minutes for event in events if event.minutes is not None]
    return Dashboard(
        events=events,
        waiting=waiting_tables(club),
        charts=_charts(tuple(reversed(events))),
        people=_people(club),
        evenings=len(events),
        no_shows=sum(event.no_shows for event in events),
        mean_minutes=round(mean(minutes)) if minutes else None,
    )


def _events(club: Club) -> list[Tournament]:
    found = Tournament.objects.filter(club=club, is_rehearsal=False).exclude(
        status__in=[TournamentStatus.DRAFT, TournamentStatus.CANCELLED]
    )
    return list(found.order_by("-starts_on", "-starts_time", "-pk")[:MOST_EVENTS])


def _numbers(club: Club) -> Iterable[EventNumbers]:
    events = _events(club)
    ids = [event.pk for event in events]
    pace, bots, stood_in = _pace(ids), _bot_seats(ids), _stood_in(ids)
    entrants, absent = _entrants(ids), _never_sat(ids)
    newcomers = _newcomers(club)
    for event in events:
        lengths = pace.get(event.pk, [])
        yield EventNumbers(
            public_id=event.public_id,
            name=event.name,
            starts_on=event.starts_on,
            status_label=str(event.get_status_display()),
            entrants=entrants.get(event.pk, 0),
            newcomers=newcomers.get(event.pk, 0),
            rounds=len(lengths),
            minutes=round(mean(lengths)) if lengths else None,
            no_shows=absent.get(event.pk, 0) if lengths else 0,
            bot_seats=bots.get(event.pk, 0),
            stood_in=stood_in.get(event.pk, 0),
        )


def _pace(ids: Sequence[int]) -> dict[int, list[float]]:
    """Minutes of each completed round, by event."""
    found: dict[int, list[float]] = defaultdict(list)
    rounds = Round.objects.filter(
        tournament__in=ids,
        status=RoundStatus.COMPLETED,
        started_at__isnull=False,
        completed_at__isnull=False,
    ).order_by("tournament", "number")
    for event, started, completed in rounds.values_list("tournament_id", "started_at", "completed_at"):
        if started is not None and completed is not None:
            found[event].append((completed - started).total_seconds() / 60)
    return found


def _counted(rows: Any, name: str) -> dict[int, int]:
    return dict(rows.order_by().values_list(name).annotate(count=Count("pk")))


def _bot_seats(ids: Sequence[int]) -> dict[int, int]:
    seats = TableSeat.objects.filter(round__tournament__in=ids, occupant=SeatOccupant.BOT)
    return _counted(seats.exclude(round__status=RoundStatus.CANCELLED), "round__tournament")


def _stood_in(ids: Sequence[int]) -> dict[int, int]:
    scores = SeatScore.objects.filter(
        result__table__round__tournament__in=ids, result__status=ResultStatus.CONFIRMED, bot_moves__gt=0
    )
    return _counted(scores, "result__table__round__tournament")


def _people_of(ids: Sequence[int]) -> Any:
    return (
        Entrant.objects.filter(tournament__in=ids)
        .exclude(kind=EntrantKind.BOT)
        .exclude(status=EntrantStatus.WAITING)
    )


def _entrants(ids: Sequence[int]) -> dict[int, int]:
    return _counted(_people_of(ids), "tournament")


def _never_sat(ids: Sequence[int]) -> dict[int, int]:
    """Entered, and neither at a table nor with a bye in any round."""
    seated = TableSeat.objects.filter(round__tournament__in=ids, entrant__isnull=False).values("entrant")
    byes = Bye.objects.filter(round__tournament__in=ids).values("entrant")
    return _counted(_people_of(ids).exclude(pk__in=seated).exclude(pk__in=byes), "tournament")


def _newcomers(club: Club) -> dict[int, int]:
    """How many people were at their first event of the club, by event."""
    first: dict[int, int] = {}
    rows = EntrantMember.objects.filter(tournament__club=club, tournament__is_rehearsal=False)
    rows = rows.exclude(tournament__status__in=[TournamentStatus.DRAFT, TournamentStatus.CANCELLED])
    ordered = rows.order_by("tournament__starts_on", "tournament__starts_time", "tournament_id")
    for player, event in ordered.values_list("player_id", "tournament_id"):
        first.setdefault(player, event)
    found: dict[int, int] = defaultdict(int)
    for event in first.values():
        found[event] += 1
    return found


def _people(club: Club) -> int:
    """Everybody who was ever seated at an event of the club that counts."""
    seats = TableSeat.objects.filter(
        round__tournament__club=club, round__tournament__is_rehearsal=False, player__isnull=False
    )
    return seats.order_by().values("player").distinct().count()


def waiting_tables(club: Club) -> tuple[WaitingTable, ...]:
    """Tables of running rounds that have no result yet, the longest first."""
    tables = (
        Table.objects.filter(
            Q(status__in=[TableStatus.PLAYING, TableStatus.DECIDED, TableStatus.DISPUTED]),
            round__status=RoundStatus.PLAYING,
            round__tournament__club=club,
            round__tournament__status__in=LIVE,
            round__tournament__is_rehearsal=False,
        )
        .annotate(began=F("round__started_at"))
        .select_related("round__tournament")
        .order_by("began", "round__tournament", "number")
    )
    now = database_now()
    return tuple(_waiting(table, now) for table in tables)


def _waiting(table: Table, now: datetime) -> WaitingTable:
    began: datetime | None = table.began  # type: ignore[attr-defined]
    minutes = int((now - began).total_seconds() // 60) if began else 0
    event = table.round.tournament
    return WaitingTable(
        public_id=event.public_id,
        event=event.name,
        table_id=table.public_id,
        number=table.number,
        status_label=str(table.get_status_display()),
        minutes=minutes,
        is_late=minutes >= LATE_MINUTES,
    )


def _charts(events: Sequence[EventNumbers]) -> tuple[BarChart, ...]:
    """Pictures of what there is something to see of."""
    if not events:
        return ()
    timed = [event for event in events if event.minutes is not None]
    charts = [_entrants_chart(events)]
    if timed:
        charts.append(_pace_chart(timed))
    if any(event.bot_seats or event.stood_in for event in events):
        charts.append(_bots_chart(events))
    if any(event.no_shows for event in events):
        charts.append(_no_shows_chart(events))
    return tuple(charts)


def _entrants_chart(events: Sequence[EventNumbers]) -> BarChart:
    counts = [event.entrants for event in events]
    sentence = _("Between %(least)d and %(most)d people came, %(mean)d on average.") % {
        "least": min(counts),
        "most": max(counts),
        "mean": round(mean(counts)),
    }
    return bar_chart(_("Entrants over time"), sentence, _measures(events, counts))


def _pace_chart(events: Sequence[EventNumbers]) -> BarChart:
    lengths = [event.minutes or 0 for event in events]
    sentence = _("Rounds took between %(least)d and %(most)d minutes.") % {
        "least": min(lengths),
        "most": max(lengths),
    }
    return bar_chart(_("Minutes a round"), sentence, _measures(events, lengths))


def _bots_chart(events: Sequence[EventNumbers]) -> BarChart:
    counts = [event.bot_seats + event.stood_in for event in events]
    sentence = ngettext(
        "A bot sat in for somebody once.", "Bots sat in for somebody %(count)d times.", sum(counts)
    )
    return bar_chart(_("Bots used"), sentence % {"count": sum(counts)}, _measures(events, counts))


def _no_shows_chart(events: Sequence[EventNumbers]) -> BarChart:
    counts = [event.no_shows for event in events]
    sentence = ngettext(
        "%(count)d person was entered and didn't come.",
        "%(count)d people were entered and didn't come.",
        sum(counts),
    )
    return bar_chart(_("No-shows"), sentence % {"count": sum(counts)}, _measures(events, counts))


def _measures(events: Sequence[EventNumbers], values: Sequence[int]) -> list[Measure]:
    return [
        Measure(
            value,
            formats.date_format(event.starts_on, "j.n."),
            f"{event.name}, {formats.date_format(event.starts_on)}",
            str(value),
        )
        for event, value in zip(events, values, strict=True)
    ]
