"""A director's double click says a thing once and takes points once; later, or otherwise, it is said again (T11)."""

from datetime import timedelta

import pytest

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, entrant, start_next
from tournaments.enums import TournamentRoleKind
from tournaments.models import AuditRow, DeskMessage, Penalty
from tournaments.services import messages, penalties
from tournaments.services.messages import end_message, send_message
from tournaments.services.penalties import cancel_penalty, give_penalty
from tournaments.services.setup import appoint

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament = a_paper_event(4)
    start_next(tournament)
    return tournament


def say(event, actor=None, text="Soup is ready"):
    return send_message(tournament=event, text=text, actor=actor or director_of(event)).pk


def take(event, actor=None, reason="Late"):
    return give_penalty(
        entrant=entrant(event, "Ada"), points=-5, reason=reason, actor=actor or director_of(event)
    ).pk


@pytest.mark.parametrize(("do", "act"), [(say, "send_message"), (take, "give_penalty")])
def test_the_same_at_once_is_one_act(event, do, act):
    assert do(event) == do(event)
    assert AuditRow.objects.filter(action=act).count() == 1


@pytest.mark.parametrize("do", [say, take])
def test_another_director_and_other_words_are_something_else(event, do):
    other = make_user("Vera Second")
    appoint(tournament=event, user=other, role=TournamentRoleKind.DIRECTOR, actor=None)
    assert len({do(event), do(event, other), do(event, None, "Otherwise")}) == 3


def test_later_it_is_said_again(event, monkeypatch):
    said, taken = say(event), take(event)
    for module in (messages, penalties):
        monkeypatch.setattr(module, "SAME_AGAIN", timedelta())  # as after a minute
    assert (say(event) != said, take(event) != taken) == (True, True)


def test_what_was_taken_back_may_be_given_again_at_once(event):
    said, taken = say(event), take(event)
    end_message(message=DeskMessage.objects.get(), actor=None)
    cancel_penalty(penalty=Penalty.objects.get(), actor=None)
    assert (say(event) != said, take(event) != taken) == (True, True)
