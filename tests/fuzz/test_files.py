"""Files that people upload: whatever the bytes, they are read or refused with a sentence, and nothing is stored."""

import random

import pytest

from tests.tournaments.evenings import an_event
from tournaments.errors import TournamentsError
from tournaments.services.entrants_file import read_entrants
from tournaments.services.entrants_import import preview_entrants

LINES = (
    b'Name;Strength;Group\r\nAda Byron;1500;A\r\nBo;;\r\n"Cy, the third";12;B\r\n',
    b"name,club,note\nAda,,x\nBo,y,\n",
    "Vorname\tNachname\nÄnne\tGöß\n".encode("utf-16"),
    "Nom,Prénom\nZoé,É\n".encode("latin-1"),
    b"\xef\xbb\xbfSpieler\nAda\n",
)
BITS = (
    b"\x00", b"\xff", b"\r", b"\n", b'"', b'"""', b";", b",", b"\t", b"=1+1", b"@SUM(A1)", b"<script>", b"\xed\xa0\x80",
    "\u202e".encode(), "\u0000".encode(), b"9" * 400, b"-1", b"1e400", b"a" * 200_000, b",,,,,,,,," * 50, b"PK\x03",
)  # fmt: skip


def damaged(number: int) -> bytes:
    rng = random.Random(f"file {number}")
    data = bytearray(rng.choice(LINES))
    for _unused in range(rng.randint(1, 6)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0:
                data[at:at] = rng.choice(BITS)
            case 1:
                del data[at : at + rng.randint(1, 9)]
            case 2:
                data[at:at] = data[at : at + 30] * rng.randint(1, 20)
            case _ if at < len(data):
                data[at] = rng.randrange(256)
    return bytes(data)


def read_all(numbers: range) -> tuple[int, int]:
    """How many were read and how many refused; anything else is an error of the reader."""
    read = refused = 0
    for number in numbers:
        try:
            read_entrants(damaged(number))
        except TournamentsError:
            refused += 1
        else:
            read += 1
    return read, refused


def test_damaged_files_are_read_or_refused() -> None:
    read, _refused = read_all(range(1_500))
    assert read > 100


@pytest.mark.proof
def test_many_damaged_files_are_read_or_refused() -> None:
    assert sum(read_all(range(1_500, 60_000))) == 58_500


@pytest.mark.django_db
def test_the_preview_bears_them_and_stores_nothing() -> None:
    tournament = an_event(2)
    for number in range(150):
        try:
            report = preview_entrants(tournament=tournament, data=damaged(number))
        except TournamentsError:
            continue
        assert report is not None
    assert tournament.entrants.count() == 2
