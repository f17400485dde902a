"""Telling people: writing news into the outbox, in the transaction of what happened, and their choices.

Nothing is sent here (see outbox.py). The same news is told once whatever is called twice: the database has one row for
each person and key.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import translation

from accounts.enums import NoticeKind, NoticeStatus
from accounts.errors import BadSetting
from accounts.models import Club, Notice, NoticeChoice, User
from accounts.queries.notices import Choice, choices_of, default_choice

MOST_SUBJECT = 200


@dataclass(frozen=True, slots=True)
class Words:
    """What a person reads: a line, and what is to be said about it."""

    subject: str
    body: str


@dataclass(frozen=True, slots=True)
class News:
    """One piece of news for one person. `words` is asked in the person's language. `key` and `path` as in Notice."""

    user: User
    key: str
    path: str
    words: Callable[[], Words]


def tell(kind: NoticeKind, news: Iterable[News], *, club: Club | None, event: str = "") -> None:
    """Write what people chose to be told into the outbox; again changes nothing.

    To be called inside the transaction of what happened. A fixed number of queries whatever the number of people.
    """
    found = [item for item in news if item.user.is_active]
    chosen = choices_of(item.user.pk for item in found)
    rows = []
    for item in found:
        choice = chosen.get((item.user.pk, kind), default_choice(kind))
        if choice.by_mail or choice.by_calendar:
            rows.append(_row(kind, item, choice, club, event))
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def _row(kind: NoticeKind, item: News, choice: Choice, club: Club | None, event: str) -> Notice:
    language = item.user.language or (club.language if club else "") or settings.LANGUAGE_CODE
    with translation.override(language):
        words = item.words()
    return Notice(
        user=item.user,
        club=club,
        kind=kind,
        key=item.key,
        event=event,
        language=language,
        subject=" ".join(words.subject.split())[:MOST_SUBJECT],
        body=words.body,
        path=item.path,
        by_calendar=choice.by_calendar,
        status=NoticeStatus.WAITING if choice.by_mail else NoticeStatus.CALENDAR,
        due_at=Now(),
        created_at=Now(),
    )


@transaction.atomic
def choose_news(*, user: User, choices: Iterable[Choice], language: str) -> None:
    """Set how the user is told, and in which language ("": the club's). Raises BadSetting for an unknown language."""
    if language and language not in dict(settings.LANGUAGES):
        raise BadSetting("", "language")
    User.objects.filter(pk=user.pk).update(language=language)
    for choice in choices:
        _choose(user, choice.kind, by_mail=choice.by_mail, by_calendar=choice.by_calendar)


@transaction.atomic
def turn_mail_off(*, user: User, kind: NoticeKind) -> None:
    """No more mail of that kind, and none that still waits. The calendar keeps what it was told to have."""
    choice = choices_of([user.pk]).get((user.pk, kind), default_choice(kind))
    _choose(user, kind, by_mail=False, by_calendar=choice.by_calendar)
    Notice.objects.filter(user=user, kind=kind, status=NoticeStatus.WAITING).update(
        status=NoticeStatus.CALENDAR
    )


def _choose(user: User, kind: NoticeKind, **ways: bool) -> None:
    NoticeChoice.objects.update_or_create(user=user, kind=kind, defaults=ways)
