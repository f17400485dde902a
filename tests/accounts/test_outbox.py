"""The outbox: news is told once, sent once, tried again with pauses, given up, and ends with a press on a link."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.enums import NoticeKind, NoticeStatus
from accounts.models import Notice, NoticeChoice
from accounts.queries.notices import Choice, club_outbox, off_token, own_choices
from accounts.services.notices import News, Words, choose_news, tell
from accounts.services.outbox import ATTEMPTS, LEASE, NO_ADDRESS, send_again, send_due
from accounts.tasks import send_mail
from games.queries.clock import database_now
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db


class BrokenOnce(EmailBackend):
    """A mail server that refuses the first message of each batch."""

    refused = 0

    def send_messages(self, messages):
        if BrokenOnce.refused == 0:
            BrokenOnce.refused = 1
            raise ConnectionRefusedError
        return super().send_messages(messages)


class Broken(EmailBackend):
    def send_messages(self, messages):
        raise ConnectionRefusedError(len(messages))


def told(user, key="round:1", club=None, kind=NoticeKind.ROUND):
    words = Words("Table 3", "Your place is table 3.")
    tell(kind, [News(user, key, "/t/abc/", lambda: words)], club=club, event="abc")


def due_again():
    Notice.objects.update(due_at=F("due_at") - LEASE * 100)


def test_news_is_told_once_and_sent_once():
    user, club = make_user("Ada"), make_club("Riverside")
    told(user, club=club)
    told(user, club=club)
    assert [send_due(), send_due()] == [1, 0]
    (letter,) = mail.outbox
    notice = Notice.objects.get()
    assert (letter.subject, letter.to) == ("Table 3", [user.email])
    assert letter.extra_headers["Message-ID"] == f"<notice-{notice.pk}@localhost>"
    assert [
        part in letter.body for part in ("Hello Ada,", "Your place is table 3.", "/t/abc/", "Riverside")
    ] == [True] * 4
    assert (notice.status, notice.attempts, notice.sent_at is None) == ("sent", 1, False)


def test_news_of_what_never_happened_is_told_to_nobody():
    user = make_user()
    with transaction.atomic():
        told(user)
        transaction.set_rollback(True)
    assert (Notice.objects.count(), send_due()) == (0, 0)


def test_each_kind_reaches_a_person_as_chosen():
    user = make_user()
    choose_news(
        user=user,
        choices=[Choice(NoticeKind.ROUND, False, True), Choice(NoticeKind.TURN, False, False)],
        language="nl",
    )
    user.refresh_from_db()
    told(user)
    told(user, "turn:1:1", kind=NoticeKind.TURN)
    told(user, "season:1:1", kind=NoticeKind.SEASON)
    assert list(Notice.objects.order_by("pk").values_list("kind", "status", "by_calendar", "language")) == [
        ("round", "calendar", True, "nl"),
        ("season", "waiting", False, "nl"),
    ]
    assert send_due() == 1


def test_a_refused_message_is_tried_again_later_and_doesnt_keep_others_back(settings):
    settings.EMAIL_BACKEND = "tests.accounts.test_outbox.BrokenOnce"
    BrokenOnce.refused = 0
    one, other = make_user(), make_user()
    told(one)
    told(other)
    send_due()
    first, second = Notice.objects.order_by("pk")
    assert (first.status, first.attempts, first.trouble) == ("waiting", 1, "ConnectionRefusedError")
    assert (second.status, [letter.to for letter in mail.outbox]) == ("sent", [[other.email]])
    assert send_due() == 0  # its pause isn't over
    due_again()
    assert send_due() == 1
    assert [letter.to for letter in mail.outbox] == [[other.email], [one.email]]


def test_after_the_last_attempt_a_message_is_given_up_until_somebody_asks_for_it(settings):
    backend = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "tests.accounts.test_outbox.Broken"
    club = make_club()
    told(make_user(), club=club)
    for _attempt in range(ATTEMPTS):
        due_again()
        assert send_due() == 1
    due_again()
    assert (send_due(), Notice.objects.get().status) == (0, NoticeStatus.FAILED)
    (line,) = club_outbox(club).lines
    assert (line.can_retry, club_outbox(club).failed) == (True, 1)
    settings.EMAIL_BACKEND = backend
    assert send_again(notice_id=line.notice_id, about={"club": make_club().pk}) is False
    assert send_again(notice_id=line.notice_id, about={"club": club.pk}) is True
    assert (send_due(), len(mail.outbox)) == (1, 1)


def test_pauses_double(settings):
    settings.EMAIL_BACKEND = "tests.accounts.test_outbox.Broken"
    told(make_user())
    for attempt in range(4):
        due_again()
        before = database_now()
        send_due()
        pause = timedelta(seconds=30 * 2**attempt)
        assert before + pause <= Notice.objects.get().due_at <= database_now() + pause


def test_a_worker_that_is_killed_leaves_a_lease_that_ends():
    """The worker took the message and never came back: not before the lease ends does another send it."""
    told(make_user())
    Notice.objects.update(status="sending", attempts=1, due_at=F("due_at") + LEASE)
    assert send_due() == 0
    due_again()
    assert (send_due(), len(mail.outbox), Notice.objects.get().attempts) == (1, 1, 2)


def test_nothing_goes_to_an_address_that_isnt_confirmed_where_that_is_asked_for(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    told(make_user())
    send_mail()
    assert (Notice.objects.get().trouble, mail.outbox) == (NO_ADDRESS, [])


def test_the_link_in_a_mail_turns_its_kind_off_without_signing_in():
    user = make_user()
    told(user)
    path = reverse("account:news_off", args=[off_token(user.pk, "round")])
    client = Client()
    assert "Round published" in client.get(path).content.decode()
    assert NoticeChoice.objects.count() == 0  # looking at the page, as mail programs do, changes nothing
    assert client.post(path).status_code == 200
    assert (send_due(), mail.outbox) == (0, [])  # what waited goes to nobody either
    told(user, "round:2")
    told(user, "season:1:1", kind=NoticeKind.SEASON)
    assert send_due() == 1
    assert client.get(reverse("account:news_off", args=["made-up"])).status_code == 404


def test_the_page_shows_and_saves_the_choices():
    user = make_user()
    client = Client()
    client.force_login(user)
    page = client.get(reverse("account:news")).content.decode()
    assert [str(kind.label) in page for kind in NoticeKind] == [True] * len(NoticeKind)
    answer = client.post(
        reverse("account:news"), {"mail_turn": "on", "calendar_round": "on", "language": "de"}
    )
    assert answer.status_code == 302
    user.refresh_from_db()
    assert user.language == "de"
    assert [(choice.kind, choice.by_mail, choice.by_calendar) for choice in own_choices(user)] == [
        (kind, kind == "turn", kind == "round") for kind in NoticeKind
    ]
    assert client.post(reverse("account:news"), {"language": "xx"}).status_code == 422


def test_mail_in_a_folder_is_a_superusers_page_only(settings, tmp_path):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    told(make_user())
    send_due()
    path = reverse("account:mailbox")
    answers = []
    for user in (None, make_user(), make_user(is_staff=True), make_user(is_staff=True, is_superuser=True)):
        client = Client()
        if user is not None:
            client.force_login(user)
        answers.append(client.get(path))
    assert [answer.status_code for answer in answers] == [404, 404, 404, 200]
    text = answers[-1].content.decode()
    assert [part in text for part in ("Table 3", "Your place is table 3.")] == [True, True]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert client.get(path).status_code == 404
