"""Another game that looks the same to one viewer: the cards this viewer can't see are dealt otherwise.

`permute_hidden` puts such a state in the place of the real one, as the process knows it, so that pages and
API can be compared byte for byte (non-interference).
"""

import random
import re
from dataclasses import replace

from games.engine.cards import Hand
from games.engine.game import GameState
from games.models import Game
from games.queries import states

# What may differ between two answers for the same state: tokens made anew for each of them.
_TOKENS = re.compile(
    rb'(name="key" value="|csrfmiddlewaretoken" value="|X-CSRFToken": "|data-live-ticket=")[^"]+'
)


def permuted(state: GameState, seat: int | None, rng: random.Random) -> GameState:
    """The same to `seat`: other hands (but for cards taken openly) and the stock are dealt anew."""
    boards = []
    for board in state.boards:
        deal = board.deal
        own = board.plan.seats.index(seat) if seat in board.plan.seats else None
        places = [place for place in range(deal.players) if place != own]
        unseen = [
            card for place in places for card in deal.hands[place] if not deal.known_bits[place] & card.bit
        ]
        pool = unseen + list(deal.stock)
        rng.shuffle(pool)
        hands = list(deal.hand_bits)
        for place in places:
            count = (hands[place] & ~deal.known_bits[place]).bit_count()
            taken, pool = pool[:count], pool[count:]
            hands[place] = deal.known_bits[place] | Hand(taken).bits
        drawn = deal.drawn
        if drawn is not None and deal.turn != own and deal.banned is None:
            drawn = next(card for card in Hand.from_bits(hands[deal.turn] & ~deal.known_bits[deal.turn]))
        boards.append(
            replace(board, deal=deal.evolve(hand_bits=tuple(hands), stock=tuple(pool), drawn=drawn))
        )
    return replace(state, boards=tuple(boards), seed=bytes(32))


def permute_hidden(game: Game, seat: int | None, rng: random.Random) -> GameState:
    """Make the process believe in the permuted state; returns the real one."""
    loaded = states.load(game)
    states.cache.put(game, replace(loaded, state=permuted(loaded.state, seat, rng)))
    return loaded.state


def without_tokens(content: bytes) -> bytes:
    """An answer without what is made anew for each request."""
    return _TOKENS.sub(b"", content)
