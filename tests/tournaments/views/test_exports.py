"""Files for spreadsheets: complete, readable again, and never run as formulas."""

import csv
import io

import openpyxl
import pytest

from tests.tournaments.evenings import a_paper_event, director_of, paper_round
from tournaments.queries.exports import FORMULA, SHEETS, safe_cell
from tournaments.services.entrants import enter_player
from tournaments.services.money import PrizeSpec, owe_entry_fees, set_prizes
from tournaments.services.penalties import give_penalty

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", "|x", "%x", " =1"])
def test_a_text_like_a_formula_is_kept_from_running(text):
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize(
    ("value", "cell"), [(-12, -12), (None, ""), ("Ada", "Ada"), (True, "yes"), ("3 = 3", "3 = 3")]
)
def test_other_cells_stay_as_they_are(value, cell):
    assert safe_cell(value) == cell


def get_file(client, tournament, name):
    answer = client.get(f"/t/{tournament.public_id}/tonight/files/{name}")
    assert answer.status_code == 200
    return answer.content


def test_results_and_standings_come_as_files(client):
    tournament = a_paper_event(4, rounds=1)
    enter_player(tournament=tournament, actor=None, name="=HYPERLINK(1)")
    paper_round(tournament, {"Ada": 30, "Bo": -12})
    client.force_login(director_of(tournament))
    text = get_file(client, tournament, "results.csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["Player"]: row["Net points"] for row in rows}["Ada"] == "30"
    assert "'=HYPERLINK(1)" in [row["Player"] for row in rows]
    book = openpyxl.load_workbook(io.BytesIO(get_file(client, tournament, "standings.xlsx")))
    cells = [[cell.value for cell in row] for row in book.active.iter_rows()]
    assert cells[1][:3] == [1, "Ada", 30]
    assert all(cell.data_type != "f" for row in book.active.iter_rows() for cell in row)


def test_the_private_note_isnt_in_any_file(client):
    tournament = a_paper_event(2)
    tournament.entrants.filter(name="Ada").update(note="Owes me a coffee")
    client.force_login(director_of(tournament))
    for name in ("entrants.csv", "results.csv", "standings.csv", "log.csv"):
        assert b"coffee" not in get_file(client, tournament, name)
    assert client.get(f"/t/{tournament.public_id}/tonight/files/secrets.csv").status_code == 404
    assert client.get(f"/t/{tournament.public_id}/tonight/files/log.pdf").status_code == 404


@pytest.mark.parametrize("what", sorted(SHEETS))
def test_no_cell_of_any_file_is_a_formula(client, what):
    """Names, groups, prizes and reasons that look like formulas, in every file there is."""
    tournament = a_paper_event(3, rounds=1)
    hostile = enter_player(tournament=tournament, actor=None, name='=cmd|"/c calc"!A1', group="@SUM(1)")
    set_prizes(tournament=tournament, prizes=[PrizeSpec(1, 10, "+1"), PrizeSpec(2, 5, "=2")], actor=None)
    owe_entry_fees(tournament=tournament, amount=100, actor=None)
    give_penalty(entrant=hostile, points=50, reason="-2+3", actor=None)
    paper_round(tournament, {"Ada": -10})
    client.force_login(director_of(tournament))
    text = get_file(client, tournament, f"{what}.csv").decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert any("cmd" in cell for cell in cells)
    assert [cell for cell in cells if cell[:1] in FORMULA and not is_number(cell)] == []
    book = openpyxl.load_workbook(io.BytesIO(get_file(client, tournament, f"{what}.xlsx")))
    assert [cell.value for row in book.active.iter_rows() for cell in row if cell.data_type == "f"] == []


def is_number(text):
    return text.lstrip("-").replace(".", "", 1).isdigit()
