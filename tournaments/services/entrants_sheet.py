"""The first sheet of an XLSX file as records with their rows. Pure: it knows no database and no event.

A workbook is a ZIP of XML files: how large it becomes is asked before it is unpacked, and XML that declares a type of
document is refused: no spreadsheet writes one, and its entities can grow without end or name files. Formulas aren't
computed; what a spreadsheet stored as their last value counts.
"""

import io
import zipfile
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from tournaments.errors import FileRefused

MAGIC: Final = b"PK\x03\x04"
MOST_UNPACKED: Final = 40 * 1024 * 1024
MOST_FILES: Final = 500
MOST_COLUMNS: Final = 50
DOCTYPES: Final = tuple("<!DOCTYPE".encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be"))
CHUNK: Final = 64 * 1024


def is_workbook(data: bytes) -> bool:
    """Whether the file is a ZIP, which a text never is."""
    return data.startswith(MAGIC)


def workbook_records(data: bytes, *, most_rows: int) -> Iterator[tuple[int, list[str]]]:
    """Rows that aren't blank, each with its number in the sheet, from 1; at most `most_rows` and a few.

    Raises FileRefused with reason `too_large` or `workbook`.
    """
    import openpyxl  # noqa: PLC0415 - slow to load, and most files are CSV

    try:
        _check_parts(data)
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_col=MOST_COLUMNS, max_row=most_rows + 100, values_only=True)
        for number, row in enumerate(rows, start=1):
            cells = [_text(value) for value in row]
            if any(cell.strip() for cell in cells):
                yield number, cells
    except FileRefused:
        raise
    except Exception as error:
        # zipfile and openpyxl raise whatever a damaged file leads them to
        raise FileRefused(_("This isn't a workbook that can be read."), "workbook") from error


def _check_parts(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as files:
        parts = files.infolist()
        if len(parts) > MOST_FILES or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise FileRefused(_("The workbook is too large."), "too_large")
        if any(_declares_type(files, part) for part in parts):
            raise FileRefused(_("This isn't a workbook that can be read."), "workbook")


def _declares_type(files: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    """Whether the part has a document type, in any encoding that the XML reader knows."""
    with files.open(part) as stream:
        end = b""
        while chunk := stream.read(CHUNK):
            if any(mark in end + chunk for mark in DOCTYPES):
                return True
            end = chunk[-2 * len(DOCTYPES[0]) :]
    return False


def _text(value: Any) -> str:
    """A cell as a CSV file would have it: whole numbers without a point, nothing as nothing."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
