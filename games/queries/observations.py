"""What a user may know of a game: the one way from the full state to pages and API.

The seat follows from the user, never from input; everybody else is an onlooker.
"""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.engine.observation import Observation, observe
from games.models import Game
from games.queries.seats import Seats, seats_of
from games.queries.states import load_state

__all__ = ["Observation", "Seats", "observation_for", "seats_of"]


def observation_for(game: Game, user: User | AnonymousUser, seats: Seats | None = None) -> Observation:
    """The game as the user may see it now (`Observation`, docs/architecture.md); `seats` where they have been
    read for this user already.
    """
    known = seats or seats_of(game, user)
    return observe(load_state(game), known.me)
