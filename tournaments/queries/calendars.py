"""Events as a calendar file (RFC 5545), for a club and for a person. Times are instants in UTC, so that every program
shows them by its own clock and no change of clocks moves them (user-demands 55); the venue's clock stands in words.

A person's feed is asked for by programs that can't sign in: its address carries a signed key that ends with the
person's password (accounts.links). It has the person's events and the news that the person chose to have in the
calendar, each as a short entry with an alarm. Nothing is written.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from accounts.models import Club, Notice, User
from tournaments.enums import EntrantStatus, TournamentStatus
from tournaments.models import Tournament

MOST_SHOWN = 300
NEWS_STAYS = timedelta(days=60)
NEWS_TAKES = timedelta(minutes=15)
LINE_BYTES = 75
USUAL_ROUND = 40 * 60
PLAYING = (EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN, EntrantStatus.WAITING)


def club_calendar(club: Club, address: Callable[[str], str]) -> str:
    """The club's public events; `address` makes the page's address from an event's public id."""
    events = Tournament.objects.filter(club=club, is_public=True, is_rehearsal=False)
    shown = events.exclude(status=TournamentStatus.DRAFT).select_related("club")
    return _file(club.name, shown.order_by("-starts_on", "-pk")[:MOST_SHOWN], address)


def own_calendar(user: User, address: Callable[[str], str]) -> str:
    """Everything the user plays in or directs by a role in the event."""
    entered = Q(entrants__members__player__user=user, entrants__status__in=PLAYING)
    events = Tournament.objects.visible_to(user).filter(entered | Q(roles__user=user), is_rehearsal=False)
    shown = events.exclude(status=TournamentStatus.DRAFT).select_related("club").distinct()
    news = Notice.objects.filter(user=user, by_calendar=True, created_at__gt=Now() - NEWS_STAYS)
    return _file(str(user), shown.order_by("-starts_on", "-pk")[:MOST_SHOWN], address, news[:MOST_SHOWN])


def _file(
    name: str,
    events: Iterable[Tournament],
    address: Callable[[str], str],
    news: Iterable[Notice] = (),
) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Deadwood//Events//EN",
        f"X-WR-CALNAME:{_text(name)}",
    ]
    for event in events:
        lines += _event(event, address(event.public_id))
    for notice in news:
        lines += _notice(notice)
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(event: Tournament, url: str) -> list[str]:
    options = event.format
    length = timedelta(seconds=options.rounds * (options.round_seconds or USUAL_ROUND))
    local = _("%(time)s by the clock at the venue (%(zone)s)") % {
        "time": f"{event.starts_at:%H:%M}",
        "zone": event.time_zone,
    }
    lines = [
        "BEGIN:VEVENT",
        f"UID:{event.public_id}@deadwood",
        f"DTSTAMP:{_instant(event.created_at)}",
        f"DTSTART:{_instant(event.starts_at)}",
        f"DTEND:{_instant(event.starts_at + length)}",
        f"SEQUENCE:{event.version}",
        f"SUMMARY:{_text(f'{event.name} ({event.club.name})')}",
        f"DESCRIPTION:{_text(local)}",
        f"URL:{url}",
        f"STATUS:{'CANCELLED' if event.status == TournamentStatus.CANCELLED else 'CONFIRMED'}",
    ]
    if event.venue:
        lines.append(f"LOCATION:{_text(event.venue)}")
    return [*lines, "END:VEVENT"]


def _notice(notice: Notice) -> list[str]:
    """News as an entry of a quarter of an hour that rings when the calendar learns of it."""
    return [
        "BEGIN:VEVENT",
        f"UID:notice-{notice.pk}@deadwood",
        f"DTSTAMP:{_instant(notice.created_at)}",
        f"DTSTART:{_instant(notice.created_at)}",
        f"DTEND:{_instant(notice.created_at + NEWS_TAKES)}",
        f"SUMMARY:{_text(notice.subject)}",
        f"DESCRIPTION:{_text(notice.body)}",
        f"URL:{settings.SITE_ADDRESS}{notice.path.lstrip('/')}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_text(notice.subject)}",
        "TRIGGER:PT0M",
        "END:VALARM",
        "END:VEVENT",
    ]


def _instant(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r", ""), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return text


def _folded(line: str) -> str:
    """At most 75 bytes a line, never inside a letter; what goes on begins with a space."""
    parts, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LINE_BYTES:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += width
    return "\r\n".join(parts)
