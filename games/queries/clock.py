"""The one clock that decides: the database's. The processes' own clocks may be wrong and are never asked."""

from datetime import datetime

from django.db import connection
from django.db.models import DateTimeField, Func


def database_now() -> datetime:
    """The time by the database's clock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


class ClockTimestamp(Func):
    """The time now, read along with the rows of a query that runs anyway."""

    function = "clock_timestamp"
    output_field = DateTimeField()
