"""What a user may know of a game: the one way from the full state to pages and API.

The seat follows from the user, never from input; everybody else is an onlooker.
"""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.engine.observation import Observation, observe
from games.models import Game, GameSeat
from games.queries.states import load_state

__all__ = ["Observation", "observation_for", "seat_of"]


def seat_of(game: Game, user: User | AnonymousUser) -> GameSeat | None:
    """The user's own seat, None for an onlooker."""
    if not user.is_authenticated:
        return None
    return GameSeat.objects.filter(game=game, player__user=user).first()


def observation_for(game: Game, user: User | AnonymousUser) -> Observation:
    """The game as the user may see it now (`Observation`, docs/architecture.md)."""
    seat = seat_of(game, user)
    return observe(load_state(game), seat.seat if seat is not None else None)
