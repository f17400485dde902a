"""Reading a spreadsheet's list of names, CSV or XLSX: from bytes to rows, each usable or refused with a line and a
reason.

Pure: it knows no database and no event, so a preview and an import read a file alike. It never guesses
silently: a file that isn't UTF-8 is refused with the place, and read in the encoding it looks like only if
asked.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.names import MAX_NAME_LENGTH, clean_name, name_key, validate_name
from accounts.numbers import whole_number
from tournaments.enums import RowReason
from tournaments.errors import FileRefused
from tournaments.services.entrants_sheet import is_workbook, workbook_records
from tournaments.services.headers import Column, column_of

MOST_ROWS = 5000
MOST_BYTES = 2 * 1024 * 1024
DELIMITERS = ";,\t"
OTHER_ENCODING = "cp1252"


@dataclass(frozen=True, slots=True)
class ReadEntrant:
    """A usable row. `line` counts from 1 and is the line where the row begins; `key` tells equal names."""

    line: int
    name: str
    key: str
    strength: int | None = None
    group: str = ""
    note: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits for the entrant."""
        return (self.name,)


@dataclass(frozen=True, slots=True)
class ReadTeam:
    """A usable team: the names of its players in the order of their lines; `line` is the first one's."""

    line: int
    name: str
    key: str
    players: tuple[str, ...]
    strength: int | None = None
    note: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that can't be used: what it says (shortened), why as a code, and why in words."""

    line: int
    text: str
    reason: RowReason
    message: str


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a file holds. `notes` are sentences on how it was read; `ignored` are columns that mean nothing
    here.
    """

    rows: tuple[ReadEntrant, ...]
    refused: tuple[RefusedRow, ...]
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Gathered:
    rows: list[ReadEntrant] = field(default_factory=list)
    refused: list[RefusedRow] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)


def read_entrants(data: bytes, *, encoding: str = "utf-8") -> ReadFile:
    """Read a CSV or XLSX file of entrants. `encoding` of CSV is "utf-8" (a byte order mark is fine) or
    "cp1252", if the user says so.

    Raises FileRefused with reason `too_large`, `encoding` (with `line`, `byte` and `looks_like`), `empty`,
    `quotes`, `missing_header`, `header_twice`, `too_many_rows` or `workbook`. Refused rows don't keep others from being
    read.
    """
    lines, notes = _lines(data, encoding)
    header_line, header = next(lines, (0, []))
    if not header:
        raise FileRefused(_("The file is empty."), "empty")
    columns, ignored = _columns(header, header_line)
    gathered = _Gathered()
    for line, cells in lines:
        if len(gathered.rows) + len(gathered.refused) >= MOST_ROWS:
            raise FileRefused(
                _("The file has more than %(most)d rows.") % {"most": MOST_ROWS}, "too_many_rows", line=line
            )
        _take(gathered, line, cells, columns)
    if ignored:
        notes.append(_("Columns that were not used: %(names)s.") % {"names": ", ".join(ignored)})
    return ReadFile(tuple(gathered.rows), tuple(gathered.refused), ignored, tuple(notes))


def _lines(data: bytes, encoding: str) -> tuple[Iterator[tuple[int, list[str]]], list[str]]:
    """The file's records with the lines where they begin, and how they were read."""
    if len(data) > MOST_BYTES:
        raise FileRefused(_("The file is larger than 2 MB."), "too_large")
    if is_workbook(data):
        return workbook_records(data, most_rows=MOST_ROWS), [_("The first sheet of the workbook was read.")]
    text, notes = _decoded(data, encoding)
    return _records(text, _delimiter(text)), notes


def _decoded(data: bytes, encoding: str) -> tuple[str, list[str]]:
    if encoding == OTHER_ENCODING:
        try:
            return data.decode(OTHER_ENCODING), [_("The file was read as Windows-1252.")]
        except UnicodeDecodeError as error:
            raise _bad_encoding(data, error) from None
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        raise _bad_encoding(data, error) from None


def _bad_encoding(data: bytes, error: UnicodeDecodeError) -> FileRefused:
    line = data.count(b"\n", 0, error.start) + 1
    byte = data[error.start]
    message = _("Line %(line)d isn't UTF-8 (byte 0x%(byte)s).") % {"line": line, "byte": f"{byte:02X}"}
    looks_like = _looks_like(data)
    if looks_like:
        message = " ".join(
            (message, _("The file looks like Windows-1252; import it as that, or save it as UTF-8."))
        )
    else:
        message = " ".join((message, _("Save the file as UTF-8 and try again.")))
    return FileRefused(message, "encoding", line=line, byte=error.start, looks_like=looks_like)


def _looks_like(data: bytes) -> str:
    """cp1252 if every byte has a meaning there and no zero bytes hint at UTF-16."""
    if b"\0" in data:
        return ""
    try:
        data.decode(OTHER_ENCODING)
    except UnicodeDecodeError:
        return ""
    return OTHER_ENCODING


def _delimiter(text: str) -> str:
    """The delimiter that the first line with text uses most, outside quotes."""
    first = next((line for line in text.splitlines() if line.strip(DELIMITERS + ' "')), "")
    unquoted = "".join(first.split('"')[::2])
    return max(DELIMITERS, key=lambda mark: (unquoted.count(mark), -DELIMITERS.index(mark)))


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Records that aren't blank, each with the line where it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise FileRefused(
                _("Line %(line)d has a quotation mark that is never closed, or text behind one.")
                % {"line": begins},
                "quotes",
                line=begins,
            ) from None
        if any(cell.strip() for cell in cells):
            yield begins, cells
        begins = reader.line_num + 1


def _columns(header: Sequence[str], line: int) -> tuple[dict[Column, int], tuple[str, ...]]:
    """Which column is where, and the titles of those that mean nothing."""
    found: dict[Column, int] = {}
    ignored: list[str] = []
    for index, title in enumerate(header):
        column = column_of(title)
        if column is None:
            if title.strip():
                ignored.append(clean_name(title)[:MAX_NAME_LENGTH])
        elif column in found:
            raise FileRefused(
                _("Two columns mean the same: “%(title)s”.") % {"title": title.strip()},
                "header_twice",
                line=line,
            )
        else:
            found[column] = index
    if not found.keys() & {Column.NAME, Column.FIRST, Column.LAST}:
        raise FileRefused(
            _("Line %(line)d should name the columns, and one of them “Name”.") % {"line": line},
            "missing_header",
            line=line,
        )
    return found, tuple(ignored)


def _take(gathered: _Gathered, line: int, cells: Sequence[str], columns: dict[Column, int]) -> None:
    """Put the row among the usable or the refused ones."""
    row = {column: cells[index].strip() if index < len(cells) else "" for column, index in columns.items()}
    whole = row.get(Column.NAME, "") or " ".join(
        part for part in (row.get(Column.FIRST, ""), row.get(Column.LAST, "")) if part
    )
    name = clean_name(whole)
    key = name_key(name)
    refusal = _refusal(name, row, gathered.lines.get(key))
    if refusal is not None:
        reason, message = refusal
        gathered.refused.append(RefusedRow(line, " ".join(" ".join(cells).split())[:80], reason, message))
        return
    gathered.lines[key] = line
    strength = row.get(Column.STRENGTH, "")
    gathered.rows.append(
        ReadEntrant(
            line,
            name,
            key,
            int(strength) if strength else None,
            clean_name(row.get(Column.GROUP, "")),
            clean_name(row.get(Column.NOTE, "")),
        )
    )


def _refusal(name: str, row: dict[Column, str], earlier: int | None) -> tuple[RowReason, str] | None:
    """Why the row can't be used, or None."""
    try:
        validate_name(name)
    except ValidationError as error:
        return RowReason(error.code or RowReason.CHARACTERS), " ".join(error.messages)
    if earlier is not None:
        return RowReason.TWICE, _("The same name as in line %(line)d.") % {"line": earlier}
    strength = row.get(Column.STRENGTH, "")
    if strength and not whole_number(strength, digits=4):
        return RowReason.STRENGTH, _("“%(value)s” isn't a seeding from 1 to 9999.") % {"value": strength[:20]}
    if len(row.get(Column.GROUP, "")) > MAX_NAME_LENGTH or len(row.get(Column.NOTE, "")) > 200:
        return RowReason.TOO_LONG, _("A cell is too long.")
    if not all(character.isprintable() for cell in row.values() for character in cell):
        return RowReason.CHARACTERS, _("A cell has characters that can't be shown.")
    return None
