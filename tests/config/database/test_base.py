"""A lasting connection that the server ended is noticed before it is used, and looking asks the server nothing."""

import pytest
from django.db import connections
from django.test.utils import CaptureQueriesContext


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_ended_is_not_usable() -> None:
    ours, other = connections["default"], connections.create_connection("default")
    with ours.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (ours_at_the_server,) = cursor.fetchone()
    with CaptureQueriesContext(ours) as asked:
        assert ours.is_usable()
    assert len(asked) == 0
    with other.cursor() as cursor:
        # waits until it has ended
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [ours_at_the_server])
        assert cursor.fetchone() == (True,)
    other.close()
    assert not ours.is_usable()
    ours.close()
    assert not ours.is_usable(), "there is none"
    with ours.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        assert cursor.fetchone() != (ours_at_the_server,)
