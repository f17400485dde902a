"""A result is saved by the same few queries in an event of 8 after 2 rounds and of 80 after 4 (user-demands 54: what
costs seconds each time costs an hour in a large event). `make bench` has the time of 1,000 entrants and 12 rounds.
"""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.large_event import a_large_event, totals
from tournaments.models import Table

pytestmark = pytest.mark.django_db
MOST_QUERIES = 55


def queries_of_a_result(client, entrants, rounds):
    """What the second result of the last round takes, at the desk and from the table's card."""
    rng = random.Random(entrants)
    event = a_large_event(entrants, rounds, rng)
    client.force_login(event.created_by)
    first, second = Table.objects.filter(round__tournament=event, round__number=rounds).order_by("number")[:2]
    data = {"what": "totals"} | {f"total-{seat}": net for seat, net in enumerate(totals(rng), 1)}
    counts = []
    for address, more in (
        (f"/t/{event.public_id}/tonight/table/{first.public_id}/", {}),
        (f"/r/{second.report_code}/", {"seat": 0, "key": "k"}),
    ):
        with CaptureQueriesContext(connection) as found:
            assert client.post(address, data | more).status_code == 302
        counts.append(len(found))
    assert [table.results.count() for table in (first, second)] == [1, 1]
    return counts


def test_a_result_takes_as_few_queries_in_a_large_event(client):
    small = queries_of_a_result(client, 8, 2)
    assert queries_of_a_result(client, 80, 4) == small
    assert max(small) <= MOST_QUERIES
