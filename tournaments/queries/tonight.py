"""The director's Tonight: what to do next, what blocks the round, every table, the clock and the people.

One reader for the page; it decides nothing and changes nothing. Times are the database's.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.queries.clock import database_now
from tournaments.enums import EntrantStatus, RoundStatus, TableMode, TableStatus
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.queries.desk_notes import CallLine, Notice, notices, open_calls
from tournaments.queries.live_board import is_quiet
from tournaments.queries.reports import Report, reports_of, two_sides
from tournaments.queries.round_words import round_title
from tournaments.queries.tables import SeatLine, TableLine, table_lines

LATE_MINUTES = 45
MOST_TO_DO = 20


@dataclass(frozen=True, slots=True)
class TonightTable:
    """A table as the director sees it. `state` is a code: disputed, halted, decided, late, missing, quiet,
    playing, waiting, confirmed or cancelled; `kind` and `icon` are its pill's. `rank` orders what blocks, 9
    blocks nothing.
    """

    table: TableLine
    state: str
    kind: str
    icon: str
    text: str
    sentence: str
    leader: str
    others: str
    report: Report | None
    rank: int

    @property
    def names(self) -> str:
        return ", ".join(seat.name for seat in self.table.seats)


@dataclass(frozen=True, slots=True)
class ClockView:
    """The round clock. `seconds_left` is below 0 once it is over, None where the round has none."""

    seconds_left: float | None
    total: int
    ends_at: datetime | None
    is_paused: bool


@dataclass(frozen=True, slots=True)
class PeopleLine:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class TonightPage:
    """`blocking` are tables that need somebody, most urgent first; `lead` the one to go to now, None while
    the round just plays on.
    """

    title: str
    round_number: int
    round_id: int | None
    is_playing: bool
    tables: tuple[TonightTable, ...]
    blocking: tuple[TonightTable, ...]
    lead: TonightTable | None
    settled: int
    clock: ClockView
    people: tuple[PeopleLine, ...]
    missing: int
    calls: tuple[CallLine, ...]
    notices: tuple[Notice, ...]

    @property
    def todo(self) -> tuple[TonightTable, ...]:
        """The most urgent of `blocking`: as many as somebody can go through one by one."""
        return self.blocking[:MOST_TO_DO]

    @property
    def more_to_do(self) -> int:
        """How many of `blocking` aren't in `todo`; they are among all tables."""
        return len(self.blocking) - len(self.todo)

    @property
    def waiting_call(self) -> CallLine | None:
        """The call that nobody has taken for the longest time."""
        return next((call for call in self.calls if not call.taken_by), None)


def tonight_page(tournament: Tournament) -> TonightPage:
    """The page of an event now. A constant number of queries for any number of tables."""
    now = database_now()
    round_ = _open_round(tournament)
    tables: tuple[TonightTable, ...] = ()
    if round_ is not None:
        lines = table_lines(Table.objects.filter(round=round_).order_by("number"))
        reports = reports_of(line.table_id for line in lines)
        tables = tuple(_table(line, reports.get(line.table_id, ()), round_, now) for line in lines)
    playing = round_ is not None and round_.status == RoundStatus.PLAYING
    blocking = tuple(sorted((t for t in tables if t.rank < 9), key=lambda t: (t.rank, t.table.number)))
    urgent = playing and blocking and blocking[0].rank <= 3
    people, missing = _people(tournament, tables)
    return TonightPage(
        title=round_title(round_) if round_ is not None else "",
        round_number=round_.number if round_ is not None else 0,
        round_id=round_.pk if round_ is not None else None,
        is_playing=playing,
        tables=tables,
        blocking=blocking if playing else (),
        lead=blocking[0] if urgent else None,
        settled=sum(t.table.is_settled for t in tables),
        clock=_clock(tournament, round_, now),
        people=people,
        missing=missing,
        calls=open_calls(tournament) if round_ is not None else (),
        notices=notices(tournament, every=True),
    )


def clock_of(tournament: Tournament) -> ClockView:
    """The clock of the event's open round alone. Two queries."""
    return _clock(tournament, _open_round(tournament), database_now())


def _open_round(tournament: Tournament) -> Round | None:
    is_open = [RoundStatus.PUBLISHED, RoundStatus.PLAYING]
    return Round.objects.filter(tournament=tournament, status__in=is_open).first()


def _clock(tournament: Tournament, round_: Round | None, now: datetime) -> ClockView:
    ends = round_.closes_at if round_ is not None else None
    start = round_.started_at if round_ is not None else None
    if ends is None or start is None:
        return ClockView(None, 0, None, tournament.paused_at is not None)
    at = tournament.paused_at or now
    total = int((ends - start).total_seconds())
    return ClockView((ends - at).total_seconds(), total, ends, tournament.paused_at is not None)


def _table(line: TableLine, reports: tuple[Report, ...], round_: Round, now: datetime) -> TonightTable:
    latest = next((report for report in reports if report.is_proposed), None)
    confirmed = next((report for report in reports if report.status == TableStatus.CONFIRMED), None)
    state, kind, icon, text, sentence, rank = _state(line, reports, latest, confirmed, round_, now)
    leader, others = _leader(line, latest)
    return TonightTable(line, state, kind, icon, text, sentence, leader, others, latest, rank)


def _leader(line: TableLine, latest: Report | None) -> tuple[str, str]:
    points = {seat.seat: seat.points for seat in line.seats}
    if latest is not None:
        points = dict(enumerate(latest.nets))
    known = [(net, -seat) for seat, net in points.items() if net is not None]
    if not known:
        return line.seats[0].name if line.seats else "", _joined(line.seats[1:])
    best = -max(known)[1]
    texts = {seat.seat: seat.points_text for seat in line.seats}
    if latest is not None:
        texts = {seat: found.net_text for seat, found in enumerate(latest.seats)}
    first = next(seat for seat in line.seats if seat.seat == best)
    return f"{first.name} {texts[best]}".strip(), _joined(seat for seat in line.seats if seat.seat != best)


def _joined(seats: Iterable[SeatLine]) -> str:
    return ", ".join(seat.name for seat in seats)


def _minutes(since: datetime | None, now: datetime) -> int:
    return max(0, int((now - since).total_seconds() // 60)) if since is not None else 0


def _ago(minutes: int) -> str:
    if minutes == 0:
        return _("just now")
    return ngettext("%(n)d min ago", "%(n)d min ago", minutes) % {"n": minutes}


def _state(
    line: TableLine,
    reports: tuple[Report, ...],
    latest: Report | None,
    confirmed: Report | None,
    round_: Round,
    now: datetime,
) -> tuple[str, str, str, str, str, int]:
    """State, pill kind, icon, words, sentence and rank of a table."""
    if line.status == TableStatus.CANCELLED:
        return "cancelled", "", "x", line.status_label, "", 9
    if line.status == TableStatus.CONFIRMED:
        who = confirmed.confirmed_by if confirmed else ""
        text = _("In, confirmed by %(name)s") % {"name": who} if who else _("Result is in")
        return "confirmed", "ok", "check", text, confirmed.summary if confirmed else "", 9
    if line.status == TableStatus.DISPUTED:
        return "disputed", "danger", "circle-alert", _disputed_text(reports), _disputed(reports), 0
    if line.is_halted:
        sentence = _("The program stopped this game, since its record can't be replayed. Look at it.")
        return "halted", "danger", "circle-alert", _("Stopped"), sentence, 1
    if line.status == TableStatus.DECIDED and latest is not None:
        sentence = _("%(who)s reported %(ago)s: %(points)s.") % {
            "who": latest.who,
            "ago": _ago(_minutes(latest.created_at, now)),
            "points": latest.summary,
        }
        return "decided", "info", "users", _("Waits for a second player"), sentence, 2
    if line.status == TableStatus.SCHEDULED:
        return "waiting", "info", "clock", _("Takes seats"), "", 9
    return _playing(line, round_, now)


def _playing(line: TableLine, round_: Round, now: datetime) -> tuple[str, str, str, str, str, int]:
    minutes = _minutes(round_.started_at, now)
    over = line.closes_at is not None and line.closes_at <= now
    quiet = line.minutes_quiet
    leads = _("%(name)s leads.") % {"name": line.leader} if line.leader else ""
    if line.mode == TableMode.PAPER:
        if over or (line.closes_at is None and minutes >= LATE_MINUTES):
            text = ngettext("No result, %(n)d min", "No result, %(n)d min", minutes) % {"n": minutes}
            return "late", "warn", "clock", text, _("On real cards, and time is up. No result has come."), 3
        if quiet is not None:
            return _told(line, quiet, leads)
        text = _("No result yet")
        if not minutes:
            return "missing", "", "play", text, _("On real cards, just begun."), 5
        sentence = ngettext(
            "On real cards, for %(n)d minute now.", "On real cards, for %(n)d minutes now.", minutes
        )
        return "missing", "", "play", text, sentence % {"n": minutes}, 5
    if quiet is not None and is_quiet(line):
        text = ngettext("No news for %(n)d min", "No news for %(n)d min", quiet) % {"n": quiet}
        return (
            "quiet",
            "warn",
            "clock",
            text,
            " ".join(filter(None, (_("Online."), f"{line.progress}.", leads))),
            4,
        )
    return "playing", "", "play", _with_news(line, quiet), leads, 9


def _told(line: TableLine, quiet: int, leads: str) -> tuple[str, str, str, str, str, int]:
    """A table on real cards that tells its deals as it plays."""
    news = _("Last told %(ago)s.") % {"ago": _ago(quiet)}
    sentence = " ".join(filter(None, (_("On real cards."), f"{line.progress}.", leads, news)))
    if is_quiet(line):
        text = ngettext("No news for %(n)d min", "No news for %(n)d min", quiet) % {"n": quiet}
        return "quiet", "warn", "clock", text, sentence, 4
    return "missing", "", "play", _with_news(line, quiet), sentence, 5


def _with_news(line: TableLine, quiet: int | None) -> str:
    """How far a table is, and since when nothing has come from it."""
    if quiet is None:
        return line.progress
    return _("%(progress)s, %(ago)s") % {"progress": line.progress, "ago": _ago(quiet)}


def _disputed_text(reports: tuple[Report, ...]) -> str:
    return _("Two versions") if len(two_sides(reports)) == 2 else _("Disputed")


def _disputed(reports: tuple[Report, ...]) -> str:
    sides = two_sides(reports)
    if len(sides) == 2:
        one, two = sides
        seat = next((n for n, found in enumerate(one.seats) if found.differs), 0)
        if one.seats[seat].net == two.seats[seat].net:
            return _("%(one)s and %(two)s differ about the place or the re-entries of %(name)s.") % {
                "one": one.who,
                "two": two.who,
                "name": one.seats[seat].name,
            }
        return _("%(one)s has %(name)s at %(a)s, %(two)s has %(b)s.") % {
            "one": one.who,
            "name": one.seats[seat].name,
            "a": one.seats[seat].net_text,
            "two": two.who,
            "b": two.seats[seat].net_text,
        }
    return _("Somebody at the table doesn't agree with what was reported.")


def _people(tournament: Tournament, tables: tuple[TonightTable, ...]) -> tuple[tuple[PeopleLine, ...], int]:
    entrants = list(
        Entrant.objects.filter(tournament=tournament)
        .order_by("sort_key")
        .only("name", "status", "joined_round", "left_round")
    )
    missing = [e for e in entrants if e.status == EntrantStatus.ENTERED]
    here = [e for e in entrants if e.status == EntrantStatus.CHECKED_IN]
    waiting = [e for e in entrants if e.status == EntrantStatus.WAITING]
    left = [e for e in entrants if e.status in (EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED)]
    lines = []
    if tables:
        seats = [seat for found in tables for seat in found.table.seats]
        bots = sum(seat.is_bot for seat in seats)
        people = len(seats) - bots
        text = str(people)
        if bots:
            text = ngettext("%(people)d and %(bots)d bot", "%(people)d and %(bots)d bots", bots) % {
                "people": people,
                "bots": bots,
            }
        lines.append(PeopleLine(_("At the tables"), text))
        stand_ins = sum(seat.stand_in for seat in seats)
        if stand_ins:
            lines.append(PeopleLine(_("Played by a bot now"), str(stand_ins)))
    else:
        lines.append(PeopleLine(_("Taking part"), str(len(missing) + len(here))))
    lines.append(PeopleLine(_("Checked in"), str(len(here))))
    if waiting:
        lines.append(PeopleLine(_("Waiting list"), str(len(waiting))))
    if left:
        lines.append(PeopleLine(_("Left"), _few([e.name for e in left])))
    return tuple(lines), len(missing)


def _few(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 3 else str(len(names))
