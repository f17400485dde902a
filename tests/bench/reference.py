"""The work that costs are measured against: what Django and PostgreSQL take for a page of a fixed size, here and now.

Machines differ, and one that is busy makes the same work twice as dear, the more so the more memory it touches. So a
cost is divided by that of this work, measured in the same run and in turns with it. Nothing of Deadwood is in it:
what makes Deadwood slower can't make it slower, too. A change of it makes recorded figures worthless.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.core import signing
from django.db import connection
from django.http import HttpResponse, QueryDict
from django.template import Context, Engine
from django.utils.dateparse import parse_datetime

TRIPS = 4
ROWS = 14
START = datetime(2026, 1, 1, tzinfo=UTC)
PAGE = """{% for row in rows %}<tr class="{% if row.is_even %}even{% elif row.number == 7 %}7{% else %}odd{% endif %}">
<th>{{ row.number }}</th><td title="{{ row.name|upper }}">{{ row.name }}</td>{% with when=row.when %}
<td>{{ when|date:"j. n. Y H:i" }}</td>{% endwith %}<td>{{ row.words|join:", " }}{% if row.name and not row.is_even %}
{{ row.name|truncatewords:2 }}{% endif %}</td></tr>{% empty %}none{% endfor %}"""
SELECT = """SELECT number, repeat('card ', 5), %s::timestamptz + number * interval '1 hour', number %% 2 = 0
FROM generate_series(1, 8) AS number ORDER BY number"""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the page."""

    number: int
    name: str
    when: datetime
    words: tuple[str, ...]
    is_even: bool


_template = Engine(autoescape=True).from_string(PAGE)


def reference_work(number: int = 0) -> int:
    """A few milliseconds of work, the same for every `number`; gives the length of the page."""
    for trip in range(TRIPS):
        with connection.cursor() as cursor:
            cursor.execute(SELECT, [START + timedelta(days=trip)])
            found = cursor.fetchall()
    query = QueryDict("&".join(f"field{at}=value+{at}" for at in range(12)))
    told = signing.loads(signing.dumps({"rows": ROWS, "query": dict(query.lists())}, key="k"), key="k")
    rows = [
        Row(
            at,
            f"Row <{at}> of the page",
            parse_datetime(found[at % 8][2].isoformat()) or START,
            tuple(told["query"]["field1"]),
            at % 2 == 0,
        )
        for at in range(told["rows"])
    ]
    return len(HttpResponse(_template.render(Context({"rows": rows}))).content)
