"""What is read of a game that is being played belongs together."""

import threading
from collections.abc import Callable
from contextlib import nullcontext

import pytest
from django.db import connection

from games.models import Game
from games.queries import audit
from games.queries.snapshots import snapshot
from games.services.due import play_due
from tests.games.tables import make_game

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(act: Callable[[], object]) -> None:
    """Done on another connection, to its end."""

    def run() -> None:
        act()
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def test_reads_inside_see_one_moment():
    game = make_game(bots=2, started=True)
    with snapshot():
        before = Game.objects.get(pk=game.pk).ply
        elsewhere(lambda: Game.objects.filter(pk=game.pk).update(ply=before + 5))
        assert Game.objects.get(pk=game.pk).ply == before
    assert Game.objects.get(pk=game.pk).ply == before + 5


@pytest.mark.parametrize(("is_on", "found"), [(True, []), (False, ["I10"])])
def test_a_move_in_the_middle_of_an_audit_is_no_violation(monkeypatch, is_on, found):
    """Without the snapshot the log that is read has a move more than the game's row."""
    game = make_game(bots=2, started=True)
    real = audit._Rows.of.__func__

    def interrupted(cls, row):
        elsewhere(lambda: play_due(game_id=game.pk, ply=row.ply, budget=1))
        return real(cls, row)

    monkeypatch.setattr(audit._Rows, "of", classmethod(interrupted))
    if not is_on:
        monkeypatch.setattr(audit, "snapshot", nullcontext)
    assert [line.invariant for line in audit.audit_game(game)][:1] == found
    assert Game.objects.get(pk=game.pk).ply == game.ply + 1
