"""Workbooks that people upload: whatever is in them, they are read or refused with a sentence, nothing of the server
gets into a name, memory stays small, and a refused one stores nothing.
"""

import tracemalloc
import warnings
from collections.abc import Callable, Iterator

import pytest

from tests.fuzz.damage import read_all
from tests.fuzz.workbooks import HARMFUL, damaged
from tests.tournaments.evenings import an_event
from tournaments.errors import FileRefused, TournamentsError
from tournaments.services.entrants_file import ReadFile, read_entrants
from tournaments.services.entrants_import import import_entrants

# What each harmful one is answered with: the names that were read, or the reason for refusing it.
ANSWERS: dict[str, tuple[str, ...] | str] = {
    "_huge_dimensions": ("Ada Byron", "Cy"),
    "_last_cell": ("Ada Byron", "Cy"),
    "_row_beyond_all": ("Ada Byron", "Cy"),
    "_bomb": "too_large",
    "_bomb_that_lies": "workbook",
    "_many_parts": "too_large",
    "_laughs": "workbook",
    "_file_of_ours": "workbook",
    "_laughs_in_16_bits": "workbook",
    "_page_elsewhere": "workbook",
    "_book_elsewhere": ("Ada Byron", "Cy"),
    "_sheet_from_above": "workbook",
    "_numbers_out_of_range": ("Cy",),
}
MOST_MEMORY = 32 * 2**20


@pytest.fixture(autouse=True)
def as_when_served() -> Iterator[None]:
    """openpyxl warns of what it leaves out; a server prints that and reads on, so the tests do."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def names(read: ReadFile) -> tuple[str, ...]:
    return tuple(row.name for row in read.rows)


@pytest.mark.parametrize("make", HARMFUL, ids=lambda make: make.__name__.strip("_"))
def test_a_workbook_made_to_harm_is_read_or_refused_within_little_memory(make: Callable[[], bytes]) -> None:
    data = make()
    read_entrants(damaged(2))  # loads the reader, which counts for no workbook
    tracemalloc.start()
    try:
        answer: tuple[str, ...] | str = names(read_entrants(data))
    except FileRefused as error:
        answer = error.reason
    finally:
        _now, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert answer == ANSWERS[make.__name__]
    assert most < MOST_MEMORY


def test_damaged_workbooks_are_read_or_refused() -> None:
    read, refused = read_all(damaged, range(600))
    assert read > 60
    assert refused > 60


@pytest.mark.proof
def test_many_damaged_workbooks_are_read_or_refused() -> None:
    assert sum(read_all(damaged, range(600, 30_000))) == 29_400


@pytest.mark.django_db
def test_a_refused_workbook_stores_nothing() -> None:
    tournament = an_event(2)
    for number in range(120):
        before = set(tournament.entrants.values_list("name", flat=True))
        try:
            report = import_entrants(tournament=tournament, data=damaged(number), actor=None)
        except TournamentsError:
            stored = set[str]()
        else:
            stored = {row.name for row in report.accepted}
        assert set(tournament.entrants.values_list("name", flat=True)) == before | stored
