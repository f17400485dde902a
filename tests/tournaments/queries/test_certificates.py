"""The certificate that anybody can read and check."""

import copy
import json

import pytest

from tests.tournaments.evenings import a_paper_event, an_event, paper_round, start_next
from tournaments.engine.seating.audit import audit
from tournaments.queries.certificates import certificate_document, certificate_page
from tournaments.services.presence import withdraw

pytestmark = pytest.mark.django_db


def figures(page):
    return {figure.label: (figure.reached, figure.best) for figure in page.figures}


def test_rematches_in_words_and_beside_the_bound():
    """Eight in fours: in every later round each table brings two pairs together again at least."""
    tournament = a_paper_event(8, rounds=3, table_sizes=(4,), seating="random")
    for _unused in range(2):
        paper_round(tournament)
    page = certificate_page(tournament, 2)
    assert page.notes[0].text == "4 rematches, the fewest possible for 8 players in 2 rounds."
    assert not page.notes[0].is_warning
    assert figures(page)["Rematches so far"] == ("4", "4")
    assert figures(page)["Rematches in this round"] == ("4", "4")
    assert figures(page)["Most meetings of two players"] == ("2", "2")
    assert page.figures[0].is_best


def test_the_file_is_what_the_independent_check_counts_again():
    tournament = a_paper_event(11, rounds=3, table_sizes=(4, 3))
    paper_round(tournament)
    withdraw(entrant=tournament.entrants.first(), actor=None)
    paper_round(tournament)
    document = json.loads(json.dumps(certificate_document(tournament, 2)))
    assert audit(document).faults == []
    assert [len(round_["sitting_out"]) for round_ in document["rounds"]] == [0, 1]
    assert sorted(document) == [
        "certificate",
        "entrants",
        "event",
        "format",
        "rounds",
        "seating",
        "version",
    ]
    changed = copy.deepcopy(document)
    seats = changed["rounds"][1]["tables"]
    seats[0]["seats"][0], seats[1]["seats"][0] = seats[1]["seats"][0], seats[0]["seats"][0]
    assert [found.fault.value for found in audit(changed).faults] != []


def test_a_round_shows_nothing_of_later_ones():
    tournament = a_paper_event(8, rounds=3, table_sizes=(4,))
    for _unused in range(2):
        paper_round(tournament)
    assert len(certificate_document(tournament, 1)["rounds"]) == 1
    assert certificate_page(tournament, 1).notes[0].text == "Nobody meets anybody twice."


def test_the_first_round_of_a_full_plan_also_tells_of_the_whole_plan():
    tournament = a_paper_event(12, rounds=5, table_sizes=(4,), seating="full")
    paper_round(tournament)
    page = certificate_page(tournament, 1)
    assert page.notes[0].text == "Nobody meets anybody twice."
    assert page.plan[0].text == "30 rematches, the fewest possible for 12 players in 5 rounds."


def test_no_certificate_for_a_round_that_is_not():
    tournament = an_event(8)
    start_next(tournament)
    assert certificate_page(tournament, 1).number == 1
    assert (certificate_page(tournament, 2), certificate_document(tournament, 2)) == (None, None)
