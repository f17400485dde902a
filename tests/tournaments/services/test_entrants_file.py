"""Files as club secretaries' spreadsheets export them: what is read, what is refused and where."""

import pytest

from tournaments.enums import RowReason
from tournaments.errors import FileRefused
from tournaments.services.entrants_file import read_entrants


def names(data: bytes, **how: str) -> list[str]:
    return [row.name for row in read_entrants(data, **how).rows]


def refused(data: bytes, **how: str) -> FileRefused:
    with pytest.raises(FileRefused) as caught:
        read_entrants(data, **how)
    return caught.value


def test_the_demo_file_has_25_people_and_one_row_twice():
    with open("demo/entrants.csv", "rb") as file:
        found = read_entrants(file.read())
    assert len(found.rows) == 25
    assert [(row.reason, row.line) for row in found.refused] == [(RowReason.TWICE, found.refused[0].line)]
    assert found.rows[4].name == "Émile Fournier"
    assert (found.rows[0].strength, found.rows[0].group) == (3, "Riverside")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("delimiter", [b";", b",", b"\t"])
def test_byte_order_mark_line_ends_and_delimiters(mark, end, delimiter):
    lines = [delimiter.join(cells) for cells in ([b"Name", b"Club"], [b"Ada", b"X"], [b"Bo", b""])]
    assert names(mark + end.join(lines)) == ["Ada", "Bo"]


def test_quoted_cells_may_hold_delimiters_quotes_and_line_ends():
    data = b'Name;Note\n"Smith; Ada";"two\nlines"\n"Bo ""the"" Bee";x\nCy;\n'
    found = read_entrants(data)
    assert [(row.line, row.name) for row in found.rows] == [(4, 'Bo "the" Bee'), (5, "Cy")]
    assert [(row.line, row.reason) for row in found.refused] == [(2, RowReason.CHARACTERS)]


def test_blank_lines_and_trailing_columns_mean_nothing():
    assert names(b"\n\n;;\nName;Club;;\n;;;\nAda;X;;\n\n  ;\nBo;;;\n") == ["Ada", "Bo"]


@pytest.mark.parametrize(
    "title",
    [
        "Name",
        "NAME",
        "player name",
        "Spieler",
        "Teilnehmer",
        "Naam",
        "Deelnemer",
        "Nome",
        "Jogador",
        "Nombre",
        "Jugador",
    ],
)
def test_the_name_column_in_five_languages(title):
    assert names(f"{title};x\nAda;1\n".encode()) == ["Ada"]


@pytest.mark.parametrize(
    "titles",
    [
        "First name;Last name",
        "Vorname;Nachname",
        "Voornaam;Achternaam",
        "Primeiro nome;Sobrenome",
        "Nombre de pila;Apellidos",
    ],
)
def test_names_in_two_columns(titles):
    assert names(f"{titles}\nAda;Love Lace\nBo;\n;Cy\n".encode()) == ["Ada Love Lace", "Bo", "Cy"]


def test_other_columns_are_named_in_a_note():
    found = read_entrants("Name;Größe;Seed\nAda;9;2\n".encode())
    assert found.ignored == ("Größe",)
    assert found.notes == ("Columns that were not used: Größe.",)
    assert found.rows[0].strength == 2


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("", RowReason.EMPTY),
        ("  ", RowReason.EMPTY),
        ("x" * 61, RowReason.TOO_LONG),
        ("a\u200bb", RowReason.CHARACTERS),
        ("a\u202eb", RowReason.CHARACTERS),
        ("a\x07b", RowReason.CHARACTERS),
        ("ADA", RowReason.TWICE),
    ],
)
def test_rows_that_cant_be_used_are_listed_and_the_others_read(cell, reason):
    found = read_entrants(f"Name;Club\nAda;X\n{cell};Y\nBo;Z\n".encode())
    assert [row.name for row in found.rows] == ["Ada", "Bo"]
    assert [(row.line, row.reason) for row in found.refused] == [(3, reason)]
    assert found.refused[0].message


def test_the_same_name_is_found_whatever_form_it_has():
    data = "Name\nÉmile\ne\u0301MILE\nStraße\nSTRASSE\n".encode()
    assert [row.line for row in read_entrants(data).refused] == [3, 5]


@pytest.mark.parametrize("seed", ["0", "-1", "x", "1.5", "10000", "٣", "²", "9" * 5000])
def test_a_seeding_is_a_number_from_1_to_9999(seed):
    found = read_entrants(f"Name;Seed\nAda;{seed}\n".encode())
    assert [row.reason for row in found.refused] == [RowReason.STRENGTH]


def test_another_encoding_is_refused_with_its_place_and_read_if_asked():
    data = "Name;Club\nAda;X\nSøren;Y\n".encode("cp1252")
    error = refused(data)
    assert (error.reason, error.details["line"], error.details["byte"]) == (
        "encoding",
        3,
        data.index(b"\xf8"),
    )
    assert error.details["looks_like"] == "cp1252"
    assert "Line 3" in str(error)
    found = read_entrants(data, encoding="cp1252")
    assert [row.name for row in found.rows] == ["Ada", "Søren"]
    assert found.notes == ("The file was read as Windows-1252.",)


def test_utf_16_is_refused_without_a_wrong_guess():
    assert refused("Name\nAda\n".encode("utf-16")).details["looks_like"] == ""


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf\n\n", "empty"),
        (b"Ada;Riverside\nBo;X\n", "missing_header"),
        (b"Club;Seed\nX;1\n", "missing_header"),
        (b"Name;Player\nAda;Bo\n", "header_twice"),
        (b'Name\n"Ada\n', "quotes"),
        (b'Name\n"Ada"x\n', "quotes"),
        (b"Name\n" + b"x" * (2 * 1024 * 1024), "too_large"),
        (b"Name\n" + b"".join(b"P%d\n" % n for n in range(5001)), "too_many_rows"),
    ],
)
def test_files_that_cant_be_read_are_refused_whole(data, reason):
    error = refused(data)
    assert error.reason == reason
    assert str(error)


def test_five_thousand_rows_are_read():
    assert len(names(b"Name\n" + b"".join(b"Player %d\n" % n for n in range(5000)))) == 5000
