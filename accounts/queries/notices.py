"""What people chose to be told, and what became of the messages: for the person, a director, an owner.

Nobody but the person reads a message's text; the others see whom it went to, about what, and whether it arrived.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core import signing
from django.db.models import Count

from accounts.enums import NoticeKind, NoticeStatus
from accounts.models import Club, Notice, NoticeChoice, User

SALT: Final = "deadwood.news"
MOST_SHOWN: Final = 200
BY_CALENDAR_UNASKED: Final = frozenset({NoticeKind.ROUND, NoticeKind.FIXTURE})


@dataclass(frozen=True, slots=True)
class Choice:
    """How one kind of news reaches a person; neither way is a choice too."""

    kind: NoticeKind
    by_mail: bool
    by_calendar: bool


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A message in the outbox. `can_retry` is whether it may be sent again by hand."""

    notice_id: int
    name: str
    kind_label: str
    subject: str
    status: str
    status_label: str
    attempts: int
    trouble: str
    created_at: datetime
    sent_at: datetime | None
    can_retry: bool


@dataclass(frozen=True, slots=True)
class Outbox:
    """The newest messages, and how many of all there are in which state."""

    lines: tuple[NoticeLine, ...]
    waiting: int
    sent: int
    failed: int


def choices_of(users: Iterable[int]) -> dict[tuple[int, str], Choice]:
    """What the users chose, by user and kind; who isn't in it has the defaults."""
    rows = NoticeChoice.objects.filter(user__in=list(users))
    return {
        (row.user_id, row.kind): Choice(NoticeKind(row.kind), row.by_mail, row.by_calendar) for row in rows
    }


def default_choice(kind: NoticeKind) -> Choice:
    """Unasked, all news comes by mail, and what has a time stands in the calendar too."""
    return Choice(kind, by_mail=True, by_calendar=kind in BY_CALENDAR_UNASKED)


def own_choices(user: User) -> tuple[Choice, ...]:
    """One choice for each kind, in their order."""
    known = choices_of([user.pk])
    return tuple(known.get((user.pk, kind), default_choice(kind)) for kind in NoticeKind)


def event_outbox(public_id: str) -> Outbox:
    """The messages about an event."""
    return _outbox(event=public_id)


def club_outbox(club: Club) -> Outbox:
    """The messages about a club and its events."""
    return _outbox(club=club.pk)


def _outbox(**about: object) -> Outbox:
    found = Notice.objects.filter(**about)
    counts = dict(found.order_by().values_list("status").annotate(count=Count("pk")))
    return Outbox(
        lines=tuple(_line(row) for row in found.select_related("user").order_by("-pk")[:MOST_SHOWN]),
        waiting=counts.get(NoticeStatus.WAITING, 0) + counts.get(NoticeStatus.SENDING, 0),
        sent=counts.get(NoticeStatus.SENT, 0),
        failed=counts.get(NoticeStatus.FAILED, 0),
    )


def _line(row: Notice) -> NoticeLine:
    return NoticeLine(
        notice_id=row.pk,
        name=str(row.user),
        kind_label=str(NoticeKind(row.kind).label),
        subject=row.subject,
        status=row.status,
        status_label=str(NoticeStatus(row.status).label),
        attempts=row.attempts,
        trouble=row.trouble,
        created_at=row.created_at,
        sent_at=row.sent_at,
        can_retry=row.status == NoticeStatus.FAILED,
    )


def off_token(user_id: int, kind: str) -> str:
    """What stands in the link that turns one kind of mail off; it needs no sign-in and does nothing else."""
    return signing.Signer(salt=SALT).sign_object([user_id, kind])


def off_of_token(token: str) -> tuple[User, NoticeKind] | None:
    """Whose mail of which kind the link turns off, None for one that was never made here."""
    try:
        user_id, kind = signing.Signer(salt=SALT).unsign_object(token)
        known = NoticeKind(kind)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return (user, known) if user is not None else None
