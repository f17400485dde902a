"""A game in which something can't be right is halted, so that it harms no other game and a director sees it.

Errors that callers are meant to see and a database that can't answer pass through untouched.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import DatabaseError, InterfaceError, OperationalError

from games.errors import BrokenRecord, GameHalted, GamesError
from games.models import Game
from games.services.control import halt_game

log = structlog.get_logger(__name__)
_PASSING = (GamesError, DatabaseError, InterfaceError, OperationalError)


@contextmanager
def quarantined(game: Game) -> Iterator[None]:
    """Around one transaction of a game: an unexpected error rolls it back, halts the game and raises
    GameHalted.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, _PASSING) and not isinstance(error, BrokenRecord):
            raise
        log.exception("game halted", game_id=game.pk)
        halt_game(game=game, reason=f"{type(error).__name__}: {error}"[:500])
        raise GameHalted from error
