"""`permute_hidden` puts a state that looks the same to one viewer (games/queries/hidden.py) in the place of the real
one, as the process knows it, so that pages and API can be compared byte for byte (non-interference).
"""

import random
import re
from dataclasses import replace

from games.engine.game import GameState
from games.models import Game
from games.queries import states
from games.queries.hidden import permuted

# What may differ between two answers for the same state: tokens made anew for each of them.
_TOKENS = re.compile(
    rb'(name="key" value="|csrfmiddlewaretoken" value="|X-CSRFToken": "|data-live-ticket=")[^"]+'
)


def permute_hidden(game: Game, seat: int | None, rng: random.Random) -> GameState:
    """Make the process believe in the permuted state; returns the real one."""
    loaded = states.load(game)
    states.cache.put(game, replace(loaded, state=permuted(loaded.state, seat, rng)))
    return loaded.state


def without_tokens(content: bytes) -> bytes:
    """An answer without what is made anew for each request."""
    return _TOKENS.sub(b"", content)
