"""Rows written by kept statements are those that the models would have written, and errors come out as ever."""

from datetime import UTC, datetime

import pytest
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.db.transaction import atomic

from accounts.kept_query import in_one_go
from accounts.kept_write import KeptInsert, KeptUpdate

DAY, LATER = datetime(2026, 1, 2, tzinfo=UTC), datetime(2026, 1, 3, tzinfo=UTC)
NEW = KeptInsert(Session, ("session_key", "session_data", "expire_date"))
CHANGED = KeptUpdate(Session, ("expire_date",))


def rows() -> list[tuple[str, str, datetime]]:
    return list(Session.objects.order_by("pk").values_list("session_key", "session_data", "expire_date"))


@pytest.mark.django_db
def test_the_named_columns_are_written_and_no_others() -> None:
    NEW.write(Session(session_key="a", session_data="'; --", expire_date=DAY))
    NEW.write(Session(session_key="b", session_data="y", expire_date=DAY))
    CHANGED.write(Session(session_key="a", session_data="other", expire_date=LATER))
    assert rows() == [("a", "'; --", LATER), ("b", "y", DAY)]


@pytest.mark.django_db(transaction=True)
def test_the_first_error_in_one_go_undoes_all_and_the_connection_goes_on() -> None:
    one = Session(session_key="a", session_data="x", expire_date=DAY)
    NEW.write(one)

    def write_with_a_key_that_is_taken() -> None:
        with atomic(), in_one_go():
            CHANGED.write(Session(session_key="a", session_data="x", expire_date=LATER))
            NEW.write(one)
            NEW.write(Session(session_key="c", session_data="x", expire_date=DAY))

    with pytest.raises(IntegrityError, match="django_session_pkey"):
        write_with_a_key_that_is_taken()
    assert rows() == [("a", "x", DAY)]
    with atomic(), in_one_go():
        NEW.write(Session(session_key="c", session_data="x", expire_date=DAY))
        CHANGED.write(Session(session_key="c", session_data="x", expire_date=LATER))
    assert rows() == [("a", "x", DAY), ("c", "x", LATER)]
