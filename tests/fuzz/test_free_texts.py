"""Texts that try to become markup, script or a formula stay texts in EVERY column that people write, on EVERY page and
in every file; a column that comes later is covered by itself (reliability, T19 and T20).

A usual run gives the columns three kinds of harm in turn, `make proof` each of them all two hundred; and there a real
browser opens every page, with all two hundred spread over the columns: nothing runs, and the policy has nothing to
report.
"""

import csv
import io
import re
from collections import Counter

import pytest
import tablib
from django.test import Client

from tests.fuzz.everywhere import (
    ACT,
    NOT_SHOWN,
    ROLES,
    WRITTEN_BY_US,
    Field,
    add_rows,
    addresses,
    fill,
    free_fields,
    numbers_of_rows,
    text_columns,
)  # fmt: skip
from tests.fuzz.payloads import MARK, PAYLOADS
from tests.fuzz.test_payloads import STARTS, Page
from tests.secrecy.test_matrix import ask
from tests.secrecy.world import make_world

pytestmark = pytest.mark.usefixtures("quiet")

# One that ends an attribute, one that opens an element, one that begins a formula.
USUAL = ('"><img src=x onerror={m}()>', "</script><script>{m}()</script>", "=HYPERLINK({m})")


@pytest.fixture
def full_world(world):
    add_rows(world)
    return world


def look(client_of, world, roles=ROLES):
    """(what is broken by address, the marks that were seen as text)."""
    broken, seen = {}, set()
    for role in roles:
        client = client_of(role)
        for name, path in addresses(world, role):
            answer = ask(client, "GET", path)
            kind = answer.headers.get("Content-Type", "")
            if answer.status_code >= 500:
                broken[f"{role} {name}"] = answer.status_code
            elif kind.startswith("text/html"):
                page = Page(answer.content.decode())
                seen |= marks_in(answer.content.decode())
                broken |= {f"{role} {path}": page.broken[:2]} if page.broken else {}
            elif kind.startswith(("text/csv", "application/vnd.openxml")):
                cells = cells_of(answer.content, kind)
                seen |= marks_in(" ".join(cells))
                formulas = [cell for cell in cells if cell.lstrip(' "').startswith(STARTS)]
                broken |= {f"{role} {path}": formulas[:2]} if formulas else {}
            elif kind.startswith(("application/json", "text/calendar")):
                seen |= marks_in(answer.content.decode())
    return broken, seen


def marks_in(text):
    return set(re.findall(rf"{MARK}\d\dn", text))


def cells_of(content, kind):
    """The cells of a sheet that hold a mark."""
    if kind.startswith("text/csv"):
        rows = csv.reader(io.StringIO(content.decode("utf-8-sig")))
    else:
        rows = tablib.Dataset().load(content, format="xlsx")
    return [str(cell) for row in rows for cell in row if MARK in str(cell)]


@pytest.mark.django_db
def test_every_text_column_is_a_free_one_or_written_by_us(full_world):
    """A new column fails here or below until it has a row, and a page that shows it or a reason."""
    assert [name for name, count in numbers_of_rows().items() if count == 0] == []
    labels = {f"{model.__name__}.{name}" for model, name in text_columns()}
    stale = [
        pattern
        for pattern in (*WRITTEN_BY_US, *NOT_SHOWN)
        if not any(re.fullmatch(pattern.replace(".", r"\.").replace("*", ".*"), label) for label in labels)
    ]
    assert stale == []
    assert {"DeskMessage.text", "KeepApart.name", "Prize.description", "Entrant.note", "Club.about"} <= {
        field.label for field in free_fields()
    }


@pytest.mark.django_db
def test_what_stands_in_any_column_stays_a_text_on_every_page(full_world, client_of):
    """Columns take turns with the three kinds of harm, so that every page has all of them."""
    fill(full_world, lambda field, _row: USUAL[field.number % 3].format(m=field.mark))
    broken, seen = look(client_of, full_world)
    unseen = {field.label for field in (*free_fields(), ACT) if field.mark not in seen}
    assert broken == {}
    assert unseen - set(NOT_SHOWN) == set(), "no page and no file shows these"


@pytest.mark.proof
@pytest.mark.django_db
@pytest.mark.parametrize("part", range(20))
def test_all_two_hundred_in_every_column(full_world, client_of, part):
    """Each column gets each text once; which columns have which at a time differs."""
    wrong = {}
    for turn in range(part * 10, part * 10 + 10):
        fill(
            full_world,
            lambda field, row, turn=turn: PAYLOADS[(field.number * 7 + row + turn) % len(PAYLOADS)],
        )
        broken, _seen = look(client_of, full_world, ("director", "superuser"))
        wrong |= {f"turn {turn}, {where}": what for where, what in broken.items()}
    assert wrong == {}


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_browser_runs_nothing_on_any_page(visit):
    """Rows and columns carry the texts in turn, so that few evenings hold all two hundred."""
    world = make_world()
    add_rows(world)
    used: Counter[str] = Counter()

    def text_for(_field: Field, _row: int) -> str:
        text = PAYLOADS[used.total() % len(PAYLOADS)]
        used[text] += 1
        return text

    for _evening in range(3):
        fill(world, text_for)
        visitor, dialogs = visit(world.people["director"]), list[str]()
        asking = Client(raise_request_exception=False)
        asking.force_login(world.people["director"])
        for name, path in addresses(world, "director"):
            if (
                name.startswith(("api", "admin:"))
                or "/files/" in path
                or path.endswith((".pdf", ".png", ".csv", ".ics", ".json"))
                or asking.get(path).status_code == 405  # no page: a browser shows an error of its own
            ):
                continue
            page = visitor.open(path)
            page.on("dialog", lambda dialog, dialogs=dialogs: dialogs.append(dialog.message))
            assert page.evaluate(f"typeof window.{MARK}") == "undefined"
            page.close()
        assert (dialogs, visitor.complaints) == ([], [])
    assert len(used) == len(PAYLOADS)
