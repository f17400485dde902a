"""Two guests take the last place of a private table at the same moment: one of them sits."""

import pytest

from games.engine.ruleset import PRESETS
from games.errors import NoFreePlace
from games.models import InvitedSeat
from games.options import GameOptions
from games.services import invite
from tests.factories import make_user
from tests.races.test_moves import race

pytestmark = pytest.mark.django_db(transaction=True)
RACES = 10


def take_the_last_place() -> list[object]:
    table = invite.create_invitation(
        host=make_user(), ruleset=PRESETS["gin"], seats=2, options=GameOptions(turn_seconds=None)
    )
    found = race(
        lambda: invite.join_as_guest(invitation=table, name="Luca"),
        lambda: invite.join_as_guest(invitation=table, name="Ines"),
    )
    assert InvitedSeat.objects.filter(invitation=table).count() == 2
    return found


def test_the_last_place_is_taken_once() -> None:
    for _unused in range(RACES):
        answers = sorted(type(each).__name__ for each in take_the_last_place())
        assert answers == ["NoFreePlace", "str"]


def test_without_the_lock_the_second_guest_meets_a_database_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The unique place still keeps the table whole, but nobody would be told why."""
    monkeypatch.setattr(invite, "_locked", lambda table: type(table).objects.get(pk=table.pk))
    errors = [each for _unused in range(RACES) for each in take_the_last_place() if not isinstance(each, str)]
    assert len(errors) == RACES
    assert {type(each).__name__ for each in errors} - {NoFreePlace.__name__} == {"IntegrityError"}
