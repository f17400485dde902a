"""Files that people upload: whatever the bytes, they are read or refused with a sentence, and nothing is stored."""

import random

import pytest

from tests.fuzz.damage import hurt, read_all
from tests.tournaments.evenings import an_event
from tournaments.errors import TournamentsError
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
    return hurt(rng.choice(LINES), rng, times=rng.randint(1, 6), bits=BITS, cut=9, again=30)


def test_damaged_files_are_read_or_refused() -> None:
    read, _refused = read_all(damaged, range(1_500))
    assert read > 100


@pytest.mark.proof
def test_many_damaged_files_are_read_or_refused() -> None:
    assert sum(read_all(damaged, range(1_500, 60_000))) == 58_500


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
