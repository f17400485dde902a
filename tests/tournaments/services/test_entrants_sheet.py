"""Lists of names as workbooks: read like CSV, refused with the row, never unpacked beyond what memory can hold."""

import io
import zipfile
from typing import Any

import openpyxl
import pytest

from tests.tournaments.evenings import a_paper_event
from tournaments.errors import FileRefused
from tournaments.services.entrants_file import read_entrants
from tournaments.services.entrants_import import import_entrants


def workbook(rows: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_is_read_like_a_text():
    data = workbook(
        [["Name", "Club", "Seed", "Note"], ["Zoë Ødegård", "Harbour", 1, None], [], ["Bo", None, 2.0, "Late"]]
    )
    read = read_entrants(data)
    assert [(row.line, row.name, row.group, row.strength, row.note) for row in read.rows] == [
        (2, "Zoë Ødegård", "Harbour", 1, ""),
        (4, "Bo", "", 2, "Late"),
    ]
    assert read.notes == ("The first sheet of the workbook was read.",)


def test_rows_that_cant_be_used_are_named_by_their_number():
    read = read_entrants(
        workbook([["Name", "Seed"], ["Ada", 1], ["ada", 2], ["Bo", "first"], ["x" * 300, 3]])
    )
    assert [(row.line, row.reason) for row in read.refused] == [
        (3, "twice"),
        (4, "strength"),
        (5, "too_long"),
    ]


@pytest.mark.parametrize("data", [b"PK\x03\x04 nothing", workbook([["Name"]])[:900]])
def test_a_damaged_workbook_is_refused(data: bytes):
    with pytest.raises(FileRefused) as refused:
        read_entrants(data)
    assert refused.value.reason == "workbook"


def test_a_zip_that_is_no_workbook_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as files:
        files.writestr("readme.txt", "Name\nAda\n")
    with pytest.raises(FileRefused) as refused:
        read_entrants(out.getvalue())
    assert refused.value.reason == "workbook"


def test_a_workbook_that_unpacks_to_far_more_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("xl/worksheets/sheet1.xml", b" " * (41 * 1024 * 1024))
    assert len(out.getvalue()) < 100_000
    with pytest.raises(FileRefused) as refused:
        read_entrants(out.getvalue())
    assert refused.value.reason == "too_large"


@pytest.mark.django_db
def test_a_workbook_is_imported():
    tournament = a_paper_event(0)
    report = import_entrants(
        tournament=tournament, data=workbook([["Name"], ["Ada"], ["Bo"], ["=1+1"]]), actor=None
    )
    assert [row.name for row in report.accepted] == ["Ada", "Bo"]
    assert sorted(tournament.entrants.values_list("name", flat=True)) == ["Ada", "Bo"]
