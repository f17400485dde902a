"""Statements that are made once give what the ordinary ones give, for any values, and lock as they do."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import F
from django.db.transaction import TransactionManagementError, atomic
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.kept_query import KeptQuery, asked_ahead, rows_together
from accounts.models import Player
from accounts.sessions import SessionStore
from tests.factories import make_player, make_user


@pytest.mark.django_db
def test_rows_are_the_models_own_with_what_was_joined_and_reckoned() -> None:
    query = KeptQuery(
        lambda name: (
            Player.objects.select_related("user")
            .filter(user__display_name=name)
            .annotate(mail=F("user__email"))
        ).order_by("pk"),
        str,
    )
    ann, bob = make_user("Ann"), make_user("Bob")
    players = [make_player(user=ann), make_player(user=ann)]
    make_player(user=bob)
    with CaptureQueriesContext(connection) as asked:
        found = query.rows("Ann")
        assert [(each, each.user, each.mail) for each in found] == [
            (each, ann, ann.email) for each in players
        ]
    assert len(asked) == 1, "the user came along"
    assert [each.user for each in query.rows("Bob")] == [bob]
    assert query.rows("Ann' OR 1 = 1 --") == []


@pytest.mark.django_db
def test_values_of_one_kind_are_told_apart() -> None:
    query = KeptQuery(
        lambda after, until: Player.objects.filter(pk__gt=after, pk__lte=until).order_by("pk").only("name"),
        int,
        int,
    )
    first, second, third = make_player(), make_player(), make_player()
    assert query.rows(first.pk, third.pk) == [second, third]
    assert query.rows(first.pk, second.pk) == [second]
    assert query.rows(third.pk, first.pk) == []
    assert query.rows(first.pk, second.pk)[0].get_deferred_fields() >= {"club_id"}


@pytest.mark.django_db
def test_what_isnt_there_is_told_as_ever() -> None:
    query = KeptQuery(lambda pk: Player.objects.filter(pk=pk), int)
    player = make_player()
    assert query.get(player.pk) == player
    with pytest.raises(Player.DoesNotExist):
        query.get(player.pk + 1)


@pytest.mark.django_db
def test_a_value_that_the_statement_changes_is_refused() -> None:
    query = KeptQuery(lambda name: Player.objects.filter(name__contains=name), str)
    with pytest.raises(ValueError, match="as it is"):
        query.rows("Ann")


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_and_nowhere_else() -> None:
    query = KeptQuery(lambda pk: Player.objects.select_for_update(no_key=True).filter(pk=pk), int)
    player = make_player()
    for _time in ("before it is made", "after"):
        with pytest.raises(TransactionManagementError):
            query.get(player.pk)
        with atomic(), CaptureQueriesContext(connection) as asked:
            assert query.get(player.pk) == player
        assert "FOR NO KEY UPDATE" in asked.captured_queries[0]["sql"]


@pytest.mark.django_db
def test_an_ended_session_is_nobodys() -> None:
    store = SessionStore()
    store["place"] = "north"
    store.create()
    assert SessionStore(store.session_key).get("place") == "north"
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    ended = SessionStore(store.session_key)
    assert (ended.get("place"), ended.session_key) == (None, None)
    assert SessionStore("unknown").load() == {}


@pytest.mark.django_db
def test_several_are_asked_in_one_journey_and_in_their_order() -> None:
    named = KeptQuery(lambda name: Player.objects.filter(name=name).order_by("pk"), str)
    of_key = KeptQuery(lambda pk: Player.objects.select_for_update().filter(pk=pk), int)
    ann, bob = make_player(name="Ann"), make_player(name="Bob")
    with CaptureQueriesContext(connection) as asked, atomic():
        assert rows_together((of_key, (bob.pk,)), (named, ("Ann",)), (named, ("Nobody",))) == [
            [bob],
            [ann],
            [],
        ]
    assert [query["sql"].count("FOR UPDATE") for query in asked if "SELECT" in query["sql"]] == [1, 0, 0]


@pytest.mark.django_db
def test_what_was_asked_ahead_is_answered_once_and_then_asked_again() -> None:
    query = KeptQuery(lambda name: Player.objects.filter(name=name), str)
    ann = make_player(name="Ann")
    with asked_ahead((query, ("Ann",)), (query, ("Bob",))):
        bob = make_player(name="Bob")
        with CaptureQueriesContext(connection) as asked:
            assert query.rows("Ann") == [ann]
            assert query.rows("Bob") == [], "as it was when it was asked"
        assert len(asked) == 0
        assert query.rows("Bob") == [bob], "the second time it is asked anew"
        with CaptureQueriesContext(connection) as asked:
            query.rows("Ann")
        assert len(asked) == 1


@pytest.mark.django_db
def test_nothing_that_was_asked_ahead_outlives_its_request() -> None:
    query = KeptQuery(lambda name: Player.objects.filter(name=name), str)
    with pytest.raises(LookupError), asked_ahead((query, ("Ann",))):
        raise LookupError
    ann = make_player(name="Ann")
    assert query.rows("Ann") == [ann]
    other = KeptQuery(lambda name: Player.objects.filter(name=name).order_by("-pk"), str)
    with asked_ahead((query, ("Ann",))), CaptureQueriesContext(connection) as asked:
        assert other.rows("Ann") == [ann]
    assert len(asked) == 1, "another query's answer isn't taken"
