"""Workbooks that are damaged or made to harm, each following from its number or name: bytes of the ZIP, bytes and
elements of its XML, dimensions, references to elsewhere, and what unpacks to far more than it says.
"""

import io
import random
import zipfile
from collections.abc import Callable
from functools import cache
from typing import Final

import openpyxl

from tests.fuzz.damage import hurt

SHEET: Final = "xl/worksheets/sheet1.xml"
STRINGS: Final = "xl/sharedStrings.xml"
BOOK: Final = "xl/workbook.xml"
BITS: Final = (
    b"\x00", b"\xff", b"<", b">", b"&", b'"', b"</row>", b"</sheetData>", b"<row>", b'<c r="A1"/>', b"&#0;", b"&amp;",
    b"<!--", b"]]>", b"<![CDATA[", b"<?xml?>", b"9" * 400, b"-1", b"1e400", b"NaN", b"\xed\xa0\x80", b"xmlns=''",
    b'r="XFD1048576"', b't="s"', b't="d"', b't="e"', b't="inlineStr"', b"<v>99999999999</v>", b"a" * 100_000,
)  # fmt: skip


@cache
def parts() -> dict[str, bytes]:
    """A small list of entrants as a spreadsheet writes it, unpacked."""
    book = openpyxl.Workbook()
    for row in (
        ["Name", "Strength", "Group"],
        ["Ada Byron", 1500, "A"],
        ["Bo", 1.5, None],
        ["Cy", "=1+1", "B"],
    ):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    with zipfile.ZipFile(out) as files:
        return {name: files.read(name) for name in files.namelist()}


def packed(content: dict[str, bytes], more: tuple[tuple[str, bytes], ...] = ()) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        for name, data in (*content.items(), *more):
            files.writestr(name, data)
    return out.getvalue()


def damaged(number: int) -> bytes:
    """The workbook with this number: every third has its ZIP damaged, the others their XML."""
    rng = random.Random(f"workbook {number}")
    if number % 3 == 0:
        return _hurt(packed(parts()), rng)
    content = dict(parts())
    for _unused in range(rng.randint(1, 2)):
        name = rng.choice((SHEET, SHEET, SHEET, STRINGS, BOOK, *sorted(content)))
        if name in content and rng.random() < 0.1:
            del content[name]
        elif name in content:
            content[name] = _hurt(content[name], rng)
    return packed(content)


def _hurt(data: bytes, rng: random.Random) -> bytes:
    return hurt(data, rng, times=rng.choice((1, 1, 2, 4)), bits=BITS, cut=40, again=60)


def _sheet(old: bytes, new: bytes) -> bytes:
    content = dict(parts())
    changed = content[SHEET].replace(old, new, 1)
    assert changed != content[SHEET], old
    return packed(content | {SHEET: changed})


def _huge_dimensions() -> bytes:
    return _sheet(b'ref="A1:C4"', b'ref="A1:XFD1048576"')


def _last_cell() -> bytes:
    return _sheet(b"</sheetData>", b'<row r="1048576"><c r="XFD1048576" t="n"><v>1</v></c></row></sheetData>')


def _row_beyond_all() -> bytes:
    return _sheet(b"</sheetData>", b'<row r="99999999999"><c r="A99999999999"><v>1</v></c></row></sheetData>')


def _bomb() -> bytes:
    """41 MB of blanks in a part that nobody reads."""
    return packed(parts(), (("xl/media/image1.png", b" " * (41 * 2**20)),))


def _bomb_that_lies() -> bytes:
    """The sheet unpacks to 60 MB, and the directory says that it has a hundred bytes."""
    data = bytearray(packed(parts() | {SHEET: parts()[SHEET] + b" " * (60 * 2**20)}))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as files:
        size = files.getinfo(SHEET).file_size
    for at in range(len(data) - 4):
        if data[at : at + 4] == size.to_bytes(4, "little"):
            data[at : at + 4] = (100).to_bytes(4, "little")
    return bytes(data)


def _many_parts() -> bytes:
    return packed(parts(), tuple((f"xl/media/{number}.png", b"x") for number in range(600)))


def _with_entities(doctype: str, reference: str, encoding: str = "utf-8") -> bytes:
    sheet = parts()[SHEET].decode().split("?>", 1)[-1]
    text = f'<row r="5"><c r="A5" t="inlineStr"><is><t>{reference}</t></is></c></row></sheetData>'
    whole = f'<?xml version="1.0" encoding="{encoding}"?>' + doctype + sheet.replace("</sheetData>", text, 1)
    return packed(parts() | {SHEET: whole.encode(encoding)})


def _laughs(encoding: str = "utf-8") -> bytes:
    """Ten to the ninth texts, by entities that name each other."""
    lines = ['<!ENTITY a0 "ha">']
    lines += [f'<!ENTITY a{level} "{f"&a{level - 1};" * 10}">' for level in range(1, 10)]
    return _with_entities(f"<!DOCTYPE x [{''.join(lines)}]>", "&a9;", encoding)


def _laughs_in_16_bits() -> bytes:
    return _laughs("utf-16")


def _file_of_ours() -> bytes:
    """An entity that is a file of the server."""
    return _with_entities('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', "&e;")


def _page_elsewhere() -> bytes:
    return _with_entities('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">', "Dee")


def _book_elsewhere() -> bytes:
    """Relations that name a file and a page elsewhere as the sheet and as another workbook."""
    content = dict(parts())
    relations = content["xl/_rels/workbook.xml.rels"]
    outside = (
        b'<Relationship Id="rId99" TargetMode="External" Target="file:///etc/passwd" Type="http://schemas.'
        b'openxmlformats.org/officeDocument/2006/relationships/externalLink"/></Relationships>'
    )
    content["xl/_rels/workbook.xml.rels"] = relations.replace(b"</Relationships>", outside)
    content[BOOK] = content[BOOK].replace(
        b"</sheets>", b'</sheets><externalReferences><externalReference r:id="rId99" xmlns:r="http://schemas.'
        b'openxmlformats.org/officeDocument/2006/relationships"/></externalReferences>',
    )  # fmt: skip
    return packed(content)


def _sheet_from_above() -> bytes:
    """The sheet's part has a name that leaves the folder."""
    content = dict(parts())
    relations = content["xl/_rels/workbook.xml.rels"]
    content["xl/_rels/workbook.xml.rels"] = relations.replace(b"/xl/worksheets/", b"../../../../etc/")
    return packed(content)


def _numbers_out_of_range() -> bytes:
    return _sheet(b"<v>1500</v>", b"<v>1e400</v>")


HARMFUL: Final[tuple[Callable[[], bytes], ...]] = (
    _huge_dimensions, _last_cell, _row_beyond_all, _bomb, _bomb_that_lies, _many_parts, _laughs, _laughs_in_16_bits,
    _file_of_ours, _page_elsewhere, _book_elsewhere, _sheet_from_above, _numbers_out_of_range,
)  # fmt: skip
