"""Workers that send at the same time, and acts that tell at the same time: every message goes out once."""

import pytest
from django.core import mail

from accounts.enums import NoticeKind
from accounts.models import Notice
from accounts.services.notices import News, Words, tell
from accounts.services.outbox import send_due
from tests.factories import make_user
from tests.races.test_moves import race

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = Words("Table 3", "Your place is table 3.")


def news_for(users):
    return [News(user, "round:1", "/t/abc/", lambda: WORDS) for user in users]


def test_four_workers_send_each_message_once():
    users = [make_user() for _unused in range(30)]
    tell(NoticeKind.ROUND, news_for(users), club=None)
    taken = race(*[lambda: send_due(5) + send_due(5)] * 4)
    while send_due():
        pass
    assert sum(taken) <= 30
    assert sorted(letter.to[0] for letter in mail.outbox) == sorted(user.email for user in users)
    assert set(Notice.objects.values_list("status", "attempts")) == {("sent", 1)}


def test_the_same_news_told_by_four_at_once_is_one_message_each():
    users = [make_user() for _unused in range(5)]
    race(*[lambda: tell(NoticeKind.ROUND, news_for(users), club=None)] * 4)
    assert Notice.objects.count() == 5
