"""Sending what waits in the outbox. It decides nothing about news; it knows no request and no page.

A worker first takes messages for itself for LEASE (committed), then sends them, then writes that each was sent. Two
workers never take the same message. One that is killed in between leaves a lease that ends: the message is sent by the
next, with the same Message-ID, by which a mailbox knows it. A message that can't be delivered is tried again after
30 s, 1 min, 2 min, ... and given up after ATTEMPTS; a director may then ask for it again.
"""

from datetime import timedelta
from typing import Final

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.enums import NoticeKind, NoticeStatus
from accounts.models import Notice, User
from accounts.queries.notices import off_token

log = structlog.get_logger(__name__)
LEASE: Final = timedelta(minutes=2)
FIRST_PAUSE: Final = timedelta(seconds=30)
ATTEMPTS: Final = 8
BATCH: Final = 20
NO_ADDRESS: Final = "AddressNotConfirmed"


def send_due(most: int = BATCH) -> int:
    """Send what is due, at most so many; how many were taken. Safe to run anywhere, any number of times at once."""
    taken = _take(most)
    if not taken:
        return 0
    connection = get_connection()
    for notice in taken:
        _deliver(notice, connection)
    return len(taken)


@transaction.atomic
def _take(most: int) -> list[Notice]:
    due = Notice.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        status__in=[NoticeStatus.WAITING, NoticeStatus.SENDING], due_at__lte=Now()
    )
    rows = list(due.select_related("user", "club").order_by("due_at", "pk")[:most])
    Notice.objects.filter(pk__in=[row.pk for row in rows]).update(
        status=NoticeStatus.SENDING, attempts=F("attempts") + 1, due_at=Now() + LEASE
    )
    return rows


def _deliver(notice: Notice, connection: BaseEmailBackend) -> None:
    """Send one message and write what became of it. `notice.attempts` is as before this attempt."""
    mine = Notice.objects.filter(pk=notice.pk, status=NoticeStatus.SENDING, attempts=notice.attempts + 1)
    if not may_be_mailed(notice.user):
        mine.update(status=NoticeStatus.FAILED, trouble=NO_ADDRESS)
        return
    try:
        message_of(notice, connection).send()
    except Exception as error:  # whatever a mail server does, the other messages go out
        log.warning("mail not sent", notice=notice.pk, error=type(error).__name__)
        last = notice.attempts + 1 >= ATTEMPTS
        mine.update(
            status=NoticeStatus.FAILED if last else NoticeStatus.WAITING,
            trouble=type(error).__name__[:80],
            due_at=Now() + FIRST_PAUSE * 2**notice.attempts,
        )
        return
    mine.update(status=NoticeStatus.SENT, sent_at=Now(), trouble="")


def may_be_mailed(user: User) -> bool:
    """Whether the address is the person's own: confirmed, where this site asks for that."""
    if not user.is_active:
        return False
    if settings.ACCOUNT_EMAIL_VERIFICATION != "mandatory":
        return True
    confirmed: bool = EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists()
    return confirmed


def message_of(notice: Notice, connection: BaseEmailBackend | None = None) -> EmailMultiAlternatives:
    """The mail of a notice: plain text in its language, with the way out of further ones."""
    off = _address(reverse("account:news_off", args=[off_token(notice.user_id, notice.kind)]))
    with translation.override(notice.language):
        text = render_to_string(
            "emails/notice.txt",
            {
                "name": str(notice.user),
                "body": notice.body,
                "address": _address(notice.path),
                "club": notice.club.name if notice.club else "",
                "kind": NoticeKind(notice.kind).label,
                "off": off,
                "choose": _address(reverse("account:news")),
            },
        )
    domain = settings.SITE_ADDRESS.split("//")[-1].split("/")[0].split(":")[0]
    return EmailMultiAlternatives(
        notice.subject,
        text,
        to=[notice.user.email],
        connection=connection,
        headers={"Message-ID": f"<notice-{notice.pk}@{domain}>", "List-Unsubscribe": f"<{off}>"},
    )


def _address(path: str) -> str:
    return f"{settings.SITE_ADDRESS}{path.lstrip('/')}"


@transaction.atomic
def send_again(*, notice_id: int, about: dict[str, object]) -> bool:
    """Let a message that was given up be tried again; False where there is none such. `about` says of what."""
    found = Notice.objects.filter(pk=notice_id, status=NoticeStatus.FAILED, **about)
    return bool(found.update(status=NoticeStatus.WAITING, attempts=0, trouble="", due_at=Now()))
