"""Finding what a lost message left undone: endings of games, complete rounds, events that should move on,
finished ones that aren't in the ratings yet.

The sweep of tournaments. It decides nothing itself: it asks the same services that the messages ask.
"""

from collections.abc import Callable
from typing import TypeVar

import structlog
from django.db.models import Q

from games.enums import GameStatus
from games.services.clock import database_now
from tournaments.enums import RoundStatus, TableStatus, TournamentStatus
from tournaments.models import TableGame, Tournament
from tournaments.queries.ratings import unrated_events
from tournaments.services.completion import advance
from tournaments.services.fixture_news import tell_due
from tournaments.services.fixtures import close_missed, ended_fixtures, take_game
from tournaments.services.news import tell_season
from tournaments.services.race import missing_races, reckon_event, reckon_season_of
from tournaments.services.ratings import rate_event
from tournaments.services.results import record_game_result

log = structlog.get_logger(__name__)
MOST_STEPS = 20
T = TypeVar("T")


def lost_endings() -> list[int]:
    """Ids of finished games whose table still plays, the longest finished first."""
    return list(
        TableGame.objects.filter(
            game__status=GameStatus.FINISHED,
            table__status=TableStatus.PLAYING,
            table__round__status=RoundStatus.PLAYING,
        )
        .order_by("game__ended_at", "pk")
        .values_list("game_id", flat=True)
    )


def reconcile(*, tournament_id: int | None = None) -> int:
    """Record lost endings and let every running event take its next steps; how many things were done.

    One event's failure never keeps another from going on: it is logged, and tried again next time.
    """
    done = 0
    for game_id in lost_endings():
        done += _try(record_game_result, game_id=game_id) is not None
    events = Tournament.objects.filter(
        Q(status=TournamentStatus.RUNNING)
        | Q(status=TournamentStatus.REVIEW, review_until__lte=database_now())
    )
    if tournament_id is not None:
        events = events.filter(pk=tournament_id)
    for pk in events.order_by("pk").values_list("pk", flat=True):
        done += advance_fully(tournament_id=pk)
    for pk in unrated_events():
        if _try(rate_event, tournament_id=pk):
            _try(tell_season, tournament_id=pk)
            _try(reckon_season_of, tournament_id=pk)
    close_missed()
    tell_due()
    for game_id in ended_fixtures():
        _try(take_game, game_id=game_id)
    for pk in missing_races():
        _try(reckon_event, tournament_id=pk)
    return done


def advance_fully(*, tournament_id: int) -> int:
    """Take the event's next steps until there is nothing to do; how many there were."""
    for step in range(MOST_STEPS):
        if not _try(advance, tournament_id=tournament_id):
            return step
    return MOST_STEPS


def _try(service: Callable[..., T], **arguments: int) -> T | None:
    try:
        return service(**arguments)
    except Exception:
        # one event's trouble must not stop the others; the next run tries again
        log.exception("reconcile failed", service=service.__name__, **arguments)
        return None
