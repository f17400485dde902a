"""What a director notes about an entrant; the note stays out of the log."""

import pytest

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, entrant
from tournaments.errors import FormatError, NotAllowed
from tournaments.models import AuditRow, Entrant
from tournaments.services.entrant_details import change_entrant
from tournaments.services.rehearsal import REHEARSAL_NAMES, make_rehearsal

pytestmark = pytest.mark.django_db
DETAILS = {"strength": 3, "group": "Family Bo", "fixed_table": 2, "note": "Needs light"}


def test_details_are_kept_and_the_note_is_not_in_the_log():
    tournament = a_paper_event(2)
    for _unused in range(2):
        change_entrant(entrant=entrant(tournament, "Ada"), actor=director_of(tournament), **DETAILS)
    assert Entrant.objects.filter(name="Ada").values(*DETAILS).get() == DETAILS
    act = AuditRow.objects.get(action="change_entrant")
    assert {key: act.payload_json.get(key) for key in DETAILS} == DETAILS | {"note": None}


def test_only_directors_and_only_what_can_be():
    ada = entrant(a_paper_event(2), "Ada")
    with pytest.raises(NotAllowed):
        change_entrant(entrant=ada, actor=make_user(), **DETAILS)
    with pytest.raises(FormatError):
        change_entrant(entrant=ada, actor=None, **DETAILS | {"fixed_table": 0})


def test_a_rehearsal_is_a_marked_copy_of_made_up_people():
    tournament = a_paper_event(4, rounds=5, check_in=True)
    made = make_rehearsal(tournament=tournament, actor=director_of(tournament))
    assert (made.is_rehearsal, made.is_public, made.status) == (True, False, "open")
    assert (made.format.rounds, made.format.table_mode) == (5, "online")
    people = list(made.entrants.order_by("number").values_list("name", "autopilot"))
    # the last two never come to their tables: bots stand in for them, as for any no-show
    assert people == [(name, number < 22) for number, name in enumerate(REHEARSAL_NAMES)]
    assert made.format.game.no_show_seconds == 45
