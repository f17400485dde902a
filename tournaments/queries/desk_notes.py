"""Calls for a director and messages from the desk, as pages show them. It reads and changes nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.queries.clock import database_now
from tournaments.models import DeskMessage, DirectorCall, TableGame, TableSeat, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

# A message is about now: what was said half an hour ago no longer stands in anybody's way.
MESSAGE_TIME = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class CallLine:
    """An open call. `who` is the person at the table who called, "" where it isn't known; `taken_by` a director's
    name, "" while nobody comes.
    """

    call_id: int
    table_id: int
    table_public_id: str
    table_number: int
    who: str
    called_at: datetime
    minutes: int
    taken_by: str

    @property
    def sentence(self) -> str:
        """Who called and how long ago."""
        ago = ngettext("%(n)d minute ago", "%(n)d minutes ago", self.minutes) % {"n": self.minutes}
        when = ago if self.minutes else _("just now")
        if self.who:
            return _("%(who)s called %(when)s.") % {"who": self.who, "when": when}
        return _("Called %(when)s.") % {"when": when}


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that is shown now. `table_number` 0 is for everybody."""

    message_id: int
    text: str
    table_number: int
    sent_at: datetime
    who: str


def open_calls(tournament: Tournament) -> tuple[CallLine, ...]:
    """The open calls of an event, the longest waiting first. Two queries."""
    calls = list(
        DirectorCall.objects.filter(
            table__round__tournament=tournament,
            table__round__status__in=["published", "playing"],
            closed_at__isnull=True,
        )
        .select_related("table", "taken_by")
        .order_by("called_at")
    )
    names = _names(calls)
    now = database_now()
    return tuple(
        CallLine(
            call_id=call.pk,
            table_id=call.table_id,
            table_public_id=call.table.public_id,
            table_number=call.table.number,
            who=names.get((call.table_id, call.called_seat), ""),
            called_at=call.called_at,
            minutes=max(0, int((now - call.called_at).total_seconds() // 60)),
            taken_by=str(call.taken_by) if call.taken_by else "",
        )
        for call in calls
    )


def _names(calls: Iterable[DirectorCall]) -> dict[tuple[int, int | None], str]:
    tables = [call.table_id for call in calls]
    if not tables:
        return {}
    seats = TableSeat.objects.filter(table__in=tables).values_list("table_id", "seat", "name")
    return {(table, seat): name for table, seat, name in seats}


def call_state(table_id: int) -> tuple[bool, str]:
    """Whether the table has called a director, and who comes ("" where nobody has said so). One query."""
    call = (
        DirectorCall.objects.filter(table=table_id, closed_at__isnull=True).select_related("taken_by").first()
    )
    return call is not None, str(call.taken_by) if call is not None and call.taken_by else ""


def notices(tournament: Tournament, *, table: str = "", every: bool = False) -> tuple[Notice, ...]:
    """The messages that are shown now, newest first: those for all, and those for the table of that public id. With
    `every` those for any table, for the desk. One query.
    """
    found = shown_messages(tournament)
    if not every:
        found = found.filter(Q(table__isnull=True) | Q(table__public_id=table))
    return tuple(
        Notice(
            message.pk,
            message.text,
            message.table.number if message.table else 0,
            message.sent_at,
            str(message.sent_by) if message.sent_by else "",
        )
        for message in found
    )


def shown_messages(tournament: Tournament) -> QuerySet[DeskMessage]:
    """The messages of an event that are neither taken back nor too old, newest first."""
    return (
        DeskMessage.objects.filter(
            tournament=tournament, ended_at__isnull=True, sent_at__gt=database_now() - MESSAGE_TIME
        )
        .select_related("table", "sent_by")
        .order_by("-sent_at")
    )


@dataclass(frozen=True, slots=True)
class Talk:
    """What a card table's page shows of the desk. `may_call` is whether the viewer sits there."""

    notices: tuple[str, ...]
    is_called: bool
    coming: str
    may_call: bool


def with_talk(links: QuerySet[TableGame], user: "User | AnonymousUser") -> QuerySet[TableGame]:
    """Links from games to tables that know in the same query whether there is anything to say there.

    A card table is drawn after every move, and nearly always there is nothing: that costs no query of its own.
    """
    calls = DirectorCall.objects.filter(table=OuterRef("table"), closed_at__isnull=True)
    said = DeskMessage.objects.filter(
        Q(table=OuterRef("table")) | Q(table__isnull=True),
        tournament=OuterRef("table__round__tournament"),
        ended_at__isnull=True,
        sent_at__gt=Now() - MESSAGE_TIME,
    )
    seats = TableSeat.objects.filter(
        table=OuterRef("table"), player__user=user.pk, player__user__isnull=False
    )
    return links.annotate(is_called=Exists(calls), has_notices=Exists(said), sits_there=Exists(seats))


def talk_of(link: TableGame) -> Talk:
    """What is said, of a link that `with_talk` gave. No query where there is nothing."""
    is_called = bool(link.is_called)  # type: ignore[attr-defined]
    has_notices, sits_there = bool(link.has_notices), bool(link.sits_there)  # type: ignore[attr-defined]
    found = notices(link.table.round.tournament, table=link.table.public_id) if has_notices else ()
    coming = call_state(link.table_id)[1] if is_called else ""
    return Talk(tuple(notice.text for notice in found), is_called, coming, sits_there)
